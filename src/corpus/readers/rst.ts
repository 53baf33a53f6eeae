import type { TextReader } from '../document.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { admonitionLabel, namesVersion } from './admonitions.ts';
import { BlockWriter } from './blockWriter.ts';
import { csvRecords } from './csvRecords.ts';
import { MarkupLines } from './markupLines.ts';
import { headerFields } from './headerFields.ts';
import { directiveKind, DirectiveLines } from './rstDirectives.ts';
import { RstAnchors } from './rstAnchors.ts';
import { isAutomaticLabel, writeRstText } from './rstInline.ts';
import { RstDefinitions, rstTarget } from './rstLinks.ts';
import { RegionLines } from './rstRegion.ts';
import type { Region } from './rstRegion.ts';
import { gridTable, listTable, SIMPLE_BORDER, simpleTable } from './rstTables.ts';
import { Stretches } from './stretches.ts';

/**
 * reStructuredText, as docutils and Sphinx read it: sections by their underlines in order of first use, lists, fields, quotes, literal
 * blocks, tables and the text of directives. Comments, targets and content for programs are left out. We parse it line by line:
 * rst-compiler, the only parser on npm, knows the lines of a paragraph but not the offsets of its words, takes 40 s for 2,000 headings and
 * adds 8 MB.
 */
export const rstReader: TextReader = {
  kind: 'text',
  name: 'restructuredtext',
  version: 6,
  extensions: ['.rst', '.rest'],
  parse(text, path) {
    const outline = new Outline();
    const walk = new RstWalk(outline, new SourceText(text), path);
    walk.run();
    return outline.finish(walk.title, path);
  },
};

class RstWalk {
  readonly #source: SourceText;
  readonly #lines: MarkupLines;
  readonly #within: RegionLines;
  readonly #directives: DirectiveLines;
  readonly #outline: Outline;
  readonly #anchors: RstAnchors;
  readonly #metadata: MetadataWriter;
  readonly #writer: BlockWriter;
  /** Underlines in order of first use. */
  readonly #styles: string[] = [];
  /** No simple table closes before this line. */
  #openTableEnd = -1;
  #title: string | undefined;

  constructor(outline: Outline, source: SourceText, path: string) {
    this.#outline = outline;
    this.#source = source;
    this.#lines = new MarkupLines(source);
    this.#within = new RegionLines(source, this.#lines);
    this.#directives = new DirectiveLines(this.#lines);
    this.#metadata = new MetadataWriter(outline, source, path);
    this.#anchors = new RstAnchors(outline, source, this.#lines, path);
    const definitions = new RstDefinitions(source.text.length, this.#lines, path);
    const onTarget = (name: string, offset: number): void => this.#anchors.add('label', name, offset);
    this.#writer = new BlockWriter(outline, source, (stretches, writer) => writeRstText(stretches, writer, { definitions, onTarget }));
  }

  /** The title that a directive or the metadata states. */
  get title(): string | undefined {
    return this.#title ?? this.#metadata.title;
  }

  run(): void {
    const header = headerFields(this.#source, this.#lines);
    for (const { name, value } of header?.fields ?? []) this.#metadata.add(name, [this.#writer.read(value)]);
    this.#blocks({ first: header?.next ?? 0, end: this.#lines.count, indent: 0, kind: 'paragraph', depth: 0 });
  }

  #blocks(region: Region): void {
    for (let line = region.first; line < region.end;) line = this.#within.isBlank(region, line) ? line + 1 : this.#block(region, line);
    this.#writer.flushTerm();
  }

  /** @returns the line after the block. */
  #block(region: Region, line: number): number {
    if (region.depth >= MAX_DEPTH) return this.#paragraph(region, line);
    if (this.#within.indentOf(region, line) > region.indent) return this.#quote(region, line);
    const text = this.#within.textOf(region, line);
    return (
      (region.depth === 0 ? this.#section(region, line, text) : undefined) ??
      this.#explicit(region, line, text) ??
      this.#table(region, line, text) ??
      this.#listItem(region, line, text) ??
      this.#verbatimLines(region, line, text) ??
      this.#paragraph(region, line)
    );
  }

  #section(region: Region, line: number, text: string): number | undefined {
    const next = this.#within.textOf(region, line + 1);
    if (isRule(text)) {
      const isOverline = next.trim() !== '' && !isRule(next.trim()) && this.#within.textOf(region, line + 2).trimEnd() === text.trimEnd();
      if (isOverline && (text.trim().length >= MIN_RULE_LENGTH || text.trim().length >= next.trim().length)) {
        this.#heading(`${text.charAt(0)}${text.charAt(0)}`, line + 1);
        return line + 3;
      }
      const isTransition = text.trim().length >= MIN_RULE_LENGTH && next.trim() === '';
      return isTransition ? line + 1 : undefined;
    }
    if (!isRule(next) || (next.trim().length < MIN_RULE_LENGTH && next.trim().length < text.trim().length)) return undefined;
    this.#heading(next.charAt(0), line);
    return line + 2;
  }

  #heading(style: string, line: number): void {
    if (!this.#styles.includes(style)) this.#styles.push(style);
    this.#writer.heading(
      this.#styles.indexOf(style) + 1,
      this.#lines.stretches(line, line + 1, (at) => this.#lines.contentOf(at)),
    );
  }

