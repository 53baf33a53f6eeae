import type { SyntaxNode } from '@lezer/common';
import type { Block, TextReader } from '../document.ts';
import { decodedReference } from '../entities.ts';
import { addressTarget } from '../linkTargets.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import type { LinkTarget } from '../references.ts';
import { slicerOf, SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { admonitionLabel } from './admonitions.ts';
import { blanksBefore, pastBlanks } from './blanks.ts';
import { containerLine } from './containerLines.ts';
import { addLines, addYaml } from './frontMatter.ts';
import { addHeaderFields } from './headerFields.ts';
import { attributesAtEnd, attributesAtStart, attributesIn, headingAttributes } from './markdownAttributes.ts';
import { childrenOf, parseMarkdown } from './markdownParser.ts';
import { MarkupLines } from './markupLines.ts';
import { addTable, withHeader } from './tableRows.ts';

/**
 * CommonMark with the GitHub extensions and YAML front matter. The title is the front matter's, else the leading heading, else the file's
 * name.
 */
export const markdownReader: TextReader = {
  kind: 'text',
  parse(source, path) {
    const outline = new Outline();
    const { title, end } = addMetadata(outline, source, path);
    addMarkdown(outline, source, { path, place: (piece) => piece, offsetOf: (at) => at }, end);
    return outline.finish(title, path);
  },
};

/** Adds the front matter, or the header fields at the top. The text continues at `end`. */
function addMetadata(outline: Outline, markdown: string, path: string): { readonly title: string | undefined; readonly end: number } {
  const [whole, fence = '', fields = ''] = FRONT_MATTER.exec(markdown) ?? [];
  if (whole === undefined && !HEADER.test(markdown)) return { title: undefined, end: 0 };
  const source = new SourceText(markdown);
  const metadata = new MetadataWriter(outline, source, path);
  let end = whole?.length ?? 0;
  if (fence !== '') (fence === '---' ? addYaml : addLines)(metadata, source, fields, markdown.indexOf(fields, fence.length));
  else {
    const lines = new MarkupLines(source);
    end = lines.startOf(addHeaderFields(metadata, lines));
  }
  return { title: metadata.title, end };
}

const HEADER = /^\ufeff?[A-Za-z][\w-]{0,40}:[ \t]/;

/** The file that contains a Markdown text. */
export interface MarkdownFile {
  readonly path: string;
  /** Converts places in the text to places in the file. A line break is only wrapping in prose and significant in code. */
  readonly place: (piece: Piece, kind: 'prose' | 'code') => Piece;
  readonly offsetOf: (at: number) => number;
}

const FRONT_MATTER = /^(---|\+{3})[ \t]*(?:\r\n|\n|\r)(?:([^]*?)(?:\r\n|\n|\r))??\1[ \t]*(?=[\r\n]|$)/;

/** Adds a Markdown text to an outline, from `start` on. */
export function addMarkdown(outline: Outline, markdown: string, file: MarkdownFile, start = 0): void {
  if (markdown.trim() === '') return;
  const { root, links } = parseMarkdown(markdown, start, file.path);
  new MarkdownWalk(outline, new SourceText(markdown), file, links).run(root);
}

class MarkdownWalk {
  readonly #outline: Outline;
  readonly #source: SourceText;
  readonly #file: MarkdownFile;
  readonly #links: ReadonlyMap<number, LinkTarget>;
  /** The `<a>` that is open, and the length of the text where its own begins. */
  #openTag: { readonly target: LinkTarget | undefined; readonly from: number } | undefined;
  /** The title of a container that waits for its first paragraph, so that both become one text. */
  #title: Piece | undefined;
  #isInTable = false;

  constructor(outline: Outline, source: SourceText, file: MarkdownFile, links: ReadonlyMap<number, LinkTarget>) {
    this.#outline = outline;
    this.#source = source;
    this.#file = file;
    this.#links = links;
  }

  run(root: SyntaxNode): void {
    this.#blocks(childrenOf(root), 'paragraph');
    this.#flushTitle('paragraph', false);
  }

  #blocks(nodes: readonly SyntaxNode[], kind: Block['kind']): void {
    for (const node of nodes) if (!IS_MARK.test(node.name)) this.#block(node, kind);
  }

  /** Definitions and thematic breaks have no running text. */
  #block(node: SyntaxNode, kind: Block['kind']): void {
    const { name } = node;
    if (name === 'Paragraph' || name === 'Task') {
      if (this.#title === undefined || !this.#isOptions(node)) this.#paragraph(kind, node);
      return;
    }
    this.#flushTitle(kind, true);
    const children = childrenOf(node);
    if (/^(?:ATX|Setext)Heading/.test(name)) this.#heading(node, children);
    else if (name === 'ListItem') this.#blocks(children, 'listItem');
    else if (name === 'BulletList' || name === 'OrderedList' || name === 'Footnote') this.#blocks(children, kind);
    else if (name === 'Blockquote') this.#quote(children);
    else if (name === 'Container' || name === 'FencedContainer') this.#container(node, children, kind);
    else if (name === 'FencedCode' || name === 'CodeBlock') this.#code(node, children);
    else if (name === 'Table') this.#table(children);
    else if (name === 'HTMLBlock' || name === 'CommentBlock') for (const piece of this.#htmlTexts(node)) this.#outline.add(kind, piece);
  }

  /** With the title that waits for its first paragraph. */
  #paragraph(kind: Block['kind'], node: SyntaxNode, from = node.from): void {
    const title = this.#title;
    this.#title = undefined;
    this.#outline.add(kind, this.#inline(node, from, title));
  }

  #container(node: SyntaxNode, children: readonly SyntaxNode[], kind: Block['kind']): void {
    const line = /^[^\r\n]*/.exec(this.#source.text.slice(node.from))?.[0] ?? '';
    const { label, extent } = containerLine(line) ?? {};
    const title = children.find(({ name }) => name === 'ContainerTitle');
    if (title !== undefined) this.#title = this.#written(title).finish();
    else if (label !== undefined) this.#title = this.#label(label, node);
    this.#blocks(children, kind);
    if (extent !== 'line') this.#flushTitle(kind, false);
  }

  /** MyST's `:name: value` lines. */
  #isOptions({ from, to }: SyntaxNode): boolean {
    return this.#source.text
      .slice(from, to)
      .split('\n')
      .every((line) => /^\s*:[\w-]+:(?:\s|$)/.test(line));
  }

  /** A quote, or a note of GitHub's or Obsidian's: `[!NOTE]`, with a title on the same line or without. */
  #quote(children: readonly SyntaxNode[]): void {
    const { text } = this.#source;
    const i = children.findIndex(({ name }) => name !== 'QuoteMark');
    const first = children[i];
    const line = first?.name === 'Paragraph' ? text.slice(first.from, Math.min(first.to, first.from + 60)) : '';
    const [mark = '', name = ''] = /^\[!([\w-]{1,40})\][+-]?[ \t]*/.exec(line) ?? [];
    if (first === undefined || mark === '' || first.firstChild?.from === first.from) return this.#blocks(children, 'quote');
    LINE_START.lastIndex = first.from + mark.length;
    const from = LINE_START.lastIndex + (LINE_START.exec(text)?.[0].length ?? 0);
    const isEmpty = from >= first.to;
    if (isEmpty || from > first.from + mark.length) this.#title = this.#label(admonitionLabel(name), first);
    if (!isEmpty) this.#paragraph('paragraph', first, from);
    this.#blocks(children.slice(i + 1), 'paragraph');
    this.#flushTitle('paragraph', false);
  }

  #label(label: string, { from, to }: SyntaxNode): Piece | undefined {
    const writer = new TextWriter(this.#source);
    writer.make(label, from, to);
    return writer.finish();
  }

  /** Adds a title whose container begins with something else than a paragraph. A label alone says nothing. */
  #flushTitle(kind: Block['kind'], introduces: boolean): void {
    const title = this.#title;
    this.#title = undefined;
    if (title === undefined || title.runs.length === 0) return;
    const writer = new TextWriter(this.#source);
    writer.append(title);
    if (introduces) writer.make(':');
    this.#outline.add(kind, this.#placed(writer));
  }

  #heading(node: SyntaxNode, children: readonly SyntaxNode[]): void {
    const depth = Number(node.name.at(-1));
    const written = this.#written(node).finish();
    const piece = written && this.#file.place(written, 'prose');
    const inner = children.findLast(({ name }) => name !== 'HeaderMark');
    const endsWithText = written !== undefined && (inner === undefined || inner.to < written.range.endOffset);
    const attributes = endsWithText ? headingAttributes(written.text) : undefined;
    // Nothing but attributes is shown as it is.
    if (!piece || !attributes || attributes.at === 0) return this.#outline.heading(depth, piece);
    const { at, id: name } = attributes;
    if (name !== undefined) this.#outline.anchor({ kind: 'label', name, offset: piece.range.startOffset });
    const { links } = piece;
    this.#outline.heading(depth, { ...slicerOf(piece)(0, at), ...(links ? { links } : {}) });
  }

  #inline(node: SyntaxNode, from = node.from, title?: Piece): Piece | undefined {
    return this.#placed(this.#written(node, from, title));
  }

  #written(node: SyntaxNode, from = node.from, title?: Piece): TextWriter {
    this.#openTag = undefined;
    const writer = new TextWriter(this.#source);
    if (title) writer.append(title);
    if (title) writer.make(': ');
    this.#phrases(node, writer, from);
    return writer;
  }

  #placed(writer: TextWriter, kind: 'prose' | 'code' = 'prose'): Piece | undefined {
    const piece = writer.finish();
    return piece && this.#file.place(piece, kind);
  }

  /** Writes running text from `from` on, without its marks. */
  #phrases(node: SyntaxNode, writer: TextWriter, from = node.from): void {
    const isBlock = !PHRASES.has(node.name);
    const { text } = this.#source;
    let at = from;
    let before: string | undefined;
    for (const child of childrenOf(node)) {
      if (child.from < at) continue;
      this.#text(at, child.from, before, isBlock, writer);
      if (!IS_MARK.test(child.name)) this.#phrase(child, writer);
      at = LINE_STARTS.test(child.name) ? pastBlanks(text, child.to) : child.to;
      before = child.name;
    }
    this.#text(at, isBlock ? at + attributesAtEnd(text.slice(at, node.to).trimEnd()) : node.to, before, isBlock, writer);
  }

  #phrase(node: SyntaxNode, writer: TextWriter): void {
    const { name, from, to } = node;
    const start = writer.length;
    if (name === 'Escape' || name === 'HardBreak') writer.copy(from + 1, to);
    else if (name === 'Entity') this.#reference(from, to, writer);
    else if (name === 'HTMLTag') this.#tag(this.#source.text.slice(from, to), from, to, writer);
    else if (name === 'InlineCode') this.#inlineCode(childrenOf(node), writer);
    else if (name === 'Autolink') {
      writer.copy(from + 1, to - 1);
      const address = this.#source.text.slice(from + 1, to - 1);
      if (/^[a-z][a-z\d+.-]*:/i.test(address)) writer.link(addressTarget(address, this.#file.path), start);
    } else if (PHRASES.has(name)) {
      this.#phrases(node.getChild('WikiText') ?? node, writer);
      writer.link(this.#links.get(from), start);
    }
  }

  #reference(from: number, to: number, writer: TextWriter): void {
    const written = this.#source.text.slice(from, to);
    const decoded = /^&#\d{8}/.test(written) ? written : decodedReference(written);
    if (decoded === written) writer.copy(from, to);
    else writer.make(decoded, from, to);
  }

  /** Copies text without attribute lists and the blanks around line breaks. */
  #text(from: number, end: number, before: string | undefined, isBlock: boolean, writer: TextWriter): void {
    const text = this.#source.text.slice(from, end);
    let at = isBlock || before !== undefined ? attributesAtStart(text, before) : 0;
    // Most texts have none, and `matchAll` would copy the pattern.
    for (let match = LINE_BREAK.exec(text); match; match = LINE_BREAK.exec(text)) {
      const { 0: lineBreak, index } = match;
      writer.copy(from + at, from + blanksBefore(text, index, at));
      writer.copy(from + index, from + index + lineBreak.length);
      at = pastBlanks(text, index + lineBreak.length);
    }
    writer.copy(from + at, from + text.length);
  }

  /** Line breaks are spaces in code; one blank on both sides belongs to its marks. */
  #inlineCode(children: readonly SyntaxNode[], writer: TextWriter): void {
    const { text } = this.#source;
    const marks = children.filter(({ name }) => name === 'CodeMark');
    let at = marks[0]?.to ?? 0;
    let end = marks[1]?.from ?? at;
    const code = text.slice(at, end);
    if (/^\s/.test(code) && /\s$/.test(code) && code.trim() !== '') {
      at += code.startsWith('\r\n') ? 2 : 1;
      end -= code.endsWith('\r\n') ? 2 : 1;
    }
    for (const { from, to } of [...children.filter(({ name }) => name === 'QuoteMark'), { from: end, to: end }]) {
      if (from < at) continue;
      const written = text.slice(at, from);
      if (!/[\r\n\\]/.test(written)) writer.copy(at, from);
      else
        for (const [piece] of written.matchAll(/[^\r\n\\]+|(?:\r\n|\n|\r)[ \t]*|\\/g)) {
          if (/^[\r\n]/.test(piece)) writer.make(' ', at, at + piece.length);
          else if (piece !== '\\' || !this.#isInTable || text.charAt(at + 1) !== '|') writer.copy(at, at + piece.length);
          at += piece.length;
        }
      at = pastBlanks(text, to);
    }
  }

  /** Handles one tag of HTML among other text. */
  #tag(tag: string, start: number, end: number, writer: TextWriter): void {
    if (/^<br\b/i.test(tag)) writer.make('\n', start, end);
    if (/^<\/a\b/i.test(tag) && this.#openTag !== undefined) {
      writer.link(this.#openTag.target, this.#openTag.from);
      this.#openTag = undefined;
    } else this.#openingTag(tag, start, writer.length);
  }

  /** Adds the anchors that a tag is, and opens its link. */
  #openingTag(tag: string, start: number, from: number): void {
    if (!/^<[A-Za-z]/.test(tag)) return;
    const attributes = attributesIn(tag);
    const isLink = /^<a\b/i.test(tag);
    const name = attributes.get('id') ?? (isLink ? attributes.get('name') : undefined);
    if (name !== undefined) this.#outline.anchor({ kind: 'label', name, offset: this.#file.offsetOf(start) });
    const address = isLink ? attributes.get('href') : undefined;
    if (address !== undefined) this.#openTag = { target: addressTarget(address, this.#file.path), from };
  }

  /** Without the marks of lists and quotes at the start of lines, and without as many blanks as are before the fence. */
  #code(node: SyntaxNode, children: readonly SyntaxNode[]): void {
    const { text, lines } = this.#source;
    const writer = new TextWriter(this.#source);
    const columnOf = (at: number): number => at - lines.startOf(lines.lineAt(at));
    const texts = children.filter(({ name }) => name === 'CodeText');
    const first = texts.find(({ from, to }) => /[^\r\n]/.test(text.slice(from, to)));
    const start = first ? first.from + (/^[\r\n]*/.exec(text.slice(first.from, first.to))?.[0].length ?? 0) : node.from;
    const indent = node.name === 'FencedCode' ? columnOf(node.from) - columnOf(start) : 0;
    for (const { from, to } of texts) {
      let at = from;
      if (indent > 0)
        for (const { 0: blanks, index } of text.slice(from, to).matchAll(/^[ \t]+/gm)) {
          writer.copy(at, from + index);
          at = from + index + Math.min(blanks.length, indent);
        }
      writer.copy(at, to);
    }
    this.#outline.add('code', this.#placed(writer, 'code'));
  }

  /** Texts between the tags of raw HTML. */
  *#htmlTexts(node: SyntaxNode): Generator<Piece> {
    const { from: start, to: end } = node;
    const html = this.#source.text.slice(start, end);
    if (/^<(?:script|style|template|svg)\b/i.test(html)) return;
    const marks = childrenOf(node);
    let mark = 0;
    let at = start;
    this.#closeTag();
    for (const tag of html.matchAll(/<!--[\s\S]*?(?:-->|$)|<[/!?a-z][^>]*(?:>|$)|$/gi)) {
      const writer = new TextWriter(this.#source);
      const tagStart = start + tag.index;
      for (let next = marks[mark]; next && next.from < tagStart; next = marks[++mark]) {
        writer.copy(at, next.from);
        at = Math.max(at, next.to);
      }
      writer.copy(at, tagStart);
      writer.link(this.#openTag?.target, 0);
      const piece = this.#placed(writer);
      if (piece !== undefined) yield piece;
      at = tagStart + tag[0].length;
      if (/^<\/a\b/i.test(tag[0])) this.#closeTag();
      else this.#openingTag(tag[0], tagStart, 0);
    }
  }

  #closeTag(): void {
    this.#openTag = undefined;
  }

  #table(children: readonly SyntaxNode[]): void {
    this.#isInTable = true;
    const [header = [], ...others] = children.filter(({ name }) => /^Table(?:Header|Row)$/.test(name)).map(cellsOf);
    const rows = [header, ...others].map((row) => row.slice(0, header.length).map((cell) => cell && this.#written(cell).finish()));
    addTable(this.#outline, this.#source, withHeader(rows, 1), (piece) => this.#file.place(piece, 'prose'));
    this.#isInTable = false;
  }
}

/** The cells of a row by column; undefined where nothing is between two bars. */
function cellsOf(row: SyntaxNode): readonly (SyntaxNode | undefined)[] {
  const cells: (SyntaxNode | undefined)[] = [];
  let isFilled = false;
  childrenOf(row).forEach((node, i) => {
    if (node.name === 'TableDelimiter') {
      if (i > 0 && !isFilled) cells.push(undefined);
      isFilled = false;
    } else if (node.name === 'TableCell') {
      cells.push(node);
      isFilled = true;
    }
  });
  return cells;
}

/** The parser's nodes that contain text with marks. Others, besides blocks, contain none. */
const PHRASES: ReadonlySet<string> = new Set(['Link', 'Image', 'WikiLink', 'WikiText', 'Emphasis', 'StrongEmphasis', 'Strikethrough']);
const IS_MARK = /Mark(?:er)?$|^ContainerTitle$/;
/** Nodes after which a line, or a block's text, begins. */
const LINE_STARTS = /^(?:QuoteMark|TaskMarker|HardBreak)$/;
const LINE_BREAK = /\r\n|\n|\r/g;
const LINE_START = /(?:\r\n|\n|\r)[ \t>]*/y;
