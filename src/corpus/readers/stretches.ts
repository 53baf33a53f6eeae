import type { SourceText, TextWriter } from '../sourceText.ts';

/**
 * Text joined from stretches of the source: a paragraph's lines without their indentation, the lines of a table cell, or the strings of a
 * notebook's cell.
 */
export class Stretches {
  readonly #source: SourceText;
  readonly #parts: string[] = [];
  readonly #textStarts: number[] = [];
  /** Offsets in the source; -1 for inserted text. */
  readonly #sourceStarts: number[] = [];
  /** Of text that the source has written otherwise, where that ends. */
  readonly #madeEnds: (number | undefined)[] = [];
  #length = 0;
  #joined: string | undefined;

  constructor(source: SourceText) {
    this.#source = source;
  }

  get text(): string {
    this.#joined ??= this.#parts.length === 1 ? (this.#parts[0] ?? '') : this.#parts.join('');
    return this.#joined;
  }

  add(start: number, end: number): this {
    if (end > start) this.#push(this.#source.text.slice(start, end), start);
    return this;
  }

  /** Adds a line break between stretches that are not adjacent in the source. */
  addBreak(): this {
    if (this.#length > 0) this.#push('\n', -1);
    return this;
  }

  /** Adds what `[start, end)` of the source stands for. */
  addMade(made: string, start: number, end: number): this {
    this.#push(made, start, end);
    return this;
  }

  /** Writes `[start, end)` of the text. */
  copy(writer: TextWriter, start: number, end: number): void {
    for (const { text, sourceStart, madeEnd } of this.#within(start, end)) {
      if (sourceStart < 0) writer.make(text);
      else if (madeEnd !== undefined) writer.make(text, sourceStart, madeEnd);
      else writer.copy(sourceStart, sourceStart + text.length);
    }
  }

  copyAll(writer: TextWriter): void {
    this.copy(writer, 0, this.#length);
  }

  /** The part `[start, end)` of the text. */
  part(start: number, end: number): Stretches {
    const part = new Stretches(this.#source);
    for (const { text, sourceStart, madeEnd } of this.#within(start, end)) part.#push(text, sourceStart, madeEnd);
    return part;
  }

  /** Writes `made`, which the reader made from `[start, end)` of the text. */
  make(writer: TextWriter, made: string, start: number, end: number): void {
    writer.make(made, this.placeOf(start), this.endOf(end));
  }

  /** Maps an offset in the text to one in the source. */
  placeOf(offset: number): number {
    for (let i = this.#indexAt(offset); i >= 0; i--) {
      const sourceStart = this.#sourceStarts[i] ?? -1;
      const inside = offset - (this.#textStarts[i] ?? 0);
      const length = this.#parts[i]?.length ?? 0;
      const madeEnd = this.#madeEnds[i];
      if (madeEnd !== undefined) return inside < length ? sourceStart : madeEnd;
      if (sourceStart >= 0) return sourceStart + Math.min(inside, length);
    }
    return 0;
  }

  /** Maps the end of a part of the text to one in the source. */
  endOf(end: number): number {
    return this.#madeEnds[this.#indexAt(end - 1)] ?? this.placeOf(end - 1) + 1;
  }

  /** The source stretches of a part of the text. */
  *#within(
    start: number,
    end: number,
  ): Generator<{ readonly text: string; readonly sourceStart: number; readonly madeEnd: number | undefined }> {
    for (let i = this.#indexAt(start); start < end && i < this.#parts.length; i++) {
      const textStart = this.#textStarts[i] ?? 0;
      const sourceStart = this.#sourceStarts[i] ?? -1;
      const to = Math.min(end, this.#textStarts[i + 1] ?? this.#length);
      const madeEnd = this.#madeEnds[i];
      const isWhole = sourceStart < 0 || madeEnd !== undefined;
      yield { text: this.text.slice(start, to), sourceStart: isWhole ? sourceStart : sourceStart + start - textStart, madeEnd };
      start = to;
    }
  }

  #push(text: string, sourceStart: number, madeEnd?: number): void {
    this.#joined = undefined;
    this.#parts.push(text);
    this.#textStarts.push(this.#length);
    this.#sourceStarts.push(sourceStart);
    this.#madeEnds.push(madeEnd);
    this.#length += text.length;
  }

  #indexAt(offset: number): number {
    let low = 0;
    let high = this.#textStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#textStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
