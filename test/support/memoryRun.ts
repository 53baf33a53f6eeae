import { AriadneError } from '../../src/base/errors.ts';
import type { SourceLines } from '../../src/run/cite.ts';
import { RecordingReranker, recordEntailment, recordPassages, recordRetriever } from '../../src/run/collaborators.ts';
import { recordVectors } from '../../src/run/recordVectors.ts';
import { execute } from '../../src/run/execute.ts';
import { MemoizedReasoner } from '../../src/reasoning/memoizedReasoner.ts';
import type { AnyPipeline } from '../../src/pipelines/pipeline.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import type { Reasoner } from '../../src/reasoning/reasoner.ts';
import type { Embedder, Entailment, Reranker } from '../../src/models/models.ts';
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
  readonly reasoner: Reasoner;
  /** Hears of every call to something outside the pipeline, before it is made. */
  readonly onCall?: (of: string) => void;
  readonly signal?: AbortSignal;
  /** By default nothing embeds texts. */
  readonly embedder?: Embedder;
  /** By default texts entail each other when they are the same. */
  readonly entailment?: Entailment;
  /** By default shared words are counted. */
  readonly reranker?: Reranker;
  readonly edited?: (node: string, text: string) => string;
}

/** Runs a pipeline as the engine does, over an index in memory; returns its events and their fold. */
export async function runInMemory(run: MemoryRun): Promise<{ readonly events: readonly RunEvent[]; readonly trace: Trace }> {
  const { pipeline, question, params = {}, index, reasoner, onCall, signal = new AbortController().signal } = run;
  const events: RunEvent[] = [];
  const recorder = new RunRecorder((event) => events.push(event));
  const memo = {
    remember: <T>(of: string, input: unknown, call: () => Promise<T>, facts?: CallFacts): Promise<T> => {
      onCall?.(of);
      return recorder.remember(of, input, call, facts);
    },
  };
  const recording = { trace: recorder, memo };
  const sourceLines: SourceLines = async (path) =>
    (await index.passages([...Array(index.passageCount).keys()])).filter((one) => one.path === path).map(({ text }) => text);
  await execute({
    pipeline,
    header: {
      runId: 'run',
      pipeline: pipeline.id,
      params: pipeline.parameters.parse(params),
      question,
      startedAtUtc: '2026-01-01T00:00:00.000Z',
      folder: '/docs',
      models: { chat: 'builtin', embedder: 'none', reranker: 'words', entailment: (run.entailment ?? sameText).id },
      indexEpoch: index.epoch,
    },
    recorder: {
      emit: (event) => recorder.emit(event),
      now: () => recorder.now(),
      remember: memo.remember,
      get trace() {
        return recorder.trace;
      },
    },
    collaborators: {
      reasoner: new MemoizedReasoner(reasoner, memo),
      retriever: recordRetriever(createQuotingRetriever('bm25', index, noEmbedder), recording),
      reranker: new RecordingReranker(index, (row, k) => index.neighborsOf(row, k), run.reranker ?? new WordReranker(), recording),
      passages: recordPassages(index, recording),
      ...(run.embedder ? { vectors: recordVectors(run.embedder, recording) } : {}),
      entailment: recordEntailment(run.entailment ?? sameText, recording),
      edited: run.edited ?? ((_node, text) => text),
    },
    sourceLines,
    signal,
    bytesSent: () => 0,
  });
  return { events, trace: fold(events) };
}

const noEmbedder: Embedder = {
  id: 'none',
  dimension: 1,
  embed: () => Promise.reject(new AriadneError('model-unreachable', 'This test embeds nothing.')),
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
