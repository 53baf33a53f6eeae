import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Peer, PeerFolders } from './peer.ts';
import { Program, runProgram } from './program.ts';
import { hasPythonModule, systemPython } from './systemPython.ts';

export function recollMissing(): string | undefined {
  return hasPythonModule('recoll') ? undefined : 'not installed: apt-get install recollcmd python3-recoll';
}

/** Recoll reads the files and finds documents, not passages: its English stems, any word of the question. */
export function openRecoll({ storage, documents }: PeerFolders): Promise<Peer> {
  // Without a spelling dictionary, which the peers do not have.
  writeFileSync(join(storage, 'recoll.conf'), `topdirs = ${documents}\nindexstemminglanguages = english\nnoaspell = 1\nloglevel = 2\n`);
  const indexer = (...args: string[]): Promise<unknown> => runProgram('recollindex', ['-c', storage, ...args]);
  let searcher: Program | undefined;
  return Promise.resolve({
    index: async () => void (await indexer()),
    replace: async (_, [changed]) => void (await indexer('-i', join(documents, changed?.path ?? ''))),
    search: async (query, k) => {
      searcher ??= new Program(systemPython, [join(import.meta.dirname, 'searchRecoll.py'), documents, storage]);
      // Recoll looks for a word with a capital as it is written, without its stem.
      const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      return z.array(z.string()).parse(await searcher.ask({ query: words.map((word) => `"${word}"`).join(' OR '), k }));
    },
    close: async () => searcher?.close(),
  });
}
