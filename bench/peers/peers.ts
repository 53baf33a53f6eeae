import type { SearchMethod } from '../../src/protocol/engine.ts';
import type { Peer, PeerFolders } from './peer.ts';

/** Ariadne's methods that peers are compared with. */
export const ariadneMethods = ['bm25', 'hybrid', 'linked'] as const satisfies readonly SearchMethod[];

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
};

export function ariadneName(method: SearchMethod): string {
  return `Ariadne ${method}`;
}
