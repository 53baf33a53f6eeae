import { defaultTreeAdapter, parse } from 'parse5';
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes, Token, TreeAdapter } from 'parse5';
import type { Block, TextReader } from '../document.ts';
import { copyDecoded } from '../entities.ts';
import { Outline } from '../outline.ts';
import { SourceText, TextWriter } from '../sourceText.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type TextNode = DefaultTreeAdapterTypes.TextNode;

/**
 * HTML: the text of `<main>` or `<article>` where there is one, else of the body, without navigation, page headers and footers, scripts and what is
 * hidden. The title is `<title>`, or the first `<h1>` where `<title>` only adds the site's name to it.
 */
export const htmlReader: TextReader = {
  kind: 'text',
  name: 'html',
  version: 1,
  extensions: ['.html', '.htm', '.xhtml'],
  parse(html, path) {
    const source = new SourceText(html);
    const document = parse(html, { sourceCodeLocationInfo: true, treeAdapter: separateTexts });
    const title = textOf(find(document, 'title')[0]);
    const heading = textOf(find(document, 'h1')[0]);
    const stated = heading !== '' && (title === '' || isTitleWithSite(title, heading)) ? heading : title;
    for (const roots of rootsOf(document)) {
      const outline = new Outline();
      for (const root of roots) new HtmlWalk(outline, source).run(root);
      if (!outline.isEmpty) return outline.finish(stated === '' ? undefined : stated, path);
    }
    return { title: stated, titleOrigin: 'document', blocks: [] };
  },
};

/** Where the document's own text may be, best first. */
function rootsOf(document: ParentNode): readonly (readonly ParentNode[])[] {
  const mains = find(document, 'main');
  const articles = find(document, 'article');
  return [mains, articles, find(document, 'body'), [document]].filter((roots) => roots.length > 0);
}

class HtmlWalk {
  readonly #outline: Outline;
  readonly #source: SourceText;
  #writer: TextWriter;
  #kind: Block['kind'] = 'paragraph';
  #isOwnText = false;

  constructor(outline: Outline, source: SourceText) {
    this.#outline = outline;
    this.#source = source;
    this.#writer = new TextWriter(source);
  }

  run(root: ParentNode): void {
    this.#isOwnText = 'tagName' in root && (root.tagName === 'main' || root.tagName === 'article');
    this.#children(root);
    this.#flush();
  }

  #children(parent: ParentNode): void {
    for (const node of parent.childNodes) {
      if (isText(node)) this.#text(node, this.#writer);
      else if ('tagName' in node) this.#element(node);
    }
  }

  #element(element: Element): void {
    const { tagName } = element;
    if (DROPPED.has(tagName) || isHidden(element) || (!this.#isOwnText && (tagName === 'header' || tagName === 'footer'))) return;
    if (tagName === 'br') this.#writer.make('\n');
    else if (tagName === 'img') this.#image(element, this.#writer);
    else if (/^h[1-6]$/.test(tagName)) {
      this.#flush();
      this.#children(element);
      this.#outline.heading(Number(tagName.charAt(1)), this.#take().finish());
    } else if (tagName === 'table' && find(element, 'table').length === 0) {
      this.#flush();
      this.#table(element);
    } else if (BLOCKS.has(tagName)) {
      this.#flush();
      const outer = this.#kind;
      this.#kind = KINDS.get(tagName) ?? outer;
      this.#children(element);
      this.#flush();
      this.#kind = outer;
    } else this.#children(element);
  }

  #table(table: Element): void {
    for (const caption of find(table, 'caption')) {
      this.#children(caption);
      this.#flush();
    }
    let names: readonly string[] = [];
    for (const row of find(table, 'tr')) {
      const cells = row.childNodes.filter((node): node is Element => 'tagName' in node && (node.tagName === 'td' || node.tagName === 'th'));
      const isHeader = cells.length > 1 && cells.every(({ tagName }) => tagName === 'th');
      if (isHeader) {
        names = cells.flatMap((cell) => Array<string>(columnsOf(cell)).fill(textOf(cell)));
        continue;
      }
      this.#row(cells, names);
    }
  }

  #row(cells: readonly Element[], names: readonly string[]): void {
    const writer = this.#take();
    let column = 0;
    for (const cell of cells) {
      const name = names[column] ?? '';
      column += columnsOf(cell);
      if (isHidden(cell) || textOf(cell) === '') continue;
      if (!writer.isEmpty) writer.make('; ');
      if (name !== '') writer.make(`${name}: `);
      this.#cell(cell, writer);
    }
    this.#outline.add('tableRow', writer.finish());
  }

  #cell(cell: ParentNode, writer: TextWriter): void {
    const inner = new TextWriter(this.#source);
    this.#cellText(cell, inner);
    const piece = inner.finish();
    if (piece !== undefined) writer.append(piece);
  }

  #cellText(parent: ParentNode, writer: TextWriter): void {
    for (const node of parent.childNodes) {
      if (isText(node)) this.#text(node, writer);
      else if ('tagName' in node && !DROPPED.has(node.tagName) && !isHidden(node)) {
        if (node.tagName === 'br' || BLOCKS.has(node.tagName)) writer.space();
        if (node.tagName === 'img') this.#image(node, writer);
        this.#cellText(node, writer);
      }
    }
  }

  #text(node: TextNode, writer: TextWriter): void {
    const place = node.sourceCodeLocation;
    if (place) copyDecoded(writer, this.#source.text, place.startOffset, place.endOffset, node.value);
    else writer.make(node.value);
  }

  #image(element: Element, writer: TextWriter): void {
    const alt = attribute(element, 'alt')?.trim() ?? '';
    const place = element.sourceCodeLocation?.attrs?.['alt'];
    if (alt === '') return;
    writer.space();
    const at = place ? this.#source.text.indexOf(alt, place.startOffset) : -1;
    if (place && at >= 0 && at + alt.length <= place.endOffset) writer.copy(at, at + alt.length);
    else writer.make(alt, place?.startOffset, place?.endOffset);
    writer.space();
  }

  #flush(): void {
    this.#outline.add(this.#kind, this.#take().finish());
  }

  #take(): TextWriter {
    const writer = this.#writer;
    this.#writer = new TextWriter(this.#source);
    return writer;
  }
}

