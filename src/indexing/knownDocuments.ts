import { isIndexed, type StoredDocument } from './documentRows.ts';
import { FileLists } from './fileLists.ts';
import { DocumentIdentities } from './identity/documentIdentities.ts';
import { FolderNames } from './mentions/folderNames.ts';
import type { Reasons } from './leftOut.ts';
import { hashOf } from '../base/hash.ts';

/** The documents of an index in memory, with what follows from all of them. A change of one costs the same in an index of any size. */
export class KnownDocuments {
  readonly #byPath = new Map<string, StoredDocument>();
  #paths: readonly string[] | undefined;
  #files: FileLists | undefined;
  readonly epoch = new EpochSum();
  readonly identities = new DocumentIdentities();
  readonly names = new FolderNames();

  get byPath(): ReadonlyMap<string, StoredDocument> {
    return this.#byPath;
  }

  /** In order. */
  get paths(): readonly string[] {
    return (this.#paths ??= [...this.#byPath.keys()].sort());
  }

  /** @param leftOut the files that rules leave out */
  files(leftOut: Reasons): FileLists {
    if (this.#files?.reasons !== leftOut) this.#files = new FileLists(this.#byPath, this.paths, leftOut);
    return this.#files;
  }

  /** Replaces the document of the same path. */
  put(document: StoredDocument): void {
    this.#forget(document.path);
    if (!this.#byPath.has(document.path)) this.#paths = undefined;
    this.#byPath.set(document.path, document);
    if (!isIndexed(document)) return;
    this.epoch.add(document);
    this.identities.add(document);
    this.names.add(document);
  }

  /** Makes them these, at the cost of those that differ from what is known. */
  replace(documents: readonly StoredDocument[]): void {
    const gone = new Set(this.#byPath.keys());
    for (const document of documents) {
      gone.delete(document.path);
      if (!isSame(document, this.#byPath.get(document.path))) this.put(document);
    }
    for (const path of gone) this.delete(path);
  }

  delete(path: string): void {
    this.#forget(path);
    if (this.#byPath.delete(path)) this.#paths = undefined;
  }

  #forget(path: string): void {
    this.#files = undefined;
    const document = this.#byPath.get(path);
    if (!document || !isIndexed(document)) return;
    this.epoch.remove(document);
    this.identities.remove(document);
    this.names.remove(path);
  }
}

function isSame(document: StoredDocument, known: StoredDocument | undefined): boolean {
  return known !== undefined && (Object.keys(document) as (keyof StoredDocument)[]).every((key) => document[key] === known[key]);
}

/**
 * Names a set of documents by their paths and contents, whatever the order in which they were stored: a sum modulo 2⁶⁴ of one hash per
 * document. Adding or removing one costs the same in a set of any size.
 */
class EpochSum {
  #sum = 0n;
  #placed = 0n;

  /** Also names the rows of their passages. A document without any adds nothing. */
  get placed(): bigint {
    return this.#placed;
  }

  add(document: Placed): void {
    this.#count(document, 1n);
  }

  remove(document: Placed): void {
    this.#count(document, -1n);
  }

  #count({ path, hash, firstRow, passages }: Placed, by: 1n | -1n): void {
    const term = by * termOf(path, hash);
    this.#sum = BigInt.asUintN(64, this.#sum + term);
    if (passages > 0) this.#placed = BigInt.asUintN(64, this.#placed + term * BigInt(2 * firstRow + 1));
  }

  toString(): string {
    return this.#sum.toString(16).padStart(16, '0');
  }
}

type Placed = Pick<StoredDocument, 'path' | 'hash' | 'firstRow' | 'passages'>;

function termOf(path: string, hash: string): bigint {
  return BigInt(`0x${hashOf([`${path}\0${hash}`], 16)}`);
}