  /** Handles directives, targets, footnotes and citations; drops substitutions and comments. */
  #explicit(region: Region, line: number, text: string): number | undefined {
    if (!/^(?:\.\.|__)(?:[ \t]|$)/.test(text)) return undefined;
    if (text.trim() === '..' && this.#within.isBlank(region, line + 1)) return line + 1;
    const end = this.#within.bodyEnd(region, line);
    const directive = DIRECTIVE.exec(text);
    const start = this.#within.startOf(region, line);
    if (directive !== null) {
      const [marker, space = '', name = ''] = directive;
      const at = start + space.length;
      this.#directive(region, { name: name.toLowerCase(), nameStart: at, argument: start + marker.length, line, end });
      return end;
    }
    const note = /^\.\.[ \t]+\[([^\]]{1,80})\](?:[ \t]+|$)/.exec(text);
    if (note !== null) {
      const [marker, label = ''] = note;
      const labelStart = start + marker.indexOf('[');
      if (!/^[#*\d]/.test(label)) this.#anchors.add('citation', label, labelStart);
      this.#writer.term(isAutomaticLabel(label) ? undefined : this.#copied(labelStart, label.length + 2));
      this.#body(region, line, end, start + marker.length);
      return end;
    }
    const target = end === line + 1 ? rstTarget(text) : undefined;
    if (target?.value === '') this.#anchors.add('label', target.name, start);
    return end;
  }

  #directive(region: Region, { name, nameStart, argument, line, end }: Directive): void {
    const signature = this.#source.text.slice(argument, this.#lines.endOf(line)).trim();
    const kind = directiveKind(name, signature);
    const labeledFrom = kind === 'labeled' && namesVersion(name) ? argument + versionIn(signature).length : argument;
    const optionsFrom = this.#lines.isBlank(line + 1) ? line + 1 : this.#directives.argumentEnd(line, end);
    const content = this.#directives.optionsEnd(optionsFrom, end);
    const option = (wanted: string): Stretches | undefined => this.#directives.option(wanted, optionsFrom, content);
    const isArgument = signature !== '';
    const addArgument = (): void => (isArgument ? this.#body(region, line, optionsFrom, labeledFrom) : undefined);
    const caption = (wanted: string): void => this.#writer.text(region.kind, option(wanted) ?? new Stretches(this.#source));
    switch (kind) {
      case 'dropped':
        return this.#anchors.linkPages(name, argument, line, content, end);
      case 'title':
        this.#title ??= signature;
        return;
      case 'image':
        return caption('alt');
      case 'code':
        if (CODE_ARGUMENTS.has(name)) addArgument();
        caption('caption');
        return this.#code(content, end);
      case 'csvTable':
        addArgument();
        return this.#csvTable(content, end, option);
      case 'listTable':
        addArgument();
        return this.#writer.table(listTable(this.#source, this.#lines, content, end), countOf(option('header-rows')));
      case 'labeled':
        this.#writer.term(this.#label(name, nameStart, argument, signature));
        break;
      case 'signature':
        this.#writer.verbatim(
          region.kind,
          this.#lines.stretches(line, optionsFrom, (at) => (at === line ? argument : this.#lines.contentOf(at))),
        );
        break;
      case 'figure':
        caption('alt');
        break;
      case 'content':
      case 'quote':
      case 'text':
        break;
    }
    this.#anchors.enter(name, argument, line, end);
    const hasArgument = kind === 'text' || kind === 'labeled' || kind === 'quote';
    const quoted: Region = kind === 'quote' ? { ...region, kind: 'quote' } : region;
    if (hasArgument && content === optionsFrom) this.#body(quoted, line, end, labeledFrom);
    else {
      if (hasArgument) addArgument();
      this.#body(quoted, content, end);
    }
    this.#anchors.leave(name);
  }

  /** What the page shows before the text of a note: `Note`, `Added in version 3.8`. */
  #label(name: string, nameStart: number, argument: number, signature: string): Piece | undefined {
    const writer = new TextWriter(this.#source);
    writer.make(admonitionLabel(name), nameStart, nameStart + name.length);
    const version = namesVersion(name) ? versionIn(signature) : '';
    if (version !== '') writer.space();
    writer.copy(argument, argument + version.length);
    return writer.finish();
  }

