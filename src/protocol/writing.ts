/** What is seen of a reply while a model writes it. It is in no log: the log has the whole reply once it is complete. */
import * as z from 'zod';

export const writing = z.object({
  node: z.string(),
  /** The answer so far; empty when what was shown does not count any more. */
  text: z.string(),
  /** True for the last answering step, whose answer is the run's. */
  isFinal: z.boolean(),
  /** While the server's rate limit is waited for: the time that is left, in milliseconds. */
  waitMs: z.number().positive().optional(),
});
/** @param ms of a wait that is left */
export function waitingWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `waiting ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`} for the server’s rate limit`;
}

export type Writing = Readonly<z.infer<typeof writing>>;
