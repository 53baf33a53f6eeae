/** What a run's pipeline works with: index and models, each call told to the trace and remembered in the log. */
import type { Passage } from '../protocol/passage.ts';
import type { PassageIndex } from '../index/interfaces.ts';
import type { Reranker } from '../models/models.ts';
import { neighborhoodAwareRetrieval } from '../retrieval/nar.ts';
import type { AdaptiveReranker, CallOptions, Candidate, NarParameters, PassageSource, Ranked, Retriever } from '../retrieval/retrieval.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';

export interface Recorder {
  readonly trace: TraceSink;
  readonly memo: Memo;
}

export function recordRetriever(retriever: Retriever, { trace, memo }: Recorder): Retriever {
  let calls = 0;
  return {
    method: retriever.method,
    async search(query: string, n: number, options: CallOptions): Promise<readonly Candidate[]> {
      const id = `retrieval-${calls++}`;
      const began = trace.now();
      const results = await memo.remember('search', { method: retriever.method, query, n }, () => retriever.search(query, n, options));
      trace.emit({
        kind: 'retrieved',
        retrieval: { id, node: options.node, query, method: retriever.method, results: [...results], ms: trace.now() - began },
      });
      return results;
    },
  };
}

/** Scored passages with the neighbors of each, as one remembered call. */
interface ScoredBatch {
  readonly scores: readonly (number | null)[];
  readonly neighbors: readonly (readonly string[])[];
}

export class RecordingReranker implements AdaptiveReranker {
  readonly #index: PassageIndex;
  readonly #neighborsOf: PassageIndex['neighborsOf'];
  readonly #reranker: Reranker;
  readonly #recorder: Recorder;
  #calls = 0;

  /** @param neighborsOf the graph that is walked */
  constructor(index: PassageIndex, neighborsOf: PassageIndex['neighborsOf'], reranker: Reranker, recorder: Recorder) {
    this.#index = index;
    this.#neighborsOf = neighborsOf;
    this.#reranker = reranker;
    this.#recorder = recorder;
  }

  async rerank(
    query: string,
    firstStage: readonly Candidate[],
    parameters: NarParameters,
    options: CallOptions,
  ): Promise<readonly Ranked[]> {
    const { trace } = this.#recorder;
    const { b, c, k } = parameters;
    const { node } = options;
    const neighbors = new Map<string, readonly string[]>();
    trace.emit({ kind: 'nar-started', node, b, c, k, frontierPriority: 'rescored', scoreTransform: 'identity' });
    let scored = 0;
    const { ranking, exhausted } = await neighborhoodAwareRetrieval(
      {
        firstStage,
        neighbors: (docId) => neighbors.get(docId) ?? [],
        // Neighbors come from the index itself, which lists no passage that is gone.
        exists: () => true,
        score: async (docIds) => {
          const batch = await this.#scoreBatch(query, docIds, k, options);
          docIds.forEach((docId, i) => neighbors.set(docId, batch.neighbors[i] ?? []));
          scored += docIds.length;
          trace.emit({ kind: 'node-changed', node, activity: { kind: 'reranking', done: scored, of: c } });
          return batch.scores;
        },
        onTurn: (turn) => trace.emit({ kind: 'nar-turned', node, turn }),
      },
      parameters,
    );
    trace.emit({ kind: 'nar-ranked', node, ranking: ranking.map(({ docId, score, t }) => ({ docId, score, t })), exhausted });
    return ranking;
  }

  async score(query: string, docIds: readonly string[], options: CallOptions): Promise<readonly (number | null)[]> {
    return (await this.#scoreBatch(query, docIds, 0, options)).scores;
  }

  async #scoreBatch(query: string, docIds: readonly string[], k: number, { node, signal }: CallOptions): Promise<ScoredBatch> {
    const { trace, memo } = this.#recorder;
    const id = `rerank-${this.#calls++}`;
    const began = trace.now();
    const batch = await memo.remember<ScoredBatch>('rerank', { model: this.#reranker.id, query, docIds, k }, async () => {
      signal.throwIfAborted();
      const rows = docIds.map((docId) => this.#index.rowOf(docId));
      const scores = await this.#reranker.score(query, await this.#index.passages(rows), { signal });
      return { scores, neighbors: rows.map((row) => this.#neighborsOf(row, k).map((neighbor) => this.#index.idOf(neighbor))) };
    });
    trace.emit({ kind: 'reranked', rerank: { id, node, query, pairs: docIds.length, ms: trace.now() - began } });
    return batch;
  }
}

export function recordPassages(index: PassageIndex, { memo }: Recorder): PassageSource {
  return {
    passages: (docIds: readonly string[], { signal }: CallOptions): Promise<readonly Passage[]> =>
      memo.remember('passages', docIds, () => {
        signal.throwIfAborted();
        return index.passages(docIds.map((docId) => index.rowOf(docId)));
      }),
  };
}
