import { loadSnapshot } from '../../src/indexing/loadSnapshot.ts';
import { parseLocation } from '../../src/indexing/location.ts';
import type { Mention } from '../../src/indexing/interfaces.ts';
import type { IndexSnapshot } from '../../src/indexing/snapshot.ts';
import { IndexStore } from '../../src/indexing/store.ts';
import { databaseOf, dimension, loadNearestKernel, openEngine } from '../engineUnderTest.ts';
import type { Peer, PeerFolders } from './peer.ts';

/** As in HippoRAG 2 (Gutiérrez et al. 2025), section 3: the probability of a restart, and the passages' share of where it leads. */
const restart = 0.5;
const passageShare = 0.05;
/** The remaining error is then below a millionth. */
const steps = 20;
const found = 100;
/** Of the best results, whose mentions are where it starts, beside those of the question. A model would choose among these. */
const seeding = 5;

/**
 * Personalized PageRank over passages and what they mention, without a model. It is Ariadne's index with another search: nothing of the
 * graph is stored, so that it is made in each process and after each change.
 */
export async function openPageRank({ storage, documents }: PeerFolders): Promise<Peer> {
  const engine = await openEngine(documents, storage, new AbortController().signal);
  let graph: MentionGraph | undefined;
  return {
    index: () => Promise.reject(new Error('the command line indexes')),
    replace: async (_, passages) => {
      await engine.update([...new Set(passages.map(({ path }) => path))]);
      graph?.close();
      graph = undefined;
    },
    search: async (query, k) => {
      graph ??= await MentionGraph.load(storage);
      return graph.rank(query, await engine.search(query, 'hybrid', found), k);
    },
    close: async () => {
      graph?.close();
      await engine.close();
    },
  };
}

class MentionGraph {
  readonly #snapshot: IndexSnapshot;
  readonly #store: IndexStore;
  readonly #nodeOfPassage: ReadonlyMap<string, number>;
  readonly #nodeOfName = new Map<string, number>();
  /** By node its neighbors, in both directions. */
  readonly #edges: [node: number, weight: number][][] = [];

  static async load(storage: string): Promise<MentionGraph> {
    const store = await IndexStore.open(parseLocation(databaseOf(storage)));
    const snapshot = await loadSnapshot(store, await loadNearestKernel(), () => Promise.resolve(dimension));
    if (!snapshot) throw new Error('there is no index');
    const graph = new MentionGraph(store, snapshot);
    const mentions = await snapshot.mentionsIn([...snapshot.keys.rows]);
    for (const [node, ofPassage] of mentions.entries()) for (const mention of ofPassage) graph.#addMention(node, mention);
    return graph;
  }

  private constructor(store: IndexStore, snapshot: IndexSnapshot) {
    this.#store = store;
    this.#snapshot = snapshot;
    this.#nodeOfPassage = new Map(Array.from(snapshot.keys.ids, (id, node) => [id, node]));
    for (const _ of snapshot.keys.ids) this.#edges.push([]);
  }

  /** Between the passage and what it names, and between that and its passages. */
  #addMention(passage: number, { targets, specificity }: Mention): void {
    for (const { path, headings = [], rows } of targets) {
      const key = JSON.stringify([path, headings]);
      const known = this.#nodeOfName.get(key);
      const name = known ?? this.#edges.push([]) - 1;
      this.#nodeOfName.set(key, name);
      this.#connect(passage, name, specificity / targets.length);
      if (known === undefined)
        for (const row of rows) this.#connect(this.#nodeOfPassage.get(this.#snapshot.idOf(row))!, name, 1 / rows.length);
    }
  }

  #connect(one: number, other: number, weight: number): void {
    this.#edges[one]?.push([other, weight]);
    this.#edges[other]?.push([one, weight]);
  }

  /** Paths of the best passages, best first. */
  async rank(
    query: string,
    results: readonly { readonly passage: { readonly id: string }; readonly score: number | null }[],
    k: number,
  ): Promise<readonly string[]> {
    const seeds = new Float64Array(this.#edges.length);
    const best = Math.max(...results.map(({ score }) => score ?? 0));
    const passages = results.map(({ passage: { id }, score }) => ({ node: this.#nodeOfPassage.get(id)!, score: (score ?? 0) / best }));
    for (const { targets, specificity } of await this.#snapshot.mentionsInText(query))
      for (const { path, headings = [] } of targets)
        add(seeds, this.#nodeOfName.get(JSON.stringify([path, headings])), specificity / targets.length);
    for (const { node, score } of passages.slice(0, seeding))
      for (const [name, weight] of this.#edges[node] ?? []) add(seeds, name, (score * weight) / seeding);
    const named = sum(seeds);
    for (const { node, score } of passages) add(seeds, node, score * (named === 0 ? 1 : passageShare));
    const scores = this.#walk(seeds);
    const paths = [...this.#snapshot.keys.paths];
    return [...paths.keys()]
      .filter((node) => scores[node]! > 0)
      .sort((a, b) => scores[b]! - scores[a]!)
      .slice(0, k)
      .map((node) => paths[node]!);
  }

  #walk(seeds: Float64Array): Float64Array {
    const total = sum(seeds);
    let scores = seeds.map((seed) => seed / total);
    for (let step = 0; step < steps; step++) {
      const next = seeds.map((seed) => (restart * seed) / total);
      for (const [node, edges] of this.#edges.entries()) {
        const weights = edges.reduce((all, [, weight]) => all + weight, 0);
        if (scores[node] === 0 || weights === 0) continue;
        for (const [other, weight] of edges) add(next, other, ((1 - restart) * scores[node]! * weight) / weights);
      }
      scores = next;
    }
    return scores;
  }

  close(): void {
    this.#snapshot.close();
    this.#store.close();
  }
}

function add(to: Float64Array, at: number | undefined, value: number): void {
  if (at !== undefined) to[at]! += value;
}

function sum(values: Float64Array): number {
  return values.reduce((all, value) => all + value, 0);
}
