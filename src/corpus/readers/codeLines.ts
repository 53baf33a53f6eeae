import type { SourceText } from '../sourceText.ts';

/** A program's lines and their indentation. */
export class CodeLines {
  readonly source: SourceText;

  constructor(source: SourceText) {
    this.source = source;
  }

  get count(): number {
    return this.source.lines.lineCount;
  }

  startOf(line: number): number {
    return this.source.lines.startOf(line);
  }

  /** Offset after the line and its line break. */
  endOf(line: number): number {
    return line + 1 < this.count ? this.source.lines.startOf(line + 1) : this.source.text.length;
  }

  /** Columns before the first character, with tabs counted as in most editors; undefined for a blank line. */
  indentOf(line: number): number | undefined {
    const { text } = this.source;
    let columns = 0;
    for (let i = this.startOf(line), end = this.endOf(line); i < end; i++) {
      const char = text.charAt(i);
      if (char === '\t') columns += 4 - (columns % 4);
      else if (char === ' ') columns++;
      else return char.trim() === '' ? this.#indentOfOddLine(line, columns) : columns;
    }
    return undefined;
  }

  /** A line without surrounding white space, up to a length limit. */
  bodyOf(line: number): string {
    const start = this.startOf(line);
    return this.source.text.slice(start, Math.min(this.endOf(line), start + LOOK_CHARS)).trim();
  }

  /** The first of the comment and attribute lines directly above a line, but not above `floor`; the line itself when there are none. */
  leadOf(line: number, floor: number): number {
    let first = line;
    for (let above = line - 1; above >= floor; above = first - 1) {
      const body = this.bodyOf(above);
      if (body === '') break;
      const block = LEAD_BLOCKS.find(([, close]) => body.endsWith(close));
      const opening = block === undefined ? undefined : this.#lineWith(block[0], above, floor);
      // In Python it is the text of the definition around.
      if (block?.[0] === '"""' && opening === floor) break;
      if (opening !== undefined) first = opening;
      else if (LEAD.test(body)) first = above;
      else break;
    }
    return first;
  }

  /**
   * The line above, at most MAX_LEAD_LINES away, that begins with the start mark of a comment. A comment that starts after code does not
   * count.
   */
  #lineWith(opening: string, from: number, floor: number): number | undefined {
    for (let line = from; line >= Math.max(floor, from - MAX_LEAD_LINES); line--) {
      const body = this.bodyOf(line);
      if (body.startsWith(opening)) return line;
      if (body.includes(opening) && opening !== '"""') return undefined;
    }
    return undefined;
  }

  #indentOfOddLine(line: number, columns: number): number | undefined {
    return this.source.text.slice(this.startOf(line), this.endOf(line)).trim() === '' ? undefined : columns;
  }
}

const LOOK_CHARS = 400;
const MAX_LEAD_LINES = 500;

/** Comments and attributes, in all languages. */
const LEAD = /^(?:\/\/|--|#|;;|%|@|\[\w|template\b)/;
/** Start and end marks of comments of several lines. */
const LEAD_BLOCKS: readonly (readonly [string, string])[] = [
  ['/*', '*/'],
  ['"""', '"""'],
  ['--[[', ']]'],
  ['=begin', '=end'],
  ['#=', '=#'],
  ['{-', '-}'],
  ['(*', '*)'],
  ['<#', '#>'],
];
