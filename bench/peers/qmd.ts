import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Peer, PeerFolders } from './peer.ts';

/** What is used of its library. */
interface Qmd {
  createStore(options: object): Promise<{
    update(): Promise<unknown>;
    searchLex(query: string, options: { readonly limit: number }): Promise<readonly { readonly filepath: string }[]>;
    close(): Promise<void>;
  }>;
}

const collection = 'docs';
/** Not of package.json: with the model runtime that it brings, it is larger than all that the benches need. */
const installed = join(import.meta.dirname, '..', '..', 'out', 'peers', 'node_modules', '@tobilu', 'qmd', 'dist', 'index.js');

export function qmdMissing(): string | undefined {
  return existsSync(installed) ? undefined : 'not installed: npm install --prefix out/peers --ignore-scripts @tobilu/qmd@2.8.3';
}

/** qmd reads the files and finds documents, not passages. By words alone, the path without models: those with all words of the question. */
export async function openQmd({ storage, documents }: PeerFolders): Promise<Peer> {
  const qmd = (await import(pathToFileURL(installed).href)) as Qmd;
  const collections = { [collection]: { path: documents, pattern: '**/*.{md,rst,txt,html}' } };
  const store = await qmd.createStore({ dbPath: join(storage, 'qmd.sqlite'), config: { collections } });
  const prefix = `qmd://${collection}/`;
  return {
    index: async () => void (await store.update()),
    replace: async () => void (await store.update()),
    search: async (query, k) => (await store.searchLex(query, { limit: k })).map(({ filepath }) => filepath.slice(prefix.length)),
    close: () => store.close(),
  };
}
