import type { PartAnswered } from './missing.ts';
import type { Qualified } from './qualifier.ts';

/** For outputs with an answer. */
export interface Remembered {
  /** The model says that it knows the answer, and that the evidence does not give it. */
  readonly fromMemory?: true;
}

/** One finished step of a sequential decomposition. */
export interface PathStep extends Remembered, Qualified, PartAnswered {
  readonly question: string;
  /** Null when the step found no answer. */
  readonly answer: string | null;
  /** What the step would have answered if it were surer. Later steps may be asked about it, but nothing is concluded from it. */
  readonly guess?: string;
  /** Why there is no answer, where that says nothing about the documents: the code of a failed call, or `reply-unusable`. */
  readonly failed?: string;
}

/** Nothing was answered because a call failed, which says nothing about the documents. */
export function hasFailed<S extends Pick<PathStep, 'answer' | 'failed'>>(step: S): step is S & { readonly failed: string } {
  return step.failed !== undefined && step.answer === null;
}

/** A question that takes the guesses of earlier steps for granted. */
export interface Guessed {
  /** The guesses that it contains; absent when it rests on none. */
  readonly guessed?: readonly string[];
}
