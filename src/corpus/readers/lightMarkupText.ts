import type { LinkTarget } from '../references.ts';
import type { TextWriter } from '../sourceText.ts';
import type { Stretches } from './stretches.ts';

/** What a mark in running text means. A language is a table of these; the first that applies at a place is taken. */
export interface TextRule<S> {
  /** Matches the mark that opens. Bounded in length, except for blanks and addresses. */
  readonly mark: RegExp;
  /** @returns the offset where the text continues; undefined when it is no mark here */
  readonly read: (text: RunningText<S>, match: RegExpExecArray) => number | undefined;
}

/** A table of marks, ready for use. */
export interface TextTable<S> {
  readonly any: RegExp;
  readonly rules: readonly TextRule<S>[];
}

export function textTable<S>(rules: readonly TextRule<S>[]): TextTable<S> {
  return {
    any: new RegExp(rules.map(({ mark }) => mark.source).join('|'), 'gu'),
    rules: rules.map(({ mark, read }) => ({ mark: new RegExp(mark.source, 'uy'), read })),
  };
}

/** A mark without text. */
export function dropped<S>(mark: RegExp): TextRule<S> {
  return { mark, read: (_, { 0: token, index }) => index + token.length };
}

/** A mark of which only its last group is text. */
export function shownMark<S>(mark: RegExp): TextRule<S> {
  return {
    mark,
    read(text, match) {
      const inner = match.slice(1).findLast((group) => group !== undefined) ?? '';
      const from = match.index + match[0].lastIndexOf(inner);
      text.copy(from, from + inner.length);
      return match.index + match[0].length;
    },
  };
}

/** A pair of marks around text in which no mark counts. */
export function literalMark<S>(mark: RegExp, close: RegExp): TextRule<S> {
  return {
    mark,
    read(text, { 0: token, index }) {
      const start = index + token.length;
      const end = text.find(token, start + 1, close);
      if (end !== undefined) text.copy(start, end.start);
      return end?.end;
    },
  };
}

/** A pair of marks around text that may contain others. */
export function nested<S>(mark: RegExp, close: RegExp): TextRule<S> {
  return { mark, read: (text, { 0: token, index }) => text.open(token, index + token.length, close) };
}

/** A note within the text, put in parentheses. */
export function note<S>(mark: RegExp, close: RegExp): TextRule<S> {
  return {
    mark,
    read(text, { 0: token, index }) {
      const start = index + token.length;
      const opened = text.open('note', start, close, { made: ')' });
      if (opened !== undefined) text.make(text.endsWithSpace ? '(' : ' (', index, start);
      return opened;
    },
  };
}

/** A mark that stands for other text. */
export function replaced<S>(mark: RegExp, by: (match: RegExpExecArray, state: S) => string | undefined): TextRule<S> {
  return {
    mark,
    read(text, match) {
      const end = match.index + match[0].length;
      const made = by(match, text.state);
      if (made !== undefined) text.make(made, match.index, end);
      return made === undefined ? undefined : end;
    },
  };
}

/**
 * Writes running text as a reader sees it: an unclosed mark is text. Over a text, at most one search for each end mark fails, and no mark
 * opens inside another of its kind, so all searches together are linear in any text.
 */
export class RunningText<S> {
  readonly text: string;
  readonly state: S;
  readonly #stretches: Stretches;
  readonly #writer: TextWriter;
  /** Marks without a further end. */
  readonly #vain = new Set<string>();
  readonly #openUntil = new Map<string, number>();
  #ends: readonly MarkEnd[] = [];

  constructor(stretches: Stretches, writer: TextWriter, state: S) {
    this.text = stretches.text;
    this.state = state;
    this.#stretches = stretches;
    this.#writer = writer;
  }

  /** Characters written so far. */
  get written(): number {
    return this.#writer.length;
  }

  get endsWithSpace(): boolean {
    return this.#writer.endsWithSpace;
  }

  write({ any, rules }: TextTable<S>): void {
    let at = 0;
    while (at < this.text.length) {
      any.lastIndex = at;
      const next = any.exec(this.text)?.index ?? this.text.length;
      const closed = this.#ends.reduce<MarkEnd | undefined>(
        (first, end) => (end.start < (first?.start ?? next + 1) ? end : first),
        undefined,
      );
      this.copy(at, closed?.start ?? next);
      at = closed === undefined ? this.#mark(rules, next) : this.#close(closed);
      this.#ends = this.#ends.filter(({ start }) => start >= at);
    }
  }

  copy(start: number, end: number): void {
    this.#stretches.copy(this.#writer, start, end);
  }

  /** Writes `made`, which stands for `[start, end)`. */
  make(made: string, start: number, end: number): void {
    this.#stretches.make(this.#writer, made, start, end);
  }

  /** Makes what was written since the text had the length `from` the text of a link. */
  link(target: LinkTarget | undefined, from: number): void {
    this.#writer.link(target, from);
  }

  /** The offset in the source. */
  placeOf(at: number): number {
    return this.#stretches.placeOf(at);
  }

  /**
   * The end of the mark that opens before `start`; undefined when it is not closed.
   * @param close a global pattern; its matches must not depend on where the search begins
   */
  find(mark: string, start: number, close: RegExp): { readonly start: number; readonly end: number } | undefined {
    if (this.#vain.has(mark) || start <= (this.#openUntil.get(mark) ?? -1)) return undefined;
    close.lastIndex = start;
    const found = close.exec(this.text);
    if (found === null) {
      this.#vain.add(mark);
      return undefined;
    }
    const end = found.index + found[0].length;
    this.#openUntil.set(mark, end);
    return { start: found.index, end };
  }

  /** Copies the text up to the mark that closes. @returns the offset after it */
  copyTo(mark: string, start: number, close: RegExp): number | undefined {
    const end = this.find(mark, start, close);
    if (end !== undefined) this.copy(start, end.start);
    return end?.end;
  }

  /** Has the text between two marks read. @returns its start; undefined when the mark is not closed */
  open(
    mark: string,
    start: number,
    close: RegExp,
    { made = '', onEnd }: Partial<Pick<MarkEnd, 'made' | 'onEnd'>> = {},
  ): number | undefined {
    const end = this.find(mark, start, close);
    if (end === undefined || this.#ends.some((other) => other.start === end.start)) return undefined;
    this.#ends = [...this.#ends, { ...end, made, onEnd }];
    return start;
  }

  /** Like `open`, for the text of a link. */
  openLink(mark: string, start: number, close: RegExp, target: LinkTarget | undefined): number | undefined {
    const from = this.written;
    return this.open(mark, start, close, { onEnd: () => this.link(target, from) });
  }

  #close({ start, end, made, onEnd }: MarkEnd): number {
    onEnd?.();
    if (made !== '') this.make(made, start, end);
    return end;
  }

  #mark(rules: readonly TextRule<S>[], at: number): number {
    if (at >= this.text.length) return at;
    for (const { mark, read } of rules) {
      mark.lastIndex = at;
      const match = mark.exec(this.text);
      const next = match === null ? undefined : read(this, match);
      if (next !== undefined) return next;
    }
    this.copy(at, at + 1);
    return at + 1;
  }
}

interface MarkEnd {
  readonly start: number;
  readonly end: number;
  /** The text that replaces the mark. */
  readonly made: string;
  /** Called when the text in the mark is written. */
  readonly onEnd: (() => void) | undefined;
}
