/** What a run's pipeline works with: index and models, each call told to the trace and remembered in the log. */
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { unquoted } from '../language/phrases.ts';
import type { Passage } from '../protocol/passage.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { Entailment, EntailmentLabel, Reranker } from '../models/models.ts';
import type { EntailmentJudge } from '../pipelines/pipeline.ts';
import type { NarTurn } from '../protocol/trace.ts';
import { neighborhoodAwareRetrieval, type Rescored } from '../retrieval/nar.ts';
import type {
  AdaptiveReranker,
  CallOptions,
  Candidate,
  NarParameters,
  PassageSource,
  Ranked,
  RerankOptions,
  Retriever,
  UncertaintyFeedback,
} from '../retrieval/retrieval.ts';
import { effectiveTransform, lowered, notAsked, transforms, uncertaintyOf } from '../retrieval/uncertainty.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';

export interface Recorder {
  readonly trace: TraceSink;
  readonly memo: Memo;
}

/** A remembered call and the milliseconds it took: none where its result is known from before. */
async function timed<T>(
  { trace, memo }: Recorder,
  { of, node, input }: { readonly of: string; readonly node: string; readonly input: unknown },
  make: () => Promise<T>,
): Promise<{ readonly result: T; readonly ms: number }> {
  let ms = 0;
  const timedMake = async (): Promise<T> => {
    const began = trace.now();
    try {
      return await make();
    } finally {
      ms = trace.now() - began;
    }
  };
  const result = await memo.remember(of, input, timedMake, { node });
  return { result, ms };
}

/** Flags a node for which no passage has the quoted phrase. */
export function recordRetriever(retriever: Retriever, recorder: Recorder): Retriever {
  const ids = new CallIds('retrieval');
  const told = new Set<string>();
  return {
    method: retriever.method,
    async search(query: string, n: number, options: CallOptions): Promise<readonly Candidate[]> {
      const { node } = options;
      const { method } = retriever;
      const id = ids.next(node);
      const { result, ms } = await timed(recorder, { of: 'search', node, input: { method, query, n } }, async () =>
        asPromised(await retriever.search(query, n, options)),
      );
      recorder.trace.emit({ kind: 'retrieved', retrieval: { id, node, query, method, results: [...result], ms } });
      if (result.length > 0 && result.every(({ lacksPhrase }) => lacksPhrase) && !told.has(node)) {
        told.add(node);
        recorder.trace.emit({ kind: 'node-changed', node, flag: 'phrase_not_found' });
      }
      return result;
    },
  };
}

/** No passage twice, and only scores that a log can keep: what pipelines are promised of a search (pipelines.md 1.1). */
function asPromised(found: readonly Candidate[]): readonly Candidate[] {
  const seen = new Set<string>();
  return found
    .filter(({ passageId }) => !seen.has(passageId) && seen.add(passageId))
    .map(({ score, ...candidate }, rank) => ({ ...candidate, score: finite(score) ?? 0, rank }));
}

/** Scored passages with the neighbors of each, as one remembered call. */
interface ScoredBatch {
  readonly scores: readonly (number | null)[];
  readonly neighbors: readonly (readonly string[])[];
  /** Why there are no scores. */
  readonly failure?: string;
}

export class RecordingReranker implements AdaptiveReranker {
  readonly scale: Reranker['scale'];
  readonly #index: PassageIndex;
  readonly #neighborsOf: PassageIndex['neighborsOf'];
  readonly #reranker: Reranker;
  readonly #recorder: Recorder;
  readonly #passages: PassageSource;
  readonly #exists: (passageId: string) => boolean;
  readonly #ids = new CallIds('rerank');

