/** Converts documents to rows of their table and back. */
import type { CutDocument, FoundFile } from '../corpus/document.ts';
import { outlineOf, type OutlinedDocument } from './mentions/outline.ts';

/** Of one that could not be read, title, identity and outline are empty. */
export interface StoredDocument extends OutlinedDocument {
  readonly state: 'indexed' | 'failed';
  /** Why reading failed, or what is missing although it succeeded; empty when there is neither. */
  readonly reason: string;
  /** SHA-256 of the file's bytes; empty when they could not be read. */
  readonly hash: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** JSON of a `FileIdentity`. */
  readonly identity: string;
  readonly parser: string;
  readonly parserVersion: number;
  readonly readMs: number;
  readonly indexedAtUtc: string;
}

export function isIndexed({ state }: Pick<StoredDocument, 'state'>): boolean {
  return state === 'indexed';
}

/** @param firstRow of its passages */
export function rowOfDocument({ path, sizeBytes, mtimeMs }: FoundFile, cut: CutDocument, firstRow: number): StoredDocument {
  const { hash, title, identity, parser, parserVersion, passages, readMs, cutMs, warnings = [] } = cut;
  return {
    path,
    state: 'indexed',
    reason: warnings.join(' '),
    hash,
    sizeBytes,
    mtimeMs,
    title,
    identity: JSON.stringify(identity),
    outline: outlineOf(cut),
    parser,
    parserVersion,
    firstRow,
    passages: passages.length,
    readMs: readMs + cutMs,
    indexedAtUtc: new Date().toISOString(),
  };
}

/** A file that could not be read, with the reader that tried: a newer one tries again. */
export interface FailedFile {
  readonly file: FoundFile;
  readonly reader: { readonly name: string; readonly version: number };
  readonly reason: string;
}

export function rowOfFailure({ file, reader, reason }: FailedFile): StoredDocument {
  const { path, sizeBytes, mtimeMs } = file;
  const { name: parser, version: parserVersion } = reader;
  const nothing = { hash: '', title: '', identity: '', outline: '', firstRow: 0, passages: 0, readMs: 0 };
  return { path, state: 'failed', reason, sizeBytes, mtimeMs, parser, parserVersion, ...nothing, indexedAtUtc: new Date().toISOString() };
}
