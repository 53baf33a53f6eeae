/** The documents of one folder as the engine reads them: for the index, and as they are now. */
import type { DocumentReader } from '../corpus/document.ts';
import { createDocumentReader } from '../corpus/documentReader.ts';
import { readSourceText } from '../corpus/readDocument.ts';
import { readerOf } from '../corpus/readers/allReaders.ts';
import type { Corpus } from '../indexing/readPass.ts';
import type { DiscoveryOptions, EngineResult } from '../protocol/engine.ts';
import { folderCorpus } from './folderCorpus.ts';

export interface SourceTextOptions {
  readonly signal: AbortSignal;
  readonly maxFileBytes: number;
}

export class FolderReader {
  readonly #folder: string;
  /** Entry of the reader thread. */
  readonly #worker: string;
  #reader: { readonly maxFileBytes: number; readonly reader: DocumentReader } | undefined;

  constructor(folder: string, worker: string) {
    this.#folder = folder;
    this.#worker = worker;
  }

  corpus(discovery: DiscoveryOptions, confirmed: boolean): Promise<Corpus> {
    return folderCorpus(this.#folder, discovery, this.#readerFor(discovery.maxFileBytes), confirmed);
  }

  /** The text in which places of a document count, as the file is now. */
  async sourceText(path: string, { maxFileBytes, signal }: SourceTextOptions): Promise<EngineResult<'sourceText'>> {
    // What is text already needs no thread.
    if (readerOf(path)?.kind !== 'extracting') return readSourceText(this.#folder, path, { signal, maxFileBytes });
    return this.#readerFor(maxFileBytes).sourceText(path, { signal });
  }

  async close(): Promise<void> {
    await this.#reader?.reader.close();
  }

  #readerFor(maxFileBytes: number): DocumentReader {
    if (this.#reader?.maxFileBytes !== maxFileBytes) {
      void this.#reader?.reader.close();
      this.#reader = { maxFileBytes, reader: createDocumentReader(this.#folder, { worker: this.#worker, maxFileBytes }) };
    }
    return this.#reader.reader;
  }
}
