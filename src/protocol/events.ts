/**
 * One line of a run log. The log is append-only, and folding its events gives the trace. Every event is self-contained: `n` counts from 0
 * without gaps, `at` is milliseconds since the run began.
 */
import * as z from 'zod';
import { sentence } from './sentence.ts';
import { aboutDocuments } from './aboutDocuments.ts';
import { passage } from './passage.ts';
import { runBudget } from './runOptions.ts';
import { runSpec } from './runSpec.ts';
import { otherLanguage } from './otherLanguage.ts';
import { scopeSummary } from './scopeSummary.ts';
import { unsearched } from './unsearched.ts';
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
  runStatus,
  traceNode,
  writtenAnswer,
} from './trace.ts';

/** Increased when a field of an event changes its name or meaning. */
export const logVersion = 3;

const base = { n: z.number().int().nonnegative(), at: z.number().nonnegative() };

const runStarted = z.object({
  ...base,
  kind: z.literal('run-started'),
  logVersion: z.literal(logVersion),
  runId: z.string(),
  /** As the run began, with the models that answer and search. */
  spec: runSpec,
  /** When the run began, ISO 8601. */
  startedAtUtc: z.string(),
  folder: z.string(),
  indexEpoch: z.string(),
  /** What was searched, if not all documents. */
  scope: scopeSummary.optional(),
  /** Of several folders, those that could not be searched. */
  unsearched: z.array(unsearched).optional(),
  /** Which documents the question names; absent where it names none. */
  identity: aboutDocuments.optional(),
  /** Where the question was in a language that no document was in, and the embedder found nothing across languages. */
  otherLanguage: otherLanguage.optional(),
  /** Lines about some documents, where they are alike: what roles that plan are shown. */
  documentsLike: z.array(z.string()),
  /** Whether the reasoner has log-probabilities, as far as known when the run began. A pipeline may depend on it. */
  logprobs: z.boolean(),
  /** Version of the prompts for chat models. */
  promptVersion: z.number().int(),
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
  ...narTrace.pick({ b: true, c: true, k: true, scoreTransform: true }).shape,
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
 * hash of its full input, `nth` the number of earlier calls with the same key, `node` the node that made it, if one did.
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
  error: z.object({ code: z.string(), message: sentence, tries: z.number().int().nonnegative().optional() }).optional(),
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
  failure: sentence.optional(),
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
export type RunFinished = Extract<RunEvent, { readonly kind: 'run-finished' }>;
export type RunStarted = Extract<RunEvent, { readonly kind: 'run-started' }>;
type WithoutBase<T> = T extends unknown ? Omit<T, 'n' | 'at'> : never;
/** An event before the log adds its number and time. */
export type NewRunEvent = WithoutBase<RunEvent>;
