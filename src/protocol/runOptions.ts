/** How a run may be limited, and how one run is made from another. */
import * as z from 'zod';

/** What a run may spend at most. When it is spent, the run answers from what it has until then and is flagged `budget_exhausted` (pipelines.md 1.5). */
export const runBudget = z.object({
  llmCalls: z.number().int().nonnegative().optional(),
  /** Of prompts and completions together. */
  tokens: z.number().int().nonnegative().optional(),
  retrievals: z.number().int().nonnegative().optional(),
  seconds: z.number().nonnegative().optional(),
  /** Needs `prices`. */
  usd: z.number().nonnegative().optional(),
  /** US dollars per million tokens. */
  prices: z.object({ inputPerMillion: z.number().nonnegative(), outputPerMillion: z.number().nonnegative() }).optional(),
});
export type RunBudget = Readonly<z.infer<typeof runBudget>>;

/** What is changed when a run is made from another. */
export const runEdits = z.object({
  /** New text of sub-questions, by node. */
  texts: z.record(z.string(), z.string()).optional(),
  /** Passages that are first in what is found: for one node, or for all. */
  pinned: z.array(z.object({ passageId: z.string(), node: z.string().optional() })).optional(),
  /** Passages that are never found. */
  banned: z.array(z.string()).optional(),
  /** Nodes that ask again: of the calls made on their behalf no earlier result counts. */
  rerun: z.array(z.string()).optional(),
});
export type RunEdits = Readonly<z.infer<typeof runEdits>>;

/** Earlier changes that are to hold no more: new texts by node, passages by id. */
export const takenBack = z.object({
  texts: z.array(z.string()).optional(),
  pinned: z.array(z.string()).optional(),
  banned: z.array(z.string()).optional(),
});
export type TakenBack = Readonly<z.infer<typeof takenBack>>;

/** What a user changes of a run before it is made again. */
export const runChanges = z.object({ edits: runEdits, takenBack });
export type RunChanges = Readonly<z.infer<typeof runChanges>>;

export const runOrigin = z.object({
  runId: z.string(),
  indexEpoch: z.string(),
  edits: runEdits,
  /** No result was taken from there: the same was asked again. */
  isFresh: z.literal(true).optional(),
});
export type RunOrigin = Readonly<z.infer<typeof runOrigin>>;
