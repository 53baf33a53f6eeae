/**
 * One line of a run log. The log is append-only, and folding its events gives the trace. Every event is self-contained: `n` counts from 0
 * without gaps, `at` is milliseconds since the run began.
 */
import * as z from 'zod';
import { aboutDocuments } from './aboutDocuments.ts';
import { followedRun } from './followUp.ts';
import { passage } from './passage.ts';
import { runBudget, runOrigin } from './runOptions.ts';
import { otherLanguage } from './otherLanguage.ts';
import { scopeSummary } from './scopeSummary.ts';
import { unindexed } from './unindexed.ts';
import { llmCall, sentPart } from './spent.ts';
import {
  activity,
  answerRange,
  citation,
  digestQuote,
  edgeKind,
  evidence,
  evidenceConflict,
  narTrace,
  narTurn,
  nliPair,
  nodeStatus,
  rerank,
  retrieval,
  runModels,
  runStatus,
  traceNode,
  writtenAnswer,
} from './trace.ts';
import { answerForm, writtenForm } from './writtenAnswer.ts';

/** Increased when a field of an event changes its name or meaning. */
export const logVersion = 2;

const base = { n: z.number().int().nonnegative(), at: z.number().nonnegative() };

const runStarted = z.object({
  ...base,
  kind: z.literal('run-started'),
  logVersion: z.literal(logVersion),
  runId: z.string(),
  pipeline: z.string(),
  params: z.record(z.string(), z.unknown()),
  seed: z.number().int().optional(),
  question: z.string(),
  /** When the run began, ISO 8601. */
  startedAtUtc: z.string(),
  folder: z.string(),
  models: runModels,
  indexEpoch: z.string(),
  /** The first-stage method. */
  firstStage: z.string().optional(),
  /** Paths of the documents given with the question. */
  candidates: z.array(z.string()).optional(),
  /** Sub-questions given with the question. */
  subQuestions: z.array(z.string()).optional(),
  /** What was searched, if not all documents. */
  scope: scopeSummary.optional(),
  /** Which documents the question names; absent where it names none, and in older logs. */
  identity: aboutDocuments.optional(),
  /** Whether documents that the question names count no more than others. */
  anyDocument: z.literal(true).optional(),
  /** The form of the answer. Absent: `short`. */
  form: answerForm.optional(),
  /** With `auto`, what the words of the question call for. Absent where the model chooses, and in older logs. */
  chosenForm: writtenForm.optional(),
  /** Whether sentences of a written answer that nothing supports are left out. */
  strict: z.literal(true).optional(),
  /** Where the question was in a language that no document was in, and the embedder found nothing across languages. */
  otherLanguage: otherLanguage.optional(),
  /** Changes that the index did not have. */
  unindexed: unindexed.optional(),
  /** Lines about some documents, where they are alike: what roles that plan are shown. */
  documentsLike: z.array(z.string()).optional(),
  /** Whether the reasoner has log-probabilities, as far as known when the run began. A pipeline may depend on it. */
  logprobs: z.boolean().optional(),
  /** Version of the prompts for chat models. */
  promptVersion: z.number().int().optional(),
  /** Whether the run ends with a digest; absent in older logs, whose runs have none. */
  digests: z.literal(true).optional(),
  /** How many passages closest to its question the run ends with, as evidence of its first node; `true` is 5 in older logs, absent none. */
  closest: z.union([z.literal(true), z.number().int().positive()]).optional(),
  /** Whether these include the first passages of the documents that the question is about; absent in older logs. */
  leads: z.literal(true).optional(),
  /** Whether the run ends with a look for passages that disagree; absent in older logs. */
  conflicts: z.literal(true).optional(),
  /** Whether the reranker prefers the documents that a query names, as the first stage `linked` does; absent in older logs. */
  preferred: z.literal(true).optional(),
  budget: runBudget.optional(),
  /** The run that this one is based on. */
  from: runOrigin.optional(),
  /** The run that its question follows, and how it was made to stand alone. */
  follows: followedRun.optional(),
});

/**
 * An interrupted or stopped run is resumed: it is executed again from its start, with the results in its log. All events between the header
 * and this one are sent again.
 */
const runResumed = z.object({
  ...base,
  kind: z.literal('run-resumed'),
  /** ISO 8601. */
  resumedAtUtc: z.string(),
  indexEpoch: z.string(),
  budget: runBudget.optional(),
});

