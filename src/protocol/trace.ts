/** The folded trace of one run (pipelines.md 1.9), and what `ask --json` adds to it. */
import * as z from 'zod';
import { sentence } from './sentence.ts';
import { aboutDocuments } from './aboutDocuments.ts';
import { evidenceSource, mentionPlace, passage } from './passage.ts';
import { runSpec } from './runSpec.ts';
import { otherLanguage } from './otherLanguage.ts';
import { unsearched } from './unsearched.ts';
import { scopeSummary } from './scopeSummary.ts';
import { llmCall, sentPart } from './spent.ts';
import { unconfirmed } from './unconfirmed.ts';
import { writtenAnswerOf } from './writtenAnswer.ts';

const nodeKind = z.enum(['root', 'sub_question', 'generated_doc', 'thought', 'plan', 'meta', 'final', 'compose']);
export const nodeStatus = z.enum([
  'pending',
  'running',
  'supported',
  'revised',
  'unsupported',
  'blocked',
  'answered',
  'reused',
  'rejected',
  'failed',
  'superseded',
]);
export const edgeKind = z.enum(['decomposes', 'depends_on', 'then', 'fills_gap_of', 'replaces', 'combines_into']);
export const runStatus = z.enum(['ok', 'degraded', 'failed', 'cancelled']);

/** What a running node does now, for the user. `done` of `of` counts passages. */
export const activity = z.object({
  kind: z.enum(['waiting', 'retrieving', 'reranking', 'reading', 'planning', 'finishing', 'writing']),
  done: z.number().int().optional(),
  of: z.number().int().optional(),
});

export const evidence = z.object({
  passageId: z.string(),
  rank: z.number().int(),
  score: z.number().nullable(),
  used: z.boolean(),
  source: evidenceSource,
  /** First-stage rank, if the passage was in the first stage. */
  firstStageRank: z.number().int().optional(),
  /** The passage whose neighbor this one is, if it came from the frontier. */
  via: z.string().optional(),
  /** The mention that raised its rank. */
  mentionedBy: mentionPlace.optional(),
});

/** The effect of uncertainty feedback on one batch. */
const asuFacts = z.object({
  /** In sample order, without failed samples; null is an abstention. */
  answers: z.array(z.string().nullable()),
  /** The semantic set of each answer. */
  sets: z.array(z.number().int()),
  s: z.number().int(),
  comparisons: z.number().int(),
  /** Why the batch kept its scores: `no_sampling`, `no_samples`, `no_scores` or `cannot_matter`. */
  skipped: z.string().optional(),
  /** Passages of the batch that nearly repeat a better one, and were not shown when answers were sampled. */
  folded: z.number().int().optional(),
});

export const narTurn = z.object({
  t: z.number().int(),
  pool: z.enum(['initial', 'frontier']),
  frontierSize: z.number().int(),
  batch: z.array(
    z.object({
      passageId: z.string(),
      /** A walk goes on from passages that are no evidence, which the trace does not have. */
      title: z.string().optional(),
      via: z.string().optional(),
      priority: z.number().nullable(),
      raw: z.number().nullable(),
      score: z.number().nullable(),
      rescored: z.number().nullable(),
    }),
  ),
  asu: asuFacts.optional(),
});

export const narTrace = z.object({
  b: z.number().int(),
  c: z.number().int(),
  k: z.number().int(),
  scoreTransform: z.enum(['sigmoid', 'identity']),
  turns: z.array(narTurn),
  ranking: z.array(z.object({ passageId: z.string(), score: z.number().nullable(), t: z.number().int() })),
  exhausted: z.boolean(),
});

/** One round of a method that fills gaps: what was missing, which passages were new, what is kept. Round 0 is the first retrieval. */
const iteration = z.object({
  t: z.number().int(),
  gaps: z.array(z.string()),
  /** Passages not seen before, in order of arrival. */
  newDocs: z.array(z.string()),
  /** Passages kept, best first. */
  context: z.array(z.string()),
});

/** The result of a `plan` node (pipelines.md 5.8). */
const planTrace = z.object({
  /** The question's type, as classified. */
  type: z.string(),
  /** The reply, verbatim. */
  reply: z.string(),
  error: z.object({ code: z.string(), ids: z.array(z.string()) }).optional(),
  /** What the reasoner was given about the preceding plan, which failed. */
  feedback: z.unknown().optional(),
});

