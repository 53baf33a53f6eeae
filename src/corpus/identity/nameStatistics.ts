import { perLanguage, type Language } from '../../language/language.ts';
import { eachNameWord } from '../../language/nameWords.ts';
import { findNames } from '../../language/names.ts';

const maxWords = 5;

interface Counted {
  /** Number of texts with a name that begins with these words. */
  texts: number;
  /** Number of the last of them. */
  last: number;
  /** Names of just these words, by how they are written; without them it only begins others. */
  readonly forms: Map<string, number>;
  /** After an article: `the Board`. */
  articled: number;
  times: number;
  /** After a word in lower case: inside a sentence, not at the beginning of a line or cell. */
  inside: number;
}

/** Which proper names some texts use, and how much. */
export class NameStatistics {
  readonly #counted = new Map<string, Counted>();
  /** Words in lower case, by their number. */
  readonly #lower = new Map<string, number>();
  readonly #size: number;

  constructor(texts: readonly string[], language: Language) {
    this.#size = texts.length;
    const article = articleBefore(language);
    for (const [i, text] of texts.entries()) {
      for (const { start, end } of findNames(text, language)) {
        const before = text.slice(Math.max(0, start - 6), start);
        const isArticled = article.test(before);
        const isInside = /\p{Ll},?\s$/u.test(before);
        const written = text.slice(start, end).replace(/\s+/g, ' ');
        const words = keyWords(written);
        for (let length = 1; length <= Math.min(maxWords, words.length); length++) {
          const counted = this.#of(words.slice(0, length).join(' '));
          if (counted.last !== i) counted.texts++;
          counted.last = i;
          counted.times++;
          if (isArticled) counted.articled++;
          if (isInside) counted.inside++;
          if (length === words.length) counted.forms.set(written, (counted.forms.get(written) ?? 0) + 1);
        }
      }
      eachNameWord(text, (word, start) => {
        if (isLowerCase(text, start)) this.#lower.set(word, (this.#lower.get(word) ?? 0) + 1);
      });
    }
  }

  /** The share of the texts with a proper name that begins with these words; 0 for words that are no name there. @param key a `nameKey` */
  share(key: string): number {
    const counted = this.#counted.get(key);
    return counted && this.#isName(key, counted) ? counted.texts / Math.max(1, this.#size) : 0;
  }

  /** The most frequent way to write a name, undefined for one that the texts do not have. */
  formOf(key: string): string | undefined {
    return mostFrequent(this.#counted.get(key)?.forms ?? new Map());
  }

  /** The spelling of a name of several words that has these letters without spaces. */
  formOfJoined(written: string): string | undefined {
    const joined = written.toLowerCase();
    if (joined.length < 6 || joined.includes(' ')) return undefined;
    for (const key of this.#counted.keys()) if (key.includes(' ') && key.replaceAll(' ', '') === joined) return this.formOf(key);
    return undefined;
  }

  /** How often the texts have just this name. */
  timesOf(key: string): number {
    return [...(this.#counted.get(key)?.forms.values() ?? [])].reduce((sum, times) => sum + times, 0);
  }

  /** Keys of the names in at least so many texts and such a share of them, most frequent first, without those that only begin another. */
  frequent(leastTexts: number, leastShare: number): readonly string[] {
    const enough = [...this.#counted].filter(
      ([key, counted]) =>
        counted.texts >= leastTexts &&
        counted.texts >= leastShare * this.#size &&
        counted.inside * 2 >= counted.times &&
        this.#isName(key, counted),
    );
    const longer = new Map<string, number>();
    for (const [key, { texts }] of enough) {
      const shorter = key.slice(0, Math.max(0, key.lastIndexOf(' ')));
      longer.set(shorter, Math.max(longer.get(shorter) ?? 0, texts));
    }
    return enough
      .filter(([key, { texts, forms }]) => forms.size > 0 && !/\d/.test(key) && key.length > 2 && (longer.get(key) ?? 0) < 0.8 * texts)
      .sort(([a, { texts: m }], [b, { texts: n }]) => n - m || (a < b ? -1 : 1))
      .map(([key]) => key);
  }

  /** Common nouns in capitals are in lower case elsewhere, or follow an article: `the Board`. */
  #isName(key: string, { times, articled }: Counted): boolean {
    const isCommon = key.split(' ').every((word) => (this.#lower.get(word) ?? 0) * 2 > times);
    return !isCommon && articled * 2 <= times;
  }

  #of(key: string): Counted {
    const known = this.#counted.get(key);
    if (known) return known;
    const counted = { texts: 0, last: -1, forms: new Map<string, number>(), articled: 0, times: 0, inside: 0 };
    this.#counted.set(key, counted);
    return counted;
  }
}

const articleBefore = perLanguage(({ articles }) => new RegExp(`(?:^|\\P{L})(?:${articles.join('|')})\\s$`, 'iu'));

export function keyWords(name: string): readonly string[] {
  const words: string[] = [];
  eachNameWord(name, (word) => words.push(word));
  return words;
}

function isLowerCase(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 0x7f ? code >= 0x61 && code <= 0x7a : /\p{Ll}/u.test(text.charAt(at));
}

function mostFrequent(forms: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined;
  // Names in capitals are headings, and say less about how people write them.
  const rank = (spelling: string): number =>
    (forms.get(spelling) ?? 0) * (spelling === spelling.toUpperCase() && spelling.length > 4 ? 0.1 : 1);
  for (const spelling of forms.keys()) if (best === undefined || rank(spelling) > rank(best)) best = spelling;
  return best;
}
