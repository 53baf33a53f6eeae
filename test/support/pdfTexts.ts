/** The texts of a PDF's pages as pdf.js places them, as the text layer of a viewer has them. */
import type { PlacedItem } from '../../webview-ui/viewer/pageLetters.ts';

export async function pdfTexts(pdf: Uint8Array): Promise<readonly (readonly PlacedItem[])[]> {
  for (const name of ['DOMMatrix', 'Path2D']) if (!(name in globalThis)) Object.assign(globalThis, { [name]: class {} });
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') });
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useWasm: false, isOffscreenCanvasSupported: false });
  const document = await task.promise;
  const pages: (readonly PlacedItem[])[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent({ disableNormalization: true });
    pages.push(items.flatMap((item) => ('str' in item ? [{ ...item, transform: item.transform as readonly number[], page }] : [])));
  }
  await task.destroy();
  return pages;
}
