import { AriadneError } from '../../base/errors.ts';
import type { Block, TextReader } from '../document.ts';
import { pathTarget } from '../linkTargets.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import { SourceText } from '../sourceText.ts';
import { AsciidocAttributes, isAttributeEntry } from './asciidocAttributes.ts';
import { idIn } from './asciidocLinks.ts';
import { attributeList, isDelimiter, isPreprocessed, isVerbatimStyle, LIST_MARKER } from './asciidocSyntax.ts';
import type { AttributeList } from './asciidocSyntax.ts';
import { writeAsciidocText } from './asciidocInline.ts';
import { asciidocRows } from './asciidocTables.ts';
import { blanksBefore } from './blanks.ts';
import { BlockWriter } from './blockWriter.ts';
import { csvRecords } from './csvRecords.ts';
import { MarkupLines } from './markupLines.ts';
import { Stretches } from './stretches.ts';

/**
 * AsciiDoc: sections, lists, admonitions, quotes, listings and tables, with attributes resolved. Comments, conditions, includes and
 * passed-through markup are left out. We parse it line by line: Asciidoctor knows the line on which a block begins but turns its text into
 * HTML without offsets.
 */
export const asciidocReader: TextReader = {
  kind: 'text',
  name: 'asciidoc',
  version: 4,
  extensions: ['.adoc', '.asciidoc', '.asc'],
  parse(text, path) {
    if (text.startsWith('-----BEGIN PGP '))
      throw new AriadneError('unreadable-document', `${path} is an OpenPGP message, key or signature, not AsciiDoc. Exclude it.`);
    const outline = new Outline();
    new AsciidocWalk(outline, new SourceText(text), path).run();
    return outline.finish(undefined, path, SECOND_SECTION);
  },
};

/** The number in the id of the second section with the same title. */
const SECOND_SECTION = 2;

/** An open block that may hold others. */
interface OpenBlock {
  readonly delimiter: string;
  readonly isQuote: boolean;
  readonly attribution: Stretches | undefined;
  readonly isInList: boolean;
}

class AsciidocWalk {
  readonly #source: SourceText;
  readonly #lines: MarkupLines;
  readonly #writer: BlockWriter;
  readonly #attributes: AsciidocAttributes;
  readonly #outline: Outline;
  readonly #path: string;
  readonly #open: OpenBlock[] = [];
  /** Delimiters that have no further occurrence in the document. */
  readonly #unclosed = new Set<string>();
  /** Attributes of the next block. */
  #next: AttributeList = {};
  #isInList = false;
  #isAfterBlank = false;

  constructor(outline: Outline, source: SourceText, path: string) {
    this.#outline = outline;
    this.#path = path;
    this.#source = source;
    this.#lines = new MarkupLines(source);
    this.#attributes = new AsciidocAttributes(source, this.#lines, new MetadataWriter(outline, source, path));
    const document = {
      path,
      attributes: this.#attributes,
      onAnchor: (kind: 'label' | 'citation', name: string, offset: number) => outline.anchor({ kind, name, offset }),
    };
    this.#writer = new BlockWriter(outline, source, (stretches, writer) => writeAsciidocText(stretches, writer, document));
  }