export const traceNode = z.object({
  id: z.string(),
  kind: nodeKind,
  text: z.string(),
  resolvedText: z.string().optional(),
  /** Words of the text that earlier steps found but were too unsure of to give as their answers. The answer to this node rests on them. */
  guessed: z.array(z.string()).optional(),
  parent: z.string().nullable(),
  attempt: z.number().int(),
  depth: z.number().int(),
  level: z.number().int().optional(),
  order: z.number().int(),
  status: nodeStatus,
  activity: activity.optional(),
  answer: z.string().nullable().optional(),
  /** What tells the answer apart from others of the same name, where later questions name it. */
  qualifier: z.string().optional(),
  /** What the question asks for and the answer leaves open, in the model's words. */
  missing: z.string().optional(),
  abstained: z.boolean().optional(),
  /** Why nothing has confirmed the answer; absent when it is confirmed or there is no answer. */
  unconfirmed: unconfirmed.optional(),
  answerBeforeRevision: z.string().nullable().optional(),
  branch: z.enum(['retrieve', 'generate', 'decompose']).optional(),
  branchReason: z.string().optional(),
  confidence: z.object({ value: z.number().nullable(), method: z.enum(['verb', 'prob']), raw: z.unknown().optional() }).optional(),
  votes: z.array(z.boolean().nullable()).optional(),
  iterations: z.array(iteration).optional(),
  plan: planTrace.optional(),
  /** The words of the evidence that contain the answer. */
  evidenceQuote: z.string().nullable().optional(),
  /** Passages of the evidence that contain the answer, best first; the quote is from the first. */
  cites: z.array(z.string()).optional(),
  evidence: z.array(evidence),
  nar: narTrace.optional(),
  calls: z.array(z.string()),
  /** The node's calls to models and index: made, or taken from the run that this one is based on. Absent when there were none. */
  asked: z.object({ made: z.number().int(), recalled: z.number().int() }).optional(),
  startedAt: z.number(),
  endedAt: z.number(),
  /**
   * Milliseconds that the node had taken when its run was interrupted. The resumed run takes earlier results from the log, which takes no
   * time.
   */
  earlierMs: z.number().optional(),
  /** Why the node failed, for the user. */
  failure: sentence.optional(),
  flags: z.array(z.string()),
});

const traceEdge = z.object({ from: z.string(), to: z.string(), kind: edgeKind });

export const retrieval = z.object({
  id: z.string(),
  node: z.string(),
  query: z.string(),
  method: z.string(),
  results: z.array(
    z.object({
      passageId: z.string(),
      score: z.number(),
      rank: z.number().int(),
      /** The query quotes a phrase that the passage does not contain. */
      lacksPhrase: z.literal(true).optional(),
      /** The mention that raised its rank. */
      mentionedBy: mentionPlace.optional(),
    }),
  ),
  ms: z.number(),
});

export const rerank = z.object({ id: z.string(), node: z.string(), query: z.string(), pairs: z.number().int(), ms: z.number() });
export const nliPair = z.object({
  id: z.string(),
  node: z.string(),
  label: z.enum(['entailment', 'neutral', 'contradiction']),
  ms: z.number(),
});

const totals = z.object({
  llmCalls: z.number().int(),
  requests: z.number().int(),
  attempts: z.number().int(),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
  retrievals: z.number().int(),
  rerankPairs: z.number().int(),
  nliPairs: z.number().int(),
});

/** Lines are 1-based and inclusive, as in `report.md#L12-L18`. `quote` is verbatim in them and in its passage; `lastPage` if not `page`. */
export const citation = z.object({
  n: z.number().int().positive(),
  path: z.string(),
  startLine: z.number().int().positive(),
  endLine: z.number().int().positive(),
  page: z.number().int().positive().optional(),
  lastPage: z.number().int().positive().optional(),
  /** With its markup. */
  quote: z.string(),
  /** The quote as people read it, where that differs: without markup. */
  text: z.string().optional(),
  documentHash: z.string(),
  nodeId: z.string(),
  passageId: z.string(),
  /** Fingerprint of the cited lines, written into links so that later changes can be detected. */
  linesHash: z.string(),
});

/** A place in a document as it was indexed. Offsets are those of `SourceRange`. */
const quotedPlace = z.object({
  ...citation.pick({ path: true, startLine: true, endLine: true, page: true, lastPage: true, documentHash: true, passageId: true }).shape,
  startOffset: z.number().int().nonnegative(),
  endOffset: z.number().int().nonnegative(),
});

/** A part of a quote as it is shown. */
const quotePart = z.object({
  /** Code keeps its lines and their indentation. Prose has a line break only where a list item or a paragraph ends. */
  isCode: z.literal(true).optional(),
  text: z.string(),
  /** The words in it that were asked for. */
  asked: z.array(z.object({ start: z.number().int(), end: z.number().int() })).optional(),
});

/**
 * A sentence of the documents that bears on the question. `n` is that of the citation with the same place, otherwise the numbers continue
 * those of the citations.
 */
export const digestQuote = z.object({
  ...citation.omit({ linesHash: true }).shape,
  ...quotedPlace.shape,
  /** Absent when the lines were not looked at, because the run was stopped or failed. */
  linesHash: z.string().optional(),
  /** What was asked for when its passage was found. */
  subQuestion: z.string(),
  /** The words that introduce the list it is from, or the header of the table. */
  lead: z.string().optional(),
  /** The quote is a part of a very long sentence. */
  isCutBefore: z.literal(true).optional(),
  isCutAfter: z.literal(true).optional(),
  /** Others bear more on what was asked and fill a screen, so this is shown on demand. */
  isFurther: z.literal(true).optional(),
  /** Other places that say nearly the same. */
  also: z.array(quotedPlace),
  /** How it is laid out; absent where it is prose without a line break and without words that were asked for. */
  parts: z.array(quotePart).optional(),
});

