/**
 * A run and its components. `plan.ts` creates it, `execute.ts` executes it, `replay.ts` and `preview.ts` execute it without leaving a log.
 */
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { Embedder, Entailment, Reranker } from '../models/models.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import type { FirstStageMethod, ModelIds } from '../protocol/engine.ts';
import type { AboutDocuments } from '../protocol/aboutDocuments.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { FollowedRun } from '../protocol/followUp.ts';
import type { RunBudget, RunEdits, RunOrigin } from '../protocol/runOptions.ts';
import type { OtherLanguage } from '../protocol/otherLanguage.ts';
import type { Unindexed } from '../protocol/unindexed.ts';
import type { ScopeSummary } from '../protocol/scopeSummary.ts';
import type { SentPart } from '../protocol/trace.ts';
import type { AnswerForm, WrittenForm } from '../protocol/writtenAnswer.ts';
import type { RunFacts } from '../reasoning/createReasoner.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import type { NeighborsOf } from '../retrieval/batchScorer.ts';
import type { Retriever } from '../retrieval/retrieval.ts';
import type { Recorder } from '../trace/recorder.ts';
import type { SourceLines } from './quotedSource.ts';

/** One run of any kind: a new question, resumed in its log, or based on another run with changes. */
export interface Run {
  readonly runId: string;
  readonly pipeline: AnyPipeline;
  readonly params: Record<string, unknown>;
  readonly question: string;
  readonly models: ModelIds;
  readonly firstStage: FirstStageMethod;
  /** Paths of the documents given with the question; only they are searched if the parameters say so. */
  readonly candidates?: readonly string[];
  /** Sub-questions given with the question; asked if the parameters say so. */
  readonly subQuestions?: readonly string[];
  /** Limits the run to some documents, in the syntax of `parseScope`. */
  readonly scope?: string;
  /** Whether documents that the question names count no more than others. Default: false. */
  readonly anyDocument?: boolean;
  /** Default: `short`, the pipeline's own answer. */
  readonly form?: AnswerForm;
  /** What a model is asked for in place of `auto`, where the words of the question are clear. */
  readonly chosenForm?: WrittenForm;
  /** Whether sentences of a written answer that nothing supports are left out. Default: false. */
  readonly strict?: boolean;
  readonly budget?: RunBudget;
  readonly edits?: RunEdits;
  /** The run that this one is based on. */
  readonly from?: RunOrigin;
  /** The run that its question follows. */
  readonly follows?: FollowedRun;
  /** Changes in the folder that the index did not have when the question was asked. */
  readonly unindexed?: Unindexed;
  /** What roles that plan are shown of the folder. Default: what `documentsLike` finds. */
  readonly documentsLike?: readonly string[];
  /** Whether the chat model had log-probabilities when the run began. Later knowledge must not change the run. */
  readonly logprobs?: boolean;
  /** False when an older version began the run, whose log has no digest. Default: true. */
  readonly digests?: boolean;
  /** How many passages closest to the question it ends with, where its log says so; 0 when it has no search for them. */
  readonly closest?: number;
  /** Likewise false when its log has no first passages of documents with it. */
  readonly leads?: boolean;
  /** Likewise false when its log has no look for passages that disagree. */
  readonly conflicts?: boolean;
  /** Likewise false when its reranker does not prefer the documents that a query names. */
  readonly preferred?: boolean;
  /** The logs that results are taken from. */
  readonly earlier?: EarlierLogs;
}

interface EarlierLogs {
  /** Of the run itself, as far as it came before it was interrupted. */
  readonly own?: readonly RunEvent[];
  /** Of the run that this one is made from; absent where that log is gone. */
  readonly origin?: readonly RunEvent[];
  /** Whether results of the index in `origin` do not count. Default: false. */
  readonly searchesAgain?: boolean;
}

/** Index and models, without recording. */
export interface RunComponents {
  readonly createReasoner: (options: { readonly recorder: Recorder } & RunFacts) => Reasoner;
  /** Ids of the models behind the reasoner. Default: as the run names them. */
  readonly answering?: Pick<ModelIds, 'chat' | 'reader' | 'planner'>;
  readonly retriever: Retriever;
  readonly index: PassageIndex;
  /** All that are indexed, by path, with the time when they were last read. Default: unknown. */
  readonly documents?: () => Promise<ReadonlyMap<string, { readonly indexedAtUtc: string }>>;
  /** What the scope names, where the run has one. `index` has its passages only. */
  readonly scope?: ScopeSummary;
  /** The documents that the question names; undefined where it names none, or where that does not count. */
  readonly identity?: AboutDocuments;
  /** Where the question is in a language that no document is in. */
  readonly otherLanguage?: OtherLanguage;
  /** The graph to walk. */
  readonly neighborsOf: NeighborsOf;
  readonly reranker: Reranker;
  readonly embedder: Embedder;
  /** Whether a server or a local model gives its vectors, so that the log keeps those of queries. Default: false. */
  readonly keepsVectors?: boolean;
  readonly entailment: Entailment;
  /** Folder of the documents. */
  readonly folder: string;
  readonly sourceLines: SourceLines;
  /** Bytes sent to a chat server so far. */
  readonly bytesSent: () => number;
  /** The same by destination and purpose. Default: unknown. */
  readonly sent?: () => readonly SentPart[];
}
