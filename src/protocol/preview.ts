/** The effect of a run based on another, as far as it is known before the run. */
import * as z from 'zod';

/**
 * `kept`: all its calls have results in the earlier run. `again`: a call is made for it. `open`: its calls follow from replies that do not
 * exist yet. `new`, `gone`: only one of the two runs has it.
 */
const nodeEffect = z.enum(['kept', 'again', 'open', 'new', 'gone']);

export const rerunPreview = z.object({
  /** Nodes of the earlier run, followed by new ones. */
  nodes: z.array(z.object({ node: z.string(), effect: nodeEffect })),
  /** Chat model calls. */
  calls: z.object({
    /** Calls whose results are taken from the earlier run. */
    kept: z.number().int(),
    /** Calls that are made whatever the replies are. */
    least: z.number().int(),
    /** Calls that are made if as many follow from the replies as in the earlier run. */
    likely: z.number().int(),
    /** The maximum (pipelines.md 9) within the budget, without repairs and retries. */
    most: z.number().int(),
  }),
  /** Tokens of the likely calls, prompts and replies together, by the size of calls in the earlier run. */
  tokens: z.number().int(),
  /** True when nothing depends on a reply of the chat model, so that the preview is exact. */
  isExact: z.boolean(),
});
export type NodeEffect = z.infer<typeof nodeEffect>;
export type RerunPreview = Readonly<z.infer<typeof rerunPreview>>;
