import type { Block, ExtractedDocument } from './document.ts';
import { Outline } from './outline.ts';
import type { Field, LinkTarget } from './references.ts';
import { SourceText } from './sourceText.ts';
import type { Piece } from './sourceText.ts';

/** A paragraph of a document whose text is extracted. Its text has no white space around it, and no line breaks unless it is code. */
export interface ExtractedItem {
  readonly kind: Block['kind'] | 'heading';
  /** Level of a heading, from 1. */
  readonly level?: number;
  readonly text: string;
  /** Offsets in the text at which pages begin. The first entry gives the page on which the item begins. Pages ascend from item to item. */
  readonly pages?: readonly PageMark[];
  /** Links in the text, in its order. */
  readonly links?: readonly ItemLink[];
  /** Names of this place. */
  readonly anchors?: readonly string[];
  /** Of a row: the number of its table, ascending. */
  readonly table?: number;
}

/** A link by its text, which need not be cleaned. */
export interface ItemLink {
  readonly target: LinkTarget;
  readonly text: string;
}

export interface PageMark {
  readonly offset: number;
  /** Page number from 0. */
  readonly page: number;
}

export interface ExtractedOrigin {
  readonly path: string;
  /** The title that the document itself states. */
  readonly title: string | undefined;
  /** 0 in formats without pages. */
  readonly pageCount: number;
  readonly warnings?: readonly string[];
  readonly runningLines?: readonly string[];
  /** What the file's properties say. */
  readonly fields?: readonly ExtractedField[];
}

/** A property of a file. */
export interface ExtractedField extends Field {
  /** What it is called in the text, where it can be found and cited; undefined if it says nothing to people. */
  readonly label: string | undefined;
}

/** Joins items to a document. Its text has each item on a separate line, headings and labeled properties included. */
export function extractedDocument(
  body: readonly ExtractedItem[],
  { path, title, pageCount, warnings, runningLines = [], fields = [] }: ExtractedOrigin,
): ExtractedDocument {
  // Properties alone are no document.
  const items = body.length === 0 ? body : [...fields.flatMap(itemOfField), ...body];
  const text = items.map((item) => item.text).join('\n');
  const source = new SourceText(text);
  const outline = new Outline();
  const pages = new Array<number | undefined>(pageCount).fill(undefined);
  for (const { name, value } of fields) outline.field(name, value);
  let start = 0;
  for (const item of items) {
    const end = start + item.text.length;
    for (const { offset, page } of item.pages ?? []) if (page < pageCount) pages[page] ??= start + offset;
    const piece: Piece = { text: item.text, runs: [0, start, end - start, source.lines.lineAt(start)], range: source.rangeOf(start, end) };
    for (const name of item.anchors ?? []) outline.anchor({ kind: 'label', name, offset: start });
    addLinks(outline, item, start);
    if (item.kind === 'heading') outline.heading(item.level ?? 1, piece);
    else outline.add(item.kind, piece, item.table);
    start = end + 1;
  }
  return {
    ...outline.finish(title, path),
    text,
    pageStarts: startsOf(pages, text.length),
    ...(runningLines.length === 0 ? {} : { runningLines }),
    ...(warnings === undefined || warnings.length === 0 ? {} : { warnings }),
  };
}

/** On the first page, if there are pages. */
function itemOfField({ label, value }: ExtractedField): readonly ExtractedItem[] {
  return label === undefined ? [] : [{ kind: 'field', text: `${label}: ${value}`, pages: [{ offset: 0, page: 0 }] }];
}

/** Adds the item's links where their texts are. The text of some may be hidden. */
function addLinks(outline: Outline, { text, links = [] }: ExtractedItem, start: number): void {
  let from = 0;
  let misses = 0;
  for (const link of links) {
    const shown = cleanText(link.text);
    const at = shown === '' ? -1 : text.indexOf(shown, from);
    if (at < 0 && ++misses > MAX_MISSES) return;
    if (at < 0) continue;
    from = at + shown.length;
    outline.link({ ...link.target, start: start + at, end: start + from });
  }
}

/** Limits searches of the whole text for what is not in it. */
const MAX_MISSES = 20;

/** Cleans extracted text: removes control characters, soft hyphens and broken surrogates, and collapses white space. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(CONTROLS, '').replace(/\s+/g, ' ').trim();
}

// All of Unicode's category Cc except white space, plus soft hyphens, byte order marks and non-characters.
const CONTROLS = /[^\P{Cc}\s]|[\u00ad\ufeff\ufffe\uffff]/gu;

/** Offsets at which pages begin. A page without text begins where the next page with text does. */
function startsOf(pages: readonly (number | undefined)[], textLength: number): readonly number[] {
  let next = textLength;
  return pages
    .toReversed()
    .map((start) => (next = start ?? next))
    .reverse();
}
