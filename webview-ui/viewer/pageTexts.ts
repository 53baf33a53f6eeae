/** The texts of a document's pages, and the order in which pages are searched. */
import type { PdfPlace } from '../../src/protocol/pdfView.ts';
import { findOnPage } from './findOnPage.ts';
import type { FoundStretch, PlacedItem } from './pageLetters.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';

/** As many pages are kept as are around a place. */
const mostKept = 64;

export class PageTexts {
  readonly #document: PDFDocumentProxy;
  readonly #kept = new Map<number, Promise<readonly PlacedItem[]>>();

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  /** @param page 1-based */
  of(page: number): Promise<readonly PlacedItem[]> {
    const kept = this.#kept.get(page);
    if (kept) return kept;
    const reading = itemsOf(this.#document, page);
    this.#kept.set(page, reading);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return reading;
  }
}

/** As the text layer has them, so that the same index is the same text. */
async function itemsOf(document: PDFDocumentProxy, page: number): Promise<readonly PlacedItem[]> {
  const { items } = await (await document.getPage(page)).getTextContent({ disableNormalization: true });
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const { str, hasEOL, transform, width } = item;
    return [{ str, hasEOL, transform: transform as readonly number[], width, page }];
  });
}

/** Words on their pages: the stretches by page, 1-based, that of their beginning first. */
export type FoundPlace = ReadonlyMap<number, readonly FoundStretch[]>;

/**
 * Looks for the words of a place on its page, then on those around it, each together with the next one.
 * @returns undefined where no page has them, or none for certain
 * @throws AbortError
 */
export async function findPlace(
  texts: Pick<PageTexts, 'of'>,
  place: PdfPlace,
  pages: number,
  signal: AbortSignal,
): Promise<FoundPlace | undefined> {
  const { words = '', before, after } = place;
  for (const page of placesToLook(firstPage(place, pages), pages, place.page === undefined)) {
    const here = await texts.of(page);
    const alone = findOnPage(here, { words, before, after });
    // Words may go on over the end of the page.
    const items = alone || page === pages ? here : [...here, ...(await texts.of(page + 1))];
    signal.throwIfAborted();
    const found = alone ?? findOnPage(items, { words, before, after });
    if (found) return found.length === 0 ? undefined : byPage(found, page, here.length);
  }
  return undefined;
}

/** @param count how many of the items are on the first of the two pages */
function byPage(found: readonly FoundStretch[], page: number, count: number): FoundPlace {
  const ofPage = found.filter(({ item }) => item < count);
  const ofNext = found.filter(({ item }) => item >= count).map((one) => ({ ...one, item: one.item - count }));
  const both = [
    [page, ofPage],
    [page + 1, ofNext],
  ] as const;
  return new Map(both.filter(([, stretches]) => stretches.length > 0));
}

/** Where the words are looked for first. */
export function firstPage({ page, share = 0 }: PdfPlace, pages: number): number {
  return Math.min(pages, page ?? 1 + Math.floor(share * pages));
}

/** Pages around a known one that are looked at: the index may be older than the file. */
const farthestKnown = 3;
/** Around an estimated one. */
const farthest = 40;

/** The first page, then those around it, the nearest first. Each is searched together with the next one. */
function placesToLook(first: number, pages: number, isEstimate: boolean): readonly number[] {
  const most = isEstimate ? farthest : farthestKnown;
  const around = Array.from({ length: most }, (_, i) => [first + i + 1, first - i - 1]).flat();
  return [first, ...around].filter((page) => page >= 1 && page <= pages);
}