/**
 * parse5 appends to the text node before, also across a stray tag; here text nodes grow only while their source is contiguous, so that a node's value
 * always comes from one stretch of the file.
 */
const separateTexts: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  insertText(parent, text) {
    defaultTreeAdapter.appendChild(parent, { nodeName: '#text', value: text, parentNode: null });
  },
  insertTextBefore(parent, text, reference) {
    defaultTreeAdapter.insertBefore(parent, { nodeName: '#text', value: text, parentNode: null }, reference);
  },
  setNodeSourceCodeLocation(node, location) {
    node.sourceCodeLocation = location;
    if (!isText(node) || !location || !node.parentNode) return;
    const siblings = node.parentNode.childNodes;
    const previous = siblings.at(-2);
    if (siblings.at(-1) !== node || previous === undefined || !isText(previous) || !previous.sourceCodeLocation) return;
    if (previous.sourceCodeLocation.endOffset !== location.startOffset) return;
    previous.value += node.value;
    previous.sourceCodeLocation = joinedLocation(previous.sourceCodeLocation, location);
    siblings.pop();
  },
};

function joinedLocation(first: Token.Location, last: Token.Location): Token.Location {
  return { ...first, endLine: last.endLine, endCol: last.endCol, endOffset: last.endOffset };
}

function isText(node: DefaultTreeAdapterTypes.Node): node is TextNode {
  return node.nodeName === '#text';
}

/** Elements of that name in document order, none inside another of them or inside what is dropped. */
function find(root: ParentNode, name: string): readonly Element[] {
  const found: Element[] = [];
  const waiting: DefaultTreeAdapterTypes.ChildNode[] = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    if (node.tagName === name) found.push(node);
    else if (!DROPPED.has(node.tagName) && !isHidden(node))
      for (let i = node.childNodes.length - 1; i >= 0; i--) pushChild(waiting, node, i);
  }
  return found;
}

function pushChild(waiting: DefaultTreeAdapterTypes.ChildNode[], parent: ParentNode, i: number): void {
  const child = parent.childNodes[i];
  if (child !== undefined) waiting.push(child);
}

function textOf(element: Element | undefined): string {
  if (element === undefined) return '';
  const parts: string[] = [];
  const waiting: DefaultTreeAdapterTypes.ChildNode[] = [...element.childNodes].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isText(node)) parts.push(node.value);
    else if ('tagName' in node && !DROPPED.has(node.tagName)) {
      if (node.tagName === 'br' || BLOCKS.has(node.tagName)) parts.push(' ');
      waiting.push(...[...node.childNodes].reverse());
    }
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

function isTitleWithSite(title: string, heading: string): boolean {
  return title.startsWith(heading) && /^\s+[-–—|·:»]\s/.test(title.slice(heading.length));
}

function isHidden(element: Element): boolean {
  if (element.attrs.length === 0) return false;
  return (
    attribute(element, 'hidden') !== undefined ||
    attribute(element, 'aria-hidden') === 'true' ||
    attribute(element, 'role') === 'navigation' ||
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(element, 'style') ?? '')
  );
}

function columnsOf(cell: Element): number {
  return Math.min(Math.max(1, Number(attribute(cell, 'colspan') ?? 1) || 1), 1000);
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value;
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

const DROPPED = names('script style nav aside noscript template svg iframe object select button input textarea canvas audio video');
const BLOCKS = names(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hr html legend li main menu ol p pre ' +
    'section summary table tbody td tfoot th thead tr ul',
);
const KINDS: ReadonlyMap<string, Block['kind']> = new Map([
  ['li', 'listItem'],
  ['dt', 'listItem'],
  ['dd', 'listItem'],
  ['blockquote', 'quote'],
  ['pre', 'code'],
]);
