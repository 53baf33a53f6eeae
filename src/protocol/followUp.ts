/** A question that follows another, and how it was made to stand alone. */
import * as z from 'zod';
import { llmCall, sentPart } from './spent.ts';

export const followedRun = z.object({
  /** The run that it follows. */
  runId: z.string(),
  /** The question as typed, without the terms of its scope. */
  typed: z.string(),
  /** What made it stand alone: a model, names carried over from the run before, or the user. `typed`: it was asked as typed. */
  by: z.enum(['model', 'names', 'user', 'typed']),
  /** Why it was asked as typed, or names were carried over instead of asking the model, although nobody chose that; a sentence. */
  why: z.string().optional(),
  /** The calls that the rewriting took. They count in the run. */
  calls: z.array(llmCall).optional(),
  sent: z.array(sentPart).optional(),
});
export type FollowedRun = Readonly<z.infer<typeof followedRun>>;

/** A follow-up, ready to be asked. */
export const standAlone = z.object({
  question: z.string(),
  follows: followedRun,
  /** Terms that limit the run that it follows. */
  scope: z.string().optional(),
  /** It may point to an earlier question, and it is not clear to what. */
  isUnclear: z.literal(true).optional(),
});
export type StandAlone = Readonly<z.infer<typeof standAlone>>;

/** Of a question that follows a run whose log is gone. */
export const goneSentence = 'The run that it follows no longer exists.';
