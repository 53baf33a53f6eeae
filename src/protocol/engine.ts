/** What the engine process answers, and what it asks of its host (the one door to the network). */
import * as z from 'zod';
import { runEvent } from './events.ts';
import { passage } from './passage.ts';
import { rerunPreview } from './preview.ts';
import { runBudget, runEdits, takenBack } from './runOptions.ts';
import { cost, runSnapshot } from './trace.ts';
import { unconfirmed } from './unconfirmed.ts';

export const modelIds = z.object({ chat: z.string(), embedder: z.string(), reranker: z.string(), entailment: z.string() });
export type ModelIds = Readonly<z.infer<typeof modelIds>>;
export const builtinModels: ModelIds = { chat: 'builtin', embedder: 'builtin', reranker: 'builtin', entailment: 'builtin' };

/** Which files of the folder are documents. Globs are relative to the folder, `/`-separated. */
const discoveryOptions = z.object({
  /** As in VS Code's `files.exclude`; what they match, and everything in a folder they match, is not listed. */
  exclude: z.array(z.string()).readonly(),
  maxFileBytes: z.number().int().positive(),
});
export type DiscoveryOptions = Readonly<z.infer<typeof discoveryOptions>>;
export const defaultDiscovery: DiscoveryOptions = { exclude: [], maxFileBytes: 20 * 1024 * 1024 };

const openRequest = z.object({
  /** Absolute path of the folder. */
  folder: z.string(),
  /** Absolute path of the folder that holds the run logs and, unless `dataset` names another place, the index; never inside `folder`. */
  storage: z.string(),
  /** Where the index is, as LanceDB takes it: a path, `s3://…`, `db://…`. */
  dataset: z.string().optional(),
  /** Other storage folders of this user: a folder without an index begins with a copy of the one of another worktree of its repository. */
  siblings: z.array(z.string()).optional(),
});

/** What is known of one file. */
const indexedFile = z.object({
  path: z.string(),
  /** `skipped`: left out by a rule, never opened; `failed`: opened, but could not be read as a document. */
  state: z.enum(['indexed', 'skipped', 'failed']),
  /** Why it is not indexed, as one clause. */
  reason: z.string().optional(),
  passages: z.number().int(),
  /** Name of the reader: `markdown`, `pdf` … */
  parser: z.string().optional(),
  sizeBytes: z.number().optional(),
  /** What reading, parsing and cutting took. */
  readMs: z.number().optional(),
  indexedAtUtc: z.string().optional(),
});
export type IndexedFile = Readonly<z.infer<typeof indexedFile>>;

