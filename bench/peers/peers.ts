import type { SearchMethod } from '../../src/protocol/engine.ts';
import type { Peer, PeerFolders } from './peer.ts';
import { qmdMissing } from './qmd.ts';
import { recollMissing } from './recoll.ts';

/** Ariadne's methods that peers are compared with. */
export const ariadneMethods = ['bm25', 'hybrid', 'linked'] as const satisfies readonly SearchMethod[];

/** Searches Ariadne's index, which the command line makes. */
export const pageRankName = 'PageRank over mentions';

/** Loaded on demand: a process measures one of them. */
export const peers: Readonly<Record<string, (folders: PeerFolders) => Promise<Peer>>> = {
  ...Object.fromEntries(
    ariadneMethods.map((method) => [
      ariadneName(method),
      async (folders: PeerFolders) => (await import('./ariadne.ts')).openAriadne(method, folders),
    ]),
  ),
  'SQLite FTS5': async (folders) => (await import('./sqlite.ts')).openSqlite(folders),
  MiniSearch: async (folders) => (await import('./miniSearch.ts')).openMiniSearch(folders),
  Orama: async (folders) => (await import('./orama.ts')).openOrama(folders),
  LanceDB: async (folders) => (await import('./lanceDb.ts')).openLanceDb(folders),
  Recoll: async (folders) => (await import('./recoll.ts')).openRecoll(folders),
  qmd: async (folders) => (await import('./qmd.ts')).openQmd(folders),
  [pageRankName]: async (folders) => (await import('./pageRank.ts')).openPageRank(folders),
};

/** Why a peer cannot be measured here, by its name. */
export function missingPeers(): Readonly<Record<string, string>> {
  const reasons = { Recoll: recollMissing(), qmd: qmdMissing() };
  return {
    ...Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== undefined)),
    'mcp-local-rag': 'needs a model to index, which it downloads (90 MB)',
  };
}

/** Where a peer is ahead of `bm25`, why. */
export const reasons: Readonly<Record<string, string>> = {
  'Ariadne hybrid': 'vectors find what shares no word',
  'Ariadne linked': 'mentions lead to the second document of a question',
  'SQLite FTS5': 'is given passages; no vectors, graph, mentions or places in a file',
  MiniSearch: 'is given passages; all in memory; no vectors, graph or mentions',
  Orama: 'is given passages; all in memory; no vectors, graph or mentions',
  LanceDB: 'is given passages; the store below Ariadne, without the rest',
  Recoll: 'reads the files itself, as terms of whole documents; no passages, vectors, graph or mentions',
  qmd: 'reads the files itself, as whole documents; all words of a question must be in one',
  [pageRankName]: 'has Ariadne’s index and `hybrid` for a start',
};

export function ariadneName(method: SearchMethod): string {
  return `Ariadne ${method}`;
}
