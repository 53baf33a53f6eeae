import type { Blockquote, Code, Heading, Nodes, Paragraph, PhrasingContent, RootContent, Table, Text } from 'mdast';
import type { Block, TextReader } from '../document.ts';
import { copyDecoded } from '../entities.ts';
import { addressTarget } from '../linkTargets.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import type { LinkTarget } from '../references.ts';
import { slicerOf } from '../slice.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { admonitionLabel } from './admonitions.ts';
import type { FoldedText } from './fold.ts';
import { addLines, addYaml } from './frontMatter.ts';
import { addHeaderFields } from './headerFields.ts';
import { headingAttributes, withoutAttributes } from './markdownAttributes.ts';
import { markdownChunks } from './markdownChunks.ts';
import type { Container } from './markdownContainers.ts';
import { foldMarkdown } from './markdownFold.ts';
import { attributesIn, definedTargets, wikiParts } from './markdownLinks.ts';
import { parseMarkdown } from './markdownParser.ts';
import { isColumnName, writeCellStart } from './tableRows.ts';

/**
 * CommonMark with the GitHub extensions and YAML front matter. The title is the front matter's, else the leading heading, else the file's
 * name.
 */
export const markdownReader: TextReader = {
  kind: 'text',
  name: 'markdown',
  version: 9,
  extensions: ['.md', '.markdown', '.mdown', '.mkd'],
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
  else end = addHeaderFields(metadata, source);
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
  const source = new SourceText(markdown);
  for (const chunk of markdownChunks(markdown, start)) {
    const folded = foldMarkdown(source.text.slice(chunk.start, chunk.end));
    const root = parseMarkdown(folded.text, chunk.definitions, chunk.isDense);
    const walk = new MarkdownWalk(outline, source, file, chunk.start, folded, definedTargets(root.children, file.path));
    walk.run(root.children.filter((node) => (node.position?.start.offset ?? 0) < folded.text.length));
  }
}

/** Of a container: what it says, or what the page shows if it says nothing. */
type Title = { readonly nodes: readonly PhrasingContent[] } | { readonly label: string; readonly start: number; readonly end: number };

class MarkdownWalk {
  readonly #outline: Outline;
  readonly #source: SourceText;
  readonly #file: MarkdownFile;
  readonly #base: number;
  readonly #folded: FoldedText;
  readonly #defined: ReadonlyMap<string, LinkTarget>;
  /** The `<a>` that is open, and the length of the text where its own begins. */
  #openTag: { readonly target: LinkTarget | undefined; readonly from: number } | undefined;
  /** The title of a container that waits for its first paragraph, so that both become one text. */
  #title: Title | undefined;

  /**
   * @param base offset of the parsed text in the source
   * @param defined targets of the link definitions
   */
  constructor(
    outline: Outline,
    source: SourceText,
    file: MarkdownFile,
    base: number,
    folded: FoldedText,
    defined: ReadonlyMap<string, LinkTarget>,
  ) {
    this.#outline = outline;
    this.#source = source;
    this.#file = file;
    this.#base = base;
    this.#folded = folded;
    this.#defined = defined;
  }

  run(nodes: readonly RootContent[]): void {
    this.#blocks(nodes, 'paragraph');
    this.#flushTitle('paragraph', false);
  }

