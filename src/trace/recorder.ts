/** What a run tells about itself, and where calls to the outside are remembered. */
import type { NewRunEvent } from '../protocol/events.ts';

export interface TraceSink {
  /** Appends an event to the run's log. */
  emit(event: NewRunEvent): void;
  /** Milliseconds since the run began. */
  now(): number;
}

/** What is known of a call beside its input. */
export interface CallFacts {
  /** On whose behalf it is made; absent where that is the whole run. */
  readonly node?: string;
  /** Of the last answering step, which is allowed when the budget is spent. */
  readonly isFinal?: boolean;
  /** Completions that are asked for at once; by default 1. */
  readonly completions?: number;
}

export interface Memo {
  /**
   * The result of `call`, remembered in the log under a hash of `of` and `input`, so that the run can be executed again without it.
   * The result must survive JSON. An `AriadneError` is remembered too; a cancellation is not.
   *
   * Calls that are made at once may finish in any order; what follows each of them is done, up to its next call, before the next result is given out. So a
   * run depends on nothing but the order of its results, which is that of the log.
   * @throws AriadneError `budget-exhausted` instead of making a call for which the run's budget has no room
   */
  remember<T>(of: string, input: unknown, call: () => Promise<T>, facts?: CallFacts): Promise<T>;
}

/** A run's log as what works for it sees it. */
export type Recorder = TraceSink & Memo;
