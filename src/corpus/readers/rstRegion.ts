import type { Block } from '../document.ts';
import type { SourceText } from '../sourceText.ts';
import type { MarkupLines } from './markupLines.ts';

/** Lines with the same indentation. The first may begin after a marker, at `firstStart`. */
export interface Region {
  readonly first: number;
  readonly end: number;
  readonly firstStart?: number;
  readonly indent: number;
  readonly kind: Block['kind'];
  readonly depth: number;
}

/** The lines of a text as seen from inside a region, without its indentation and markers. */
export class RegionLines {
  readonly #source: SourceText;
  readonly #lines: MarkupLines;

  constructor(source: SourceText, lines: MarkupLines) {
    this.#source = source;
    this.#lines = lines;
  }

  /** True for lines outside the region too. */
  isBlank(region: Region, line: number): boolean {
    return line >= region.end || (isBehindMarker(region, line) ? this.textOf(region, line).trim() === '' : this.#lines.isBlank(line));
  }

  indentOf(region: Region, line: number): number {
    return isBehindMarker(region, line) ? region.indent : this.#lines.indentOf(line);
  }

  startOf(region: Region, line: number): number {
    return isBehindMarker(region, line) ? (region.firstStart ?? 0) : this.#lines.afterIndent(line, region.indent);
  }

  /** Empty outside the region. */
  textOf(region: Region, line: number): string {
    return line < region.end ? this.#source.text.slice(this.startOf(region, line), this.#lines.endOf(line)) : '';
  }

  isIndented(region: Region, line: number): boolean {
    return line < region.end && this.indentOf(region, line) > region.indent;
  }

  /** The line after the blank and indented ones that begin at `line`. */
  indentedEnd(region: Region, line: number): number {
    let end = line;
    while (end < region.end && (this.isBlank(region, end) || this.isIndented(region, end))) end++;
    return end;
  }

  /** The line after the indented lines below a marker, without trailing blank ones. */
  bodyEnd(region: Region, line: number): number {
    let end = this.indentedEnd(region, line + 1);
    while (end > line + 1 && this.isBlank(region, end - 1)) end--;
    return end;
  }

  /** The region of a marker: its line from `firstStart` on, and the indented lines below it. */
  below(region: Region, first: number, end: number, firstStart: number | undefined): Region {
    const least = this.#lines.leastIndent(firstStart === undefined ? first : first + 1, end);
    const indent = least < 0 ? region.indent + 1 : least;
    return { first, end, indent, kind: region.kind, depth: region.depth + 1, firstStart };
  }
}

function isBehindMarker(region: Region, line: number): boolean {
  return line === region.first && region.firstStart !== undefined;
}
