/** What one process at a time does with an index: writing, one write after the other, and learning. */
import { delay } from '../base/abort.ts';
import { IndexLockedError } from '../indexing/lock.ts';
import type { LockedWork, WriteLock } from '../indexing/lock.ts';
import type { ProgressMeter } from '../indexing/progress.ts';

export interface IndexWritesOptions {
  readonly lock: (work: LockedWork) => Promise<WriteLock>;
  /** Called with the lock held, before each write. */
  readonly prepare: () => Promise<void>;
  /** A write has failed, or was stopped. @returns what to throw */
  readonly onFailure: (error: unknown) => Promise<unknown>;
  /** Another process writes: how long this one waits at most for it. */
  readonly patienceMs: number;
}

export interface WriteOptions<T> {
  readonly signal: AbortSignal;
  /** Called with who writes when another process does and this one waits for it. Without it nothing waits. */
  readonly onWait?: (owner: string) => void;
  /** Called after each wait: the result where the other process has made it already, and nothing is left to do. */
  readonly madeByOther?: () => Promise<T | undefined>;
}

/** Waits for another process that writes, and says so. */
export function patiently(signal: AbortSignal, progress: ProgressMeter): Pick<WriteOptions<never>, 'signal' | 'onWait'> {
  return { signal, onWait: (owner) => progress.waiting(owner) };
}

type Attempt<T> = { readonly result: T } | { readonly locked: IndexLockedError };

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
  async write<T>(options: WriteOptions<T>, work: (during: AbortSignal, hasWaited: boolean) => Promise<T>): Promise<T> {
    const { patienceMs } = this.#options;
    return this.#whenFree({ ...options, patienceMs }, (hasWaited) =>
      this.inLine(() => this.#tryToWrite(options.signal, (during) => work(during, hasWaited))),
    );
  }

  /**
   * Runs work that goes on beside writes, but that one process does for all. Waits for another one as long as that lives.
   * @throws AbortError
   */
  async learnAlone<T>(options: WriteOptions<T>, work: () => Promise<T>): Promise<T> {
    const { signal } = options;
    return this.#whenFree<T>({ ...options, patienceMs: Number.POSITIVE_INFINITY }, async () => {
      signal.throwIfAborted();
      const lock = await this.#tryToLock('learner');
      if (lock instanceof IndexLockedError) return { locked: lock };
      try {
        // If the lock is lost, two processes learn the same. The write at the end shows it.
        return { result: await work() };
      } finally {
        await lock.release();
      }
    });
  }

  async #whenFree<T>(
    { signal, onWait, madeByOther, patienceMs }: WriteOptions<T> & Pick<IndexWritesOptions, 'patienceMs'>,
    attempt: (hasWaited: boolean) => Promise<Attempt<T>>,
  ): Promise<T> {
    const mayWait = AbortSignal.any([signal, this.#closing.signal]);
    const giveUpAtMs = performance.now() + patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const hasWaited = pauseMs > firstPauseMs;
      const made = hasWaited ? await madeByOther?.() : undefined;
      if (made !== undefined) return made;
      const tried = await attempt(hasWaited);
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

  async #tryToWrite<T>(signal: AbortSignal, work: (during: AbortSignal) => Promise<T>): Promise<Attempt<T>> {
    signal.throwIfAborted();
    const lock = await this.#tryToLock('writer');
    if (lock instanceof IndexLockedError) return { locked: lock };
    try {
      await this.#options.prepare();
      return { result: await work(AbortSignal.any([signal, lock.lost])) };
    } catch (error) {
      // After sleep another process may write: what it has replaced is not a fault of the index.
      await lock.check();
      const failure = await this.#options.onFailure(error);
      lock.lost.throwIfAborted();
      throw failure;
    } finally {
      await lock.release();
    }
  }

  async #tryToLock(work: LockedWork): Promise<WriteLock | IndexLockedError> {
    try {
      return await this.#options.lock(work);
    } catch (error) {
      if (error instanceof IndexLockedError) return error;
      throw error;
    }
  }
}
