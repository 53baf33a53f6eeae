import { perLanguage, type Language } from './language.ts';

/** A part of a document that a text names by its number: `Note 14`, `Table 3`, `§ 4.2`. */
export interface PartName {
  readonly start: number;
  readonly end: number;
  /** The same for every way of writing the name: `not14` for `Note 14` and `NOTES 14`; of sections only the number. */
  readonly key: string;
}

/** In text order; `Notes 3, 4 and 14` are three. Parts that the text says are of another work are left out, and captions. */
export function findPartNames(text: string, language: Language): readonly PartName[] {
  const { names, number } = grammarOf(language);
  return [...text.matchAll(names)].flatMap(({ 0: match, 1: word = '', index }): readonly PartName[] => {
    if (isCaption(text, index, language)) return [];
    return [...match.slice(word.length).matchAll(number)].map(({ 0: written, index: at }, i) => {
      const start = index + word.length + at;
      return { start: i === 0 ? index : start, end: start + written.length, key: keyOf(word, written) };
    });
  });
}

/** The part that a heading or caption begins with the name of: `Note 14 – Debt`, `Table 3. Results`. */
export function partNamed(heading: string, language: Language): Pick<PartName, 'end' | 'key'> | undefined {
  const found = grammarOf(language).caption.exec(heading.slice(0, MAX_NAME_CHARS));
  if (!found) return undefined;
  const [name, word = '', number = ''] = found;
  return { end: name.length, key: keyOf(word, number) };
}

const MAX_NAME_CHARS = 60;

/** Whether a name begins a line as what follows is called, not as a sentence does. */
function isCaption(text: string, index: number, language: Language): boolean {
  return (index === 0 || text.charAt(index - 1) === '\n') && partNamed(text.slice(index, index + MAX_NAME_CHARS), language) !== undefined;
}

/** Languages write the same parts with the same first letters: table, Tabelle, tableau. */
function keyOf(word: string, number: string): string {
  const kind = word.toLowerCase().replace(/\P{L}/gu, '').slice(0, 3);
  return `${kind === 'sec' ? '' : kind}${number.toUpperCase()}`;
}

/** In place of the flag, which V8 forgets outside of `(?-i:)` once a process has compiled many expressions. */
function inAnyCase(words: string): string {
  return words.replace(/(?<!\\)\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

const grammarOf = perLanguage(({ names: { parts, ofAnotherWork } }) => {
  const word = `(?:§§?|(?<!\\p{L})(?:${inAnyCase(parts)}))`;
  const number = '(?:\\d{1,4}(?:\\.\\d{1,4}){0,6}[A-Za-z]?|[IVX]{1,5}|[A-Z])(?![\\p{L}\\d])';
  const between = '(?:,\\s?|\\s?[-–&]\\s?|,?\\s\\p{L}{1,3}\\s)';
  return {
    names: new RegExp(`(${word}\\s?)(?<=[\\s§])${number}(?:${between}${number}){0,9}(?!${ofAnotherWork})`, 'gu'),
    number: new RegExp(`(?<!\\p{L})${number}`, 'gu'),
    caption: new RegExp(`^(${word})\\s?(?<=[\\s§])(${number})(?=\\s*(?:$|[.:–—|-]\\s|[–—]|\\s\\p{Lu}))`, 'u'),
  };
});
