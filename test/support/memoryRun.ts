import { hashOf } from '../../src/base/hash.ts';
import type { SourceLines } from '../../src/run/quotedSource.ts';
import { searchedIndex } from '../../src/run/requireGiven.ts';
import { execute } from '../../src/run/execute.ts';
import { keepingOutcomes, restingAnswersOn, showingDocuments } from '../../src/reasoning/middleware.ts';
import type { AnyPipeline } from '../../src/pipelines/pipeline.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import type { RunEdits } from '../../src/protocol/runOptions.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { type Backend, reasonerOf } from '../../src/reasoning/reasoner.ts';
import type { Embedder, Entailment, Reranker } from '../../src/models/models.ts';
import { createBatchScorer } from '../../src/retrieval/batchScorer.ts';
import { createQuotingRetriever } from '../../src/retrieval/quotingRetriever.ts';
import { fold } from '../../src/trace/fold.ts';
import type { CallFacts } from '../../src/trace/recorder.ts';
import { RunRecorder } from '../../src/trace/runRecorder.ts';
import { WordReranker, type MemoryIndex } from './memoryIndex.ts';

export interface MemoryRun {
  readonly pipeline: AnyPipeline;
  readonly question: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly index: MemoryIndex;
  readonly reasoner: Backend;
  /** Called before every call to something outside the pipeline. */
  readonly onCall?: (of: string) => void;
  readonly signal?: AbortSignal;
  /** Default: counts words. */
  readonly embedder?: Embedder;
  /** Default: equal texts entail each other. */
  readonly entailment?: Entailment;
  /** Default: counts shared words. */
  readonly reranker?: Reranker;
  readonly edits?: RunEdits;
  readonly candidates?: string[];
  readonly subQuestions?: string[];
}

/** Runs a pipeline like the engine, over an index in memory, and returns its events and their fold. */
export async function runInMemory(run: MemoryRun): Promise<{ readonly events: readonly RunEvent[]; readonly trace: Trace }> {
  const { pipeline, question, params = {}, index, candidates, reasoner, onCall, signal = new AbortController().signal } = run;
  const events: RunEvent[] = [];
  const recorder = new HeardRecorder((event) => events.push(event), onCall);
  const sourceLines: SourceLines = async (path) =>
    (await index.passages([...Array(index.passageCount).keys()])).filter((one) => one.path === path).map(({ text }) => text);
  const embedder = run.embedder ?? wordEmbedder;
  const parsed = pipeline.parameters.parse(params);
  const searched = await searchedIndex({ params: parsed, candidates }, index);
  await execute(
    {
      runId: 'run',
      pipeline,
      spec: {
        question,
        pipeline: pipeline.id,
        params: parsed,
        candidates,
        subQuestions: run.subQuestions,
        models: builtinModels,
        firstStage: 'bm25',
        from: run.edits && { runId: 'before', indexEpoch: '', edits: run.edits, isFresh: true },
      },
    },
    {
      createReasoner: ({ documents, knowledge }) =>
        reasonerOf(reasoner, [showingDocuments(documents), restingAnswersOn(knowledge), keepingOutcomes(recorder)]),
      retriever: createQuotingRetriever('bm25', searched, embedder),
      index: searched,
      scorer: createBatchScorer(searched, 'vectors', run.reranker ?? new WordReranker(), false),
      embedder,
      entailment: run.entailment ?? sameText,
      folder: '/docs',
      sourceLines,
    },
    recorder,
    signal,
  );
  return { events, trace: fold(events) };
}

class HeardRecorder extends RunRecorder {
  readonly #onCall: (of: string) => void;

  constructor(write: (event: RunEvent) => void, onCall: (of: string) => void = () => undefined) {
    super(write);
    this.#onCall = onCall;
  }

  override remember<T>(of: string, input: unknown, make: () => Promise<T>, facts?: CallFacts): Promise<T> {
    this.#onCall(of);
    return super.remember(of, input, make, facts);
  }
}

/** Hashes words, so that texts without a common word are usually far from each other. */
const wordEmbedder: Embedder = {
  id: 'words',
  dimension: 64,
  embed: async (texts) => {
    const rows = texts.map((text) => {
      const counts = new Float32Array(64);
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts[Number.parseInt(hashOf([word], 4), 16) % 64]! += 1;
      const length = Math.hypot(...counts) || 1;
      return counts.map((count) => count / length);
    });
    return Float32Array.from(rows.flatMap((row) => [...row]));
  },
};

const sameText: Entailment = {
  id: 'same-text',
  label: async (pairs) =>
    pairs.map(({ premise, hypothesis }) => {
      const isSame = premise === hypothesis;
      return {
        label: isSame ? 'entailment' : 'neutral',
        probabilities: { entailment: isSame ? 1 : 0, neutral: isSame ? 0 : 1, contradiction: 0 },
      };
    }),
};
