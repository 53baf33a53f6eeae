/** What an index knows of the documents that are cited. */
import { eachOnce } from '../base/eachOnce.ts';
import { isAriadneError } from '../base/errors.ts';
import type { RowSet } from '../base/rowSet.ts';
import type { DocumentIdentity } from '../protocol/identity.ts';
import type { Passage } from '../protocol/passage.ts';
import type { BibliographiesOptions, DocumentList } from './bibliographies.ts';
import type { CitedDocumentsOptions } from './citedDocuments.ts';
import type { SearchPassages } from './uncitedSources.ts';

/** What of an index is used. */
interface Indexed {
  readonly epoch: string;
  readonly keys: { readonly paths: Iterable<string> };
  identityOf(path: string): DocumentIdentity | undefined;
  rowsOf(paths: readonly string[]): Promise<RowSet>;
  passages(rows: readonly number[]): Promise<readonly Passage[]>;
  searchText(query: string, n: number): Promise<readonly { readonly row: number }[]>;
}

export interface IndexReading {
  reading<T>(chat: 'builtin', work: (opened: { readonly index: Indexed }) => Promise<T>, signal: AbortSignal): Promise<T>;
}

interface IndexedFolder extends Required<Pick<CitedDocumentsOptions & BibliographiesOptions, 'indexed' | 'listed'>> {
  readonly search: SearchPassages;
}

export function indexedFolder(engine: IndexReading): IndexedFolder {
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
    search: (words, n, signal) =>
      engine.reading('builtin', async ({ index }) => index.passages((await index.searchText(words, n)).map(({ row }) => row)), signal),
    indexed: async (path, signal) => {
      const passages = await read(async (index) => index.passages([...(await index.rowsOf([path])).rows]), signal);
      return (passages ?? []).toSorted((a, b) => a.range.startOffset - b.range.startOffset);
    },
    listed: (signal) =>
      read((index) => {
        const { epoch, keys } = index;
        if (known?.version === epoch) return Promise.resolve(known);
        const documents = eachOnce(keys.paths, (path) => path).map((path) => {
          const identity = index.identityOf(path);
          return { path, ...(identity && { identity, title: identity.title }) };
        });
        return Promise.resolve((known = { version: epoch, documents }));
      }, signal),
  };
}
