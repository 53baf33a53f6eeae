/** Limits of a run, and the changes with which one run is based on another. */
import * as z from 'zod';

/**
 * The most that a run may spend. When it is spent, the run answers from what it has so far and is flagged `budget_exhausted` (pipelines.md
 * 1.5).
 */
export const runBudget = z.object({
  llmCalls: z.number().int().nonnegative().optional(),
  /** Prompts and completions together. */
  tokens: z.number().int().nonnegative().optional(),
  retrievals: z.number().int().nonnegative().optional(),
  seconds: z.number().nonnegative().optional(),
  /** Needs `prices`. */
  usd: z.number().nonnegative().optional(),
  /** US dollars per million tokens. */
  prices: z.object({ inputPerMillion: z.number().nonnegative(), outputPerMillion: z.number().nonnegative() }).optional(),
});
export type RunBudget = Readonly<z.infer<typeof runBudget>>;

/** Edits that a run based on another applies. */
export const runEdits = z.object({
  /** New text of sub-questions, by node. */
  texts: z.record(z.string(), z.string()).optional(),
  /** Passages ranked first in search results, for one node or for all. */
  pinned: z.array(z.object({ passageId: z.string(), node: z.string().optional() })).optional(),
  /** Passages that are excluded from search results. */
  banned: z.array(z.string()).optional(),
  /** Nodes that ask again: earlier results of their calls do not count. */
  rerun: z.array(z.string()).optional(),
});
export type RunEdits = Readonly<z.infer<typeof runEdits>>;

/** Earlier changes to undo: new texts by node, passages by id. */
export const takenBack = z.object({
  texts: z.array(z.string()).optional(),
  pinned: z.array(z.string()).optional(),
  banned: z.array(z.string()).optional(),
});
export type TakenBack = Readonly<z.infer<typeof takenBack>>;

/** The user's changes to a run before a rerun. */
export const runChanges = z.object({ edits: runEdits, takenBack });
export type RunChanges = Readonly<z.infer<typeof runChanges>>;

export const runOrigin = z.object({
  runId: z.string(),
  indexEpoch: z.string(),
  edits: runEdits,
  /** No results were taken from the other run: everything was asked again. */
  isFresh: z.literal(true).optional(),
  /** It was refreshed: searched again, since documents had changed. */
  searchesAgain: z.literal(true).optional(),
});
export type RunOrigin = Readonly<z.infer<typeof runOrigin>>;
