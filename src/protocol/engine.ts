/** The requests that the engine process serves, and those that it sends to its host (the one door to the network). */
import * as z from 'zod';
import { agentRequests } from './agentRequests.ts';
import { documentCheckRequests } from './documentCheck.ts';
import { disagreementNotifications, disagreementRequests } from './disagreements.ts';
import { estimate } from './estimate.ts';
import { runEvent } from './events.ts';
import { followedSettings, indexRequests } from './indexRequests.ts';
import { indexingState, indexStatus } from './indexStatus.ts';
import { libraryNotifications, libraryRequests } from './libraryRequests.ts';
import { mentionPlace, passage } from './passage.ts';
import { pipelineInfo } from './pipelineInfo.ts';
import { scopeNames } from './scopeNames.ts';
import { sentence } from './sentence.ts';
import { standing, unreadableRun } from './staleReason.ts';
import { tableStanding } from './table.ts';
import { tableNotifications, tableRequests } from './tableRequests.ts';
import { cost, runSnapshot } from './trace.ts';
import { unconfirmed } from './unconfirmed.ts';
import { writing } from './writing.ts';
import { answerForm } from './writtenAnswer.ts';
import { runRequests } from './runRequests.ts';

const openRequest = z.object({
  /** Absolute path of the folder. */
  folder: z.string(),
  /** Absolute path of the folder with the run logs and, unless `indexUri` is set, the index; never inside `folder`. */
  storage: z.string(),
  /** Location of the index in LanceDB's syntax: a path, `s3://…`, `db://…`. */
  indexUri: z.string().optional(),
  /** The user's other storage folders. A folder without an index starts with a copy of the index of another worktree of its repository. */
  siblings: z.array(z.string()).optional(),
  /** Default: nothing is indexed unasked. */
  settings: followedSettings.optional(),
  /** Whether it takes the place of another engine, with which changes of files may have been lost. */
  isReplacement: z.boolean().optional(),
});

export const searchMethod = z.enum(['bm25', 'dense', 'hybrid', 'linked', 'nar']);

export type SearchMethod = z.infer<typeof searchMethod>;

const searchResult = z.object({
  passage,
  rank: z.number().int(),
  score: z.number().nullable(),
  origin: z.enum(['first-stage', 'frontier', 'mention']),
  mentionedBy: mentionPlace.optional(),
});

export type SearchResult = Readonly<z.infer<typeof searchResult>>;

export const runSummary = z.object({
  runId: z.string(),
  log: z.string(),
  question: z.string(),
  pipeline: z.string(),
  startedAtUtc: z.string(),
  status: z.enum(['running', 'ok', 'degraded', 'failed', 'cancelled', 'interrupted']),
  answer: z.string().nullable(),
  abstained: z.boolean(),
  /** How many quotes of its documents an ended run without an answer has; absent for none. */
  quotes: z.number().int().optional(),
  /** Why nothing has confirmed the answer; absent when it is confirmed or there is no answer. */
  unconfirmed: unconfirmed.optional(),
  seconds: z.number(),
  /** The index from which the run was answered; see `indexStatus.epoch`. */
  indexEpoch: z.string().optional(),
  chat: z.string().optional(),
  cost: cost.optional(),
  /** Whether the run was interrupted, stopped or failed, and can be resumed. */
  canResume: z.boolean().optional(),
  /** The run that this one is based on. */
  fromRunId: z.string().optional(),
  /** How it was made from that run: asked again from the start, refreshed because documents had changed, or with the user's edits. */
  made: z.enum(['again', 'refreshed', 'edited']).optional(),
  /** How the answer was to be written. Absent: `short`. */
  askedForm: answerForm.optional(),
  /** The run that its question follows, and the question as typed. */
  followsRunId: z.string().optional(),
  typed: z.string().optional(),
  /** The name that the user gave the run. */
  title: z.string().optional(),
  /** Whether the run stays at the top of lists. */
  isPinned: z.boolean().optional(),
  /** What is known of a pinned run; absent before it was checked. */
  standing: standing.optional(),
  /** Why it could not be checked whether a pinned run still holds: a sentence. */
  unchecked: sentence.optional(),
});

export type RunSummary = Readonly<z.infer<typeof runSummary>>;

