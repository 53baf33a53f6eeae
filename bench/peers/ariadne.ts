import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SearchMethod } from '../../src/protocol/engine.ts';
import type * as EngineUnderTest from '../engineUnderTest.ts';
import type { Peer, PeerFolders } from './peer.ts';

/** Ariadne itself, which reads and cuts the documents. The bench indexes with the command line, like a user. */
export async function openAriadne(method: SearchMethod, { storage, documents, program }: PeerFolders): Promise<Peer> {
  const { openEngine } = (await import(pathToFileURL(join(program, 'bench', 'engineUnderTest.ts')).href)) as typeof EngineUnderTest;
  const engine = await openEngine(documents, storage, new AbortController().signal);
  return {
    index: () => Promise.reject(new Error('the command line indexes')),
    replace: async (_, passages) => {
      await engine.update([...new Set(passages.map(({ path }) => path))]);
    },
    search: async (query, k) => (await engine.search(query, method, k)).map(({ passage }) => passage.path),
    close: () => engine.close(),
  };
}
