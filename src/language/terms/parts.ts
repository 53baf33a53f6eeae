/** Parts of words that are terms too, each marked so that it meets no whole word. Lengths were chosen on XQuAD. */

export type WordParts = (term: string, word: string) => readonly string[];

const partLength = 4;

/** The first letters: forms of one word, and compounds with it, begin alike. */
export const beginning: WordParts = (term) => {
  const letters = Array.from(term);
  return letters.length > partLength ? [`${letters.slice(0, partLength).join('')}*`] : [];
};

/** The last letters of a capitalized word: what a German compound is a kind of. */
export const endingOfNoun: WordParts = (term, word) =>
  /^\p{Lu}/u.test(word) && term.length >= partLength ? [`*${term.slice(-partLength)}`] : [];

/** Every few letters inside a long capitalized word: of a German compound, the middle parts. */
export const insideOfNoun: WordParts = (term, word) =>
  /^\p{Lu}/u.test(word) && term.length >= longNoun ? gramsOf(term.slice(shortestFirst), insideLength).map((part) => `*${part}*`) : [];

/** By which a noun is found inside longer ones: its own beginning and ending. With all between, it would be found by parts of others. */
export const asInside: WordParts = (term, word) =>
  /^\p{Lu}/u.test(word) && term.length >= insideLength
    ? [...new Set([term.slice(0, insideLength), term.slice(-insideLength)])].map((part) => `*${part}*`)
    : [];

const insideLength = 5;
const longNoun = 12;
/** What comes before a middle part has at least as many letters. */
const shortestFirst = 3;

/** Every three letters in a row, among which are those of an Arabic root. */
export const lettersInThrees: WordParts = (term) => gramsOf(term, 3).map((three) => `*${three}*`);

/** Every `size` neighboring characters; none of a shorter text. */
export function gramsOf(text: string, size: number): readonly string[] {
  const characters = Array.from(text);
  return characters.slice(size - 1).map((_, i) => characters.slice(i, i + size).join(''));
}