const removedSummary = runSummary.extend({ removedAtUtc: z.string() });

export type RemovedSummary = Readonly<z.infer<typeof removedSummary>>;

/** What the host knows of the engine without asking. */
const engineState = z.object({
  index: indexStatus,
  indexing: indexingState,
  /** Newest first. */
  runs: z.array(runSummary),
  /** What the list of runs leaves out: runs whose logs are damaged, and pinned ones whose logs are gone. */
  lost: z.array(unreadableRun),
  /** Runs that `noteRun` can bring back, the most recently deleted first. */
  removed: z.array(removedSummary),
  /** Whether the tables in the folder still hold, by path. */
  tables: z.array(tableStanding),
  /** Pinned runs that were checked, and those that are to be, while they are checked. */
  checking: z.object({ done: z.number().int(), all: z.number().int() }).nullable(),
  /** What a question with the settings as they are is likely to cost; null with the built-in reasoner, which costs nothing. */
  costAhead: estimate.nullable(),
  /**
   * Up to four questions that fit the documents, the most informative first; none if no question could be made. Made when the index is
   * ready, and again when much of it has changed.
   */
  suggestions: z.array(z.string()),
  pipelines: z.array(pipelineInfo),
});

export type EngineState = Readonly<z.infer<typeof engineState>>;

export type StatePart = keyof EngineState;

/** Requests the engine serves. A cancelled request fails with `AbortError`. */
export const engineRequests = {
  open: { params: openRequest, result: z.object({}) },
  ...indexRequests,
  ...runRequests,
  /** What terms of a scope can name. Cached until the index changes. */
  scopeNames: { params: z.object({}), result: scopeNames },
  ...libraryRequests,
  /** A stored run as a folded trace: one message suffices to show it, without the data that only a replay needs. */
  snapshot: { params: z.object({ runId: z.string() }), result: runSnapshot },
  /** Keeps what is not named; an empty title removes the title. A run that was deleted can be brought back for some days. */
  noteRun: {
    params: runSummary.pick({ runId: true, title: true, isPinned: true }).extend({ isDeleted: z.boolean().optional() }),
    result: z.object({}),
  },
  /**
   * Checks whether a run, a table, or all pinned runs and tables still hold, as far as that is not known of the documents as they are. Only
   * for runs, a server or a local model may be asked for the vector of a query.
   */
  check: {
    params: z.object({ runId: z.string().optional(), table: z.string().optional() }),
    result: z.object({ standing: standing.optional(), table: tableStanding.optional() }),
  },
  ...tableRequests,
  ...documentCheckRequests,
  ...disagreementRequests,
  ...agentRequests,
} as const;

export type EngineMethod = keyof typeof engineRequests;

export type EngineParams<M extends EngineMethod> = z.input<(typeof engineRequests)[M]['params']>;

export type EngineResult<M extends EngineMethod> = z.output<(typeof engineRequests)[M]['result']>;

function versioned<T extends z.ZodType>(value: T) {
  return z.object({ version: z.number().int(), value });
}

/** Notifications from the engine. */
export const engineNotifications = {
  /** The parts of the state that are different now, each with a version that counts its changes. */
  state: z
    .object({
      index: versioned(engineState.shape.index),
      indexing: versioned(engineState.shape.indexing),
      runs: versioned(engineState.shape.runs),
      lost: versioned(engineState.shape.lost),
      removed: versioned(engineState.shape.removed),
      tables: versioned(engineState.shape.tables),
      checking: versioned(engineState.shape.checking),
      costAhead: versioned(engineState.shape.costAhead),
      suggestions: versioned(engineState.shape.suggestions),
      pipelines: versioned(engineState.shape.pipelines),
    })
    .partial(),
  runEvent: z.object({ runId: z.string(), event: runEvent }),
  writing: writing.extend({ runId: z.string() }),
  ...libraryNotifications,
  ...tableNotifications,
  ...disagreementNotifications,
  log: z.object({ level: z.enum(['debug', 'info', 'warn', 'error']), tag: z.string(), message: z.string() }),
} as const;

export type EngineNotification = keyof typeof engineNotifications;

export type EngineNotificationParams<N extends EngineNotification> = z.output<(typeof engineNotifications)[N]>;
