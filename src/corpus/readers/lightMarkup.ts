import type { Block, TextReader } from '../document.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import { SourceText } from '../sourceText.ts';
import { BlockWriter } from './blockWriter.ts';
import { RunningText } from './lightMarkupText.ts';
import type { TextTable } from './lightMarkupText.ts';
import { MarkupLines } from './markupLines.ts';
import { Stretches } from './stretches.ts';

/** A light markup language: tables of what its lines and the marks in its running text mean. */
export interface MarkupSyntax<S> {
  /** What is known of a document while it is read. */
  readonly open: (walk: MarkupWalk<S>, path: string) => S;
  /** Reads what is above the text. @returns the line where the text begins */
  readonly header?: (walk: MarkupWalk<S>) => number;
  /** The first that applies to a line reads it; a line to which none applies begins a paragraph. */
  readonly blocks: readonly BlockRule<S>[];
  /** Reads a paragraph. @returns the line after it */
  readonly paragraph: (walk: MarkupWalk<S>, at: Line) => number;
  readonly text: TextTable<S>;
  /** Whether a line means the same with and without indentation. */
  readonly ignoresIndentation?: boolean;
  /** The title that the document states. */
  readonly title?: (walk: MarkupWalk<S>) => string | undefined;
  /** The number in the id of the second section with the same title; 1 by default. */
  readonly firstRepeat?: number;
}

/** What a line means that begins a block. */
export interface BlockRule<S> {
  /** Matches the line as its region shows it. */
  readonly line: RegExp;
  /** @returns the line after the block; undefined when it is another block */
  readonly read: (walk: MarkupWalk<S>, at: Line, match: RegExpExecArray) => number | undefined;
}

/** Lines with the same indentation. The first may begin after a marker, at `firstStart`. */
export interface Region {
  readonly first: number;
  readonly end: number;
  readonly firstStart?: number;
  readonly indent: number;
  readonly kind: Block['kind'];
  readonly depth: number;
}

/** A line as seen from inside its region: without the indentation and marker before it and blanks at its end. */
export interface Line {
  readonly region: Region;
  readonly line: number;
  /** Offset in the source. */
  readonly start: number;
  readonly text: string;
}

/**
 * The reader of a light markup language. We parse such languages line by line ourselves: the parsers on npm do not know the offsets of
 * words (rst-compiler, Asciidoctor), take 40 s for 2,000 headings (rst-compiler), or overflow the stack on files of 25 kB (orga).
 */
export function lightMarkupReader<S>(syntax: MarkupSyntax<S>): TextReader {
  const { firstRepeat } = syntax;
  return {
    kind: 'text',
    parse(text, path) {
      const outline = new Outline();
      const walk = new MarkupWalk(syntax, outline, new SourceText(text), path);
      const first = syntax.header?.(walk) ?? 0;
      walk.blocks({ first, end: walk.lines.count, indent: 0, kind: 'paragraph', depth: 0 });
      return outline.finish(syntax.title?.(walk), path, firstRepeat);
    },
  };
}

/** Goes through a document's lines, and has each block read by the rule for its first line. */
export class MarkupWalk<S> {
  readonly source: SourceText;
  readonly lines: MarkupLines;
  readonly outline: Outline;
  readonly metadata: MetadataWriter;
  readonly writer: BlockWriter;
  readonly state: S;
  readonly #syntax: MarkupSyntax<S>;

  constructor(syntax: MarkupSyntax<S>, outline: Outline, source: SourceText, path: string) {
    this.#syntax = syntax;
    this.outline = outline;
    this.source = source;
    this.lines = new MarkupLines(source);
    this.metadata = new MetadataWriter(outline, source, path);
    this.writer = new BlockWriter(outline, source, (stretches, writer) =>
      new RunningText(stretches, writer, this.state).write(syntax.text),
    );
    this.state = syntax.open(this, path);
  }

  /** @returns the line after the region and what began in it */
  blocks(region: Region): number {
    let line = region.first;
    while (line < region.end) line = this.isBlank(region, line) ? line + 1 : this.#block(this.at(region, line));
    this.writer.flushTerm();
    return line;
  }

  /** Reads the lines below a marker, the first from `firstStart` on, without the indentation they share. */
  body(region: Region, first: number, end: number, firstStart?: number, shared?: number): number {
    const least = shared ?? this.lines.leastIndent(firstStart === undefined ? first : first + 1, end);
    const indent = least < 0 ? region.indent + 1 : least;
    return this.blocks({ ...region, first, end, firstStart, indent, depth: region.depth + 1 });
  }

