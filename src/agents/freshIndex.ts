/** Keeps an index up to date for tools that are called now and then: a pass over the folder before a call, if the last one is old. */
import { setTimeout } from 'node:timers/promises';
import { AriadneError, isAriadneError, messageOf } from '../base/errors.ts';
import type { IndexProgress } from '../protocol/indexStatus.ts';

/** What is said of a call that takes long. */
export type Tell = (sentence: string) => void;

export interface FreshIndexOptions {
  /** A pass over the folder. @throws AriadneError `folder-large` where its user has to confirm it */
  readonly pass: (signal: AbortSignal) => Promise<unknown>;
  /** The number of passages that can be searched now. */
  readonly searchable: () => Promise<number>;
  /** A line for people. */
  readonly lineOf: (progress: IndexProgress) => string;
  /** A sentence that says how the user confirms a large folder on this surface. */
  readonly howToConfirm: string;
  /** How long after its beginning a pass is waited for; later calls answer without. Clients give up after a minute or so. */
  readonly patienceMs?: number;
  readonly nowMs?: () => number;
}

/** There is nothing to search yet; tools that read documents work. */
export class IndexNotReady extends AriadneError {
  readonly progress: IndexProgress | undefined;

  constructor(message: string, progress: IndexProgress | undefined, cause?: unknown) {
    super('index-not-ready', `${message} ariadne_read and ariadne_check_document answer now.`, { cause });
    this.progress = progress;
  }
}

/** A pass over a folder that has not changed takes a fraction of a second for each thousand files. */
const freshForMs = 15_000;
const usualPatienceMs = 10_000;
/** A first pass that needs no longer is waited for. */
const almostMs = 30_000;
const tellEveryMs = 1000;

export class FreshIndex {
  readonly #options: FreshIndexOptions;
  readonly #now: () => number;
  readonly #ended = new AbortController();
  readonly #tells = new Set<Tell>();
  #beganAtMs = 0;
  #endedAtMs = Number.NEGATIVE_INFINITY;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #progress: IndexProgress | undefined;
  #passing: Promise<void> | undefined;
  /** What went wrong in the last pass. */
  #failure: unknown;

  constructor(options: FreshIndexOptions) {
    this.#options = options;
    this.#now = options.nowMs ?? Date.now;
  }

  /** Shown to those who wait, once in a second at most. */
  onProgress(progress: IndexProgress): void {
    this.#progress = progress;
    if (this.#tells.size === 0 || this.#now() - this.#toldAtMs < tellEveryMs) return;
    this.#toldAtMs = this.#now();
    for (const tell of this.#tells) tell(this.#options.lineOf(progress));
  }

  /**
   * Resolves when there is something to search: when the pass is over, or after a while with what is indexed so far. A call that is stopped
   * ends no pass, since others wait for it.
   * @returns a sentence where the index is not up to date
   * @throws IndexNotReady; the error of the pass where there is no index; AbortError
   */
  async ready(signal: AbortSignal, tell: Tell): Promise<string | undefined> {
    if (this.#passing || this.#now() - this.#endedAtMs >= freshForMs) {
      this.#passing ??= this.#pass();
      this.#tells.add(tell);
      try {
        await this.#wait(Math.max(0, this.#beganAtMs + (this.#options.patienceMs ?? usualPatienceMs) - this.#now()), signal);
        const isAlmostThere = (this.#progress?.remainingSeconds ?? Infinity) * 1000 < almostMs;
        if (isAlmostThere && (await this.#options.searchable()) === 0) await this.#wait(almostMs, signal);
      } finally {
        this.#tells.delete(tell);
      }
    }
    return this.#noteOrThrow();
  }

  /** For the pass that goes on, at most so long. @throws AbortError */
  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const waited = new AbortController();
    const timer = setTimeout(ms, undefined, { signal: AbortSignal.any([signal, waited.signal]) });
    try {
      await Promise.race([this.#passing, timer]);
    } finally {
      waited.abort();
    }
  }

  async #noteOrThrow(): Promise<string | undefined> {
    const { searchable, lineOf, howToConfirm } = this.#options;
    if (!this.#passing && this.#failure === undefined) return undefined;
    const passages = await searchable();
    const progress = this.#progress;
    if (this.#passing) {
      const where = progress ? `${lineOf(progress)}.` : 'It has just begun.';
      if (passages === 0) throw new IndexNotReady(`The folder is being indexed. ${where} Call again later.`, progress);
      // Learning makes answers better, but what is there is complete.
      if (progress?.work === 'learn') return undefined;
      return `The index is being brought up to date. ${where} This is from the ${passages} passages that can be searched so far.`;
    }
    const why = messageOf(this.#failure);
    if (passages > 0) return `The index may be out of date. ${why}`;
    if (isAriadneError(this.#failure, 'folder-large')) throw new IndexNotReady(`${why} ${howToConfirm}`, undefined, this.#failure);
    throw this.#failure;
  }

  async #pass(): Promise<void> {
    this.#beganAtMs = this.#now();
    try {
      await this.#options.pass(this.#ended.signal);
      this.#failure = undefined;
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#passing = undefined;
      this.#progress = undefined;
      this.#endedAtMs = this.#now();
    }
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#passing;
  }
}
