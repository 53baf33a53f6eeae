/** Whether the names of a sentence are those of its quotes or of what is around them. Pure. */
import { findDates } from '../language/dates.ts';
import { perLanguage, type Language } from '../language/language.ts';
import { findNames } from '../language/names.ts';
import { unaccented, wordsOf } from '../language/words.ts';
import { contentStems } from './support.ts';

/**
 * The first name that is not known. One is if its first and last words are, in any form: documents leave out what is between them. Titles
 * do not count, short forms stand for what they begin, and countries are known by their people.
 */
export function doubtedName(claim: string, known: string, language: Language): string | undefined {
  const stems = new Set(contentStems(known, language));
  const [first] = wordsOf(claim, language);
  const dates = findDates(claim, language);
  for (const { start, end } of findNames(claim, language)) {
    const words = claim.slice(start, end);
    if (dates.some((date) => start < date.end && date.start < end)) continue;
    const bare = words.replace(language.reading.honorifics, '');
    const own = wordsOf(bare, language)
      .map((word) => bare.slice(word.start, word.end).replace(language.caseEnding, ''))
      .filter((word) => /\p{L}/u.test(word));
    // A sentence begins with a capital, whatever its first word is.
    if (first?.start === start && own.length <= 1) continue;
    // `Several of Holm's books`: what leads into a name at the beginning of a sentence has a capital, too.
    const isLedInto = first?.start === start && /^\p{Ll}/u.test(own[1] ?? '');
    const ends = [isLedInto ? undefined : own[0], own.at(-1)].filter((word) => word !== undefined);
    if (ends.every((word) => isKnown(word, stems, known, language)) || isJoined(bare, known)) continue;
    return words;
  }
  return undefined;
}

function isKnown(word: string, stems: ReadonlySet<string>, known: string, language: Language): boolean {
  const [stem] = contentStems(word, language);
  if (stem === undefined || stems.has(stem)) return true;
  if (/^\p{Lu}{2,6}s?$/u.test(word)) return isShortFor(word.replace(/s$/u, ''), known);
  return peoplesOf(language)
    .filter((names) => names.includes(unaccented(word.toLowerCase())))
    .some((names) => names.some((name) => contentStems(name, language).some((other) => stems.has(other))));
}

const peoplesOf = perLanguage(({ countries }) => countries.countries.map((names) => names.map((name) => unaccented(name.toLowerCase()))));

/** `IEB` is known where `Isles Electricity Board` is. */
function isShortFor(letters: string, known: string): boolean {
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
