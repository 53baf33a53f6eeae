/** What the engine process answers, and what it asks of its host (the one door to the network). */
import * as z from 'zod';
import { runEvent } from './events.ts';
import { passage } from './passage.ts';

export const modelIds = z.object({ chat: z.string(), embedder: z.string(), reranker: z.string(), entailment: z.string() });
export type ModelIds = Readonly<z.infer<typeof modelIds>>;
export const builtinModels: ModelIds = { chat: 'builtin', embedder: 'builtin', reranker: 'builtin', entailment: 'builtin' };

/** Which files of the folder are documents. Globs are relative to the folder, `/`-separated. */
export const discoveryOptions = z.object({
  exclude: z.array(z.string()),
  maxFileBytes: z.number().int().positive(),
});
export type DiscoveryOptions = Readonly<z.infer<typeof discoveryOptions>>;
export const defaultDiscovery: DiscoveryOptions = { exclude: [], maxFileBytes: 20 * 1024 * 1024 };

export const openRequest = z.object({
  /** Absolute path of the folder. */
  folder: z.string(),
  /** Absolute path of the folder that holds the index and the run logs; never inside `folder`. */
  storage: z.string(),
});

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
  graph: z.object({ k: z.number().int(), edges: z.number().int(), exact: z.boolean() }),
});
export type IndexSummary = Readonly<z.infer<typeof indexSummary>>;

export const indexProgress = z.object({
  stage: z.enum(['discover', 'read', 'embed', 'graph', 'fulltext', 'store']),
  documentsDone: z.number().int(),
  documentsTotal: z.number().int(),
  passages: z.number().int(),
  /** The document being read, relative to the folder. */
  current: z.string().optional(),
});
export type IndexProgress = Readonly<z.infer<typeof indexProgress>>;

export const indexStatus = z.object({
  /** `partial`: indexing was cut short; what is stored can be searched, and indexing again goes on from there. */
  state: z.enum(['none', 'partial', 'ready', 'indexing']),
  documents: z.number().int(),
  passages: z.number().int(),
  epoch: z.string(),
  indexedAtUtc: z.string().optional(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type IndexStatus = Readonly<z.infer<typeof indexStatus>>;

export const searchMethod = z.enum(['bm25', 'dense', 'hybrid', 'nar']);
export type SearchMethod = z.infer<typeof searchMethod>;
export const searchResult = z.object({
  passage,
  rank: z.number().int(),
  score: z.number().nullable(),
  origin: z.enum(['first-stage', 'frontier']),
});
export type SearchResult = Readonly<z.infer<typeof searchResult>>;

export const askRequest = z.object({
  runId: z.string(),
  question: z.string(),
  pipeline: z.string(),
  params: z.record(z.string(), z.unknown()),
  models: modelIds,
  /** Where to write the run log; by default inside the storage folder. */
  log: z.string().optional(),
});
export type AskRequest = Readonly<z.infer<typeof askRequest>>;

export const pipelineParameter = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(['integer', 'number', 'boolean', 'string']),
  default: z.unknown(),
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
  seconds: z.number(),
});
export type RunSummary = Readonly<z.infer<typeof runSummary>>;

/** Requests the engine serves. A cancelled request fails with `AbortError`. */
export const engineRequests = {
  open: { params: openRequest, result: indexStatus },
  status: { params: z.object({}), result: indexStatus },
  index: { params: z.object({ discovery: discoveryOptions, models: modelIds }), result: indexSummary },
  search: {
    params: z.object({ query: z.string(), method: searchMethod, k: z.number().int().positive(), models: modelIds }),
    result: z.object({ method: searchMethod, results: z.array(searchResult) }),
  },
  /** Ends when the run has ended, however it ended; the events tell how. */
  ask: { params: askRequest, result: z.object({ runId: z.string(), log: z.string() }) },
  pipelines: { params: z.object({}), result: z.array(pipelineInfo) },
  runs: { params: z.object({}), result: z.array(runSummary) },
  /** Events of a stored run from number `from` on. */
  events: { params: z.object({ runId: z.string(), from: z.number().int() }), result: z.array(runEvent) },
  deleteRun: { params: z.object({ runId: z.string() }), result: z.object({}) },
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
/** A piece of a reply's body, base64; `done` ends it, `error` breaks it. */
export const doorChunk = z.object({
  id: z.string(),
  data: z.string().optional(),
  done: z.boolean().optional(),
  error: z.string().optional(),
});

/** One line of the network ledger. */
export const ledgerEntry = z.object({
  atUtc: z.string(),
  host: z.string(),
  purpose: z.string(),
  bytesSent: z.number().int(),
  bytesReceived: z.number().int(),
  status: z.number().int().nullable(),
});
export type LedgerEntry = Readonly<z.infer<typeof ledgerEntry>>;

/** How errors cross the process boundary. */
export const errorData = z.object({ code: z.string() });
