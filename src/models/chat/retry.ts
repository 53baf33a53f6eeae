import { delay } from '../../base/abort.ts';
import type { AriadneError } from '../../base/errors.ts';

/** One try that did not work. */
export interface Failure {
  readonly error: AriadneError;
  /** Whether the same request may work later. */
  readonly isTransient: boolean;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number;
}

export type Attempt<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'failed'; readonly failure: Failure };

/** Time and chance, so that tests can hold them. */
export interface Clock {
  /** Milliseconds on any scale that only grows. */
  now(): number;
  delay(ms: number, signal?: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

export const systemClock: Clock = { now: () => performance.now(), delay, random: () => Math.random() };

export interface RetryPolicy {
  /** Tries after the first. */
  readonly maxRetries: number;
  /** For all tries and the waits between them. A wait that would end later is not begun. */
  readonly deadlineMs: number;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;

/**
 * Tries until it works, the failure is not transient, or the policy says stop; waits what the server asked for, else twice as long each time, less up
 * to half by chance so that many callers do not come back at once.
 * @throws the last try's error; AbortError as soon as `signal` fires during a wait.
 */
export async function withRetries<T>(
  { maxRetries, deadlineMs }: RetryPolicy,
  clock: Clock,
  attempt: (remainingMs: number) => Promise<Attempt<T>>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const endsAt = clock.now() + deadlineMs;
  for (let retry = 0; ; retry++) {
    const tried = await attempt(endsAt - clock.now());
    if (tried.kind === 'done') return tried.value;
    const { error, isTransient, retryAfterMs } = tried.failure;
    const waitMs = retryAfterMs ?? Math.min(longestDelayMs, firstDelayMs * 2 ** retry) * (1 - clock.random() / 2);
    if (!isTransient || retry >= maxRetries || clock.now() + waitMs >= endsAt) throw error;
    await clock.delay(waitMs, signal);
  }
}

/** What `retry-after-ms` or `Retry-After` (seconds or a date) ask for, in milliseconds from `nowMs` (Unix time); undefined when they say nothing readable. */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const header = headers.get('retry-after') ?? '';
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  // Of less than a date `Date.parse` makes one too: -5 is a month.
  const date = /^\s*[a-z]{3,}, /i.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
