/** What an index knows of the documents that are cited. */
import { eachOnce } from '../base/eachOnce.ts';
import { isAriadneError } from '../base/errors.ts';
import type { RowSet } from '../base/rowSet.ts';
import type { DocumentIdentity } from '../protocol/identity.ts';
import type { Passage } from '../protocol/passage.ts';
import type { BibliographiesOptions, DocumentList } from './bibliographies.ts';
import type { CitedDocumentsOptions } from './citedDocuments.ts';

/** What of an index is used. */
interface Indexed {
  readonly epoch: string;
  readonly state: { readonly paths: readonly string[] };
  identityOf(path: string): DocumentIdentity | undefined;
  rowsOf(paths: readonly string[]): Promise<RowSet>;
  passages(rows: readonly number[]): Promise<readonly Passage[]>;
}

export interface IndexReading {
  reading<T>(chat: 'builtin', work: (opened: { readonly index: Indexed }) => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function indexedFolder(engine: IndexReading): Required<Pick<CitedDocumentsOptions & BibliographiesOptions, 'indexed' | 'listed'>> {
  let known: DocumentList | undefined;
  /** Undefined without an index. */
  const read = async <T>(work: (index: Indexed) => Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
    try {
      return await engine.reading('builtin', ({ index }) => work(index), signal);
    } catch (error) {
      if (isAriadneError(error, 'index-missing') || isAriadneError(error, 'index-empty')) return undefined;
      throw error;
    }
  };
  return {
    indexed: async (path, signal) => {
      const passages = await read(async (index) => index.passages([...(await index.rowsOf([path])).rows]), signal);
      return (passages ?? []).toSorted((a, b) => a.range.startOffset - b.range.startOffset);
    },
    listed: (signal) =>
      read((index) => {
        const { epoch, state } = index;
        if (known?.version === epoch) return Promise.resolve(known);
        const documents = eachOnce(state.paths, (path) => path).map((path) => {
          const identity = index.identityOf(path);
          return { path, ...(identity && { identity, title: identity.title }) };
        });
        return Promise.resolve((known = { version: epoch, documents }));
      }, signal),
  };
}
