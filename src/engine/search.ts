import { createRetriever } from '../retrieval/firstStage.ts';
import { neighborhoodAwareRetrieval } from '../retrieval/nar.ts';
import type { PassageIndex } from '../index/interfaces.ts';
import type { Embedder, Reranker } from '../models/models.ts';
import type { FirstStageMethod, SearchMethod, SearchResult } from '../protocol/engine.ts';

/** Defaults of pipelines.md 2.1. */
const nar = { depth: 100, b: 16, c: 100, k: 10 };

export interface Searched {
  readonly index: PassageIndex;
  readonly embedder: Embedder;
  readonly reranker: Reranker;
  /** The graph that `nar` walks. */
  readonly neighborsOf: PassageIndex['neighborsOf'];
}

/** One search outside of any run: at most `k` passages, best first. */
export async function search(
  { index, embedder, reranker, neighborsOf }: Searched,
  query: string,
  { method, firstStage: first, k }: { readonly method: SearchMethod; readonly firstStage: FirstStageMethod; readonly k: number },
  signal: AbortSignal,
): Promise<readonly SearchResult[]> {
  const options = { node: 'search', signal };
  const firstStage = await createRetriever(method === 'nar' ? first : method, index, embedder).search(
    query,
    method === 'nar' ? nar.depth : k,
    options,
  );
  if (method !== 'nar') {
    return withPassages(
      index,
      firstStage.map(({ docId, score }) => ({ docId, score, origin: 'first-stage' })),
    );
  }
  const { ranking } = await neighborhoodAwareRetrieval(
    {
      firstStage,
      neighbors: (docId, count) => neighborsOf(index.rowOf(docId), count).map((row) => index.idOf(row)),
      exists: () => true,
      score: async (docIds) => {
        signal.throwIfAborted();
        return reranker.score(query, await index.passages(docIds.map((docId) => index.rowOf(docId))), { signal });
      },
    },
    { ...nar, c: Math.max(nar.c, k) },
  );
  return withPassages(
    index,
    ranking.slice(0, k).map(({ docId, score, via }) => ({ docId, score, origin: via === undefined ? 'first-stage' : 'frontier' })),
  );
}

async function withPassages(
  index: PassageIndex,
  found: readonly { readonly docId: string; readonly score: number | null; readonly origin: SearchResult['origin'] }[],
): Promise<readonly SearchResult[]> {
  const passages = await index.passages(found.map(({ docId }) => index.rowOf(docId)));
  return found.flatMap(({ score, origin }, rank) => {
    const passage = passages[rank];
    return passage ? [{ passage, rank, score, origin }] : [];
  });
}
