/** Keeps an index up to date for tools that are called now and then: a pass over the folder before a call, if the last one is old. */
import { messageOf } from '../base/errors.ts';
import type { Tell } from './mcpServer.ts';

export interface FreshIndexOptions {
  /** A pass over the folder. */
  readonly pass: (signal: AbortSignal) => Promise<unknown>;
  /** Whether there is an index that can be searched. */
  readonly isThere: () => Promise<boolean>;
  readonly nowMs?: () => number;
}

/** A pass over a folder that has not changed takes a fraction of a second for each thousand files. */
const freshForMs = 15_000;

export class FreshIndex {
  readonly #options: FreshIndexOptions;
  readonly #ended = new AbortController();
  readonly #tells = new Set<Tell>();
  #last = Number.NEGATIVE_INFINITY;
  #said = '';
  #passing: Promise<void> | undefined;

  constructor(options: FreshIndexOptions) {
    this.#options = options;
  }

  /** Shown to those who wait, once. */
  tell(sentence: string): void {
    if (sentence === this.#said) return;
    this.#said = sentence;
    for (const tell of this.#tells) tell(sentence);
  }

  /**
   * Resolves when the index can be searched. A call that is stopped ends no pass, since others wait for it. Where a pass fails, for example
   * because another process writes, an index that is there answers as it is.
   * @throws the error of the pass if there is no index; AbortError
   */
  async ready(signal: AbortSignal, tell: Tell): Promise<void> {
    const now = this.#options.nowMs ?? Date.now;
    if (!this.#passing && now() - this.#last < freshForMs) return;
    this.#passing ??= this.#pass().finally(() => {
      this.#passing = undefined;
      this.#last = now();
    });
    this.#tells.add(tell);
    try {
      await Promise.race([this.#passing, aborted(signal)]);
    } finally {
      this.#tells.delete(tell);
    }
  }

  async #pass(): Promise<void> {
    try {
      await this.#options.pass(this.#ended.signal);
    } catch (error) {
      if (!(await this.#options.isThere())) throw error;
      this.tell(`The index is searched as it is: ${messageOf(error)}`);
    }
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#passing?.catch(() => undefined);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
