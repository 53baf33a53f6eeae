import type { SourceText } from '../sourceText.ts';
import { Stretches } from './stretches.ts';

/** The lines of a text whose structure depends on lines and indentation. Tabs extend to the next multiple of eight columns. */
export class MarkupLines {
  readonly count: number;
  readonly source: SourceText;
  readonly #indents: Int32Array;

  constructor(source: SourceText) {
    this.source = source;
    this.count = source.lines.lineCount;
    this.#indents = new Int32Array(this.count);
    for (let line = 0; line < this.count; line++) this.#indents[line] = this.#measure(line);
  }

  startOf(line: number): number {
    return this.source.lines.startOf(line);
  }

  /** The end of the line before its line break. */
  endOf(line: number): number {
    const { text } = this.source;
    let end = this.nextOf(line);
    if (end > this.startOf(line) && line + 1 < this.count)
      end -= text.charCodeAt(end - 1) === LF && text.charCodeAt(end - 2) === CR ? 2 : 1;
    return end;
  }

  /** The start of the next line. */
  nextOf(line: number): number {
    return line + 1 < this.count ? this.source.lines.startOf(line + 1) : this.source.text.length;
  }

  /** The line without its line break. */
  textOf(line: number): string {
    return this.source.text.slice(this.startOf(line), this.endOf(line));
  }

  /** The line without its line break and surrounding white space. */
  trimmedOf(line: number): string {
    return this.textOf(line).trim();
  }

  isBlank(line: number): boolean {
    return this.indentOf(line) < 0;
  }

  /** Columns of white space before the line's first character; -1 for a blank line. */
  indentOf(line: number): number {
    return this.#indents[line] ?? -1;
  }

  /** The smallest indentation of the lines; -1 when all are blank. */
  leastIndent(first: number, end: number): number {
    let least = -1;
    for (let line = first; line < end; line++) {
      const indent = this.indentOf(line);
      if (indent >= 0 && (least < 0 || indent < least)) least = indent;
    }
    return least;
  }

  /** The offset in the line after at most `columns` columns of white space. */
  afterIndent(line: number, columns: number): number {
    const { text } = this.source;
    const end = this.endOf(line);
    let at = this.startOf(line);
    for (let column = 0; at < end && column < columns; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) column++;
      else if (code === TAB) column += TAB_COLUMNS - (column % TAB_COLUMNS);
      else break;
    }
    return at;
  }

  /** The offset of the line's first character that is neither a space nor a tab. */
  contentOf(line: number): number {
    return this.afterIndent(line, Number.POSITIVE_INFINITY);
  }

  /** The lines with the breaks between them, each from the offset `from(line)` on; without those for which it has none. */
  stretches(first: number, end: number, from: (line: number) => number | undefined): Stretches {
    const stretches = new Stretches(this.source);
    for (let line = first; line < end; line++) {
      const start = from(line);
      if (start !== undefined) stretches.add(start, line + 1 < end ? this.nextOf(line) : this.endOf(line));
    }
    return stretches;
  }

  /** The lines without the indentation they share. */
  dedented(first: number, end: number): Stretches {
    const indent = this.leastIndent(first, end);
    return this.stretches(first, end, (line) => this.afterIndent(line, indent));
  }

  #measure(line: number): number {
    const { text } = this.source;
    const end = this.endOf(line);
    let column = 0;
    for (let at = this.startOf(line); at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) column++;
      else if (code === TAB) column += TAB_COLUMNS - (column % TAB_COLUMNS);
      else return text.slice(at, end).trim() === '' ? -1 : column;
    }
    return -1;
  }
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
const TAB_COLUMNS = 8;