/** How two passages of a run disagree about something that it quotes, with a citation of each side. */
export const evidenceConflict = z.object({ text: sentence, citations: z.array(citation) });

export const writtenAnswer = writtenAnswerOf(citation);

/** A sentence of the answer, in UTF-16 code units, end-exclusive. */
export const answerRange = z.object({ start: z.number().int(), end: z.number().int() });

export const cost = totals.omit({ attempts: true }).extend({
  seconds: z.number(),
  criticalPathSeconds: z.number(),
  /** The number of `llmCalls` taken from the run that this one is based on; absent when there are none. */
  recalledCalls: z.number().int().optional(),
});

export const trace = z.object({
  traceVersion: z.literal(1),
  runId: z.string(),
  ...runSpec.omit({ scope: true }).shape,
  status: runStatus,
  /** False while events are still expected. */
  finished: z.boolean(),
  answer: z.string().nullable(),
  abstained: z.boolean(),
  /** What the question asks for and was not found, in the model's words, beside an answer or in its place. */
  missing: z.string().optional(),
  /** Why nothing has confirmed the answer of a finished run; absent when it is confirmed or there is no answer. */
  unconfirmed: unconfirmed.optional(),
  stopReason: z.string(),
  /** What happened and what to do, when the status is `failed`, `cancelled` or `degraded`. */
  failure: sentence.optional(),
  startedAtUtc: z.string(),
  folder: z.string(),
  indexEpoch: z.string(),
  /** What was searched, if not all documents. */
  scope: scopeSummary.optional(),
  /** Of several folders, those that could not be searched. */
  unsearched: z.array(unsearched).optional(),
  /** Which documents the question names; absent where it names none. */
  identity: aboutDocuments.optional(),
  /** Where the question is in a language that no document is in, and the embedder finds nothing across languages. */
  otherLanguage: otherLanguage.optional(),
  nodes: z.array(traceNode),
  /** For a resumed run: milliseconds that its nodes had taken when it was interrupted, by id. */
  earlierMs: z.record(z.string(), z.number()).optional(),
  edges: z.array(traceEdge),
  llmCalls: z.array(llmCall),
  retrievals: z.array(retrieval),
  reranks: z.array(rerank),
  nli: z.array(nliPair),
  totals,
  flags: z.array(z.string()),
  citations: z.array(citation),
  /** Sentences of the answer that no citation supports. */
  unsupported: z.array(answerRange),
  /** The answer written out. Absent when only a `short` one was asked for, or it could not be written. */
  written: writtenAnswer.optional(),
  /** How passages disagree, where no written answer says it. */
  conflicts: z.array(evidenceConflict).optional(),
  /** Quotes grouped by sub-question, then document. Absent when the run was stopped or failed. */
  digest: z.array(digestQuote).optional(),
  cost,
  /** Bytes of requests that left the machine during the run. */
  bytesSent: z.number().int(),
  /** The same by destination and purpose. Absent when nothing was sent. */
  sent: z.array(sentPart).optional(),
  /** Passages named by evidence, by id, so that a trace can be shown without its index. */
  passages: z.record(z.string(), passage),
});

/** A run as far as it is known: the fold of its events before number `next`. */
export const runSnapshot = z.object({ trace, next: z.number().int().nonnegative() });

const version = z.object({ trace: trace.pick({ traceVersion: true, runId: true }) });

/** A snapshot that was checked where it comes from: looking at all of a long run again takes longer than a frame. */
export const knownSnapshot = z.custom<RunSnapshot>((value) => version.safeParse(value).success);

export type NodeKind = z.infer<typeof nodeKind>;
export type NodeStatus = z.infer<typeof nodeStatus>;
export type EdgeKind = z.infer<typeof edgeKind>;
export type SentPart = Readonly<z.infer<typeof sentPart>>;
export type RunStatus = z.infer<typeof runStatus>;
export type Activity = Readonly<z.infer<typeof activity>>;
export type Evidence = Readonly<z.infer<typeof evidence>>;
export type NarTurn = Readonly<z.infer<typeof narTurn>>;
export type TraceNode = Readonly<z.infer<typeof traceNode>>;
export type TraceEdge = Readonly<z.infer<typeof traceEdge>>;
export type LlmCall = Readonly<z.infer<typeof llmCall>>;
export type Retrieval = Readonly<z.infer<typeof retrieval>>;
export type Totals = Readonly<z.infer<typeof totals>>;
export type WrittenAnswer = Readonly<z.infer<typeof writtenAnswer>>;
export type EvidenceConflict = Readonly<z.infer<typeof evidenceConflict>>;
export type AnswerRange = Readonly<z.infer<typeof answerRange>>;
export type Citation = Readonly<z.infer<typeof citation>>;
export type QuotedPlace = Readonly<z.infer<typeof quotedPlace>>;
export type QuotePart = Readonly<z.infer<typeof quotePart>>;
export type DigestQuote = Readonly<z.infer<typeof digestQuote>>;
export type Cost = Readonly<z.infer<typeof cost>>;
export type Trace = Readonly<z.infer<typeof trace>>;
export type RunSnapshot = Readonly<z.infer<typeof runSnapshot>>;