  /** Like `body`, of a list's item. */
  item(region: Region, first: number, end: number, firstStart?: number, shared?: number): number {
    return this.body({ ...region, kind: region.kind === 'quote' ? 'quote' : 'listItem' }, first, end, firstStart, shared);
  }

  /** Adds lines as code, without the indentation they share. @param from where a line begins; undefined leaves it out */
  code(first: number, end: number, from?: (line: number, start: number) => number | undefined): void {
    const indent = this.lines.leastIndent(first, end);
    const startOf = (line: number): number => this.lines.afterIndent(line, indent);
    this.writer.verbatim(
      'code',
      this.lines.stretches(first, end, (line) => (from === undefined ? startOf(line) : from(line, startOf(line)))),
    );
  }

  /** The part `[from, to)` of a line. */
  part({ start, text }: Pick<Line, 'start' | 'text'>, from: number, to = text.length): Stretches {
    return this.stretch(start + from, start + Math.max(from, to));
  }

  stretch(start: number, end: number): Stretches {
    return new Stretches(this.source).add(start, end);
  }

  at(region: Region, line: number): Line {
    let start = isBehindMarker(region, line)
      ? (region.firstStart ?? 0)
      : this.lines.afterIndent(line, this.#syntax.ignoresIndentation === true ? Infinity : region.indent);
    if (isBehindMarker(region, line)) while (/[ \t]/.test(this.source.text.charAt(start))) start++;
    const text = line < region.end ? this.source.text.slice(start, this.lines.endOf(line)).trimEnd() : '';
    return { region, line, start, text };
  }

  /** True for lines outside the region too. */
  isBlank(region: Region, line: number): boolean {
    return line >= region.end || (isBehindMarker(region, line) ? this.at(region, line).text === '' : this.lines.isBlank(line));
  }

  isIndented(region: Region, line: number): boolean {
    return line < region.end && !isBehindMarker(region, line) && this.lines.indentOf(line) > region.indent;
  }

  /** The line after the blank and indented ones that begin at `line`. */
  indentedEnd(region: Region, line: number): number {
    let end = line;
    while (end < region.end && (this.isBlank(region, end) || this.isIndented(region, end))) end++;
    return end;
  }

  /** The line after the indented lines below a marker, without blank ones at the end. */
  bodyEnd(region: Region, line: number): number {
    let end = this.indentedEnd(region, line + 1);
    while (end > line + 1 && this.isBlank(region, end - 1)) end--;
    return end;
  }

  /** The line after those from `line` on to which `goesOn` applies and that are not blank. */
  runEnd(region: Region, line: number, goesOn: (at: Line) => boolean): number {
    let end = line + 1;
    while (!this.isBlank(region, end) && goesOn(this.at(region, end))) end++;
    return end;
  }

  /** Whether the region is too deep for blocks, so that its lines are paragraphs. This keeps the time linear. */
  isFlat({ depth }: Region): boolean {
    return depth >= MAX_DEPTH;
  }

  #block(at: Line): number {
    if (!this.isFlat(at.region))
      for (const { line, read } of this.#syntax.blocks) {
        const match = line.exec(at.text);
        const next = match === null ? undefined : read(this, at, match);
        if (next !== undefined) return next;
      }
    return this.#syntax.paragraph(this, at);
  }
}

const MAX_DEPTH = 24;

function isBehindMarker(region: Region, line: number): boolean {
  return line === region.first && region.firstStart !== undefined;
}

/** What a line is to blocks between two lines: the name that both have. */
export interface BlockMark {
  readonly name: string;
  readonly begins: boolean;
  readonly ends: boolean;
}

/**
 * For each line that begins a block, the line that ends it. Found in one pass from the last line up, so that lines without an end cost
 * nothing.
 * @param markOf `barrier` for a line that no block extends over
 */
export function blockEnds(lines: MarkupLines, markOf: (text: string) => BlockMark | 'barrier' | undefined): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<string, number>();
  for (let line = lines.count - 1; line >= 0; line--) {
    const mark = lines.isBlank(line) ? undefined : markOf(lines.textOf(line).trimEnd());
    if (mark === 'barrier') next.clear();
    else if (mark !== undefined) {
      const end = mark.begins ? next.get(mark.name) : undefined;
      if (end !== undefined) ends.set(line, end);
      if (mark.ends) next.set(mark.name, line);
    }
  }
  return ends;
}
