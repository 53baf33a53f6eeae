/** What is seen of a reply while a model writes it. It is in no log: the log has the whole reply once it is complete. */
import * as z from 'zod';

export const writing = z.object({
  node: z.string(),
  /** The answer so far; empty when what was shown does not count any more. */
  text: z.string(),
  /** True for the last answering step, whose answer is the run's. */
  isFinal: z.boolean(),
});
export type Writing = Readonly<z.infer<typeof writing>>;
