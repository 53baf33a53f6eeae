/** What a run made from another will do, as far as that is known before it is made. */
import * as z from 'zod';

/**
 * `kept`: every call that is made for it has its result in the earlier run. `again`: a call is made for it. `open`: what is made for it follows from replies
 * that are not there yet. `new`, `gone`: only one of the two runs has it.
 */
const nodeEffect = z.enum(['kept', 'again', 'open', 'new', 'gone']);

export const rerunPreview = z.object({
  /** Nodes of the earlier run, then those that come. */
  nodes: z.array(z.object({ node: z.string(), effect: nodeEffect })),
  /** Calls to the chat model. */
  calls: z.object({
    /** Whose results are taken from the earlier run. */
    kept: z.number().int(),
    /** That are made whatever is replied. */
    least: z.number().int(),
    /** That are made if what follows from the replies takes as many as it took in the earlier run. */
    likely: z.number().int(),
    /** At most (pipelines.md 9), within the budget; repairs and retries come on top. */
    most: z.number().int(),
  }),
  /** Of the likely calls, prompts and replies together, by the size of calls in the earlier run. */
  tokens: z.number().int(),
  /** Nothing depends on a reply of the chat model: what is said here is what will be done. */
  isExact: z.boolean(),
});
export type NodeEffect = z.infer<typeof nodeEffect>;
export type RerunPreview = Readonly<z.infer<typeof rerunPreview>>;
