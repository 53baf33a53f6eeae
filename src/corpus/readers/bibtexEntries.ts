/** A range of the source, as offsets. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** One operand of a concatenation: text in braces or quotes, a number, or the name of a string. */
interface ValuePart extends Place {
  readonly isName: boolean;
}

export interface BibtexField {
  /** The name as written. */
  readonly name: Place;
  readonly value: readonly ValuePart[];
}

export interface BibtexEntry {
  /** Lowercase, without the `@`. */
  readonly type: string;
  /** From its `@` to its end. */
  readonly place: Place;
  /** Empty if the entry has no key. */
  readonly key: Place;
  readonly fields: readonly BibtexField[];
  /** Whether a brace or quote of it is not closed. */
  readonly isOpen: boolean;
}

/**
 * The entries and `@string`s of a file in order; a string is an entry without a key. Text between entries, `@comment` and `@preamble` are
 * left out. An unclosed entry or value ends at the next line that begins an entry, so that the other entries are kept.
 */
export function* bibtexEntries(text: string): Generator<BibtexEntry> {
  const scanner = new Scanner(text);
  const begin = /@[ \t]*([A-Za-z][\w-]{0,60})\s{0,20}([{(])/g;
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const type = (match[1] ?? '').toLowerCase();
    scanner.at = begin.lastIndex;
    if (type === 'comment' || type === 'preamble') scanner.skipGroup();
    else yield scanner.entry(type, match.index, match[2] === '(' ? ')' : '}');
    begin.lastIndex = scanner.at;
  }
}

class Scanner {
  at = 0;
  #isOpen = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  entry(type: string, start: number, close: string): BibtexEntry {
    this.#isOpen = false;
    const key = type === 'string' ? { start: this.at, end: this.at } : this.#key();
    const fields: BibtexField[] = [];
    for (;;) {
      this.#match(/[\s,]*/y);
      const char = this.#text.charAt(this.at);
      if (char === close) {
        this.at++;
        break;
      }
      if (char === '' || this.#isEntry()) {
        this.#isOpen = true;
        break;
      }
      const nameStart = this.at;
      const name = this.#match(/[^\s,={}()"#@]{1,100}(?=\s{0,100}=)/y);
      if (name === undefined) this.#skipWord();
      else {
        this.#match(/\s*=\s*/y);
        fields.push({ name: { start: nameStart, end: nameStart + name.length }, value: this.#value() });
      }
    }
    return { type, place: { start, end: this.at }, key, fields, isOpen: this.#isOpen };
  }

  /** Skips to the brace that closes the open one. */
  skipGroup(): void {
    this.at = this.#closing('}').next;
  }

  #key(): Place {
    this.#match(/\s*/y);
    const start = this.at;
    const key = this.#match(/[^\s,={}]{1,300}(?=\s*(?:,|[})]|$))/y) ?? '';
    const end = start + key.length;
    return { start, end: key.endsWith(')') && this.#text.charAt(end) !== ',' ? end - 1 : end };
  }

  #value(): readonly ValuePart[] {
    const parts: ValuePart[] = [];
    do {
      this.#match(/\s*/y);
      const char = this.#text.charAt(this.at);
      if (char === '{' || char === '"') {
        this.at++;
        const { end, next } = this.#closing(char === '{' ? '}' : '"');
        parts.push({ start: this.at, end, isName: false });
        this.at = next;
      } else {
        const start = this.at;
        const word = this.#match(/[^\s,#{}()"=]+/y);
        if (word === undefined) break;
        parts.push({ start, end: this.at, isName: !/^\d+$/.test(word) });
      }
    } while (this.#match(/\s*#/y) !== undefined);
    return parts;
  }

  /** Where the text before a closing mark (outside of inner braces) ends, and where the file continues. */
  #closing(mark: string): { readonly end: number; readonly next: number } {
    const interesting = /[{}"\n\r]/g;
    interesting.lastIndex = this.at;
    let depth = 0;
    for (let match = interesting.exec(this.#text); match !== null; match = interesting.exec(this.#text)) {
      const [char] = match;
      if (char === '\n' || char === '\r') {
        if (isEntryAt(this.#text, match.index + 1)) return this.#open(match.index, match.index + 1);
      } else if (char === mark && depth === 0) return { end: match.index, next: match.index + 1 };
      else if (char === '{') depth++;
      // An unmatched brace inside quotes ends the entry.
      else if (char === '}' && depth-- === 0) return this.#open(match.index, match.index);
    }
    return this.#open(this.#text.length, this.#text.length);
  }

  #open(end: number, next: number): { readonly end: number; readonly next: number } {
    this.#isOpen = true;
    return { end, next };
  }

  /** Skips what is neither a field nor the end of the entry. */
  #skipWord(): void {
    if (this.#match(/[^\s,={}()"#@]+/y) === undefined) this.at++;
  }

  #isEntry(): boolean {
    return /[\n\r]/.test(this.#text.slice(Math.max(0, this.at - 1), this.at)) || this.#text.charAt(this.at) === '@'
      ? isEntryAt(this.#text, this.at)
      : false;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    this.at += found.length;
    return found;
  }
}

function isEntryAt(text: string, at: number): boolean {
  ENTRY.lastIndex = at;
  return ENTRY.test(text);
}

const ENTRY = /[ \t]{0,20}@[ \t]*[A-Za-z][\w-]{0,60}\s{0,9}[{(]\s{0,9}[^\s,={}()]{1,300}\s{0,9}[,=]/y;
