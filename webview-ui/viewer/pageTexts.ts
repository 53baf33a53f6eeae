/** The texts of a document's pages, and the order in which pages are searched. */
import type { PlacedItem } from './findOnPage.ts';
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

/** Pages around a known one that are looked at: the index may be older than the file. */
const farthestKnown = 3;
/** Around an estimated one. */
const farthest = 40;

/** The first page, then those around it, the nearest first. Each is searched together with the next one. */
export function placesToLook(first: number, pages: number, isEstimate: boolean): readonly number[] {
  const most = isEstimate ? farthest : farthestKnown;
  const around = Array.from({ length: most }, (_, i) => [first + i + 1, first - i - 1]).flat();
  return [first, ...around].filter((page) => page >= 1 && page <= pages);
}
