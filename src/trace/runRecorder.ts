import { abortError } from '../base/abort.ts';
import { hashOf } from '../base/hash.ts';
import type { NewRunEvent, RunEvent } from '../protocol/events.ts';
import type { Trace } from '../protocol/trace.ts';
import { LiveCalls, type CallSource } from './callSource.ts';
import { emptyTrace, foldEvent } from './fold.ts';
import type { CallFacts, Memo, TraceSink } from './recorder.ts';

export interface RecorderOptions {
  /** Where results come from. By default every call is made. */
  readonly calls?: CallSource;
  /** Earlier events, when an interrupted run is resumed. */
  readonly after?: readonly RunEvent[];
}

/** Numbers and times the events of one run and passes them on; records results from outside. Nothing follows `run-finished`. */
export class RunRecorder implements TraceSink, Memo {
  readonly #began: number;
  readonly #write: (event: RunEvent) => void;
  readonly #calls: CallSource;
  readonly #asked = new Map<string, number>();
  #n: number;
  #trace = emptyTrace;
  #isRecalling = false;
  #isOver = false;

  constructor(write: (event: RunEvent) => void, { calls = new LiveCalls(), after = [] }: RecorderOptions = {}) {
    this.#write = write;
    this.#calls = calls;
    this.#n = after.length;
    this.#began = performance.now() - (after.at(-1)?.at ?? 0);
    for (const event of after) this.#trace = foldEvent(this.#trace, event);
  }

  /** The fold of all events so far. */
  get trace(): Trace {
    return this.#trace;
  }

  now(): number {
    return Math.round((performance.now() - this.#began) * 10) / 10;
  }

  emit(event: NewRunEvent): void {
    if (this.#isOver) return;
    const numbered = { n: this.#n++, at: this.now(), ...(this.#isRecalling ? marked(event) : event) };
    this.#write(numbered);
    this.#trace = foldEvent(this.#trace, numbered);
    this.#isOver = event.kind === 'run-finished';
  }

  async remember<T>(of: string, input: unknown, make: () => Promise<T>, facts: CallFacts = {}): Promise<T> {
    this.#assertOpen();
    const { node, isFinal = false, completions = 1 } = facts;
    const json = JSON.stringify(input);
    const key = memoKey(of, json);
    const nth = this.#asked.get(key) ?? 0;
    this.#asked.set(key, nth + 1);
    const about = node === undefined ? {} : { node };
    const call = { of, key, nth, ...about, isFinal, completions, inputChars: json.length, atMs: this.now() };
    const { result, isRecalled } = await this.#calls.settle(call, make);
    this.#assertOpen();
    this.#isRecalling = isRecalled;
    if (result.kind === 'thrown') throw result.error;
    const which = { key, ...(nth === 0 ? {} : { nth }), of, ...about };
    if (result.kind === 'error') {
      const { code, message, tries } = result.error;
      this.emit({ kind: 'recorded', ...which, error: { code, message, ...(tries === undefined ? {} : { tries }) } });
      throw result.error;
    }
    this.emit({ kind: 'recorded', ...which, value: result.value });
    // A recorded result came from the same call with the same input. The log's schema cannot know its type.
    return result.value as T;
  }

  /** Work that the run did not wait for can no longer report. */
  #assertOpen(): void {
    if (this.#isOver) throw abortError();
  }
}

/** Every event up to the next result follows from this one, so a completion reported in between is the recalled one. */
function marked(event: NewRunEvent): NewRunEvent {
  if (event.kind === 'recorded') return { ...event, recalled: true };
  return event.kind === 'llm-called' ? { ...event, call: { ...event.call, recalled: true } } : event;
}

/** The key of a call: its kind and its full input as JSON. */
function memoKey(of: string, input: string): string {
  return hashOf([of, input], 32);
}
