/** The texts of a PDF's pages as pdf.js places them, as the text layer of a viewer has them. */
import type { PlacedItem } from '../../webview-ui/viewer/pageLetters.ts';

export interface PdfTexts {
  readonly pages: number;
  /** @param page 1-based */
  of(page: number): Promise<readonly PlacedItem[]>;
  close(): Promise<void>;
}

export async function openPdfTexts(pdf: Uint8Array): Promise<PdfTexts> {
  for (const name of ['DOMMatrix', 'Path2D']) if (!(name in globalThis)) Object.assign(globalThis, { [name]: class {} });
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') });
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useWasm: false, isOffscreenCanvasSupported: false });
  const document = await task.promise;
  return {
    pages: document.numPages,
    async of(page) {
      const { items } = await (await document.getPage(page)).getTextContent({ disableNormalization: true });
      return items.flatMap((item) => ('str' in item ? [{ ...item, transform: item.transform as readonly number[], page }] : []));
    },
    close: () => task.destroy(),
  };
}

export async function pdfTexts(pdf: Uint8Array): Promise<readonly (readonly PlacedItem[])[]> {
  const texts = await openPdfTexts(pdf);
  const pages: (readonly PlacedItem[])[] = [];
  for (let page = 1; page <= texts.pages; page++) pages.push(await texts.of(page));
  await texts.close();
  return pages;
}
