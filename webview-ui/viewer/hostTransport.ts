/** How pdf.js gets the bytes of a file, and its worker. */
import type { PdfHost } from './host.ts';
import { GlobalWorkerOptions, PDFDataRangeTransport } from './pdfjs.ts';

/** Bytes come from the host, which reads the file. */
export class HostTransport extends PDFDataRangeTransport {
  readonly #host: PdfHost;

  constructor(sizeBytes: number, host: PdfHost) {
    super(sizeBytes, null);
    this.#host = host;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#host.post({ kind: 'range', begin, end });
  }
}

/** A worker has to have the origin of the page, which no file has: it is a blob with the same contents. */
export async function startWorker(address: string): Promise<void> {
  const source = await (await fetch(address)).blob();
  const url = URL.createObjectURL(source.slice(0, source.size, 'text/javascript'));
  GlobalWorkerOptions.workerPort = new Worker(url, { type: 'module' });
}
