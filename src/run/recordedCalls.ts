/** Records each call to the index or a model in the run's log and trace. The called components are not aware of it. */
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import type { Embedder, Entailment, EntailmentLabel } from '../models/models.ts';
import type { EntailmentJudge, TextVectors } from '../pipelines/pipeline.ts';
import type { RunSpec } from '../protocol/runSpec.ts';
import { searchesCandidates } from '../protocol/givenByDataset.ts';
import type { NarObserver } from '../retrieval/nar.ts';
import { leadsOf } from '../retrieval/leads.ts';
import type { BatchScorer, SearchHit, PassageSource, Retriever, ScoredBatch, SearchCallOptions } from '../retrieval/retrieval.ts';
import type { Recorder } from '../trace/recorder.ts';
import type { LeadSource } from './closest.ts';
import { encodeQueryVector, type QueryVector } from './queryVectors.ts';
import type { RunIndex } from './run.ts';
import { decodeVectors, encodeVectors, type StoredVectors } from './storedVectors.ts';

/** What of a specification decides what a search finds and what a score is, beside the query. */
type Searching = Pick<RunSpec, 'params' | 'candidates' | 'scope' | 'firstStage' | 'anyDocument'>;

/** Whether passages of documents that a query names score higher. */
export function prefersNamed({ firstStage, anyDocument = false }: Pick<RunSpec, 'firstStage' | 'anyDocument'>): boolean {
  return firstStage === 'linked' && !anyDocument;
}

/**
 * Flags a node if no passage contains the quoted phrase, and says on it why words alone were searched.
 * @param embedder the one whose vectors are kept
 */
export function recordRetriever(retriever: Retriever, recorder: Recorder, spec: Searching, embedder?: string): Retriever {
  const ids = new CallIds('retrieval');
  const reported = new Set<string>();
  const { method } = retriever;
  return {
    method,
    async search(query, n, options) {
      const { node } = options;
      const id = ids.next(node);
      const input = searchInput(method, query, n, options, spec);
      const search = () => searchBy(retriever, query, n, options, embedder);
      const { result: found, ms } = await timed(recorder, { of: 'search', node, input }, search);
      const { candidates: result, failure } = found;
      recorder.emit({ kind: 'retrieved', retrieval: { id, node, query, method, results: [...result], ms } });
      if (failure !== undefined) recorder.emit({ kind: 'node-changed', node, set: { failure } });
      if (result.length > 0 && result.every(({ lacksPhrase }) => lacksPhrase) && !reported.has(node)) {
        reported.add(node);
        recorder.emit({ kind: 'node-changed', node, flag: 'phrase_not_found' });
      }
      return result;
    },
  };
}

/** Searches that no pipeline makes: they are in the log, but count as no retrieval. */
export function recordClosest(retriever: Retriever, recorder: Recorder, spec: Searching): Retriever {
  const { method } = retriever;
  return {
    method,
    async search(query, n, options) {
      const { node } = options;
      const input = searchInput(method, query, n, options, spec);
      return (await recorder.remember('closest', input, () => searchBy(retriever, query, n, options), { node })).candidates;
    },
  };
}

/** The key of a search in the log. */
function searchInput(
  method: string,
  query: string,
  n: number,
  { without = [] }: SearchCallOptions,
  { params, candidates, scope, anyDocument }: Searching,
) {
  return {
    method,
    query,
    n,
    without,
    among: searchesCandidates(params) ? candidates : undefined,
    scope,
    anyDocument: anyDocument || undefined,
  };
}

/** As the log has it: with what is to be known beside the candidates. */
interface Found {
  readonly candidates: readonly SearchHit[];
  /** Why the embedder has failed, so that words alone were searched. */
  readonly failure?: string | undefined;
  /** Those that a server or a local model gave, of the query and of its words that name no document. */
  readonly vectors?: readonly QueryVector[];
}

async function searchBy(retriever: Retriever, query: string, n: number, options: SearchCallOptions, embedder?: string): Promise<Found> {
  let failure: string | undefined;
  const vectors = new Map<string, Promise<Float32Array>>();
  const onWordsOnly = (sentence: string): void => void (failure = sentence);
  const vectorOf = (text: string, embed: () => Promise<Float32Array>): Promise<Float32Array> => {
    const vector = vectors.get(text) ?? embed();
    vectors.set(text, vector);
    return vector;
  };
  const candidates = asPromised(await retriever.search(query, n, { ...options, onWordsOnly, vectorOf }));
  if (failure !== undefined || embedder === undefined || vectors.size === 0) return { candidates, failure };
  const kept = [...vectors].map(async ([text, vector]) => encodeQueryVector(text, embedder, await vector));
  return { candidates, vectors: await Promise.all(kept) };
}

export function recordLeads(index: RunIndex, recorder: Recorder): LeadSource {
  return {
    leadsOf: (found, n, { node, signal }) => {
      const input = { found: found.map(({ passageId, score }) => [passageId, score]), n };
      const make = async (): Promise<readonly string[]> => {
        signal?.throwIfAborted();
        return Promise.resolve(leadsOf(found, index, n));
      };
      return recorder.remember('leads', input, make, { node });
    },
  };
}

/** No passage twice, and only scores that a log can store, as pipelines.md 1.1 promises for a search. */
function asPromised(found: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>();
  return found
    .filter(({ passageId }) => !seen.has(passageId) && seen.add(passageId))
    .map(({ score, ...candidate }, rank) => ({ ...candidate, score: finite(score) ?? 0, rank }));
}

