/**
 * Finds where inline marks end. A search for the end of a mark runs in vain at most once over a text, and no mark opens inside another of its kind, so that
 * all searches together are linear in the text, whatever it is.
 */
export class MarkPairs {
  readonly #text: string;
  readonly #vain = new Set<string>();
  readonly #openUntil = new Map<string, number>();
  readonly #ends = new Map<number, MarkEnd>();

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Where the mark that opens before `start` ends; undefined when it does not.
   * @param close a global pattern; whether it matches may not depend on where the search began.
   */
  find(mark: string, start: number, close: RegExp): { readonly start: number; readonly end: number } | undefined {
    if (this.#vain.has(mark) || start <= (this.#openUntil.get(mark) ?? -1)) return undefined;
    close.lastIndex = start;
    const found = close.exec(this.#text);
    if (found === null) {
      this.#vain.add(mark);
      return undefined;
    }
    const end = found.index + found[0].length;
    this.#openUntil.set(mark, end);
    return { start: found.index, end };
  }

  /** Like `find`, and remembers the end, for text inside that is still to be read. */
  open(mark: string, start: number, close: RegExp, made = ''): boolean {
    const end = this.find(mark, start, close);
    if (end === undefined || this.#ends.has(end.start)) return false;
    this.#ends.set(end.start, { end: end.end, made });
    return true;
  }

  /** The end of an opened mark that is here. */
  endAt(at: number): MarkEnd | undefined {
    return this.#ends.get(at);
  }
}

export interface MarkEnd {
  readonly end: number;
  /** What is in place of the mark. */
  readonly made: string;
}
