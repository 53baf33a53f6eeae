import { isIndexed, type StoredDocument } from './documentRows.ts';
import { EpochSum } from './epoch.ts';
import { DocumentIdentities } from './identity/documentIdentities.ts';

/** The documents of an index in memory, with what follows from all of them. A change of one costs the same in an index of any size. */
export class KnownDocuments {
  readonly #byPath = new Map<string, StoredDocument>();
  readonly epoch = new EpochSum();
  readonly identities = new DocumentIdentities();

  get byPath(): ReadonlyMap<string, StoredDocument> {
    return this.#byPath;
  }

  /** Replaces the document of the same path. */
  put(document: StoredDocument): void {
    this.#forget(document.path);
    this.#byPath.set(document.path, document);
    if (!isIndexed(document)) return;
    this.epoch.add(document);
    this.identities.add(document);
  }

  delete(path: string): void {
    this.#forget(path);
    this.#byPath.delete(path);
  }

  #forget(path: string): void {
    const document = this.#byPath.get(path);
    if (!document || !isIndexed(document)) return;
    this.epoch.remove(document);
    this.identities.remove(document);
  }
}