const nodeAdded = z.object({
  ...base,
  kind: z.literal('node-added'),
  node: traceNode.pick({
    id: true,
    kind: true,
    text: true,
    resolvedText: true,
    parent: true,
    attempt: true,
    depth: true,
    level: true,
    order: true,
  }),
});

const edgeAdded = z.object({ ...base, kind: z.literal('edge-added'), from: z.string(), to: z.string(), edge: edgeKind });

/** Sets the named facts of a node and keeps the others. A status other than `pending` and `running` ends the node. */
const nodeChanged = z.object({
  ...base,
  kind: z.literal('node-changed'),
  node: z.string(),
  status: nodeStatus.optional(),
  activity: activity.optional(),
  set: traceNode
    .pick({
      resolvedText: true,
      guessed: true,
      answer: true,
      qualifier: true,
      missing: true,
      abstained: true,
      unconfirmed: true,
      answerBeforeRevision: true,
      branch: true,
      branchReason: true,
      confidence: true,
      votes: true,
      iterations: true,
      plan: true,
      evidenceQuote: true,
      cites: true,
      failure: true,
    })
    .partial()
    .optional(),
  flag: z.string().optional(),
});

const retrieved = z.object({ ...base, kind: z.literal('retrieved'), retrieval });
const reranked = z.object({ ...base, kind: z.literal('reranked'), rerank });
const nliJudged = z.object({ ...base, kind: z.literal('nli-judged'), nli: nliPair });

const narStarted = z.object({
  ...base,
  kind: z.literal('nar-started'),
  node: z.string(),
  ...narTrace.pick({ b: true, c: true, k: true, graph: true, scoreTransform: true }).shape,
});
const narTurned = z.object({ ...base, kind: z.literal('nar-turned'), node: z.string(), turn: narTurn });
const narRanked = z.object({
  ...base,
  kind: z.literal('nar-ranked'),
  node: z.string(),
  ...narTrace.pick({ ranking: true, exhausted: true }).shape,
});

/** The evidence of a node, best first, with the passages it names. Replaces earlier evidence. */
const evidenceFound = z.object({
  ...base,
  kind: z.literal('evidence-found'),
  node: z.string(),
  evidence: z.array(evidence),
  passages: z.array(passage),
});

const llmCalled = z.object({ ...base, kind: z.literal('llm-called'), call: llmCall });

/**
 * The result of one call to something outside the pipeline, or its failure, so that a finished log can be replayed without it. `key` is a
 * hash of its full input, `nth` the number of earlier calls with the same key, `node` the node that made it; older logs have no `node`.
 */
const recorded = z.object({
  ...base,
  kind: z.literal('recorded'),
  key: z.string(),
  nth: z.number().int().positive().optional(),
  of: z.string(),
  node: z.string().optional(),
  value: z.unknown().optional(),
  /** `tries`: for a request, how often it was sent. */
  error: z.object({ code: z.string(), message: z.string(), tries: z.number().int().nonnegative().optional() }).optional(),
  /** Taken from the log of the run that this one is based on, without a call. */
  recalled: z.literal(true).optional(),
});

const flagged = z.object({ ...base, kind: z.literal('flagged'), flag: z.string() });
const cited = z.object({
  ...base,
  kind: z.literal('cited'),
  citations: z.array(citation),
  unsupported: z.array(answerRange).optional(),
  written: writtenAnswer.optional(),
  digest: z.array(digestQuote).optional(),
  conflicts: z.array(evidenceConflict).optional(),
});

const runFinished = z.object({
  ...base,
  kind: z.literal('run-finished'),
  status: runStatus,
  answer: z.string().nullable(),
  abstained: z.boolean(),
  stopReason: z.string(),
  failure: z.string().optional(),
  bytesSent: z.number().int(),
  sent: z.array(sentPart).optional(),
});

export const runEvent = z.discriminatedUnion('kind', [
  runStarted,
  runResumed,
  nodeAdded,
  edgeAdded,
  nodeChanged,
  retrieved,
  reranked,
  nliJudged,
  narStarted,
  narTurned,
  narRanked,
  evidenceFound,
  llmCalled,
  recorded,
  flagged,
  cited,
  runFinished,
]);
export type RunEvent = Readonly<z.infer<typeof runEvent>>;
type WithoutBase<T> = T extends unknown ? Omit<T, 'n' | 'at'> : never;
/** An event before the log adds its number and time. */
export type NewRunEvent = WithoutBase<RunEvent>;
