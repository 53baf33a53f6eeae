/**
 * What a server has said about how much it takes from us: requests and tokens, each a bucket that fills again. Requests wait here instead
 * of being rejected. One per server and model, shared by all runs of an engine.
 */
import { type RetryClock, readRetryAfter, systemClock, waitAloud } from './retry.ts';

export interface PassOptions {
  /** Of prompt and reply together, about. */
  readonly tokens: number;
  /** A longer wait is not begun. */
  readonly mostMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called with the time that is left, about every second, and with 0 at the end. */
  readonly onWait?: (ms: number) => void;
}

/** A request that was let through. */
export interface Pass {
  /** Called when the reply, or the failure, is there. Harmless when repeated. */
  done(): void;
}

type Kind = 'requests' | 'tokens';

interface Bucket {
  /** What there is when it is full; undefined where the server does not say. */
  readonly size: number | undefined;
  readonly left: number;
  readonly saidAtMs: number;
  /** When it is full again. */
  readonly fullAtMs: number;
}

export class RateLimit {
  readonly #clock: RetryClock;
  readonly #buckets = new Map<Kind, Bucket>();
  /** What the server may not have counted when it last said what is left. */
  readonly #sent = new Set<Readonly<Record<Kind, number>>>();
  #closedUntilMs = 0;

  constructor(clock: RetryClock = systemClock) {
    this.#clock = clock;
  }

  /**
   * Resolves when the server takes such a request.
   * @returns the wait in milliseconds instead if it is longer than `mostMs`
   * @throws AbortError when the signal fires
   */
  async pass({ tokens, mostMs, signal, onWait }: PassOptions): Promise<Pass | number> {
    const need = { requests: 1, tokens };
    const endsAtMs = this.#clock.now() + mostMs;
    for (let ms = this.#waitMs(need); ms > 0; ms = this.#waitMs(need)) {
      if (this.#clock.now() + ms > endsAtMs) return ms;
      await waitAloud(this.#clock, ms, signal, onWait);
    }
    this.#sent.add(need);
    return { done: () => void this.#sent.delete(need) };
  }

  /** Takes in what a reply says. @param nowUtcMs Unix time, for limits that are renewed at a date */
  read(headers: Headers, status: number, nowUtcMs = Date.now()): void {
    const now = this.#clock.now();
    if (status === 429) this.#closedUntilMs = Math.max(this.#closedUntilMs, now + (readRetryAfter(headers, nowUtcMs) ?? 0));
    for (const kind of ['requests', 'tokens'] as const) {
      const said = (what: string): string | null =>
        headers.get(`x-ratelimit-${what}-${kind}`) ??
        headers.get(`x-rate-limit-${what}-${kind}`) ??
        (kind === 'requests' ? (headers.get(`x-ratelimit-${what}`) ?? headers.get(`ratelimit-${what}`)) : null);
      const reset = readReset(said('reset'), nowUtcMs);
      // Azure's rejection may say only when there is something again.
      const left = numberIn(said('remaining')) ?? (status === 429 && reset !== undefined ? 0 : undefined);
      const size = numberIn(said('limit'));
      // A server that does not say until when says so when it rejects a request.
      if (left !== undefined && reset !== undefined) this.#buckets.set(kind, { size, left, saidAtMs: now, fullAtMs: now + reset });
    }
  }

  #waitMs(need: Readonly<Record<Kind, number>>): number {
    const now = this.#clock.now();
    const waits = [...this.#buckets].map(([kind, bucket]) => waitFor(bucket, need[kind], this.#onTheWay(kind), now));
    return Math.max(0, this.#closedUntilMs - now, ...waits);
  }

  #onTheWay(kind: Kind): number {
    let sum = 0;
    for (const one of this.#sent) sum += one[kind];
    return sum;
  }
}

/** Servers that count in windows say when the next one begins, others when the bucket is full; both say how full it is then. */
function waitFor({ size, left, saidAtMs, fullAtMs }: Bucket, need: number, onTheWay: number, now: number): number {
  if (now >= fullAtMs) return 0;
  const perMs = size === undefined || size <= left ? 0 : (size - left) / (fullAtMs - saidAtMs);
  const there = left + perMs * (now - saidAtMs) - onTheWay;
  // A request that never fits is sent when the bucket is full: the server says what is wrong with it.
  if (there >= Math.min(need, size ?? need)) return 0;
  const untilFull = fullAtMs - now;
  return perMs === 0 ? untilFull : Math.min(untilFull, Math.ceil((Math.min(need, size ?? need) - there) / perMs));
}

/** In milliseconds: `6m0s`, `20ms`, seconds, a date, or a Unix time in seconds or milliseconds; undefined for anything else. */
export function readReset(text: string | null, nowUtcMs: number): number | undefined {
  const said = text?.trim() ?? '';
  const duration = /^(?:(\d+(?:\.\d+)?)d)?(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/.exec(
    said,
  );
  if (said !== '' && duration) {
    const [, days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0] = duration.map(Number).map((value) => value || 0);
    return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
  }
  if (/^\d+(?:\.\d+)?$/.test(said)) {
    const number = Number(said);
    // No limit is renewed in thirty years: the number is a Unix time.
    if (number > 1e12) return Math.max(0, number - nowUtcMs);
    return number > 1e9 ? Math.max(0, number * 1000 - nowUtcMs) : number * 1000;
  }
  const date = /^\d{4}-\d\d-\d\dT/.test(said) ? Date.parse(said) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowUtcMs);
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
