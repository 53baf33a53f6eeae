import { createBatchScorer } from '../../src/retrieval/batchScorer.ts';
import { AriadneError } from '../../src/base/errors.ts';
import { execute } from '../../src/run/execute.ts';
import { runReasoner } from '../../src/reasoning/createReasoner.ts';
import type { AnyPipeline } from '../../src/pipelines/pipeline.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { RunEdits } from '../../src/protocol/runOptions.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import type { Backend } from '../../src/reasoning/reasoner.ts';
import { RunRecorder } from '../../src/trace/runRecorder.ts';
import { MemoryIndex } from './memoryIndex.ts';
import { passageOf } from './passages.ts';

export interface ScriptedRun {
  readonly pipeline: AnyPipeline;
  readonly question: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly reasoner: Backend;
  /** Ids that a search finds, best first, cut to the requested number. */
  readonly retrieval: (query: string) => readonly string[];
  /** The reranker's score of a passage for a query; may throw to simulate a failure. */
  readonly score?: (passageId: string, query: string) => number | null;
  /** Every id that a search may find. */
  readonly docs: readonly string[];
  /** By id, of documents with a text of their own. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly edits?: RunEdits;
  /** Given with the question. */
  readonly subQuestions?: string[];
  /** Maximum number of searches and reasoner calls, without the last answering step. */
  readonly budget?: number;
  /** Called before each search, to vary which concurrent search ends first. */
  readonly pause?: () => Promise<void>;
  /** Called before every call. */
  readonly onCall?: () => void;
  readonly signal?: AbortSignal;
}

/** Runs a pipeline like the engine, with scripted components: each query finds given ids, and each passage has a given score. */
export async function runScripted(run: ScriptedRun): Promise<Trace> {
  const { pipeline, question, params = {}, docs, texts = {}, score = () => 0, signal = new AbortController().signal } = run;
  const index = new MemoryIndex(docs.map((id) => passageOf(id, texts[id])));
  const models = { ...builtinModels, chat: 'scripted' };
  const recorder = new RunRecorder(() => undefined);
  const budget = new Budget(run.budget ?? Infinity, run.onCall ?? (() => undefined));
  await execute(
    {
      runId: 'run',
      pipeline,
      spec: {
        question,
        pipeline: pipeline.id,
        params: pipeline.parameters.parse(params),
        models,
        firstStage: 'bm25',
        from: run.edits && { runId: 'before', indexEpoch: '', edits: run.edits, isFresh: true },
        subQuestions: run.subQuestions,
      },
    },
    {
      createReasoner: (options) => runReasoner(budgeted(run.reasoner, budget), options),
      retriever: {
        method: 'scripted',
        search: async (query, n, { signal: stopped }) => {
          budget.spend();
          await run.pause?.();
          stopped.throwIfAborted();
          return run
            .retrieval(query)
            .slice(0, n)
            .map((passageId, rank) => ({ passageId, score: 1 / (rank + 1), rank }));
        },
      },
      index,
      scorer: createBatchScorer(
        index,
        'vectors',
        { id: 'scripted', scale: 'probability', score: async (query, passages) => passages.map(({ title }) => score(title, query)) },
        false,
      ),
      embedder: { id: 'none', dimension: 1, embed: async (texts) => new Float32Array(texts.length) },
      entailment: { id: 'none', label: () => Promise.reject(new AriadneError('model-unreachable', 'Nothing is judged here.')) },
      folder: '/docs',
      sourceLines: async (path) => [texts[path.replace('.md', '')] ?? `Text of ${path.replace('.md', '')}.`],
    },
    recorder,
    signal,
  );
  return recorder.trace;
}

/** The part of a trace that two runs of the same script share: everything but times and the order of `llmCalls` (pipelines.md 1.9). */
export function comparable(trace: Trace): unknown {
  const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);
  return JSON.parse(
    JSON.stringify(
      {
        ...trace,
        llmCalls: trace.llmCalls.toSorted(byId),
      },
      (key, value: unknown) => (/^(ms|startedAt|startedAtUtc|endedAt|seconds|criticalPathSeconds)$/.test(key) ? 0 : value),
    ),
  );
}

class Budget {
  readonly #limit: number;
  readonly #onCall: () => void;
  #spent = 0;

  constructor(limit: number, onCall: () => void) {
    this.#limit = limit;
    this.#onCall = onCall;
  }

  spend(isFinal = false): void {
    this.#onCall();
    if (!isFinal && this.#spent++ >= this.#limit) throw new AriadneError('budget-exhausted', 'The budget of this run is spent.');
  }
}

/** The backend, whose calls spend from the budget. */
function budgeted(inner: Backend, budget: Budget): Backend {
  return {
    id: inner.id,
    can: inner.can,
    serves: (role) => inner.serves(role),
    async ask(role, input, call, n) {
      budget.spend(call.isFinal);
      return inner.ask(role, input, call, n);
    },
  };
}