  #csvTable(first: number, end: number, option: (name: string) => Stretches | undefined): void {
    const stated = option('delim')?.text.trim() ?? ',';
    const delimiter = /^(?:tab|\\t)$/.test(stated) ? '\t' : stated.charAt(0) || ',';
    const header = option('header');
    const rowsOf = (stretches: Stretches): (Piece | undefined)[][] =>
      [...csvRecords(stretches.text, 0, delimiter)].map((cells) =>
        cells.map((cell) => this.#writer.read(stretches.part(cell.start, cell.end))),
      );
    const names = header === undefined ? [] : rowsOf(header).slice(0, 1);
    this.#writer.pieces([...names, ...rowsOf(this.#lines.dedented(first, end))], names.length + countOf(option('header-rows')));
  }

  #table(region: Region, line: number, text: string): number | undefined {
    const startOf = (at: number): number => this.#within.startOf(region, at);
    if (/^\+-[-+]*\+[ \t]*$/.test(text)) {
      const table = gridTable(this.#source, this.#lines, line, region.end, startOf);
      this.#writer.table(table.rows, table.headerRows);
      return table.next;
    }
    if (!SIMPLE_BORDER.test(text) || region.end <= this.#openTableEnd) return undefined;
    const table = simpleTable(this.#source, this.#lines, line, region.end, startOf);
    if (table === undefined) {
      this.#openTableEnd = region.end;
      return undefined;
    }
    this.#writer.table(table.rows, table.headerRows);
    return table.next;
  }

  /** Handles bullets, numbers and fields; a field keeps its name. */
  #listItem(region: Region, line: number, text: string): number | undefined {
    const bullet = BULLET.exec(text)?.[0] ?? this.#enumerator(region, line, text);
    const field = bullet === undefined ? FIELD.exec(text) : null;
    if (bullet === undefined && field === null) return undefined;
    this.#writer.flushTerm();
    const end = this.#within.bodyEnd(region, line);
    const start = this.#within.startOf(region, line);
    if (field?.[1] !== undefined) {
      if (PAGE_FIELDS.has(field[1])) return end;
      if (region.depth === 0 && !this.#outline.hasText) return this.#docinfo(line, end, start, field[1], field[0].length);
      this.#writer.term(this.#writer.read(new Stretches(this.#source).add(start + 1, start + 1 + field[1].length)));
    }
    const item: Region = { ...region, kind: region.kind === 'quote' ? 'quote' : 'listItem' };
    const marker = bullet?.length ?? field?.[0].length ?? 0;
    if (field !== null) this.#body(item, line, end, start + marker);
    else this.#blocks({ ...item, first: line, end, firstStart: start + marker, indent: region.indent + marker, depth: region.depth + 1 });
    return end;
  }

  /** A field above the text is metadata. */
  #docinfo(line: number, end: number, start: number, name: string, markerLength: number): number {
    const value = this.#lines.stretches(line, end, (at) => (at === line ? start + markerLength : this.#lines.contentOf(at)));
    this.#metadata.add({ start: start + 1, end: start + 1 + name.length }, [this.#writer.read(value)]);
    return end;
  }

  /**
   * Tells a numbered item from a paragraph that only begins like one: the paragraph continues with the same indentation in the next line.
   */
  #enumerator(region: Region, line: number, text: string): string | undefined {
    const marker = ENUMERATOR.exec(text)?.[0];
    if (marker === undefined || this.#within.isBlank(region, line + 1) || this.#lines.indentOf(line + 1) !== region.indent) return marker;
    return ENUMERATOR.test(this.#within.textOf(region, line + 1)) ? marker : undefined;
  }

  /** Doctests are code; lines that begin with a bar keep their breaks. */
  #verbatimLines(region: Region, line: number, text: string): number | undefined {
    const isDoctest = /^>>>(?: |$)/.test(text);
    if (!isDoctest && !/^\|(?:[ \t]|$)/.test(text)) return undefined;
    this.#writer.flushTerm();
    let end = line + 1;
    while (end < region.end && !this.#within.isBlank(region, end) && (isDoctest || this.#isBarOrDeeper(region, end))) end++;
    const from = (at: number): number => {
      const start = this.#within.startOf(region, at);
      return isDoctest ? start : start + (/^\|[ \t]*|^[ \t]+/.exec(this.#within.textOf(region, at))?.[0].length ?? 0);
    };
    const stretches = this.#lines.stretches(line, end, from);
    if (isDoctest) this.#writer.verbatim('code', stretches);
    else this.#writer.text(region.kind, stretches);
    return end;
  }

  #isBarOrDeeper(region: Region, line: number): boolean {
    return /^\|(?:[ \t]|$)/.test(this.#within.textOf(region, line)) || this.#lines.indentOf(line) > region.indent;
  }

  #quote(region: Region, line: number): number {
    const end = this.#within.indentedEnd(region, line);
    const kind = region.kind === 'listItem' ? 'listItem' : 'quote';
    this.#blocks({ first: line, end, indent: this.#lines.leastIndent(line, end), kind, depth: region.depth + 1 });
    return end;
  }

  /** A paragraph with the literal block that `::` announces, or a term with the definition indented directly below it. */
  #paragraph(region: Region, line: number): number {
    const isFlat = region.depth >= MAX_DEPTH;
    let end = line + 1;
    while (end < region.end && !this.#within.isBlank(region, end) && (isFlat || this.#within.indentOf(region, end) <= region.indent)) end++;
    const stretches = this.#lines.stretches(line, end, (at) => this.#within.startOf(region, at));
    const written = stretches.text.trimEnd();
    if (written.endsWith('::')) {
      this.#writer.text(region.kind, stretches.part(0, written.length - (/(?:^|\s)::$/.test(written.slice(-3)) ? 2 : 1)));
      return this.#literal(region, end);
    }
    const isTerm = end === line + 1 && end < region.end && !this.#within.isBlank(region, end);
    if (!isTerm) {
      this.#writer.text(region.kind, stretches);
      return end;
    }
    this.#anchors.term(written, stretches.placeOf(0));
    this.#writer.term(this.#writer.read(stretches));
    const bodyEnd = this.#within.bodyEnd(region, line);
    this.#body({ ...region, kind: region.kind === 'quote' ? 'quote' : 'listItem' }, end, bodyEnd);
    return bodyEnd;
  }

  /** A literal block: indented, or with every line quoted by the same character. */
  #literal(region: Region, line: number): number {
    let first = line;
    while (first < region.end && this.#within.isBlank(region, first)) first++;
    if (first >= region.end) return line;
    const quote = this.#within.textOf(region, first).charAt(0);
    let end = first;
    if (this.#within.isIndented(region, first)) end = this.#within.indentedEnd(region, first);
    else if (first > line && /[!-/:-@[-`{-~]/.test(quote))
      while (end < region.end && !this.#within.isBlank(region, end) && this.#within.textOf(region, end).startsWith(quote)) end++;
    if (end > first) this.#code(first, end);
    return end > first ? end : line;
  }

  #body(region: Region, first: number, end: number, firstStart?: number): void {
    this.#blocks(this.#within.below(region, first, end, firstStart));
  }

  #code(first: number, end: number): void {
    this.#writer.verbatim('code', this.#lines.dedented(first, end));
  }

  #copied(start: number, length: number): Piece | undefined {
    return this.#writer.copied(new Stretches(this.#source).add(start, start + length));
  }
}

interface Directive {
  readonly name: string;
  readonly nameStart: number;
  /** Offset where the argument begins. */
  readonly argument: number;
  readonly line: number;
  /** The line after the directive. */
  readonly end: number;
}

/** Limits nesting to keep the time linear; deeper text is read as paragraphs. */
const MAX_DEPTH = 24;
const MIN_RULE_LENGTH = 4;
const DIRECTIVE = /^(\.\.[ \t]+)([A-Za-z](?:[\w.+:-]{0,60}\w)?)[ \t]?::(?:[ \t]+|$)/;
const FIELD = /^:((?![: \t])(?:[^:\\]|\\.|:(?![ \t]|$)){1,200}):(?:[ \t]+|$)/;
const BULLET = /^[-*+•‣⁃](?:[ \t]+|$)/;
/** An initial (`J. Doe`) is not a number, so a list numbered with single capitals (`A.`) is read as paragraphs. */
const ENUMERATOR =
  /^(?:\((?:\d{1,9}|[A-Za-z]|[ivxlcdm]{1,10}|[IVXLCDM]{1,10}|#)\)|(?:\d{1,9}|[a-z]|[ivxlcdm]{1,10}|[IVXLCDM]{2,10}|#)[.)])(?:[ \t]+|$)/;
/** Code directives whose argument is text for readers. */
const CODE_ARGUMENTS: ReadonlySet<string> = new Set(['math']);
/** Fields that tell Sphinx how to treat the page. */
const PAGE_FIELDS: ReadonlySet<string> = new Set(['orphan', 'tocdepth', 'nocomments', 'nosearch', 'no-search']);

function countOf(option: Stretches | undefined): number {
  return Math.max(0, Math.trunc(Number(option?.text ?? 0)) || 0);
}

function versionIn(argument: string): string {
  return /^\S+/.exec(argument)?.[0] ?? '';
}

function isRule(text: string): boolean {
  return /^([!-/:-@[-`{-~])\1*[ \t]*$/.test(text);
}
