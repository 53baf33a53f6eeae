/** The index of a folder and the work on it. */
import * as z from 'zod';
import { sentence } from './sentence.ts';

/** Files that are not indexed; `shownFiles` lists them. */
const leftOut = z.object({
  files: z.number().int(),
  /** The most frequent ones, without names of files. */
  reasons: z.array(z.object({ reason: z.string(), files: z.number().int() })),
});
export type LeftOut = z.infer<typeof leftOut>;

export const indexSummary = z.object({
  /** The index was up to date, so nothing was written. */
  unchanged: z.literal(true).optional(),
  documents: z.number().int(),
  passages: z.number().int(),
  skipped: leftOut,
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
    /** False where neighbors are looked for among rounded vectors when they are asked for. */
    exact: z.boolean(),
  }),
});
export type IndexSummary = Readonly<z.infer<typeof indexSummary>>;

export const indexProgress = z.object({
  /**
   * `index`: a pass over the folder; `update`: some files; `learn`: the built-in embedder learns; `switch`: the folder is embedded with
   * another embedder.
   */
  work: z.enum(['index', 'update', 'learn', 'switch']),
  /** `wait`: another process writes the index. `load`: a model is downloaded, loaded or contacted. */
  stage: z.enum(['wait', 'discover', 'load', 'read', 'fulltext', 'embed', 'graph', 'store', 'learn']),
  /** Share of all stages in [0, 1]. Never decreases, and is 1 only when everything is done. */
  fraction: z.number().min(0).max(1),
  /** The number of documents processed; never decreases. */
  documentsDone: z.number().int(),
  documentsTotal: z.number().int(),
  passages: z.number().int(),
  /** How many of them are embedded; only of stage `embed`. Never decreases in it. */
  passagesDone: z.number().int().optional(),
  /** The document being read, relative to the folder. */
  current: z.string().optional(),
  /** The process this work waits for: `process 12 on box`. */
  waitingFor: sentence.optional(),
  /** While a server's rate limit is waited for: the time that is left, in milliseconds. */
  waitMs: z.number().positive().optional(),
  /** Estimated seconds until everything is done; absent until there is a rate. */
  remainingSeconds: z.number().optional(),
});
export type IndexProgress = Readonly<z.infer<typeof indexProgress>>;

export const indexStatus = z.object({
  /** `partial`: indexing was interrupted; stored passages can be searched, and indexing again continues from there. */
  state: z.enum(['none', 'partial', 'ready', 'indexing']),
  /** True where there is an index of an older format; it is not read, so the state is `none` until the folder is indexed again. */
  outdated: z.boolean().optional(),
  documents: z.number().int(),
  passages: z.number().int(),
  epoch: z.string(),
  indexedAtUtc: z.string().optional(),
  skipped: leftOut,
  /** The vectors in use: built-in ones, learned from this folder or plain, or those of `embedder`. */
  vectors: z.enum(['none', 'plain', 'learned', 'external']),
  embedder: z.string().optional(),
  /** True when `learn` would do something: nothing has been learned yet, much has changed since, or another embedder was chosen. */
  learningDue: z.boolean(),
  /** Size on disk; absent for a remote index. */
  sizeBytes: z.number().optional(),
  /** Absent when unknown. */
  graph: indexSummary.shape.graph.optional(),
});
export type IndexStatus = Readonly<z.infer<typeof indexStatus>>;
export const noIndex: IndexStatus = {
  state: 'none',
  documents: 0,
  passages: 0,
  epoch: '',
  skipped: { files: 0, reasons: [] },
  vectors: 'none',
  learningDue: false,
};

/** The epoch of one folder, also where a run over several has that of all, which begins with that of the folder that keeps it. */
export function ownEpoch(epoch: string): string {
  return epoch.split('+', 1)[0] ?? '';
}

/** Whether the whole folder was indexed, also while that is being updated. */
export function isWhole({ state, indexedAtUtc }: IndexStatus): boolean {
  return state === 'ready' || (state === 'indexing' && indexedAtUtc !== undefined);
}

/** `index`: a pass over the whole folder; `update`: some files; `learn`: the embedder learns or is switched. */
const indexWork = z.object({ kind: z.enum(['index', 'update', 'learn']), beganAtMs: z.number(), progress: indexProgress.optional() });
export type IndexWork = Readonly<z.infer<typeof indexWork>>;

/** What is done to keep the index up to date. */
export const indexingState = z.object({
  /** Under way, the pass over files first. */
  work: z.array(indexWork),
  /** The number of changed files that are not indexed yet; `all` when they need a pass over the folder. */
  pending: z.union([z.number().int(), z.literal('all')]),
  /** Since when some have been waiting: Unix time. */
  pendingSinceMs: z.number().optional(),
  /** Why they are not being indexed: another process writes the index, or indexing failed or was stopped. */
  standstill: z.enum(['waiting', 'held']).optional(),
  /** The last failure of work that nobody waited for, until something succeeds. */
  problem: z.object({ code: z.string(), sentence }).optional(),
});
export type IndexingState = Readonly<z.infer<typeof indexingState>>;
