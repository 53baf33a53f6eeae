import { blockElements } from '../../base/blockElements.ts';
import type { Block, TextReader } from '../document.ts';
import { copyDecoded } from '../entities.ts';
import { addressTarget } from '../linkTargets.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import type { LinkTarget } from '../references.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { attribute, isText, parseHtml } from './htmlTree.ts';
import type { HtmlElement, HtmlParent, HtmlText } from './htmlTree.ts';
import { addTable } from './tableRows.ts';

/**
 * HTML: the text of `<main>` or `<article>` if there is one, otherwise of the body, without navigation, page headers and footers, scripts
 * and hidden content. The title is `<title>`, or the first `<h1>` if `<title>` only adds the site's name to it.
 */
export const htmlReader: TextReader = {
  kind: 'text',
  parse(html, path) {
    const source = new SourceText(html);
    const { document, isTangled } = parseHtml(html);
    const title = textOf(find(document, 'title')[0]);
    const heading = textOf(find(document, 'h1')[0]);
    const stated = heading !== '' && (title === '' || isTitleWithSite(title, heading)) ? heading : title;
    const metas = find(document, 'meta');
    for (const roots of rootsOf(document)) {
      const outline = new Outline();
      addMetadata(new MetadataWriter(outline, source, path), source, metas);
      for (const root of roots) new HtmlWalk(outline, source, path).run(root);
      if (outline.isEmpty) continue;
      return { ...outline.finish(stated === '' ? undefined : stated, path), ...(isTangled ? { warnings: [TANGLED] } : {}) };
    }
    return new Outline().finish(stated === '' ? undefined : stated, path);
  },
};

const TANGLED =
  'its tags are nested too deeply or left open too often, so it was read as plain paragraphs; fix the tags to include its lists and tables';

/** Adds what the `<meta>` elements say about the page: author, dates, description, keywords, Dublin Core and citation fields. */
function addMetadata(metadata: MetadataWriter, source: SourceText, elements: readonly HtmlElement[]): void {
  const fields = new Map<string, (Piece | undefined)[]>();
  for (const element of elements) {
    const name = attribute(element, 'name') ?? attribute(element, 'property') ?? '';
    if (!DESCRIBING.test(name)) continue;
    const values = fields.get(name) ?? [];
    fields.set(name, values);
    values.push(contentOf(element, source));
  }
  for (const [name, values] of fields) metadata.add(name.replace(/^(?:article|citation|dc|dcterms)[:._]/i, ''), values);
}

const DESCRIBING =
  /^(?:(?:dc|dcterms)\.(?!title|language|format|type|identifier)[a-z.]+|citation_(?:author|date|publication_date|doi|journal_title|publisher|keywords)|article:(?:published|modified)_time|article:author|author|date|description|keywords|created|last-modified|copyright|publisher|version|status)$/i;

