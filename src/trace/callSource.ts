/** Sources for the results of a run's calls: making the calls, an earlier log, or only a log. */
import { yieldToEventLoop } from '../base/abort.ts';
import { AriadneError, isAriadneError, receivedError } from '../base/errors.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { CallFacts } from './recorder.ts';

export interface Call extends Required<Omit<CallFacts, 'node'>>, Pick<CallFacts, 'node'> {
  readonly of: string;
  /** Hash of `of` and the full input. */
  readonly key: string;
  /**
   * How many calls with the same key were made before in this execution. Which of them ends first is chance, so each result belongs to one
   * of them.
   */
  readonly nth: number;
  /** Length of the input as JSON. */
  readonly inputChars: number;
  /** When the call was made, in milliseconds since the run began. */
  readonly atMs: number;
}

export type CallResult =
  | { readonly kind: 'value'; readonly value: unknown }
  /** A failure that belongs to the run and is recorded. */
  | { readonly kind: 'error'; readonly error: AriadneError }
  /** A cancellation or a bug, which is not recorded. */
  | { readonly kind: 'thrown'; readonly error: unknown };

export interface Settled {
  readonly result: CallResult;
  /** Taken from another run, which has paid for it. */
  readonly isRecalled: boolean;
}

export interface CallSource {
  /** Resolves in a separate macrotask, so that everything that awaits one call is done before the next call settles. */
  settle(call: Call, make: () => Promise<unknown>): Promise<Settled>;
}

/** Admits calls, or rejects them with an `AriadneError`. */
export interface CallGuard {
  make(call: Call, make: () => Promise<unknown>): Promise<unknown>;
  /** Counts a call of this run whose result is known from before an interruption. */
  count(call: Call, result: CallResult): void;
}

const noGuard: CallGuard = { make: (_call, make) => make(), count: () => undefined };

/** Results by call, from this run's log before an interruption or from the log of the run that this one is based on. */
export interface KnownResults {
  find(call: Call): Settled | undefined;
}

/** Makes the calls whose results are not known. */
export class LiveCalls implements CallSource {
  readonly #guard: CallGuard;
  readonly #known: KnownResults | undefined;

  constructor(guard: CallGuard = noGuard, known?: KnownResults) {
    this.#guard = guard;
    this.#known = known;
  }

  async settle(call: Call, make: () => Promise<unknown>): Promise<Settled> {
    const settled = this.#recall(call) ?? { result: await resultOf(() => this.#guard.make(call, make)), isRecalled: false };
    await yieldToEventLoop();
    return settled;
  }

  #recall(call: Call): Settled | undefined {
    const known = this.#known?.find(call);
    if (known && !known.isRecalled) this.#guard.count(call, known.result);
    return known;
  }
}

export async function resultOf(make: () => Promise<unknown>): Promise<CallResult> {
  try {
    return { kind: 'value', value: await make() };
  } catch (error) {
    return isAriadneError(error) ? { kind: 'error', error } : { kind: 'thrown', error };
  }
}

type Recorded = Extract<RunEvent, { kind: 'recorded' }>;

/** The result of a call as a log records it. */
function recordedResult({ value, error }: Recorded): CallResult {
  return error ? { kind: 'error', error: receivedError(error.code, error.message, { tries: error.tries }) } : { kind: 'value', value };
}

interface ResultFilter {
  /** The results are from another run, which has paid for them. */
  readonly areRecalled: boolean;
  /** @returns false for a result that is no longer valid */
  readonly holds: (recorded: Recorded) => boolean;
}

/**
 * All results in a log, including executions before the last. Of each call, the latest counts. What another run has searched or computed
 * also serves a call that this one makes once more often; only a chat model may answer the same differently.
 */
export function knownResults(events: readonly RunEvent[], { areRecalled, holds }: ResultFilter): KnownResults {
  const results = new Map<string, Recorded>();
  const byKey = new Map<string, Recorded>();
  for (const event of events) {
    if (event.kind !== 'recorded' || !holds(event)) continue;
    results.set(idOf(event), event);
    if (areRecalled && event.of !== 'chat' && event.error === undefined) byKey.set(event.key, event);
  }
  return {
    find: (call) => {
      const recorded = results.get(idOf(call)) ?? byKey.get(call.key);
      return recorded && { result: recordedResult(recorded), isRecalled: areRecalled || recorded.recalled === true };
    },
  };
}

/** This many idle turns in a row mean that nothing will happen any more. */
export const patience = 16;

/**
 * Gives the results of a log in the log's order, each after its call was made. A call without a result in the log waits: it was active when
 * the run ended. When nothing can continue any more, all waiting calls fail with `log-incomplete`.
 */
export class LoggedCalls implements CallSource {
  readonly #results: readonly Recorded[];
  readonly #waiting = new Map<string, (settled: Settled) => void>();
  #next = 0;
  #idleTurns = 0;
  #isScheduled = false;

  constructor(events: readonly RunEvent[]) {
    this.#results = events.filter((event) => event.kind === 'recorded');
  }

  settle(call: Call): Promise<Settled> {
    return new Promise((resolve) => {
      this.#waiting.set(idOf(call), resolve);
      this.#idleTurns = 0;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#turn();
    });
  }

  #turn(): void {
    const next = this.#results[this.#next];
    const waiting = next && this.#waiting.get(idOf(next));
    if (waiting) {
      this.#next++;
      this.#idleTurns = 0;
      this.#waiting.delete(idOf(next));
      waiting({ result: recordedResult(next), isRecalled: next.recalled === true });
    } else if (++this.#idleTurns >= patience) {
      this.#failAll();
    }
    if (this.#waiting.size > 0) this.#schedule();
  }

  #failAll(): void {
    const error = new AriadneError(
      'log-incomplete',
      'The log lacks the result of a call: another version of Ariadne wrote it, or it was changed.',
    );
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of waiting) resolve({ result: { kind: 'error', error }, isRecalled: false });
  }
}

function idOf({ key, nth = 0 }: { readonly key: string; readonly nth?: number }): string {
  return `${key}:${nth}`;
}
