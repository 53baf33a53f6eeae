/** First-stage retrieval: BM25, dense, or both fused. */
import type { PassageIndex, ScoredRow } from '../index/interfaces.ts';
import type { Embedder } from '../models/models.ts';
import type { Candidate, Retriever, CallOptions } from './retrieval.ts';

/** How deep each half is searched before fusing. */
const fusionDepth = 100;
/** For embedders that name no weight of their own. */
const usualWeight = 0.5;

export type FirstStageMethod = 'bm25' | 'dense' | 'hybrid';

export function createRetriever(method: FirstStageMethod, index: PassageIndex, embedder: Embedder): Retriever {
  const searches: Record<FirstStageMethod, (query: string, n: number, signal: AbortSignal) => Promise<readonly ScoredRow[]>> = {
    bm25: (query, n) => index.searchText(query, n),
    dense: async (query, n, signal) => index.searchVector(await embedder.embed([query], { signal }), n),
    hybrid: async (query, n, signal) => {
      const depth = Math.max(n, fusionDepth);
      const [sparse, dense] = await Promise.all([searches.bm25(query, depth, signal), searches.dense(query, depth, signal)]);
      return fuse(sparse, dense, depth, embedder.fusionWeight ?? usualWeight).slice(0, n);
    },
  };
  return {
    method,
    async search(query: string, n: number, { signal }: CallOptions): Promise<readonly Candidate[]> {
      signal.throwIfAborted();
      const found = await searches[method](query, n, signal);
      signal.throwIfAborted();
      return found.map(({ row, score }, rank) => ({ docId: index.idOf(row), score, rank }));
    },
  };
}

/**
 * Weighted sum of the two scores, each divided by its maximum for the query; best first, ties by row. A passage that one half does not name is taken to
 * score there as the last one named, which is the most it can have; 0 where that half named all it has. Negative cosines count as 0.
 * @param depth how many were asked of each half
 * @param weight of the dense half, in [0, 1]
 */
export function fuse(sparse: readonly ScoredRow[], dense: readonly ScoredRow[], depth: number, weight: number): readonly ScoredRow[] {
  const fused = new Map<number, number>();
  const ofSparse = shares(sparse, depth);
  const ofDense = shares(dense, depth);
  for (const row of [...ofSparse.byRow.keys(), ...ofDense.byRow.keys()]) {
    const sparseShare = ofSparse.byRow.get(row) ?? ofSparse.unnamed;
    const denseShare = ofDense.byRow.get(row) ?? ofDense.unnamed;
    fused.set(row, (1 - weight) * sparseShare + weight * denseShare);
  }
  return [...fused].map(([row, score]) => ({ row, score })).sort((a, b) => b.score - a.score || a.row - b.row);
}

interface Shares {
  readonly byRow: ReadonlyMap<number, number>;
  readonly unnamed: number;
}

function shares(scored: readonly ScoredRow[], depth: number): Shares {
  const best = scored[0]?.score ?? 0;
  const shareOf = (score: number): number => (best > 0 ? Math.max(0, score) / best : 0);
  const last = scored.at(-1);
  return {
    byRow: new Map(scored.map(({ row, score }) => [row, shareOf(score)])),
    unnamed: last && scored.length >= depth ? shareOf(last.score) : 0,
  };
}
