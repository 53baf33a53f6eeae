/** The engine's lexical graph: built when a dense first stage first asks for it, and updated with the passages. */
import { buildLexicalGraph } from './graph/lexicalGraph.ts';
import { askForLists, isLexicalGraphStale } from './graph/lexicalPatch.ts';
import type { RowLists } from './graph/neighborLists.ts';
import type { Row } from './interfaces.ts';
import { lexicalModel, NeighborTable } from './neighborTable.ts';
import { graphK } from './schema.ts';
import type { IndexSnapshot } from './snapshot.ts';
import type { IndexStore } from './store.ts';

export interface LexicalListsOptions {
  readonly signal: AbortSignal;
  readonly onShare: (share: number) => void;
  /** Runs a write to the index, or skips it while another process writes. */
  readonly store: (write: () => Promise<void>) => Promise<void>;
}

interface Kept {
  readonly epoch: string;
  readonly lists: RowLists;
}

export class LexicalLists {
  readonly #store: IndexStore;
  #kept: Kept | undefined;

  constructor(store: IndexStore) {
    this.#store = store;
  }

  /** A function that returns a passage's first `k` lexical neighbors in this snapshot, nearest first. */
  async of(snapshot: IndexSnapshot, options: LexicalListsOptions): Promise<(row: Row, k: number) => readonly Row[]> {
    const kept = this.#kept?.epoch === snapshot.epoch ? this.#kept : await this.#fit(snapshot, options);
    this.#kept = kept;
    const exists = new Set(snapshot.state.rows);
    return (row, k) => {
      const start = row * graphK;
      return [...kept.lists.neighbors.subarray(start, start + graphK)].filter((neighbor) => exists.has(neighbor)).slice(0, k);
    };
  }

  async #fit(snapshot: IndexSnapshot, options: LexicalListsOptions): Promise<Kept> {
    const { rows } = snapshot.state;
    const size = (rows.at(-1) ?? -1) + 1;
    const table = new NeighborTable(this.#store.database, lexicalModel);
    const stored = table.exists ? await table.read(size) : { lists: undefined, rows: new Int32Array(0) };
    const exists = new Set(rows);
    const listed = new Set(stored.rows);
    const added = [...rows].filter((row) => !listed.has(row));
    const gone = [...listed].filter((row) => !exists.has(row)).length;
    if (!stored.lists || isLexicalGraphStale(listed.size, added.length + gone)) return this.#build(snapshot, table, options);
    const passages = await snapshot.passages(added);
    const texts = passages.map(({ title, headings, text }, i) => ({ row: added[i] ?? 0, text: [title, ...headings, text].join('\n') }));
    const more = await askForLists(texts, (query, n) => snapshot.searchText(query, n), graphK, options);
    more.rows.forEach((row, i) => stored.lists?.neighbors.set(more.neighbors.subarray(i * graphK, (i + 1) * graphK), row * graphK));
    return { epoch: snapshot.epoch, lists: stored.lists };
  }

  async #build(snapshot: IndexSnapshot, table: NeighborTable, { signal, onShare, store }: LexicalListsOptions): Promise<Kept> {
    const lists = await buildLexicalGraph(this.#store.indexedTexts(), graphK, { signal, onShare });
    const rows = snapshot.state.rows.filter((row) => (row + 1) * graphK <= lists.neighbors.length);
    const compact = { rows, neighbors: new Int32Array(rows.length * graphK), similarities: new Float32Array(rows.length * graphK) };
    rows.forEach((row, i) => {
      compact.neighbors.set(lists.neighbors.subarray(row * graphK, (row + 1) * graphK), i * graphK);
      compact.similarities.set(lists.similarities.subarray(row * graphK, (row + 1) * graphK), i * graphK);
    });
    await store(() => table.put(compact));
    return { epoch: snapshot.epoch, lists };
  }
}
