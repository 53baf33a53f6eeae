/** The documents of one folder as they are now, read for the index and for questions. Their extracted texts are kept beside the index. */
import type { DocumentReader } from '../corpus/document.ts';
import { createDocumentReader } from '../corpus/documentReader.ts';
import { type KeptTexts, keptTextsIn } from '../corpus/keptTexts.ts';
import type { StoredDocument } from '../indexing/documentRows.ts';
import type { Corpus } from '../indexing/readPass.ts';
import type { EngineResult } from '../protocol/engine.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import { folderCorpus } from './folderCorpus.ts';
import type { FolderIndexOptions, SourceTextOptions } from './folderIndexOptions.ts';

type FolderDocumentsOptions = Pick<FolderIndexOptions, 'folder' | 'workFolder' | 'files' | 'onLaterFailure'>;

export class FolderDocuments {
  readonly #options: FolderDocumentsOptions;
  readonly #keptTexts: KeptTexts;
  readonly #reader: DocumentReader;

  constructor(options: FolderDocumentsOptions) {
    const { folder, workFolder, files, onLaterFailure } = options;
    this.#options = options;
    this.#keptTexts = keptTextsIn(workFolder);
    this.#reader = createDocumentReader(folder, { worker: files.reader, keptTexts: this.#keptTexts, onNotKept: onLaterFailure });
  }

  corpus(discovery: DiscoveryOptions, confirmed: boolean): Promise<Corpus> {
    return folderCorpus(this.#options.folder, discovery, this.#reader, confirmed);
  }

  /** The text in which places of a document count, as the file is now. @throws the errors of `DocumentReader.sourceText` */
  sourceText(path: string, options: SourceTextOptions): Promise<EngineResult<'sourceText'>> {
    return this.#reader.sourceText(path, options);
  }

  /** Bytes on disk of the texts that are kept. */
  textBytes(): Promise<number> {
    return this.#keptTexts.sizeBytes();
  }

  /** Drops the texts of documents that are gone or have changed. Never fails: what is left is dropped the next time. */
  async keepTextsOf(documents: ReadonlyMap<string, StoredDocument>): Promise<void> {
    try {
      await this.#keptTexts.keepOnly(documents.values());
    } catch (error) {
      this.#options.onLaterFailure(error);
    }
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
