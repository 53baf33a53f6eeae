/** What NAR reads from an index: scores of batches with their neighbors, and passages. */
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { unquoted } from '../language/phrases.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { Reranker } from '../models/models.ts';
import type { BatchScorer, PassageSource } from './retrieval.ts';

/** @param neighborsOf the graph that is walked */
export function createBatchScorer(index: PassageIndex, neighborsOf: PassageIndex['neighborsOf'], reranker: Reranker): BatchScorer {
  return {
    scale: reranker.scale,
    async score(query, passageIds, k, { signal }) {
      signal.throwIfAborted();
      const rows = passageIds.map((passageId) => index.rowOf(passageId));
      const neighbors = rows.map((row) => neighborsOf(row, k).map((neighbor) => index.idOf(neighbor)));
      const passages = await index.passages(rows);
      try {
        return { scores: await reranker.score(unquoted(query), passages, { signal }), neighbors };
      } catch (error) {
        if (isAbort(error)) throw error;
        return { scores: passageIds.map(() => null), neighbors, failure: `The reranker failed: ${messageOf(error)}` };
      }
    },
  };
}

export function createPassageSource(index: PassageIndex): PassageSource {
  return {
    async passages(passageIds, { signal }) {
      signal.throwIfAborted();
      return index.passages(passageIds.map((passageId) => index.rowOf(passageId)));
    },
  };
}
