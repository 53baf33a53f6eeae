import type { Block, ExtractedDocument } from './document.ts';
import { Outline } from './outline.ts';
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
}

/** Joins items to a document. Its text has each item on a separate line, headings included. */
export function extractedDocument(
  items: readonly ExtractedItem[],
  { path, title, pageCount, warnings }: ExtractedOrigin,
): ExtractedDocument {
  const text = items.map((item) => item.text).join('\n');
  const source = new SourceText(text);
  const outline = new Outline();
  const pages = new Pages(pageCount);
  let start = 0;
  for (const item of items) {
    const end = start + item.text.length;
    for (const { offset, page } of item.pages ?? []) pages.begin(page, start + offset);
    const piece: Piece = { text: item.text, runs: [0, start, end - start, source.lines.lineAt(start)], range: source.rangeOf(start, end) };
    if (item.kind === 'heading') outline.heading(item.level ?? 1, piece);
    else outline.add(item.kind, piece);
    start = end + 1;
  }
  return {
    ...outline.finish(title, path),
    text,
    pageStarts: pages.starts(text.length),
    ...(warnings === undefined || warnings.length === 0 ? {} : { warnings }),
  };
}

/** Cleans extracted text: removes control characters, soft hyphens and broken surrogates, and collapses white space. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(CONTROLS, '').replace(/\s+/g, ' ').trim();
}

// All of Unicode's category Cc except white space, plus soft hyphens, byte order marks and non-characters.
const CONTROLS = /[^\P{Cc}\s]|[\u00ad\ufeff\ufffe\uffff]/gu;

class Pages {
  readonly #starts: (number | undefined)[];

  constructor(count: number) {
    this.#starts = new Array<number | undefined>(count).fill(undefined);
  }

  begin(page: number, offset: number): void {
    if (page < this.#starts.length) this.#starts[page] ??= offset;
  }

  /** Offsets at which pages begin. A page without text begins where the next page with text does. */
  starts(textLength: number): readonly number[] {
    let next = textLength;
    return this.#starts
      .toReversed()
      .map((start) => (next = start ?? next))
      .reverse();
  }
}
