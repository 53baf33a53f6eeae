/** The interfaces through which a run reports events and records outside calls. */
import type { NewRunEvent } from '../protocol/events.ts';

export interface TraceSink {
  /** Appends an event to the run's log. */
  emit(event: NewRunEvent): void;
  /** Milliseconds since the run began. */
  now(): number;
}

/** Facts about a call besides its input. */
export interface CallFacts {
  /** The node that makes the call; absent for the whole run. */
  readonly node?: string;
  /** True for the last answering step, which is allowed when the budget is spent. */
  readonly isFinal?: boolean;
  /** The number of completions requested at once. Default: 1. */
  readonly completions?: number;
}

export interface Memo {
  /**
   * Returns the result of `call` and records it in the log under a hash of `of` and `input`, so that the run can be replayed without it.
   * The result must survive JSON. An `AriadneError` is recorded too; a cancellation is not.
   *
   * Concurrent calls may finish in any order. Everything that follows from one result, up to the next call, is done before the next result
   * is delivered. So a run depends only on the order of its results, which the log has.
   * @throws AriadneError `budget-exhausted` instead of making a call that exceeds the run's budget
   */
  remember<T>(of: string, input: unknown, call: () => Promise<T>, facts?: CallFacts): Promise<T>;
}

/** A run's log as its collaborators see it. */
export type Recorder = TraceSink & Memo;