  run(): void {
    for (let line = this.#header(); line < this.#lines.count;) {
      if (this.#lines.isBlank(line)) {
        this.#isAfterBlank = true;
        line++;
      } else {
        line = this.#block(line);
        this.#isAfterBlank = false;
      }
    }
    while (this.#open.length > 0) this.#close();
    this.#writer.flushTerm();
  }

  /** The author and revision lines right below a document's title, and the attributes below them, are metadata. */
  #header(): number {
    let line = 0;
    const textOf = (at: number): string => (at < this.#lines.count ? this.#lines.textOf(at).trimEnd() : '');
    while (line < this.#lines.count && (this.#lines.isBlank(line) || this.#isComment(line) || isAttributeEntry(textOf(line))))
      line = isAttributeEntry(textOf(line)) ? this.#attributes.entry(line, textOf(line)) : line + 1;
    if (/^[=#][ \t]+\S/.test(textOf(line))) {
      this.#block(line++);
      const named = (['author', 'revision'] as const).values();
      for (let text = textOf(line); text !== ''; text = textOf(line)) {
        if (isAttributeEntry(text)) line = this.#attributes.entry(line, text);
        else if (this.#isComment(line) || isPreprocessed(text)) line = this.#withoutText(line, text) ?? line + 1;
        else {
          const name = named.next().value;
          if (name === undefined) break;
          this.#attributes.headerLine(line++, name);
        }
      }
    }
    this.#attributes.endHeader();
    return line;
  }

  /** @returns the line after the block. */
  #block(line: number): number {
    const text = this.#lines.textOf(line).trimEnd();
    return (
      this.#withoutText(line, text) ??
      this.#delimited(line, text) ??
      this.#section(line, text) ??
      this.#blockMacro(line, text) ??
      this.#listItem(line, text) ??
      this.#literal(line) ??
      this.#paragraph(line, this.#lines.startOf(line))
    );
  }

  /** Skips comments, attribute entries, conditions, includes, page breaks, and the attribute lines above a block. */
  #withoutText(line: number, text: string): number | undefined {
    if (/^\/{4,}$/.test(text)) return this.#afterDropped(line, text);
    if (this.#isComment(line) || /^(?:<<<|'{3,}|(?:-[ \t]?){3}|(?:\*[ \t]?){3}|\+)$/.test(text)) {
      if (text !== '+') return line + 1;
      this.#isAfterBlank = false;
      return line + 1;
    }
    if (isAttributeEntry(text)) return this.#attributes.entry(line, text);
    if (isPreprocessed(text)) return this.#include(line, text);
    if (/^ifn?def::[^[]*\[[^]*\]$/.test(text)) {
      const from = text.indexOf('[') + 1;
      if (!isAttributeEntry(text.slice(from, -1))) this.#writer.text(this.#kind(), this.#stretch(line, from, text.length - 1));
      return line + 1;
    }
    if (text.startsWith('[') && text.endsWith(']')) {
      const name = idIn(text);
      if (name !== undefined) this.#outline.anchor({ kind: 'label', name, offset: this.#lines.startOf(line) });
      if (!text.startsWith('[[')) this.#next = { ...this.#next, ...attributeList(text.slice(1, -1), this.#lines.startOf(line) + 1) };
      return line + 1;
    }
    if (/^\.[^\s.]/.test(text) && LIST_MARKER.exec(text) === null) {
      this.#leaveListAfterBlank();
      this.#writer.text(this.#kind(), this.#stretch(line, 1, text.length));
      return line + 1;
    }
    return undefined;
  }

  /** An included file is a separate document that this one links to. */
  #include(line: number, text: string): number {
    const file = /^include::([^[]*)\[/.exec(text)?.[1] ?? '';
    const start = this.#lines.startOf(line) + 'include::'.length;
    const target = this.#attributes.resolved(file);
    if (target !== '' && !target.includes('://'))
      this.#outline.link({ ...pathTarget(target, this.#path), start, end: start + file.length });
    return line + 1;
  }

  #delimited(line: number, text: string): number | undefined {
    const next = line + 1 < this.#lines.count ? this.#lines.textOf(line + 1).trimEnd() : '';
    const opened = this.#open.findLastIndex(({ delimiter }) => delimiter === text);
    if (opened >= 0) {
      while (this.#open.length > opened) this.#close();
      return line + 1;
    }
    if (!isDelimiter(text)) return undefined;
    this.#leaveListAfterBlank();
    if (/^[|,:!]===/.test(text)) return this.#table(line, text, next);
    if (/^(?:-{4}|\.{4}|\+{4}|`{3})/.test(text)) return this.#verbatim(line, text);
    this.#announce();
    const { style, attribution } = this.#take();
    if (text === '--' && isVerbatimStyle(style)) return this.#code(line + 1, this.#closingLine(line, text));
    if (this.#open.length >= MAX_DEPTH) return line + 1;
    const isQuote = text.startsWith('_') || style === 'quote' || style === 'verse';
    const credit = attribution && new Stretches(this.#source).add(attribution.start, attribution.end);
    this.#open.push({ delimiter: text, isQuote, attribution: isQuote ? credit : undefined, isInList: this.#isInList });
    return line + 1;
  }

  #close(): void {
    const block = this.#open.pop();
    this.#writer.flushTerm();
    if (block?.attribution !== undefined) this.#writer.text('quote', block.attribution);
    this.#isInList = block?.isInList ?? false;
  }

  #verbatim(line: number, text: string): number {
    const { style } = this.#take();
    const isPassedThrough = text.startsWith('+') && !/^(?:stem|latexmath|asciimath)$/.test(style ?? '');
    if (isPassedThrough) return this.#afterDropped(line, text);
    return this.#code(line + 1, this.#closingLine(line, text.startsWith('```') ? '```' : text));
  }

  #code(first: number, end: number): number {
    const indent = this.#lines.leastIndent(first, end);
    const text = new Stretches(this.#source);
    for (let line = first; line < Math.min(end, this.#lines.count); line++)
      if (!isPreprocessed(this.#lines.textOf(line))) text.add(this.#lines.afterIndent(line, indent), this.#lines.nextOf(line));
    this.#writer.verbatim('code', text);
    return end + 1;
  }

  #table(line: number, text: string, next: string): number {
    const { options, columnCount, format } = this.#take();
    const end = this.#closingLine(line, text);
    if (text.startsWith('|') && !/^[cdt]sv$/.test(format ?? '')) {
      const { rows, isFirstLineHeader } = asciidocRows(this.#source, this.#lines, line + 1, end, columnCount);
      const isHeader = /\bheader\b/.test(options ?? '') || (isFirstLineHeader && !/\bnoheader\b/.test(options ?? ''));
      this.#writer.table(rows, isHeader ? 1 : 0);
      return end + 1;
    }
    const delimiter = text.startsWith(':') || format === 'dsv' ? ':' : format === 'tsv' ? '\t' : ',';
    const content = this.#lines.stretches(line + 1, end, (at) => this.#lines.startOf(at));
    const rows = [...csvRecords(content.text, 0, delimiter)].map((cells) => cells.map(({ start, end: to }) => content.part(start, to)));
    const isImplicit = next !== '' && line + 2 < end && this.#lines.isBlank(line + 2);
    this.#writer.table(rows, isImplicit || /\bheader\b/.test(options ?? '') ? 1 : 0);
    return end + 1;
  }

  /** `== Heading`, or a heading underlined in the old style. Inside other blocks, and where an attribute says so, it is a line of text. */
  #section(line: number, text: string): number | undefined {
    const marker = /^(={1,6}|#{1,6})[ \t]+(?=\S)/.exec(text)?.[0];
    if (marker !== undefined) {
      const level = marker.trim().length;
      // The marker may also follow the heading.
      const isRepeated = text.endsWith(marker.trim()) && /[ \t]/.test(text.charAt(text.length - level - 1));
      const end = isRepeated ? blanksBefore(text, text.length - level) : text.length;
      this.#heading(level, this.#stretch(line, marker.length, Math.max(end, marker.length)));
      return line + 1;
    }
    if (this.#open.length > 0) return undefined;
    const rule = line + 1 < this.#lines.count ? this.#lines.textOf(line + 1).trimEnd() : '';
    const level = /^([-=~^+])\1{2,}$/.test(rule) ? '=-~^+'.indexOf(rule.charAt(0)) + 1 : 0;
    if (level === 0 || Math.abs([...text].length - rule.length) > 1 || !/^[\p{L}\p{N}_]/u.test(text) || !this.#isParagraphEnd(line + 2))
      return undefined;
    this.#heading(level, this.#stretch(line, 0, text.length));
    return line + 2;
  }

  #isParagraphEnd(line: number): boolean {
    return line >= this.#lines.count || this.#lines.isBlank(line) || !isDelimiter(this.#lines.textOf(line).trimEnd());
  }

  #heading(level: number, stretches: Stretches): void {
    const { style } = this.#take();
    this.#isInList = false;
    if (this.#open.length > 0 || style === 'discrete' || style === 'float') this.#writer.text(this.#kind(), stretches);
    else this.#writer.heading(level, stretches);
  }

  #blockMacro(line: number, text: string): number | undefined {
    const macro = /^([a-z]{3,20})::([^\s[][^[]*|)\[([^]*)\]$/.exec(text);
    const isKnown = macro !== null && /^(?:image|video|audio|toc|chart|gist|plantuml|ditaa|graphviz|diagram|mermaid)$/.test(macro[1] ?? '');
    if (macro === null || !isKnown) return undefined;
    this.#take();
    const alt = macro[1] === 'image' ? (/^(?:"([^"]*)"|([^,=]*)(?=,|$))/.exec(macro[3] ?? '')?.[0] ?? '') : '';
    const start = text.indexOf('[', macro[1]?.length) + 1;
    const isQuoted = alt.startsWith('"');
    this.#writer.text(this.#kind(), this.#stretch(line, start + (isQuoted ? 1 : 0), start + alt.length - (isQuoted ? 1 : 0)));
    return line + 1;
  }

  #listItem(line: number, text: string): number | undefined {
    const marker = LIST_MARKER.exec(text)?.[0];
    const term = marker === undefined ? /^([ \t]*)(\S[^]*?)(?:::{1,3}|;;)(?:[ \t]+|$)/.exec(text) : null;
    if (marker === undefined && term === null) return undefined;
    this.#take();
    this.#isInList = true;
    this.#isAfterBlank = false;
    const start = this.#lines.startOf(line);
    if (term === null) return this.#paragraph(line, start + (marker?.length ?? 0));
    const [whole, indent = '', words = ''] = term;
    this.#writer.term(this.#writer.read(this.#stretch(line, indent.length, indent.length + words.length)));
    if (whole.length < text.length) return this.#paragraph(line, start + whole.length);
    let next = line + 1;
    while (next < this.#lines.count && this.#lines.isBlank(next)) next++;
    const isText = next < this.#lines.count && !this.#interrupts(next, true);
    return isText ? this.#paragraph(next, this.#lines.contentOf(next)) : line + 1;
  }

  /** An indented paragraph is code, unless it continues a list item. */
  #literal(line: number): number | undefined {
    if (this.#lines.indentOf(line) <= 0 || (this.#isInList && !this.#isAfterBlank)) return undefined;
    let end = line + 1;
    while (end < this.#lines.count && !this.#interrupts(end, false)) end++;
    this.#take();
    return this.#code(line, end) - 1;
  }

  /** @param start offset where its first line begins, after a marker */
  #paragraph(line: number, start: number): number {
    const isItem = start > this.#lines.startOf(line) && this.#isInList;
    if (!isItem) this.#leaveListAfterBlank();
    this.#announce();
    const { style, attribution } = this.#take();
    let end = line + 1;
    while (end < this.#lines.count && !this.#interrupts(end, this.#isInList)) end++;
    const isMarkdownQuote = /^>[ \t]/.test(this.#lines.textOf(line)) && !isItem;
    const text = new Stretches(this.#source);
    for (let at = line; at < end; at++) {
      if (at > line && (this.#isComment(at) || isPreprocessed(this.#lines.textOf(at)))) continue;
      const quoteMark = isMarkdownQuote ? (/^>[ \t]?/.exec(this.#lines.textOf(at))?.[0].length ?? 0) : 0;
      text.add(
        at === line && quoteMark === 0 ? start : Math.max(this.#lines.contentOf(at), this.#lines.startOf(at) + quoteMark),
        this.#lines.nextOf(at),
      );
    }
    const isQuote = isMarkdownQuote || style === 'quote' || style === 'verse';
    if (isVerbatimStyle(style) && !isItem) this.#writer.verbatim('code', text);
    else this.#writer.text(isQuote ? 'quote' : this.#kind(), text);
    if (isQuote && attribution) this.#writer.text('quote', new Stretches(this.#source).add(attribution.start, attribution.end));
    return end;
  }

  /** True when the line ends the paragraph above it. */
  #interrupts(line: number, isInList: boolean): boolean {
    if (this.#lines.isBlank(line)) return true;
    const text = this.#lines.textOf(line).trimEnd();
    if (isDelimiter(text) || (text.startsWith('[') && text.endsWith(']')) || text === '+') return true;
    return isInList && (LIST_MARKER.test(text) || /^[ \t]*\S[^]*?(?:::{1,3}|;;)(?:[ \t]|$)/.test(text));
  }

  /** `[NOTE]` above a block is its label. */
  #announce(): void {
    const { label } = this.#next;
    if (label !== undefined) this.#writer.term(this.#writer.copied(new Stretches(this.#source).add(label.start, label.end)));
  }

  #take(): AttributeList {
    const next = this.#next;
    this.#next = {};
    return next;
  }

  /** Text that is not attached to an item ends the list. */
  #leaveListAfterBlank(): void {
    if (this.#isAfterBlank) this.#isInList = this.#open.at(-1)?.isInList ?? false;
  }

  #kind(): Block['kind'] {
    return this.#open.some(({ isQuote }) => isQuote) ? 'quote' : this.#isInList ? 'listItem' : 'paragraph';
  }

  #stretch(line: number, from: number, to: number): Stretches {
    const start = this.#lines.startOf(line);
    return new Stretches(this.#source).add(start + from, start + to);
  }

  /** The line that closes a block of literal text; the number of lines when there is none. */
  #closingLine(line: number, delimiter: string): number {
    for (let at = line + 1; at < this.#lines.count; at++) if (this.#lines.textOf(at).trimEnd() === delimiter) return at;
    return this.#lines.count;
  }

  /** The line after a dropped block. A block that never ends is only its first line. */
  #afterDropped(line: number, delimiter: string): number {
    const end = this.#unclosed.has(delimiter) ? this.#lines.count : this.#closingLine(line, delimiter);
    if (end < this.#lines.count) return end + 1;
    this.#unclosed.add(delimiter);
    return line + 1;
  }

  #isComment(line: number): boolean {
    return /^\/\/(?!\/)/.test(this.#lines.textOf(line));
  }
}

const MAX_DEPTH = 50;
