import type { SourceText } from '../sourceText.ts';

/** A named piece of code in whole lines, including the comments and attributes directly above it. */
export interface CodeDefinition {
  readonly name: string;
  readonly firstLine: number;
  readonly endLine: number;
}

/** How a language marks the comments and attributes that belong to the definition below them. */
export interface LeadStyle {
  /** Matches such a line without its indentation. */
  readonly line: RegExp;
  /** Start and end marks of multi-line comments. */
  readonly blocks: readonly (readonly [string, string])[];
}

/** A program's lines and their indentation, for languages known and unknown. */
export class CodeLines {
  readonly source: SourceText;
  #filled: Int32Array | undefined;

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

  /** The first non-blank line at or after `line`; the number of lines when there is none. */
  filledFrom(line: number): number {
    this.#filled ??= this.#findFilled();
    return this.#filled[line] ?? this.count;
  }

  #findFilled(): Int32Array {
    const filled = new Int32Array(this.count);
    let next = this.count;
    for (let line = this.count - 1; line >= 0; line--) filled[line] = next = this.indentOf(line) === undefined ? next : line;
    return filled;
  }

  /** A line without surrounding white space, up to a length limit. */
  bodyOf(line: number): string {
    const start = this.startOf(line);
    return this.source.text.slice(start, Math.min(this.endOf(line), start + LOOK_CHARS)).trim();
  }

  /** The first of the comment and attribute lines directly above a line, but not above `floor`; the line itself when there are none. */
  leadOf(line: number, floor: number, { line: isLead, blocks }: LeadStyle): number {
    let first = line;
    for (let above = line - 1; above >= floor; above = first - 1) {
      const body = this.bodyOf(above);
      if (body === '') break;
      const block = blocks.find(([, close]) => body.endsWith(close));
      const opening = block === undefined ? undefined : this.#lineWith(block[0], above, floor);
      if (opening !== undefined) first = opening;
      else if (isLead.test(body)) first = above;
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

export const SLASH_LEADS: LeadStyle = { line: /^(?:\/\/|@|#\[|template\b)/, blocks: [['/*', '*/']] };
export const HASH_LEADS: LeadStyle = { line: /^[#@]/, blocks: [] };
/** For languages without a grammar. */
export const ANY_LEADS: LeadStyle = {
  line: /^(?:\/\/|--|#|;;|%|@|\[\w)/,
  blocks: [
    ['/*', '*/'],
    ['"""', '"""'],
    ['--[[', ']]'],
    ['=begin', '=end'],
    ['#=', '=#'],
    ['{-', '-}'],
    ['(*', '*)'],
    ['<#', '#>'],
  ],
};
