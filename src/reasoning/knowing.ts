import type { Knowledge } from '../protocol/knowledge.ts';

/** For roles that answer. */
export interface Knowing {
  /**
   * What the answer may rest on. Default: the evidence given; for a role without evidence, what the model knows. With `as-published` the
   * prompt leaves open what the model does when that gives no answer.
   */
  readonly knowledge?: Knowledge;
}

/** For outputs with an answer. */
export interface Remembered {
  /** The model says that it knows the answer, and that the evidence does not give it. */
  readonly fromMemory?: true;
}