export const indexSummary = z.object({
  documents: z.number().int(),
  passages: z.number().int(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  embedded: z.number().int(),
  reused: z.number().int(),
  seconds: z.object({
    read: z.number(),
    cut: z.number(),
    embed: z.number(),
    graph: z.number(),
    fulltext: z.number(),
    total: z.number(),
  }),
  graph: z.object({
    k: z.number().int(),
    edges: z.number().int(),
    exact: z.boolean(),
    /** Share of the exact graph's edges that an approximate one has, measured on a sample. */
    recall: z.number().optional(),
  }),
});
export type IndexSummary = Readonly<z.infer<typeof indexSummary>>;

export const indexProgress = z.object({
  /** `index`: a pass over the folder; `update`: some files; `learn`: the built-in embedder learns; `walk`: a question needs a graph that is not made yet. */
  work: z.enum(['index', 'update', 'learn', 'walk']),
  /** `wait`: another process writes the index. */
  stage: z.enum(['wait', 'discover', 'read', 'fulltext', 'embed', 'graph', 'store', 'learn']),
  /** Of all stages of this work, in [0, 1]: never falls, and is 1 only when all of it is done. */
  fraction: z.number().min(0).max(1),
  /** Documents that were looked at; never fewer than before. */
  documentsDone: z.number().int(),
  documentsTotal: z.number().int(),
  passages: z.number().int(),
  /** The document being read, relative to the folder. */
  current: z.string().optional(),
  /** Who writes, while this waits: `process 12 on box`. */
  waitingFor: z.string().optional(),
  /** Expected until everything is done, from the rate seen so far; absent until there is one. */
  remainingSeconds: z.number().optional(),
});
export type IndexProgress = Readonly<z.infer<typeof indexProgress>>;

/** What bringing some files up to date did. */
const updateSummary = z.object({
  /** `full-pass-needed`: what changed (an ignore file, a folder, very many files) takes a pass over the whole folder; nothing was done. */
  outcome: z.enum(['updated', 'nothing-changed', 'full-pass-needed']),
  documents: z.number().int(),
  passages: z.number().int(),
  embedded: z.number().int(),
  removed: z.number().int(),
  seconds: z.number(),
});
export type UpdateSummary = Readonly<z.infer<typeof updateSummary>>;

/** What learning did: the built-in embedder takes its vectors from the folder's passages. */
const learnSummary = z.object({
  /** `too-small`: plain vectors are as good for a folder of this size, it stays with them. `current`: the vectors in use are learned and still fit. */
  outcome: z.enum(['learned', 'current', 'too-small']),
  embedder: z.string(),
  pairs: z.number().int(),
  seconds: z.object({ learn: z.number(), embed: z.number(), graph: z.number(), total: z.number() }),
});
export type LearnSummary = Readonly<z.infer<typeof learnSummary>>;

export const indexStatus = z.object({
  /** `partial`: indexing was cut short; what is stored can be searched, and indexing again goes on from there. */
  state: z.enum(['none', 'partial', 'ready', 'indexing']),
  documents: z.number().int(),
  passages: z.number().int(),
  epoch: z.string(),
  indexedAtUtc: z.string().optional(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** What dense search and the neighbor graph use: vectors learned from this folder, or plain ones. */
  vectors: z.enum(['none', 'plain', 'learned']),
  /** True when `learn` would do something: nothing has been learned yet, or much has changed since. */
  learningDue: z.boolean(),
  /** On disk; absent for a remote dataset. */
  sizeBytes: z.number().optional(),
  /** Absent where it is not known. */
  graph: indexSummary.shape.graph.optional(),
});
export type IndexStatus = Readonly<z.infer<typeof indexStatus>>;

export const searchMethod = z.enum(['bm25', 'dense', 'hybrid', 'nar']);
export type SearchMethod = z.infer<typeof searchMethod>;
const searchResult = z.object({
  passage,
  rank: z.number().int(),
  score: z.number().nullable(),
  origin: z.enum(['first-stage', 'frontier']),
});
export type SearchResult = Readonly<z.infer<typeof searchResult>>;

/** What finds the candidates. The neighbor graph takes the other signal: a dense graph for `bm25` and `hybrid`, a BM25 graph for `dense` (pipelines.md 2.2). */
export const firstStageMethod = z.enum(['bm25', 'dense', 'hybrid']);
export type FirstStageMethod = z.infer<typeof firstStageMethod>;

const askRequest = z.object({
  runId: z.string(),
  question: z.string(),
  pipeline: z.string(),
  params: z.record(z.string(), z.unknown()),
  models: modelIds,
  /** By default `bm25`. */
  firstStage: firstStageMethod.optional(),
  /** Where to write the run log; by default inside the storage folder. */
  log: z.string().optional(),
  budget: runBudget.optional(),
});
export type AskRequest = Readonly<z.infer<typeof askRequest>>;

/** A run that is stored, by its id, or one whose log is elsewhere, by the path of the log. */
const runReference = z.union([z.object({ runId: z.string() }), z.object({ log: z.string() })]);
export type RunReference = Readonly<z.infer<typeof runReference>>;

const resumeRequest = z.object({
  run: runReference,
  /** The run's own chat model stays. */
  models: modelIds.omit({ chat: true }).optional(),
  /** Instead of the run's own. */
  budget: runBudget.optional(),
});
export type ResumeRequest = Readonly<z.infer<typeof resumeRequest>>;

/** A new run made from another: the same question through the same pipeline, but for what is given here. */
const rerunRequest = z.object({
  /** Of the new run. */
  runId: z.string(),
  from: runReference,
  edits: runEdits,
  /** Of the changes that the other run was made with, which otherwise stay. */
  takenBack: takenBack.optional(),
  /** Asks everything again: nothing is taken from the other run, its edits neither. */
  isFresh: z.literal(true).optional(),
  /** Instead of the other run's; edits of its nodes do not apply then, and its parameters are not those of this one. */
  pipeline: z.string().optional(),
  /** Instead of the other run's: those not named stay. */
  params: z.record(z.string(), z.unknown()).optional(),
  models: modelIds.partial().optional(),
  log: z.string().optional(),
  budget: runBudget.optional(),
});
export type RerunRequest = Readonly<z.infer<typeof rerunRequest>>;
export type PreviewRequest = Omit<RerunRequest, 'runId' | 'log'>;

/** What a run may come to. */
const estimate = z.object({
  /** At most (pipelines.md 9); repairs and retries come on top. */
  bound: z.object({
    llmCalls: z.number(),
    /** So many calls of the size that calls to this chat model have had. */
    tokens: z.number(),
    retrievals: z.number(),
    rerankPairs: z.number(),
    nliPairs: z.number(),
  }),
  /** Medians of the latest finished runs of this pipeline with this chat model; absent when there are none. */
  expected: z
    .object({
      /** How many there were. */
      runs: z.number().int().positive(),
      llmCalls: z.number(),
      promptTokens: z.number(),
      completionTokens: z.number(),
      retrievals: z.number(),
      rerankPairs: z.number(),
      seconds: z.number(),
    })
    .optional(),
});
export type Estimate = Readonly<z.infer<typeof estimate>>;

const pipelineParameter = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(['integer', 'number', 'boolean', 'string']),
  /** Absent where no value means what leaving it out means. */
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  choices: z.array(z.string()).optional(),
});
export const pipelineInfo = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  paper: z.string(),
  parameters: z.array(pipelineParameter),
});
export type PipelineInfo = Readonly<z.infer<typeof pipelineInfo>>;

