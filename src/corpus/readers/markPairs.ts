/**
 * Finds where inline marks end. Over a text, at most one search for each end mark fails, and no mark opens inside another of its kind, so
 * all searches together are linear in any text.
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
   * The end of the mark that opens before `start`; undefined when it is not closed.
   * @param close a global pattern; its matches must not depend on where the search begins
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

  /** Like `find`, and remembers the end for inner text that is still to be read. */
  open(mark: string, start: number, close: RegExp, { made = '', onEnd }: Partial<Omit<MarkEnd, 'end'>> = {}): boolean {
    const end = this.find(mark, start, close);
    if (end === undefined || this.#ends.has(end.start)) return false;
    this.#ends.set(end.start, { end: end.end, made, onEnd });
    return true;
  }

  /** The end of an opened mark at this offset, if any. */
  endAt(at: number): MarkEnd | undefined {
    return this.#ends.get(at);
  }
}

export interface MarkEnd {
  readonly end: number;
  /** The text that replaces the mark. */
  readonly made: string;
  /** Called when the text in the mark is written. */
  readonly onEnd?: () => void;
}
