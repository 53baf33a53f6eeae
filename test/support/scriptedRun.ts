import { AriadneError } from '../../src/base/errors.ts';
import { RecordingReranker, recordEntailment, recordPassages, recordRetriever } from '../../src/run/collaborators.ts';
import { execute } from '../../src/run/execute.ts';
import { FallbackReasoner } from '../../src/reasoning/fallbackReasoner.ts';
import type { AnyPipeline } from '../../src/pipelines/pipeline.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import type { Reasoner, ReasonerCall, RoleId, Roles } from '../../src/reasoning/reasoner.ts';
import { RunRecorder } from '../../src/trace/runRecorder.ts';
import { MemoryIndex } from './memoryIndex.ts';
import { passageOf } from './passages.ts';

export interface ScriptedRun {
  readonly pipeline: AnyPipeline;
  readonly question: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly reasoner: Reasoner;
  /** Ids of what a search finds, best first; they are cut to what was asked for. */
  readonly retrieval: (query: string) => readonly string[];
  /** What the reranker gives a passage; a failing reranker throws. */
  readonly score?: (passageId: string) => number | null;
  /** Every id that a search may find. */
  readonly docs: readonly string[];
  readonly edited?: (node: string, text: string) => string;
  /** Searches and calls of the reasoner at most, the last answering step not counted. */
  readonly budget?: number;
  /** Before each search: who is first can be varied. */
  readonly pause?: () => Promise<void>;
  /** Hears of every call, before it is made. */
  readonly onCall?: () => void;
  readonly signal?: AbortSignal;
}

/** Runs a pipeline as the engine does, over components that follow a script: one query finds these ids, one passage has this score. */
export async function runScripted(run: ScriptedRun): Promise<Trace> {
  const { pipeline, question, params = {}, docs, score = () => 0, signal = new AbortController().signal } = run;
  const index = new MemoryIndex(docs.map((id) => passageOf(id)));
  const recorder = new RunRecorder(() => undefined);
  const recording = { trace: recorder, memo: recorder };
  const budget = new Budget(run.budget ?? Infinity, run.onCall ?? (() => undefined));
  await execute({
    pipeline,
    header: {
      runId: 'run',
      pipeline: pipeline.id,
      params: pipeline.parameters.parse(params),
      question,
      startedAtUtc: '2026-01-01T00:00:00.000Z',
      folder: '/docs',
      models: { chat: 'scripted', embedder: 'none', reranker: 'scripted' },
      indexEpoch: index.epoch,
    },
    recorder,
    collaborators: {
      reasoner: new FallbackReasoner(new BudgetedReasoner(run.reasoner, budget), recorder),
      retriever: recordRetriever(
        {
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
        recording,
      ),
      reranker: new RecordingReranker(
        index,
        () => [],
        { id: 'scripted', scale: 'probability', score: async (_query, passages) => passages.map(({ title }) => score(title)) },
        recording,
      ),
      passages: recordPassages(index, recording),
      entailment: recordEntailment(
        { id: 'none', label: () => Promise.reject(new AriadneError('model-unreachable', 'Nothing is judged here.')) },
        recording,
      ),
      edited: run.edited ?? ((_node, text) => text),
    },
    sourceLines: async (path) => [`Text of ${path.replace('.md', '')}.`],
    signal,
    bytesSent: () => 0,
  });
  return recorder.trace;
}

/** What two runs of the same script must have in common: everything but times and the order of `llmCalls` (pipelines.md 1.9). */
export function comparable(trace: Trace): unknown {
  const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);
  return JSON.parse(
    JSON.stringify(
      {
        ...trace,
        llmCalls: trace.llmCalls.toSorted(byId),
      },
      (key, value: unknown) => (/^(ms|startedAt|endedAt|seconds|criticalPathSeconds)$/.test(key) ? 0 : value),
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

class BudgetedReasoner implements Reasoner {
  readonly id: string;
  readonly can: Reasoner['can'];
  readonly #inner: Reasoner;
  readonly #budget: Budget;

  constructor(inner: Reasoner, budget: Budget) {
    this.id = inner.id;
    this.can = inner.can;
    this.#inner = inner;
    this.#budget = budget;
  }

  serves(role: RoleId): boolean {
    return this.#inner.serves(role);
  }

  async perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall) {
    this.#budget.spend(call.isFinal);
    return this.#inner.perform(role, input, call);
  }

  async sample<R extends RoleId>(role: R, input: Roles[R]['input'], n: number, call: Omit<ReasonerCall, 'sample'>) {
    this.#budget.spend(call.isFinal);
    return this.#inner.sample(role, input, n, call);
  }
}