function contentOf(element: HtmlElement, source: SourceText): Piece | undefined {
  const place = element.sourceCodeLocation?.attrs?.['content'];
  if (place === undefined) return undefined;
  const [lead = ''] = /^[^=]*=\s*["']?/.exec(source.text.slice(place.startOffset, place.endOffset)) ?? [];
  const isQuoted = /["']$/.test(lead);
  const writer = new TextWriter(source);
  copyDecoded(writer, source.text, place.startOffset + lead.length, place.endOffset - (isQuoted ? 1 : 0));
  return writer.finish();
}

/** Candidates for the elements with the document's main text, best first. */
function rootsOf(document: HtmlParent): readonly (readonly HtmlParent[])[] {
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
  /** In a cell, content that is a block elsewhere is running text. */
  #isInCell = false;
  readonly #path: string;
  /** The link that is open, and the length of the text where its own begins. */
  #link: { readonly target: LinkTarget | undefined; from: number } | undefined;

  constructor(outline: Outline, source: SourceText, path: string) {
    this.#outline = outline;
    this.#path = path;
    this.#source = source;
    this.#writer = new TextWriter(source);
  }

  run(root: HtmlParent): void {
    this.#isOwnText = 'tagName' in root && (root.tagName === 'main' || root.tagName === 'article');
    this.#children(root);
    this.#flush();
  }

  #children(parent: HtmlParent): void {
    for (const node of parent.childNodes) {
      if (isText(node)) this.#text(node);
      else if ('tagName' in node) this.#element(node);
    }
  }

  #element(element: HtmlElement): void {
    const { tagName } = element;
    if (DROPPED.has(tagName) || isHidden(element) || (!this.#isOwnText && (tagName === 'header' || tagName === 'footer'))) return;
    this.#anchor(element);
    if (tagName === 'a') this.#linked(element);
    else if (tagName === 'br') this.#writer.make(this.#isInCell ? ' ' : '\n');
    else if (tagName === 'img') this.#image(element);
    else if (/^h[1-6]$/.test(tagName) && !this.#isInCell) {
      this.#flush();
      this.#children(element);
      this.#outline.heading(Number(tagName.charAt(1)), this.#take().finish());
    } else if (tagName === 'table' && find(element, 'table').length === 0) {
      this.#flush();
      this.#table(element);
    } else if (blockElements.has(tagName)) {
      this.#flush();
      const outer = this.#kind;
      this.#kind = KINDS.get(tagName) ?? outer;
      this.#children(element);
      this.#flush();
      this.#kind = outer;
    } else this.#children(element);
  }

  #anchor(element: HtmlElement): void {
    const name = attribute(element, 'id') ?? (element.tagName === 'a' ? attribute(element, 'name') : undefined) ?? '';
    const offset = element.sourceCodeLocation?.startOffset;
    if (name.trim() !== '' && offset !== undefined) this.#outline.anchor({ kind: 'label', name: name.trim(), offset });
  }

  /** A link's text may be one of several blocks. */
  #linked(element: HtmlElement): void {
    const target = addressTarget(attribute(element, 'href') ?? '', this.#path);
    this.#link = { target, from: this.#writer.length };
    this.#children(element);
    this.#endLinkText();
    this.#link = undefined;
  }

  #endLinkText(): void {
    if (this.#link === undefined) return;
    if (this.#writer.length > this.#link.from) this.#writer.link(this.#link.target, this.#link.from);
    this.#link.from = 0;
  }

  #table(table: HtmlElement): void {
    for (const caption of find(table, 'caption')) {
      this.#children(caption);
      this.#flush();
    }
    const rows = find(table, 'tr').map((row) => {
      this.#anchor(row);
      const cells = row.childNodes.filter(
        (node): node is HtmlElement => 'tagName' in node && (node.tagName === 'td' || node.tagName === 'th'),
      );
      return {
        isHeader: cells.length > 1 && cells.every(({ tagName }) => tagName === 'th'),
        cells: cells.map((cell) => ({ content: this.#cell(cell), columns: Number(attribute(cell, 'colspan') ?? 1) || 1 })),
      };
    });
    addTable(this.#outline, this.#source, rows);
  }

  #cell(cell: HtmlElement): Piece | undefined {
    if (isHidden(cell) || textOf(cell) === '') return undefined;
    this.#anchor(cell);
    this.#isInCell = true;
    this.#children(cell);
    this.#isInCell = false;
    return this.#take().finish();
  }

  #text(node: HtmlText): void {
    const place = node.sourceCodeLocation;
    if (place) copyDecoded(this.#writer, this.#source.text, place.startOffset, place.endOffset);
    else this.#writer.make(node.value);
  }

  #image(element: HtmlElement): void {
    const writer = this.#writer;
    const alt = attribute(element, 'alt')?.trim() ?? '';
    const place = element.sourceCodeLocation?.attrs?.['alt'];
    if (alt === '') return;
    writer.space();
    const at = place ? this.#source.text.slice(place.startOffset, place.endOffset).indexOf(alt) : -1;
    if (place && at >= 0) writer.copy(place.startOffset + at, place.startOffset + at + alt.length);
    else writer.make(alt, place?.startOffset, place?.endOffset);
    writer.space();
  }

  #flush(): void {
    if (this.#isInCell) this.#writer.space();
    else this.#outline.add(this.#kind, this.#take().finish());
  }

  #take(): TextWriter {
    this.#endLinkText();
    const writer = this.#writer;
    this.#writer = new TextWriter(this.#source);
    return writer;
  }
}

/** Elements with this name in document order, without nested ones and without those inside dropped elements. */
function find(root: HtmlParent, name: string): readonly HtmlElement[] {
  return root.childNodes.flatMap((node): readonly HtmlElement[] => {
    if (!('tagName' in node)) return [];
    if (node.tagName === name) return [node];
    return DROPPED.has(node.tagName) || isHidden(node) ? [] : find(node, name);
  });
}

function textOf(element: HtmlElement | undefined): string {
  return element === undefined ? '' : rawText(element).replace(/\s+/g, ' ').trim();
}

function rawText({ childNodes }: HtmlElement): string {
  const texts = childNodes.map((node) => {
    if (isText(node)) return node.value;
    if (!('tagName' in node) || DROPPED.has(node.tagName)) return '';
    return (node.tagName === 'br' || blockElements.has(node.tagName) ? ' ' : '') + rawText(node);
  });
  return texts.join('');
}

function isTitleWithSite(title: string, heading: string): boolean {
  return title.startsWith(heading) && /^\s+[-–—|·:»]\s/.test(title.slice(heading.length));
}

function isHidden(element: HtmlElement): boolean {
  if (element.attrs.length === 0) return false;
  return (
    attribute(element, 'hidden') !== undefined ||
    attribute(element, 'aria-hidden') === 'true' ||
    attribute(element, 'role') === 'navigation' ||
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(element, 'style') ?? '')
  );
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

const DROPPED = names('script style nav aside noscript template svg iframe object select button input textarea canvas audio video');
const KINDS: ReadonlyMap<string, Block['kind']> = new Map([
  ['li', 'listItem'],
  ['dt', 'listItem'],
  ['dd', 'listItem'],
  ['blockquote', 'quote'],
  ['pre', 'code'],
]);
