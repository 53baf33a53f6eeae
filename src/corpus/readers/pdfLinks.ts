import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { addressTarget } from '../linkTargets.ts';
import type { LinkTarget } from '../references.ts';
import type { PlacedText } from './placedText.ts';

/** An area of a page that links to an address, in the coordinates of its texts before they are rotated. */
export interface LinkArea {
  readonly target: LinkTarget;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** More on one page are no links that people made. */
const MAX_AREAS = 2000;

/** Asked for at once: for each request pdf.js gets a list of all other pages. */
const PAGES_AT_ONCE = 100;
const LINK = 2;
/** Annotations that are not shown: invisible, and not to be viewed. */
const HIDDEN = 1 | 32;

/** The links of a document's pages. Asked for all annotations of a page, pdf.js extracts its text again for what links lie on. */
export class PdfLinks {
  readonly #document: PDFDocumentProxy;
  readonly #blocks = new Map<number, Promise<readonly Annotation[]>>();

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  /**
   * The areas of a page that link to a web address or to another file. Links within the document are left out: they name a place on a page,
   * and no anchor.
   * @param view the transformation of the page's coordinates
   * @param path of the document
   */
  async areasOf(page: PDFPageProxy, view: readonly number[], path: string): Promise<readonly LinkArea[]> {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = view;
    return (await this.#linksOf(page)).slice(0, MAX_AREAS).flatMap(({ unsafeUrl, rect }): readonly LinkArea[] => {
      if (typeof unsafeUrl !== 'string' || !Array.isArray(rect)) return [];
      // A place in another PDF can be an array.
      const target = addressTarget(unsafeUrl.replace(/#\[.*$/s, ''), path);
      const [left, top, right, bottom] = rect.map(Number);
      if (target === undefined || left === undefined || top === undefined || right === undefined || bottom === undefined) return [];
      const [x, x2, y, y2] = [a * left + c * top + e, a * right + c * bottom + e, b * left + d * top + f, b * right + d * bottom + f];
      return [{ target, x0: Math.min(x, x2), x1: Math.max(x, x2), y0: Math.min(y, y2), y1: Math.max(y, y2) }];
    });
  }

  async #linksOf(page: PDFPageProxy): Promise<readonly Annotation[]> {
    const index = page.pageNumber - 1;
    const block = Math.floor(index / PAGES_AT_ONCE);
    if (!this.#blocks.has(block)) {
      this.#blocks.clear();
      this.#blocks.set(block, this.#linksIn(block * PAGES_AT_ONCE, (block + 1) * PAGES_AT_ONCE));
    }
    try {
      const links = (await this.#blocks.get(block)) ?? [];
      return links.filter(({ pageIndex, annotationFlags }) => pageIndex === index && (Number(annotationFlags) & HIDDEN) === 0);
    } catch {
      // One of the pages is damaged.
      return ((await page.getAnnotations()) as readonly Annotation[]).filter(({ annotationType }) => annotationType === LINK);
    }
  }

  async #linksIn(from: number, to: number): Promise<readonly Annotation[]> {
    const others = Array.from({ length: this.#document.numPages }, (_, i) => i).filter((i) => i < from || i >= to);
    return (await this.#document.getAnnotationsByType(new Set([LINK]), new Set(others))) as readonly Annotation[];
  }
}

type Annotation = Readonly<Record<string, unknown>>;

/** The areas on axes that are rotated by an angle. */
export function rotated(areas: readonly LinkArea[], cos: number, sin: number): readonly LinkArea[] {
  if (cos === 1) return areas;
  return areas.map(({ target, ...area }) => {
    const [xa, xb] = [area.x0 * cos + area.y0 * sin, area.x1 * cos + area.y1 * sin];
    const [ya, yb] = [area.y0 * cos - area.x0 * sin, area.y1 * cos - area.x1 * sin];
    return { target, x0: Math.min(xa, xb), x1: Math.max(xa, xb), y0: Math.min(ya, yb), y1: Math.max(ya, yb) };
  });
}

/** The text, in parts where some of its words are in an area that links. Widths of letters are taken to be equal. */
export function withLink(text: PlacedText, areas: readonly LinkArea[]): readonly PlacedText[] {
  const middle = text.baseline - text.size * 0.3;
  const area = areas.find(({ x0, x1, y0, y1 }) => y0 <= middle && middle <= y1 && x0 < text.x1 && text.x0 < x1);
  if (area === undefined) return [text];
  const { length } = text.text;
  const xAt = (index: number): number => text.x0 + ((text.x1 - text.x0) * (text.isRightToLeft ? length - index : index)) / length;
  const inside = [...text.text.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
    const x = xAt(index + word.length / 2);
    return area.x0 <= x && x <= area.x1;
  });
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return [text];
  const [start, end] = [first.index, last.index + last[0].length];
  const part = (from: number, to: number): PlacedText => {
    const [x0, x1] = [xAt(from), xAt(to)];
    return { ...text, text: text.text.slice(from, to), x0: Math.min(x0, x1), x1: Math.max(x0, x1) };
  };
  const parts = [part(0, start), { ...part(start, end), link: area.target }, part(end, length)];
  return parts.filter((one) => one.text !== '');
}