  #blocks(nodes: readonly RootContent[], kind: Block['kind']): void {
    for (const node of nodes) this.#block(node, kind);
  }

  /** Definitions and thematic breaks have no running text. */
  #block(node: RootContent, kind: Block['kind']): void {
    if (node.type !== 'paragraph') this.#flushTitle(kind, true);
    if (node.type === 'heading') this.#heading(node);
    else if (node.type === 'paragraph' && !(this.#title && this.#isOptions(node))) this.#paragraph(kind, node.children);
    else if (node.type === 'list' || node.type === 'footnoteDefinition') this.#blocks(node.children, kind);
    else if (node.type === 'listItem') this.#blocks(node.children, 'listItem');
    else if (node.type === 'blockquote') this.#quote(node);
    else if (node.type === 'container') this.#container(node, kind);
    else if (node.type === 'code') this.#outline.add('code', this.#code(node, this.#unfoldedCode(node)));
    else if (node.type === 'table') this.#table(node);
    else if (node.type === 'html') for (const piece of this.#htmlTexts(node)) this.#outline.add(kind, piece);
  }

  /** With the title that waits for its first paragraph. */
  #paragraph(kind: Block['kind'], nodes: readonly PhrasingContent[]): void {
    const title = this.#title;
    this.#title = undefined;
    this.#outline.add(kind, this.#inline(nodes, title));
  }

  #container(node: Container, kind: Block['kind']): void {
    const [first, ...others] = node.children;
    const isTitled = node.line.title !== undefined && first?.type === 'paragraph';
    const body = isTitled ? others : node.children;
    if (isTitled) this.#title = { nodes: first.children };
    else if (node.line.label !== undefined) this.#title = { label: node.line.label, ...this.#offsetsOf(node) };
    this.#blocks(body, kind);
    if (node.line.extent !== 'line') this.#flushTitle(kind, false);
  }

  /** MyST's `:name: value` lines. */
  #isOptions(node: Paragraph): boolean {
    const { start, end } = this.#offsetsOf(node);
    return this.#source.text
      .slice(start, end)
      .split('\n')
      .every((line) => /^\s*:[\w-]+:(?:\s|$)/.test(line));
  }

  /** A quote, or a note of GitHub's or Obsidian's: `[!NOTE]`, with a title on the same line or without. */
  #quote({ children }: Blockquote): void {
    const [first, ...others] = children;
    const [mark, ...rest] = first?.type === 'paragraph' ? first.children : [];
    const [whole = '', name = ''] = (mark?.type === 'text' && /^\[!([\w-]{1,40})\][+-]?[ \t]*/.exec(mark.value)) || [];
    if (mark?.type !== 'text' || whole === '') return this.#blocks(children, 'quote');
    const text = [this.#textAfter(mark, whole.length), ...rest].filter((node) => node.type !== 'text' || node.value !== '');
    if (text.length === 0 || /[\r\n]/.test(mark.value.charAt(whole.length)))
      this.#title = { label: admonitionLabel(name), ...this.#offsetsOf(mark) };
    if (text.length > 0) this.#paragraph('paragraph', text);
    this.#blocks(others, 'paragraph');
    this.#flushTitle('paragraph', false);
  }

  /** What follows the first characters of a text, and a line break with the marks of the next line. */
  #textAfter(node: Text, length: number): Text {
    const { position, value } = node;
    if (position === undefined) return node;
    LINE_START.lastIndex = (position.start.offset ?? 0) + length;
    const offset = LINE_START.lastIndex + (LINE_START.exec(this.#folded.text)?.[0].length ?? 0);
    return {
      type: 'text',
      value: value.slice(length).replace(/^(?:\r\n|\n|\r)/, ''),
      position: { ...position, start: { ...position.start, offset } },
    };
  }

  #writeTitle(title: Title, writer: TextWriter): void {
    if ('label' in title) writer.make(title.label, title.start, title.end);
    else this.#phrases(title.nodes, writer, true);
  }

  /** Adds a title whose container begins with something else than a paragraph. A label alone says nothing. */
  #flushTitle(kind: Block['kind'], introduces: boolean): void {
    const title = this.#title;
    this.#title = undefined;
    if (title === undefined || 'label' in title) return;
    const writer = new TextWriter(this.#source);
    this.#writeTitle(title, writer);
    if (introduces && !writer.isEmpty) writer.make(':');
    this.#outline.add(kind, this.#placed(writer));
  }

  #heading(node: Heading): void {
    const piece = this.#inline(node.children);
    const attributes = piece && node.children.at(-1)?.type === 'text' ? headingAttributes(piece.text) : undefined;
    // Nothing but attributes is shown as it is.
    if (!piece || !attributes || attributes.at === 0) return this.#outline.heading(node.depth, piece);
    const { at, id: name } = attributes;
    if (name !== undefined) this.#outline.anchor({ kind: 'label', name, offset: piece.range.startOffset });
    const { links } = piece;
    this.#outline.heading(node.depth, { ...slicerOf(piece)(0, at), ...(links ? { links } : {}) });
  }

  #inline(nodes: readonly PhrasingContent[], title?: Title): Piece | undefined {
    this.#openTag = undefined;
    const writer = new TextWriter(this.#source);
    if (title) this.#writeTitle(title, writer);
    if (!writer.isEmpty) writer.make(': ');
    this.#phrases(nodes, writer, true);
    return this.#placed(writer);
  }

  #placed(writer: TextWriter, kind: 'prose' | 'code' = 'prose'): Piece | undefined {
    const piece = writer.finish();
    return piece && this.#file.place(piece, kind);
  }

  #phrases(nodes: readonly PhrasingContent[], writer: TextWriter, isBlock = false): void {
    for (const node of withoutAttributes(nodes, isBlock)) this.#phrase(node, writer);
  }

  #phrase(node: PhrasingContent, writer: TextWriter): void {
    const { start, end } = this.#offsetsOf(node);
    const text = this.#source.text;
    switch (node.type) {
      case 'text':
        for (const part of wikiParts(text, start, end, this.#unfolded(node, node.value), this.#file.path)) {
          const from = writer.length;
          copyDecoded(writer, text, part.start, part.end, part.text, true);
          writer.link(part.target, from);
        }
        return;
      case 'inlineCode': {
        const code = this.#unfolded(node, node.value);
        const at = text.slice(start, end).indexOf(code);
        if (at >= 0) writer.copy(start + at, start + at + code.length);
        else writer.make(code, start, end);
        return;
      }
      case 'break':
        copyLineBreak(writer, text, start, end);
        return;
      case 'image':
      case 'imageReference': {
        const alt = node.alt ?? '';
        if (text.startsWith(alt, start + 2)) writer.copy(start + 2, start + 2 + alt.length);
        else writer.make(alt, start, end);
        return;
      }
      case 'html':
        this.#tag(node.value, start, end, writer);
        return;
      case 'footnoteReference':
        return;
      case 'link':
      case 'linkReference': {
        const from = writer.length;
        this.#phrases(node.children, writer);
        writer.link(node.type === 'link' ? addressTarget(node.url, this.#file.path) : this.#defined.get(node.identifier), from);
        return;
      }
      case 'delete':
      case 'emphasis':
      case 'strong':
        this.#phrases(node.children, writer);
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

  /** Handled line by line, since in a list or quote each line has a separate prefix. */
  #code(node: Nodes, value: string): Piece | undefined {
    const { start, end } = this.#offsetsOf(node);
    const { text } = this.#source;
    const writer = new TextWriter(this.#source);
    // The first line of a fenced block is its fence, which may repeat a line of the code.
    const isFenced = /^(?:`{3}|~{3})/.test(text.slice(start, start + 3));
    const from = isFenced ? nextLine(text, start, end) : start;
    const whole = text.slice(from, end).indexOf(value);
    if (whole >= 0) writer.copy(from + whole, from + whole + value.length);
    else this.#codeLines(writer, value, from, end);
    return this.#placed(writer, 'code');
  }

  #codeLines(writer: TextWriter, value: string, start: number, end: number): void {
    const { text } = this.#source;
    let at = start;
    for (const line of value.split(/(?<=\n|\r(?!\n))/)) {
      const body = line.trimEnd();
      const next = nextLine(text, at, end);
      const found = text.slice(at, next).indexOf(body);
      if (body !== '' && found >= 0) writer.copy(at + found, at + found + body.length);
      else writer.make(body, start, end);
      writer.make(line.slice(body.length));
      at = next;
    }
  }

  /** Texts between the tags of raw HTML. */
  *#htmlTexts(node: Nodes): Generator<Piece> {
    const { start, end } = this.#offsetsOf(node);
    const html = this.#source.text.slice(start, end);
    if (/^<(?:script|style|template|svg)\b/i.test(html)) return;
    let at = 0;
    this.#closeTag();
    for (const tag of html.matchAll(/<!--[\s\S]*?(?:-->|$)|<[/!?a-z][^>]*(?:>|$)|$/gi)) {
      const writer = new TextWriter(this.#source);
      writer.copy(start + at, start + tag.index);
      writer.link(this.#openTag?.target, 0);
      const piece = this.#placed(writer);
      if (piece !== undefined) yield piece;
      at = tag.index + tag[0].length;
      if (/^<\/a\b/i.test(tag[0])) this.#closeTag();
      else this.#openingTag(tag[0], start + tag.index, 0);
    }
  }

  #closeTag(): void {
    this.#openTag = undefined;
  }

  #offsetsOf({ position }: Nodes): { readonly start: number; readonly end: number } {
    const { offsetOf } = this.#folded;
    return { start: this.#base + offsetOf(position?.start.offset ?? 0), end: this.#base + offsetOf(position?.end.offset ?? 0) };
  }

  #unfolded({ position }: Nodes, value: string): string {
    return this.#folded.unfolded(value, position?.start.offset ?? 0);
  }

  /** The words after an opening fence may be folded too. */
  #unfoldedCode(node: Code): string {
    const info = `${node.lang ?? ''} ${node.meta ?? ''}\n`;
    return this.#unfolded(node, `${info}${node.value}`).slice(this.#unfolded(node, info).length);
  }

  /**
   * Each row repeats the column names, so that it can be read without the header. The names are not verbatim; otherwise every row's range
   * would extend up to the header.
   */
  #table({ children: [header, ...rows] }: Table): void {
    if (header === undefined) return;
    const names = header.children.map((cell) => this.#inline(cell.children)?.text.replace(/\s+/g, ' ') ?? '');
    const isRepeated = names.map((name) => rows.length > 0 && isColumnName(name));
    for (const row of [header, ...rows]) {
      const writer = new TextWriter(this.#source);
      row.children.forEach((cell, column) => {
        if ((row === header && isRepeated[column] === true) || this.#inline(cell.children) === undefined) return;
        const name = row !== header && isRepeated[column] === true ? names[column] : undefined;
        writeCellStart(writer, name);
        this.#phrases(cell.children, writer, true);
      });
      this.#outline.add('tableRow', this.#placed(writer));
    }
  }
}

function copyLineBreak(writer: TextWriter, text: string, start: number, end: number): void {
  const at = text.slice(start, end).search(/\r?\n|\r/);
  if (at >= 0) writer.copy(start + at, end);
  else writer.make('\n', start, end);
}

/** The start of the line after the one that contains `start`, at most `end`. */
function nextLine(text: string, start: number, end: number): number {
  LINE_BREAK.lastIndex = start;
  const found = LINE_BREAK.exec(text);
  return found === null ? end : Math.min(end, found.index + found[0].length);
}

const LINE_BREAK = /\r\n|\n|\r/g;
const LINE_START = /(?:\r\n|\n|\r)[ \t>]*/y;
