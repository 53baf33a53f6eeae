import { abortError } from '../../src/base/abort.ts';
import type { Clock } from '../../src/base/clock.ts';

/** Work that ends when the test says so, or when it is cancelled. */
export class HeldWork<T> {
  readonly #waiting: { readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void }[] = [];

  begin(signal: AbortSignal | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      signal?.addEventListener('abort', () => reject(abortError()), { once: true });
    });
  }

  finish(value: T): void {
    this.#waiting.shift()?.resolve(value);
  }

  fail(error: unknown): void {
    this.#waiting.shift()?.reject(error);
  }
}

/** A clock that moves when the test says so. */
export class ManualClock implements Clock {
  #nowMs: number;
  readonly #timers = new Set<{ readonly atMs: number; readonly work: () => void }>();

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  readonly nowMs = (): number => this.#nowMs;

  readonly after = (ms: number, work: () => void): (() => void) => {
    const timer = { atMs: this.#nowMs + Math.max(0, ms), work };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  /** Lets time pass, and what then begins come to an end or to a wait. */
  async pass(ms: number): Promise<void> {
    await settle();
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const [next] = [...this.#timers].sort((a, b) => a.atMs - b.atMs);
      if (!next || next.atMs > untilMs) break;
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#timers.delete(next);
      next.work();
      await settle();
    }
    this.#nowMs = untilMs;
    await settle();
  }
}

export async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}