/**
 * A batch without scores records the reason on the node.
 * @param spec its scope decides what the neighbors are, the preference for named documents what the scores are
 */
export function recordScorer(scorer: BatchScorer, recorder: Recorder, spec: Searching): BatchScorer {
  const ids = new CallIds('rerank');
  const { id: model, scale } = scorer;
  return {
    id: model,
    scale,
    async score(query, passageIds, k, options) {
      const { node } = options;
      const id = ids.next(node);
      const input = { model, query, passageIds, k, scope: spec.scope, prefersNamed: prefersNamed(spec) };
      const { result: batch, ms } = await timed<ScoredBatch>(recorder, { of: 'rerank', node, input }, async () => {
        const scored = await scorer.score(query, passageIds, k, options);
        return { ...scored, scores: scored.scores.map(finite) };
      });
      if (batch.failure !== undefined) recorder.emit({ kind: 'node-changed', node, set: { failure: batch.failure } });
      recorder.emit({ kind: 'reranked', rerank: { id, node, query, pairs: passageIds.length, ms } });
      return batch;
    },
  };
}

export function recordNar(recorder: Recorder): NarObserver {
  return {
    started: (node, parameters) => recorder.emit({ kind: 'nar-started', node, ...parameters }),
    progressed: (node, done, { c: of }) => recorder.emit({ kind: 'node-changed', node, activity: { kind: 'reranking', done, of } }),
    turned: (node, turn) => {
      const batch = turn.batch.map((one) => ({ ...one, priority: finite(one.priority), rescored: finite(one.rescored) }));
      recorder.emit({ kind: 'nar-turned', node, turn: { ...turn, batch } });
    },
    flagged: (node, flag) => recorder.emit({ kind: 'node-changed', node, flag }),
    ranked: (node, { ranking, exhausted }) => {
      recorder.emit({
        kind: 'nar-ranked',
        node,
        ranking: ranking.map(({ passageId, score, t }) => ({ passageId, score: finite(score), t })),
        exhausted,
      });
    },
  };
}

export function recordPassages(source: PassageSource, recorder: Recorder): PassageSource {
  return {
    passages: (passageIds, options) =>
      recorder.remember('passages', passageIds, () => source.passages(passageIds, options), { node: options.node }),
  };
}

/** Records on the node why the model failed, each reason once: without that, a pair without a label would look like a judgment. */
export function recordEntailment(model: Entailment, recorder: Recorder): EntailmentJudge {
  const ids = new CallIds('nli');
  const reported = new Set<string>();
  return {
    async label(premise, hypothesis, { node, signal }) {
      const id = ids.next(node, hashOf([premise, hypothesis], 12));
      const input = { model: model.id, premise, hypothesis };
      const { result: judged, ms } = await timed<Judged>(recorder, { of: 'entailment', node, input }, async () => {
        const label = async (): Promise<Judged> => (await model.label([{ premise, hypothesis }], { signal }))[0]?.label ?? null;
        return orFailure('The entailment model', label, signal);
      });
      if (judged === null) return null;
      if (typeof judged === 'string') {
        recorder.emit({ kind: 'nli-judged', nli: { id, node, label: judged, ms } });
        return judged;
      }
      const { failure } = judged;
      if (!reported.has(`${node}:${failure}`)) recorder.emit({ kind: 'node-changed', node, set: { failure } });
      reported.add(`${node}:${failure}`);
      // Pipelines handle a missing label and flag the node.
      return null;
    },
  };
}

/** As the log has it. */
type Judged = EntailmentLabel | null | { readonly failure: string };

/** Records on the node why an embedder failed. */
export function recordVectors(embedder: Embedder, recorder: Recorder): TextVectors {
  return {
    async embed(texts, { node, signal }) {
      const embed = async (): Promise<StoredVectors> => {
        const rows = await embedder.embed(texts, { signal });
        if (rows.length !== texts.length * embedder.dimension || !rows.every(Number.isFinite))
          throw new Error('it did not return a vector for each text');
        return encodeVectors(rows, embedder.dimension);
      };
      const make = async (): Promise<StoredVectors> => ({ dimension: 0, base64: '', ...(await orFailure('The embedder', embed, signal)) });
      const stored = await recorder.remember('vectors', { model: embedder.id, texts }, make, { node });
      if (stored.failure === undefined) return decodeVectors(stored);
      recorder.emit({ kind: 'node-changed', node, set: { failure: stored.failure } });
      return null;
    },
  };
}

/** What a model gives, or why it has failed. */
async function orFailure<T>(model: string, make: () => Promise<T>, signal: AbortSignal): Promise<T | { readonly failure: string }> {
  signal.throwIfAborted();
  try {
    return await make();
  } catch (error) {
    if (isAbort(error)) throw error;
    return { failure: `${model} failed: ${messageOf(error)}` };
  }
}

/** A recorded call with its duration in milliseconds; 0 if the result was known. */
async function timed<T>(
  recorder: Recorder,
  { of, node, input }: { readonly of: string; readonly node: string; readonly input: unknown },
  make: () => Promise<T>,
): Promise<{ readonly result: T; readonly ms: number }> {
  let ms = 0;
  const timedMake = async (): Promise<T> => {
    const began = recorder.now();
    try {
      return await make();
    } finally {
      ms = recorder.now() - began;
    }
  };
  const result = await recorder.remember(of, input, timedMake, { node });
  return { result, ms };
}

/** Call ids that depend on the node and its input, not on the order in which concurrent nodes call. */
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

/** As a log has it, since JSON has no infinity. */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
