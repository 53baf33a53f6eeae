/** pdf.js in this thread: it usually parses in another one, but readers already have their own. */
import { inflateSync } from 'node:zlib';
import type { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface Pdfjs {
  readonly pdfjs: typeof import('pdfjs-dist/legacy/build/pdf.mjs');
  /** The parsing half, which all documents share. */
  readonly worker: PDFWorker;
}

let loading: Promise<Pdfjs> | undefined;

export function loadPdfjs(): Promise<Pdfjs> {
  loading ??= (async () => {
    // While loading, pdf.js looks for a native package that only drawing needs, and warns that it is missing.
    const { warn } = console;
    console.warn = () => undefined;
    try {
      for (const name of ['DOMMatrix', 'Path2D']) if (!(name in globalThis)) Object.assign(globalThis, { [name]: NeverDrawn });
      Object.assign(globalThis, { DecompressionStream: Inflation });
      const { WorkerMessageHandler } = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
      const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
      const port = new SameThread();
      const worker = pdfjs.PDFWorker.create({ port: port as unknown as Worker, verbosity: 0 });
      WorkerMessageHandler.initializeFromPort(port);
      return { pdfjs, worker };
    } finally {
      console.warn = warn;
    }
  })();
  return loading;
}

class NeverDrawn {}

type Listener = (event: { readonly data: unknown }) => void;

/**
 * What the halves of pdf.js say to each other. Texts are passed as they are, because neither half changes them: copying them takes a
 * twentieth of the time that a document takes.
 */
class SameThread {
  readonly #listeners = new Set<Listener>();

  postMessage(message: { readonly chunk?: object }, transfer: Transferable[] = []): void {
    const { chunk } = message;
    const isText = chunk !== undefined && 'items' in chunk;
    const data: unknown = isText ? { ...message, chunk: { ...chunk } } : structuredClone(message, { transfer });
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener({ data });
    });
  }

  addEventListener(_: 'message', listener: Listener, { signal }: { readonly signal?: AbortSignal } = {}): void {
    this.#listeners.add(listener);
    signal?.addEventListener('abort', () => this.#listeners.delete(listener));
  }
}

/** No page has as much. More, such as a bomb, is left to pdf.js, which goes in steps that the limit of time ends. */
const MAX_INFLATED_BYTES = 64e6;

/**
 * What pdf.js decompresses pages with. Node's goes through four streams and another thread, which takes longer than to decompress a page.
 * Where this one throws, pdf.js reads as much as it can.
 */
class Inflation {
  #compressed: Uint8Array | undefined;

  constructor(format: string) {
    if (format !== 'deflate') throw new TypeError(`${format} is decompressed by pdf.js`);
  }

  readonly writable = {
    getWriter: () => ({
      write: (bytes: Uint8Array) => {
        this.#compressed = bytes;
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    }),
  };

  readonly readable = { getReader: () => ({ read: () => Promise.resolve().then(() => this.#read()) }) };

  #read(): { readonly value?: Uint8Array; readonly done: boolean } {
    const compressed = this.#compressed;
    this.#compressed = undefined;
    return compressed === undefined
      ? { done: true }
      : { value: new Uint8Array(inflateSync(compressed, { maxOutputLength: MAX_INFLATED_BYTES })), done: false };
  }
}
