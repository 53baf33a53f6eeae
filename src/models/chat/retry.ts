import { delay } from '../../base/abort.ts';
import type { AriadneError } from '../../base/errors.ts';

/** The failure of one try. */
export interface FailedTry {
  readonly error: AriadneError;
  /** Whether the same request may succeed later. */
  readonly isTransient: boolean;
  /** The wait that the server requested. */
  readonly retryAfterMs?: number;
}

export type Attempt<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'failed'; readonly failure: FailedTry };

/** Time and randomness, replaceable in tests. */
export interface RetryClock {
  /** Milliseconds from any origin, never decreasing. */
  now(): number;
  delay(ms: number, signal?: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

export const systemClock: RetryClock = { now: () => performance.now(), delay, random: () => Math.random() };

export interface RetryPolicy {
  /** The number of tries after the first. */
  readonly maxRetries: number;
  /** Limit for all tries and the waits between them. A wait that would exceed it is not begun. */
  readonly deadlineMs: number;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;

/**
 * Retries until it works, the failure is not transient, or the policy ends. Waits as long as the server requested, otherwise twice as long
 * each time, minus up to half at random so that many callers do not return at once.
 * @param onWait called during waits that the server requested
 * @throws the last try's error; AbortError as soon as `signal` fires during a wait
 */
export async function withRetries<T>(
  { maxRetries, deadlineMs }: RetryPolicy,
  clock: RetryClock,
  attempt: (remainingMs: number) => Promise<Attempt<T>>,
  signal: AbortSignal | undefined,
  onWait?: (ms: number) => void,
): Promise<T> {
  const endsAt = clock.now() + deadlineMs;
  for (let retry = 0; ; retry++) {
    const tried = await attempt(endsAt - clock.now());
    if (tried.kind === 'done') return tried.value;
    const { error, isTransient, retryAfterMs } = tried.failure;
    const waitMs = retryAfterMs ?? Math.min(longestDelayMs, firstDelayMs * 2 ** retry) * (1 - clock.random() / 2);
    if (!isTransient || retry >= maxRetries || clock.now() + waitMs >= endsAt) throw error;
    // Other waits are short, and say nothing to a person.
    await (retryAfterMs === undefined ? clock.delay(waitMs, signal) : waitAloud(clock, waitMs, signal, onWait));
  }
}

/** Shorter waits are over before anybody has read of them. */
const shortestShownMs = 1_000;

/** Waits, and says how long it still takes, at the beginning, every second, and with 0 at the end. */
export async function waitAloud(
  clock: RetryClock,
  ms: number,
  signal: AbortSignal | undefined,
  onWait?: (ms: number) => void,
): Promise<void> {
  if (!onWait || ms < shortestShownMs) return clock.delay(ms, signal);
  try {
    for (let left = ms; left > 0; left -= 1_000) {
      onWait(left);
      await clock.delay(Math.min(1_000, left), signal);
    }
  } finally {
    onWait(0);
  }
}

/**
 * The wait in milliseconds that `retry-after-ms` or `Retry-After` (seconds or a date, relative to the Unix time `nowMs`) request; undefined
 * when neither is readable.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const header = headers.get('retry-after') ?? '';
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  // `Date.parse` accepts more than dates: it reads -5 as a month.
  const date = /^\s*[a-z]{3,}, /i.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