  /**
   * @param neighborsOf the graph that is walked
   * @param exists false for a passage that the walk passes over; the index itself lists none that is gone
   */
  constructor(
    index: PassageIndex,
    neighborsOf: PassageIndex['neighborsOf'],
    reranker: Reranker,
    recorder: Recorder,
    exists: (passageId: string) => boolean = () => true,
  ) {
    this.scale = reranker.scale;
    this.#index = index;
    this.#neighborsOf = neighborsOf;
    this.#reranker = reranker;
    this.#recorder = recorder;
    this.#passages = recordPassages(index, recorder);
    this.#exists = exists;
  }

  async rerank(
    query: string,
    firstStage: readonly Candidate[],
    parameters: NarParameters,
    options: RerankOptions,
  ): Promise<readonly Ranked[]> {
    const { trace } = this.#recorder;
    const { b, c, k, frontierPriority = 'rescored' } = parameters;
    const { node, asu } = options;
    const scoreTransform = effectiveTransform(parameters.scoreTransform ?? 'auto', this.scale, asu !== undefined);
    const neighbors = new Map<string, readonly string[]>();
    const batches = new Map<string, readonly Passage[]>();
    const told = new Set<string>();
    const flagOnce = (flag: string): void => {
      if (!told.has(flag)) trace.emit({ kind: 'node-changed', node, flag });
      told.add(flag);
    };
    trace.emit({ kind: 'nar-started', node, b, c, k, frontierPriority, scoreTransform });
    let scored = 0;
    const walked = await neighborhoodAwareRetrieval(
      {
        firstStage,
        neighbors: (passageId) => neighbors.get(passageId) ?? [],
        exists: this.#exists,
        score: async (passageIds) => {
          const batch = await this.#scoreBatch(query, passageIds, k, options);
          passageIds.forEach((passageId, i) => neighbors.set(passageId, batch.neighbors[i] ?? []));
          // Fetched here, one batch after the other, so that sampling begins in the order of the batches also where it is not waited for.
          if (asu && isSampled(asu) && hasScore(batch)) batches.set(keyOf(passageIds), await this.#passages.passages(passageIds, options));
          scored += passageIds.length;
          trace.emit({ kind: 'node-changed', node, activity: { kind: 'reranking', done: scored, of: c } });
          return batch.scores;
        },
        transform: transforms[scoreTransform],
        ...(asu ? { rescore: (passageIds, x) => rescore(query, batches.get(keyOf(passageIds)), x, asu) } : {}),
        onTurn: (turn, flags) => {
          flags.forEach(flagOnce);
          trace.emit({ kind: 'nar-turned', node, turn: finiteTurn(turn) });
        },
      },
      parameters,
    );
    const isScored = walked.ranking.some(({ score }) => score !== null);
    if (!isScored && walked.ranking.length > 0) flagOnce('rerank_failed');
    const ranking = isScored ? walked.ranking : inFirstStageOrder(walked.ranking, firstStage);
    trace.emit({
      kind: 'nar-ranked',
      node,
      ranking: ranking.map(({ passageId, score, t }) => ({ passageId, score: finite(score), t })),
      exhausted: walked.exhausted,
    });
    return ranking;
  }

  async score(query: string, passageIds: readonly string[], options: CallOptions): Promise<readonly (number | null)[]> {
    return (await this.#scoreBatch(query, passageIds, 0, options)).scores;
  }

  /** A reranker that fails gives a batch without scores, and the node the reason (pipelines.md 2.9). */
  async #scoreBatch(query: string, passageIds: readonly string[], k: number, { node, signal }: CallOptions): Promise<ScoredBatch> {
    const { trace } = this.#recorder;
    const id = this.#ids.next(node);
    // The input is the key of the result in the log: with another name of a field, results in older logs would not be found.
    const input = { model: this.#reranker.id, query, docIds: passageIds, k };
    const { result: batch, ms } = await timed<ScoredBatch>(this.#recorder, { of: 'rerank', node, input }, async () => {
      signal.throwIfAborted();
      const rows = passageIds.map((passageId) => this.#index.rowOf(passageId));
      const neighbors = rows.map((row) => this.#neighborsOf(row, k).map((neighbor) => this.#index.idOf(neighbor)));
      const passages = await this.#index.passages(rows);
      try {
        return { scores: (await this.#reranker.score(unquoted(query), passages, { signal })).map(finite), neighbors };
      } catch (error) {
        if (isAbort(error)) throw error;
        return { scores: passageIds.map(() => null), neighbors, failure: `The reranker failed: ${messageOf(error)}` };
      }
    });
    if (batch.failure !== undefined) trace.emit({ kind: 'node-changed', node, set: { failure: batch.failure } });
    trace.emit({ kind: 'reranked', rerank: { id, node, query, pairs: passageIds.length, ms } });
    return batch;
  }
}

async function rescore(
  query: string,
  batch: readonly Passage[] | undefined,
  x: readonly (number | null)[],
  asu: UncertaintyFeedback,
): Promise<Rescored> {
  const { facts, divisor, flags } =
    'skipped' in asu.sample
      ? notAsked(asu.sample.skipped)
      : batch === undefined
        ? notAsked('no_scores')
        : await uncertaintyOf(query, await asu.sample(batch), asu);
  return { scores: x.map((one) => lowered(one, divisor)), asu: facts, flags };
}

function isSampled({ sample }: UncertaintyFeedback): boolean {
  return !('skipped' in sample);
}

function hasScore({ scores }: ScoredBatch): boolean {
  return scores.some((score) => score !== null);
}

function keyOf(passageIds: readonly string[]): string {
  return passageIds.join('\n');
}

/** Without any score nothing led further than the first stage. */
function inFirstStageOrder(ranking: readonly Ranked[], firstStage: readonly Candidate[]): readonly Ranked[] {
  const ranked = new Map(ranking.map((one) => [one.passageId, one]));
  return [...new Set(firstStage.map(({ passageId }) => passageId))].flatMap((passageId) => ranked.get(passageId) ?? []);
}

/** As a log keeps it: JSON has no infinity. */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

function finiteTurn(turn: NarTurn): NarTurn {
  const batch = turn.batch.map((one) => ({ ...one, priority: finite(one.priority), rescored: finite(one.rescored) }));
  return { ...turn, batch };
}

/** Ids of calls that depend on the node and on what it asked, not on the order in which concurrent nodes come to ask. */
class CallIds {
  readonly #kind: string;
  readonly #counts = new Map<string, number>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  next(node: string, about = ''): string {
    const name = [node, this.#kind, ...(about === '' ? [] : [about])].join(':');
    const nth = this.#counts.get(name) ?? 0;
    this.#counts.set(name, nth + 1);
    return `${name}:${nth}`;
  }
}

export function recordPassages(index: PassageIndex, { memo }: Recorder): PassageSource {
  return {
    passages(passageIds: readonly string[], { node, signal }: CallOptions): Promise<readonly Passage[]> {
      const read = (): Promise<readonly Passage[]> => {
        signal.throwIfAborted();
        return index.passages(passageIds.map((passageId) => index.rowOf(passageId)));
      };
      return memo.remember('passages', passageIds, read, { node });
    },
  };
}

export function recordEntailment(model: Entailment, recorder: Recorder): EntailmentJudge {
  const ids = new CallIds('nli');
  return {
    async label(premise: string, hypothesis: string, { node, signal }: CallOptions): Promise<EntailmentLabel | null> {
      const id = ids.next(node, hashOf([premise, hypothesis], 12));
      const input = { model: model.id, premise, hypothesis };
      const { result: label, ms } = await timed(recorder, { of: 'entailment', node, input }, async () => {
        signal.throwIfAborted();
        try {
          const [entailed] = await model.label([{ premise, hypothesis }], { signal });
          return entailed?.label ?? null;
        } catch (error) {
          if (isAbort(error)) throw error;
          // No label is an answer that pipelines know what to do with; they flag the node.
          return null;
        }
      });
      if (label !== null) recorder.trace.emit({ kind: 'nli-judged', nli: { id, node, label, ms } });
      return label;
    },
  };
}
