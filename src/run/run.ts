/**
 * A run and its components. `plan.ts` creates it, `execute.ts` executes it, `replay.ts` and `preview.ts` execute it without leaving a log.
 */
import type * as z from 'zod';
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { Embedder, Entailment } from '../models/models.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import type { AboutDocuments } from '../protocol/aboutDocuments.ts';
import type { RunEvent, RunStarted } from '../protocol/events.ts';
import type { OtherLanguage } from '../protocol/otherLanguage.ts';
import type { answeringIds, RunSpec } from '../protocol/runSpec.ts';
import type { ScopeSummary } from '../protocol/scopeSummary.ts';
import type { SentPart, Trace } from '../protocol/trace.ts';
import type { Unsearched } from '../protocol/unsearched.ts';
import type { RunFacts } from '../reasoning/createReasoner.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import type { BatchScorer, Retriever } from '../retrieval/retrieval.ts';
import type { Recorder } from '../trace/recorder.ts';
import type { SourceLines } from './quotedSource.ts';

/** One run of any kind: a new question, resumed in its log, or based on another run with changes. */
export interface Run {
  readonly runId: string;
  readonly spec: RunSpec;
  readonly pipeline: AnyPipeline;
  /** What a run that is executed again found when it began: later knowledge must not change it. */
  readonly begun?: Partial<Pick<RunStarted, 'documentsLike' | 'logprobs'>>;
  /** The logs that results are taken from. */
  readonly earlier?: EarlierLogs;
}

interface EarlierLogs {
  /** Of the run itself, as far as it came before it was interrupted. */
  readonly own?: readonly RunEvent[];
  /** Of the run that this one is made from; absent where that log is gone. */
  readonly origin?: readonly RunEvent[];
  /** How the last execution in them ended: of the run itself or, before its first, of `origin`. */
  readonly ended: Pick<Trace, 'indexEpoch' | 'status' | 'passages'>;
  /** Whether results of the index in `origin` do not count. Default: false. */
  readonly searchesAgain?: boolean | undefined;
}

/** What a run asks of its index besides searches. */
export type RunIndex = Pick<PassageIndex, 'epoch' | 'passageCount' | 'idOf' | 'rowOf' | 'pathOf' | 'firstOf' | 'identityOf' | 'passages'>;

/** Index and models, without recording. */
export interface RunComponents {
  readonly createReasoner: (options: { readonly recorder: Recorder } & RunFacts) => Reasoner;
  /** Ids of the models behind the reasoner. Default: as the run names them. */
  readonly answering?: z.infer<typeof answeringIds>;
  readonly retriever: Retriever;
  readonly index: RunIndex;
  /** All that are indexed, by path, with the time when they were last read. Default: unknown. */
  readonly documents?: () => Promise<ReadonlyMap<string, { readonly indexedAtUtc: string }>>;
  /** What the scope names, where the run has one. `index` has its passages only. */
  readonly scope?: ScopeSummary;
  /** Of several folders, those that could not be searched. */
  readonly unsearched?: readonly Unsearched[];
  /** The documents that the question names; undefined where it names none, or where that does not count. */
  readonly identity?: AboutDocuments;
  /** Where the question is in a language that no document is in. */
  readonly otherLanguage?: OtherLanguage;
  /** Scores passages, and has the graph to walk. */
  readonly scorer: BatchScorer;
  readonly embedder: Embedder;
  /** Whether a server or a local model gives its vectors, so that the log keeps those of queries. Default: false. */
  readonly keepsVectors?: boolean;
  readonly entailment: Entailment;
  /** Folder of the documents. */
  readonly folder: string;
  readonly sourceLines: SourceLines;
  /** What was sent so far, by destination and purpose. Default: nothing. */
  readonly sent?: () => readonly SentPart[];
}