export const runSummary = z.object({
  runId: z.string(),
  log: z.string(),
  question: z.string(),
  pipeline: z.string(),
  startedAtUtc: z.string(),
  status: z.enum(['running', 'ok', 'degraded', 'failed', 'cancelled', 'interrupted']),
  answer: z.string().nullable(),
  abstained: z.boolean(),
  /** Why nothing has confirmed the answer; absent where it is confirmed, or there is none. */
  unconfirmed: unconfirmed.optional(),
  seconds: z.number(),
  /** The index that the run was answered from; see `indexStatus.epoch`. */
  indexEpoch: z.string().optional(),
  chat: z.string().optional(),
  cost: cost.optional(),
  /** The run was cut short, stopped or failed, and can go on. */
  canResume: z.boolean().optional(),
  /** The run that this one is made from. */
  fromRunId: z.string().optional(),
  /** What the user calls it. */
  title: z.string().optional(),
  /** It stays on top of lists. */
  isPinned: z.boolean().optional(),
});
export type RunSummary = Readonly<z.infer<typeof runSummary>>;
const removedSummary = runSummary.extend({ removedAtUtc: z.string() });
export type RemovedSummary = Readonly<z.infer<typeof removedSummary>>;

/** Requests the engine serves. A cancelled request fails with `AbortError`. */
export const engineRequests = {
  open: { params: openRequest, result: indexStatus },
  status: { params: z.object({}), result: indexStatus },
  /**
   * Brings the whole index up to date. Refuses a home folder or the root of a drive (`folder-refused`), and without `confirmed` an unusually large folder
   * (`folder-large`, whose sentence has the numbers).
   */
  index: { params: z.object({ discovery: discoveryOptions, models: modelIds, confirmed: z.boolean().optional() }), result: indexSummary },
  /** Brings just these files up to date: relative to the folder, `/`-separated; changed, new or gone. */
  update: { params: z.object({ paths: z.array(z.string()), discovery: discoveryOptions, models: modelIds }), result: updateSummary },
  /** Learns vectors from the indexed passages, embeds with them and swaps them in; the old ones answer until then. */
  learn: { params: z.object({ models: modelIds }), result: learnSummary },
  /** Files known to the index, by path, a page at a time. */
  files: {
    params: z.object({ from: z.number().int().nonnegative(), count: z.number().int().positive() }),
    result: z.object({ total: z.number().int(), files: z.array(indexedFile) }),
  },
  /** Why a file is or is not in the index, as a sentence. */
  explain: {
    params: z.object({ path: z.string(), discovery: discoveryOptions }),
    result: z.object({
      state: z.enum(['indexed', 'changed', 'not-indexed', 'excluded', 'missing']),
      reason: z.string(),
      /** The ignore file whose line rules it out, relative to the folder. */
      ignoreFile: z.string().optional(),
    }),
  },
  /** The text in which the places of a document's passages count, as the file is now. */
  sourceText: {
    params: z.object({ path: z.string(), maxFileBytes: z.number().int().positive() }),
    result: z.object({ text: z.string(), isExtracted: z.boolean(), documentHash: z.string() }),
  },
  search: {
    params: z.object({
      query: z.string(),
      method: searchMethod,
      k: z.number().int().positive(),
      models: modelIds,
      /** Of method `nar`. */
      firstStage: firstStageMethod.optional(),
    }),
    result: z.object({ method: searchMethod, results: z.array(searchResult) }),
  },
  /** Ends when the run has ended, however it ended; the events tell how. */
  ask: { params: askRequest, result: z.object({ runId: z.string(), log: z.string() }) },
  /** Goes on with a run that was cut short, stopped or failed, without a second call for what is in its log. Ends as `ask` does. */
  resume: { params: resumeRequest, result: z.object({ runId: z.string(), log: z.string() }) },
  /** Only what depends on the changes is called for again. Ends as `ask` does. */
  rerun: { params: rerunRequest, result: z.object({ runId: z.string(), log: z.string() }) },
  /** What `rerun` would do. Asks index and built-in models what the earlier run does not tell, the chat model nothing. */
  previewRerun: { params: rerunRequest.omit({ runId: true, log: true }), result: rerunPreview },
  /** Before a run. */
  estimate: { params: askRequest.pick({ pipeline: true, params: true, models: true }), result: estimate },
  /** Questions that fit the documents, at most four, the most telling first; none where no question could be made. Kept until the index changes. */
  suggestions: { params: z.object({}), result: z.object({ questions: z.array(z.string()) }) },
  pipelines: { params: z.object({}), result: z.array(pipelineInfo) },
  runs: { params: z.object({}), result: z.array(runSummary) },
  /** Events of a stored run from number `from` on. */
  events: { params: z.object({ runId: z.string(), from: z.number().int() }), result: z.array(runEvent) },
  /** A stored run, folded: to show it takes one message, and none of what only a second execution needs. */
  snapshot: { params: z.object({ runId: z.string() }), result: runSnapshot },
  /** What is not named stays; an empty title takes the title away. */
  noteRun: { params: runSummary.pick({ runId: true, title: true, isPinned: true }), result: z.object({}) },
  /** Can be undone by `restoreRun` for some days. */
  deleteRun: { params: z.object({ runId: z.string() }), result: z.object({}) },
  restoreRun: { params: z.object({ runId: z.string() }), result: z.object({}) },
  /** Runs that `restoreRun` can bring back, those deleted last first. */
  removedRuns: { params: z.object({}), result: z.array(removedSummary) },
} as const;
export type EngineMethod = keyof typeof engineRequests;
export type EngineParams<M extends EngineMethod> = z.input<(typeof engineRequests)[M]['params']>;
export type EngineResult<M extends EngineMethod> = z.output<(typeof engineRequests)[M]['result']>;

/** Notifications from the engine. */
export const engineNotifications = {
  indexProgress,
  runEvent: z.object({ runId: z.string(), event: runEvent }),
  log: z.object({ level: z.enum(['debug', 'info', 'warn', 'error']), tag: z.string(), message: z.string() }),
} as const;
export type EngineNotification = keyof typeof engineNotifications;
export type EngineNotificationParams<N extends EngineNotification> = z.output<(typeof engineNotifications)[N]>;

/** The door: what the engine asks its host to fetch. The host adds keys, proxy and certificates, refuses destinations the user has not chosen, and counts. */
export const doorRequest = z.object({
  id: z.string(),
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  /** Why, for the network ledger: `chat`, `embeddings` … */
  purpose: z.string(),
});
export type DoorRequest = Readonly<z.infer<typeof doorRequest>>;
export const doorHead = z.object({ status: z.number().int(), statusText: z.string(), headers: z.record(z.string(), z.string()) });
/** A piece of a reply's body, base64; `done` ends it, `error` breaks it, for the reason that `code` names. */
export const doorChunk = z.object({
  id: z.string(),
  data: z.string().optional(),
  done: z.boolean().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
});

/** How errors cross the process boundary. */
export const errorData = z.object({ code: z.string() });
