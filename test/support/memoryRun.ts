import { AriadneError } from '../../src/base/errors.ts';
import type { SourceLines } from '../../src/engine/cite.ts';
import { RecordingReranker, recordPassages, recordRetriever } from '../../src/engine/collaborators.ts';
import { execute } from '../../src/engine/execute.ts';
import { RememberedReasoner } from '../../src/engine/reasoners.ts';
import type { AnyPipeline } from '../../src/pipelines/pipeline.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import type { Reasoner } from '../../src/reasoning/reasoner.ts';
import type { Embedder } from '../../src/models/models.ts';
import { createRetriever } from '../../src/retrieval/firstStage.ts';
import { fold } from '../../src/trace/fold.ts';
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
}

/** Runs a pipeline as the engine does, over an index in memory; returns its events and their fold. */
export async function runInMemory(run: MemoryRun): Promise<{ readonly events: readonly RunEvent[]; readonly trace: Trace }> {
  const { pipeline, question, params = {}, index, reasoner, onCall, signal = new AbortController().signal } = run;
  const events: RunEvent[] = [];
  const recorder = new RunRecorder((event) => events.push(event));
  const memo = {
    remember: <T>(of: string, input: unknown, call: () => Promise<T>): Promise<T> => {
      onCall?.(of);
      return recorder.remember(of, input, call);
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
      models: { chat: 'builtin', embedder: 'none', reranker: 'words' },
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
      reasoner: new RememberedReasoner(reasoner, memo),
      retriever: recordRetriever(createRetriever('bm25', index, noEmbedder), recording),
      reranker: new RecordingReranker(index, (row, k) => index.neighborsOf(row, k), new WordReranker(), recording),
      passages: recordPassages(index, recording),
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
  embed: () => Promise.reject(new AriadneError('not-here', 'This test embeds nothing.')),
};
