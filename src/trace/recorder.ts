/** What a run tells about itself, and where calls to the outside are remembered. */
import type { NewRunEvent } from '../protocol/events.ts';

export interface TraceSink {
  /** Appends an event to the run's log. */
  emit(event: NewRunEvent): void;
  /** Milliseconds since the run began. */
  now(): number;
}

export interface Memo {
  /**
   * The result of `call`, remembered in the log under a hash of `of` and `input`, so that the run can be executed again without it.
   * The result must survive JSON. An `AriadneError` is remembered too; a cancellation is not.
   */
  remember<T>(of: string, input: unknown, call: () => Promise<T>): Promise<T>;
}
