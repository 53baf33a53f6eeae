/** The writes to one index: one at a time, in this process and among all. */
import { delay } from '../base/abort.ts';
import { IndexLockedError, type WriteLock } from '../indexing/lock.ts';
import type { ProgressMeter } from '../indexing/progress.ts';

export interface IndexWritesOptions {
  readonly lock: () => Promise<WriteLock>;
  /** Called with the lock held, before each write. */
  readonly prepare: () => Promise<void>;
  /** A write has failed, or was stopped. @returns what to throw */
  readonly onFailure: (error: unknown) => Promise<unknown>;
  /** Another process writes: how long this one waits at most for it. */
  readonly patienceMs: number;
}

export interface WriteOptions {
  readonly signal: AbortSignal;
  /** Called with who writes when another process does and this one waits for it. Without it nothing waits. */
  readonly onWait?: (owner: string) => void;
}

/** Waits for another process that writes, and says so. */
export function patiently(signal: AbortSignal, progress: ProgressMeter): WriteOptions {
  return { signal, onWait: (owner) => progress.waiting(owner) };
}

const firstPauseMs = 50;
const longestPauseMs = 2000;

export class IndexWrites {
  readonly #options: IndexWritesOptions;
  readonly #closing = new AbortController();
  #line: Promise<unknown> = Promise.resolve();

  constructor(options: IndexWritesOptions) {
    this.#options = options;
  }

  /** Runs work that must not meet a write of this process: after those that have begun. */
  async inLine<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#line;
    const done = (async () => {
      await before;
      return work();
    })();
    this.#line = done.catch(() => undefined);
    return done;
  }

  /**
   * @param work told whether another process has written while this one waited
   * @throws AriadneError `index-locked` when another process writes, and has written for as long as this one may wait; AbortError
   */
  async write<T>({ signal, onWait }: WriteOptions, work: (during: AbortSignal, hasWaited: boolean) => Promise<T>): Promise<T> {
    const mayWait = AbortSignal.any([signal, this.#closing.signal]);
    const giveUpAtMs = performance.now() + this.#options.patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const tried = await this.inLine(() => this.#tryToWrite(signal, (during) => work(during, pauseMs > firstPauseMs)));
      if ('result' in tried) return tried.result;
      if (!onWait || performance.now() >= giveUpAtMs) throw tried.locked;
      onWait(tried.locked.owner);
      // Out of line: what only reads goes on meanwhile.
      await delay(pauseMs, mayWait);
    }
  }

  /** What waits for another process is aborted; resolves when what this one is writing has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#line;
  }

  async #tryToWrite<T>(
    signal: AbortSignal,
    work: (during: AbortSignal) => Promise<T>,
  ): Promise<{ readonly result: T } | { readonly locked: IndexLockedError }> {
    signal.throwIfAborted();
    const lock = await this.#tryToLock();
    if (lock instanceof IndexLockedError) return { locked: lock };
    try {
      await this.#options.prepare();
      return { result: await work(AbortSignal.any([signal, lock.lost])) };
    } catch (error) {
      const failure = await this.#options.onFailure(error);
      lock.lost.throwIfAborted();
      throw failure;
    } finally {
      await lock.release();
    }
  }

  async #tryToLock(): Promise<WriteLock | IndexLockedError> {
    try {
      return await this.#options.lock();
    } catch (error) {
      if (error instanceof IndexLockedError) return error;
      throw error;
    }
  }
}
