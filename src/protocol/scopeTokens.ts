/** The words and terms of a scope or question (`scopeSyntax.ts`), in time that grows as the text does. */

export type Operator = '>' | '>=' | '<' | '<=';

/** A word, or a name with a value. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly name: string | undefined;
  readonly isExcluded: boolean;
  readonly operator: Operator | undefined;
  /** Without quotes and escapes. */
  readonly value: string;
  /** The value in which every character that is escaped still is. */
  readonly pattern: string;
  readonly isQuoted: boolean;
  readonly isClosed: boolean;
}

/** An input method for Chinese or Japanese writes a wide colon. */
const nameBefore = /(-?)([\p{L}][\p{L}\p{N}_-]*)[:：](>=|<=|>|<)?/uy;
/** After a value in apostrophes, perhaps the marks of the question that it ends. */
const marksAndBlank = /[?!]*(?:\s|$)/y;
const quotes: Readonly<Record<string, string>> = { '"': '"', '“': '”', '`': '`' };

/** Words and terms in order. Quotes and code that begin a word are one word, blanks included. Takes as long as the text is. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const closings = new Closings(text);
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    nameBefore.lastIndex = at;
    const [head = '', minus, name, operator] = nameBefore.exec(text) ?? [];
    const from = at + head.length;
    const closing = closings.of(from, name !== undefined);
    const inner = from + (closing === undefined ? 0 : 1);
    const closed = closing === undefined ? undefined : closings.after(inner, closing);
    const isClosed = closing === undefined || closed !== undefined;
    // A quote that is not closed is a quotation mark; as a value it is a mistake, up to the end.
    const isWord = closing === undefined || (name === undefined && !isClosed);
    const innerEnd = closed ?? (isWord ? endOfWord(text, inner) : text.length);
    const end = innerEnd + (closed === undefined ? 0 : 1);
    const { value, pattern } = unescaped(text.slice(inner, innerEnd));
    const isDangling = isWord && end === text.length && pattern.endsWith('/') && text.endsWith('\\');
    tokens.push({
      // A backslash at the end would take the meaning from what is written after it.
      text: isDangling ? `${text.slice(at, end - 1)}/` : text.slice(at, end),
      start: at,
      end,
      name: name?.toLowerCase(),
      isExcluded: minus === '-',
      operator: operator as Operator | undefined,
      value,
      pattern,
      isQuoted: closing !== undefined,
      isClosed,
    });
    at = end;
  }
  return tokens;
}

/** Where quotes end. */
class Closings {
  readonly #text: string;
  /** Quotes that do not occur any more, so that they are searched for once. */
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the quotes that open here. An apostrophe opens them in a value that has another one at its end: shells take both. */
  of(at: number, isValue: boolean): string | undefined {
    const opening = this.#text.charAt(at);
    if (isValue && opening === "'") {
      const next = this.#text.indexOf("'", at + 1);
      marksAndBlank.lastIndex = next + 1;
      return next > at + 1 && marksAndBlank.test(this.#text) ? "'" : undefined;
    }
    return isValue && opening === '`' ? undefined : quotes[opening];
  }

  after(start: number, closing: string): number | undefined {
    if (this.#missing.has(closing)) return undefined;
    for (let at = start; at < this.#text.length; at++) {
      if (this.#text.charAt(at) === closing) return at;
      if (this.#text.charAt(at) === '\\') at++;
    }
    this.#missing.add(closing);
    return undefined;
  }
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && !/\s/.test(text.charAt(end))) end += text.charAt(end) === '\\' ? 2 : 1;
  return Math.min(end, text.length);
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}

/** A backslash before a character with a meaning takes it away; another one separates folders, as on Windows. */
function unescaped(raw: string): { readonly value: string; readonly pattern: string } {
  const backslash = /\\([\\"*?[\]{}()! ])|\\/g;
  return {
    value: raw.replace(backslash, (_, character?: string) => character ?? '/'),
    pattern: raw.replace(backslash, (escaped, character?: string) => (character === undefined ? '/' : escaped)),
  };
}
