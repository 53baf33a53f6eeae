/** Models that compute on this machine share its processor: more calls at once would only make each slower and memory larger. */
import { availableParallelism } from 'node:os';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Embedder, Reranker } from '../models.ts';

/** Half of the processors: one of two. */
export function localModelLimit(): LimitFunction {
  return pLimit(Math.max(1, Math.floor(availableParallelism() / 2)));
}

export function limitEmbedder(embedder: Embedder, limit: LimitFunction): Embedder {
  const { id, dimension, fusionWeight } = embedder;
  return { id, dimension, fusionWeight, embed: (texts, options) => limited(limit, options?.signal, () => embedder.embed(texts, options)) };
}

export function limitReranker(reranker: Reranker, limit: LimitFunction): Reranker {
  const { id, scale } = reranker;
  return {
    id,
    scale,
    score: (query, passages, options) => limited(limit, options?.signal, () => reranker.score(query, passages, options)),
  };
}

/** @throws AbortError without having begun when the signal has fired by the time it is its turn */
function limited<T>(limit: LimitFunction, signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> {
  return limit(() => {
    signal?.throwIfAborted();
    return call();
  });
}
