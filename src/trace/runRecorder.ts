import { isAriadneError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import type { NewRunEvent, RunEvent } from '../protocol/events.ts';
import type { Trace } from '../protocol/trace.ts';
import { emptyTrace, foldEvent } from './fold.ts';
import type { Memo, TraceSink } from './recorder.ts';

/** Numbers and times the events of one run and passes them on; remembers what came from outside. */
export class RunRecorder implements TraceSink, Memo {
  readonly #began = performance.now();
  readonly #write: (event: RunEvent) => void;
  #n = 0;
  #trace = emptyTrace;

  constructor(write: (event: RunEvent) => void) {
    this.#write = write;
  }

  /** The fold of all events so far. */
  get trace(): Trace {
    return this.#trace;
  }

  now(): number {
    return Math.round((performance.now() - this.#began) * 10) / 10;
  }

  emit(event: NewRunEvent): void {
    const numbered = { n: this.#n++, at: this.now(), ...event };
    this.#write(numbered);
    this.#trace = foldEvent(this.#trace, numbered);
  }

  async remember<T>(of: string, input: unknown, call: () => Promise<T>): Promise<T> {
    const key = memoKey(of, input);
    try {
      const value = await call();
      this.emit({ kind: 'recorded', key, of, value });
      return value;
    } catch (error) {
      if (isAriadneError(error)) this.emit({ kind: 'recorded', key, of, error: { code: error.code, message: error.message } });
      throw error;
    }
  }
}

/** The key of a call: its kind and its full input. */
export function memoKey(of: string, input: unknown): string {
  return hashOf([of, JSON.stringify(input)], 32);
}
