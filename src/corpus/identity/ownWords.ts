import { nameKey } from '../../language/nameWords.ts';
import type { NameStatistics } from './nameStatistics.ts';

/** Letters before a word, marks and leading zeros between it and its number. */
const maxBetween = 16;
/** What precedes the longest word before a kind of document, the word, and a blank. */
const maxLead = 18;
/** Times that one word is before a kind of document. */
const leastDesignated = 2;

/** How a document writes words that its file name has without spaces, dashes and capitals. */
export class OwnWords {
  readonly #firstPage: string;
  readonly #text: string;
  #lower: string | undefined;
  readonly #designated = new Map<string, string | undefined>();
  readonly #statistics: NameStatistics;

  /** @param text the first page and a sample of the others */
  constructor(firstPage: string, text: string, statistics: NameStatistics) {
    this.#firstPage = firstPage;
    this.#text = text;
    this.#statistics = statistics;
  }

  has(word: string): boolean {
    return hasWord((this.#lower ??= this.#text.toLowerCase()), word.toLowerCase());
  }

  /**
   * Whether the text has the word with this number, as in `PEP 484`. A word in capitals needs no proof, unless the number may be a year.
   */
  isSeries(word: string, number: string): boolean {
    if (isCapitals(word) && !/^(?:19|20)\d\d$/.test(number)) return true;
    // From each place of the number, which is rare, back to the word.
    for (let at = this.#text.indexOf(number); at >= 0; at = this.#text.indexOf(number, at + 1)) {
      if (/\d/.test(this.#text.charAt(at + number.length))) continue;
      const before = this.#text.slice(Math.max(0, at - word.length - maxBetween), at).replace(/[ #:-]{0,2}0*$/, '');
      if (before.toLowerCase().endsWith(word.toLowerCase()) && !isLetter.test(before.charAt(before.length - word.length - 1))) return true;
    }
    return false;
  }

  /** The word as it is before numbers: an abbreviation in capitals. */
  series(word: string): string {
    return hasWord(this.#text, word.toUpperCase())
      ? word.toUpperCase()
      : isCapitals(word)
        ? word
        : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  }

  /** The series of which the document is this number, by what is before it in the text: `rfcs#3085` where the text has RFC. */
  seriesOf(number: string): string | undefined {
    const words = new Map<string, number>();
    for (const { index } of this.#firstPage.matchAll(new RegExp(`[ #:-]{1,2}0*${number}(?!\\d)`, 'g'))) {
      const [, word] = /(?<!\p{L})(\p{L}{2,12})$/u.exec(this.#firstPage.slice(Math.max(0, index - 13), index)) ?? [];
      if (word === undefined) continue;
      const series = word.toUpperCase().replace(/(?<=..)S$/, '');
      if (hasWord(this.#text, series)) words.set(series, (words.get(series) ?? 0) + 1);
    }
    return [...words].sort(([, m], [, n]) => n - m)[0]?.[0];
  }

  /**
   * A word of letters and digits that the text has mostly after one and the same capitalized word, as in `Form 10-K`: a kind of document.
   * @param word of ASCII or other letters and digits, 10K
   * @returns as the text has it, `10-K`; undefined for others
   */
  designated(word: string): string | undefined {
    if (!this.#designated.has(word)) this.#designated.set(word, this.#kindOf(word));
    return this.#designated.get(word);
  }

  #kindOf(word: string): string | undefined {
    const parts = word.match(/\p{L}+|\p{N}+/gu) ?? [];
    if (parts.length < 2 || parts.length > 3) return undefined;
    const before = new Map<string, number>();
    const forms = new Map<string, number>();
    let total = 0;
    // The rest is not part of the pattern, which has to be compiled for each word.
    for (const { 0: spelling, index } of this.#text.matchAll(new RegExp(parts.join('-?'), 'gi'))) {
      const around = [this.#text.slice(Math.max(0, index - maxLead), index), this.#text.charAt(index + spelling.length)] as const;
      if (/[\p{L}\p{N}-]$/u.test(around[0]) || /[\p{L}\p{N}-]/u.test(around[1])) continue;
      total++;
      const lead = /(?<!\p{L})\p{Lu}\p{L}{1,15}(?=\s$)/u.exec(around[0])?.[0].toLowerCase();
      if (lead !== undefined) before.set(lead, (before.get(lead) ?? 0) + 1);
      forms.set(spelling, (forms.get(spelling) ?? 0) + 1);
    }
    const most = Math.max(0, ...before.values());
    if (most < leastDesignated || most * 2 < total) return undefined;
    return [...forms].sort(([, m], [, n]) => n - m)[0]?.[0];
  }

  /** A name as the text writes it: ORRIN as Orrin, ORRINBELLS as Orrin Bells. Words that it does not have stay as they are. */
  nameOf(written: string): string {
    const whole = this.#statistics.formOf(nameKey(written)) ?? this.#statistics.formOfJoined(written);
    if (whole !== undefined) return whole;
    const words = written.split(' ').map((word) => {
      const spelling = this.#statistics.formOf(nameKey(word));
      return spelling === undefined || spelling.toLowerCase() !== word.toLowerCase() ? word : spelling;
    });
    return words.join(' ');
  }
}

/** Without a pattern, which would have to be compiled for each word. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetter.test(text.charAt(at - 1)) && !isLetter.test(text.charAt(at + word.length))) return true;
  return false;
}

const isLetter = /\p{L}/u;

function isCapitals(word: string): boolean {
  return word === word.toUpperCase() && /\p{Lu}/u.test(word);
}
