/** Makes text of servers, models and documents safe to show: it is displayed, never interpreted. */

/**
 * What changes the direction of the text around it, as the inside of a character class: embeddings, overrides, isolates and marks. Letters
 * of every script have their direction without them, and what shows text of documents isolates it.
 */
export const directionMarks = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const direction = new RegExp(`[${directionMarks}]`, 'g');

/** One line without terminal sequences, control characters and `directionMarks`. */
export function plainLine(text: string): string {
  return oneLine(plainLines(text));
}

/** The text on one line, with one space between words. */
export function oneLine(text: string): string {
  // Most spaces are one space already.
  return text.replace(/[^\S ]\s*| \s+/g, ' ').trim();
}

/** The first `most` characters with an ellipsis, never with half a character at their end; a text that has no more is whole. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * The same text as far as people see it, with every character at its place, so that ranges of it stay right: a mark of direction becomes a
 * word joiner, which is not seen, and a control character a space.
 */
export function plainInPlace(text: string): string {
  return text.replace(direction, '\u2060').replace(/[^\P{Cc}\t\n\r]/gu, ' ');
}

/**
 * Makes all texts of a message `plainInPlace`, besides those under names that say where something is: they must stay as they are.
 * @returns the same object, since copying the message of a long run takes longer than a frame
 */
export function plainMessage<T extends object>(message: T): T {
  return within(message, (text) => (hasOdd.test(text) ? plainInPlace(text) : text), addresses) as T;
}

const addresses: ReadonlySet<string> = new Set(['path', 'names']);
const hasOdd = new RegExp(`[${directionMarks}]|[^\\P{Cc}\\t\\n\\r]`, 'u');

/** Makes all texts of a value `plainLines`. @returns the same value, unless it is a text */
export function plainValue<T>(value: T): T {
  return within(value, plainLines, new Set()) as T;
}

/** Without recursion: a reply may be nested deeper than calls can be. */
function within(value: unknown, plain: (text: string) => string, kept: ReadonlySet<string>): unknown {
  const whole = { value };
  const open: object[] = [whole];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const name of Object.keys(next)) {
      if (kept.has(name)) continue;
      const one: unknown = next[name as keyof typeof next];
      if (typeof one === 'object' && one !== null) open.push(one);
      const text = typeof one === 'string' ? plain(one) : one;
      // Assigning would change the prototype where the name is `__proto__`.
      if (text !== one) Object.defineProperty(next, name, { value: text });
    }
  }
  return whole.value;
}

/** Like `plainLine`, but keeps tabs and line breaks. */
export function plainLines(text: string): string {
  if (plainAscii.test(text)) return text;
  return text
    .replace(terminalSequences, '')
    .replace(direction, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, ' ');
}

/** Texts of nothing else are plain already: most names of files, of which an index looks at thousands. */
const plainAscii = /^[\t\n\x20-\x7e]*$/;

/**
 * Sequences of ECMA-48 in 7 and 8 bits: strings with an end, such as a window title or a link; control sequences; two-character escapes.
 * Node's `stripVTControlCharacters` takes time that grows with the square of the text.
 */
const terminalSequences =
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
