/** Whether the names of a sentence are those of its quotes or of what is around them. Pure. */
import { findDates } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { findNames } from '../language/names.ts';
import { foldText, unaccented, wordsOf } from '../language/words.ts';
import { contentStems } from './support.ts';

/** What of the names of sentences a text has. */
export interface KnownNames {
  readonly text: string;
  /** Folded words. */
  readonly words: ReadonlySet<string>;
  /** Of words with a capital. */
  readonly stems: ReadonlySet<string>;
}

export function knownNames(text: string, language: Language): KnownNames {
  const words = wordsOf(text, language);
  const capitals = words.map(({ start, end }) => text.slice(start, end)).filter((word) => /^\p{Lu}/u.test(word));
  return { text, words: new Set(words.map(({ fold }) => fold)), stems: new Set(contentStems(capitals.join(' '), language)) };
}

/**
 * The first name that is not known. One is if its first and last words are, inflected or not, and one of them as a name: documents leave
 * out what is between them. Titles do not count, short forms stand for what they begin, and countries are known by their people.
 */
export function doubtedName(claim: string, known: KnownNames, language: Language): string | undefined {
  const [first] = wordsOf(claim, language);
  const dates = findDates(claim, language);
  for (const { start, end } of findNames(claim, language)) {
    const words = claim.slice(start, end);
    if (known.text.includes(words) || dates.some((date) => start < date.end && date.start < end)) continue;
    const bare = words.replace(language.reading.honorifics, '');
    const own = wordsOf(bare, language)
      .map((word) => bare.slice(word.start, word.end).replace(language.caseEnding, ''))
      .filter((word) => /\p{L}/u.test(word));
    // A sentence begins with a capital, whatever its first word is.
    if (first?.start === start && own.length <= 1) continue;
    // `Several of Holm's books`: what leads into a name at the beginning of a sentence has a capital, too.
    const isLedInto = first?.start === start && /^\p{Ll}/u.test(own[1] ?? '');
    const ends = [isLedInto ? undefined : own[0], own.at(-1)].filter((word) => word !== undefined);
    const isNamed = own.length < 2 || ends.some((word) => isKnownName(word, known, language));
    if ((isNamed && ends.every((word) => isKnownWord(word, known, language))) || isJoined(bare, known.text)) continue;
    return words;
  }
  return undefined;
}

/** Whether a word of a name is known as one, by what it begins, or as a word. */
function isKnownWord(word: string, known: KnownNames, language: Language): boolean {
  return known.words.has(foldText(word, language)) || isKnownName(word, known, language);
}

function isKnownName(word: string, { text, stems }: KnownNames, language: Language): boolean {
  const isWritten = (name: string): boolean =>
    contentStems(name, language).every((stem) => stems.has(stem)) ||
    (/^\p{Lu}{2,6}s?$/u.test(name) && isShortFor(name.replace(/s$/u, ''), text));
  const name = unaccented(word.toLowerCase());
  return isWritten(word) || language.countries.countries.some((names) => hasName(names, name) && names.some(isWritten));
}

function hasName(names: readonly string[], name: string): boolean {
  return names.some((one) => unaccented(one.toLowerCase()) === name);
}

/** `IEB` is known where `Isles Electricity Board` is. */
export function isShortFor(letters: string, known: string): boolean {
  const initials = Array.from(letters, (letter) => `${letter}[\\p{L}\\p{N}’'.]*`).join(
    '[\\s-]+(?:(?:of|and|for|the|de|du|der|und|et|y)\\s+)*',
  );
  return (
    new RegExp(`(?<![\\p{L}])${initials}`, 'u').test(known) ||
    new RegExp(`(?<![\\p{L}])${Array.from(letters).join('\\.\\s?')}`, 'u').test(known)
  );
}

/** A name written as two words is known where it is one. */
function isJoined(name: string, known: string): boolean {
  const joined = unaccented(name.toLowerCase()).replace(/[\s-]+/g, '');
  return (
    joined.length >= 6 &&
    unaccented(known.toLowerCase())
      .replace(/[\s-]+/g, '')
      .includes(joined)
  );
}
