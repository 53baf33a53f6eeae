/** What a run is to do, and what it works with. `plan.ts` makes it, `execute.ts` runs it, `replay.ts` and `preview.ts` run it without leaving a log. */
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { Embedder, Entailment, Reranker } from '../models/models.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import type { FirstStageMethod, ModelIds } from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { RunBudget, RunEdits, RunOrigin } from '../protocol/runOptions.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import type { Retriever } from '../retrieval/retrieval.ts';
import type { Recorder } from '../trace/recorder.ts';
import type { SourceLines } from './cite.ts';

/** One run, however it begins: asked, resumed in its own log, or made from another run with changes. */
export interface Run {
  readonly runId: string;
  readonly pipeline: AnyPipeline;
  readonly params: Record<string, unknown>;
  readonly question: string;
  readonly models: ModelIds;
  readonly firstStage: FirstStageMethod;
  readonly budget?: RunBudget | undefined;
  readonly edits?: RunEdits | undefined;
  /** The run that this one is made from. */
  readonly from?: RunOrigin | undefined;
  /** Whether the chat model gave log-probabilities when the run began; what was learned of it since must not change the run. */
  readonly logprobs?: boolean | undefined;
  /** The log that results are taken from. */
  readonly earlier?: EarlierLog | undefined;
}

interface EarlierLog {
  /** `own`: the run itself continues; `other`: this is a new run made from it. */
  readonly kind: 'own' | 'other';
  readonly events: readonly RunEvent[];
  /** Of the run that the run itself was made from. */
  readonly source: readonly RunEvent[];
}

/** Index and models, each without its recording. */
export interface RunComponents {
  readonly createReasoner: (recorder: Recorder) => Reasoner;
  readonly retriever: Retriever;
  readonly index: PassageIndex;
  /** The graph that is walked. */
  readonly neighborsOf: PassageIndex['neighborsOf'];
  readonly reranker: Reranker;
  readonly embedder: Embedder;
  readonly entailment: Entailment;
  /** Of the documents. */
  readonly folder: string;
  readonly sourceLines: SourceLines;
  /** To a chat server so far. */
  readonly bytesSent: () => number;
}
