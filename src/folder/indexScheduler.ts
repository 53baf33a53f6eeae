/**
 * Keeps the index of a folder current in the background: indexes what has changed, goes over the folder when something may have been
 * missed, lets the embedder learn. Passes that the user asks for go through it as well, since passes run one after the other.
 */
import { isAbort } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { isAriadneError, messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { DiscoveryOptions, FollowedSettings } from '../protocol/indexRequests.ts';
import type { ModelIds } from '../protocol/runSpec.ts';
import {
  noIndex,
  type IndexingState,
  type IndexProgress,
  type IndexStatus,
  type IndexSummary,
  type IndexWork,
} from '../protocol/indexStatus.ts';
import type { Unindexed } from '../protocol/unindexed.ts';
import type { UpdateSummary } from '../indexing/indexer.ts';
import type { IndexingMemory } from './indexingMemory.ts';
import { PendingChanges, type PendingWork } from './pendingChanges.ts';

/** What can be done with the index; see `FolderIndex`. */
interface IndexPasses {
  status(): Promise<IndexStatus>;
  index(
    discovery: DiscoveryOptions,
    models: ModelIds,
    options: { readonly confirmed: boolean; readonly willLearn: boolean; readonly signal: AbortSignal },
  ): Promise<IndexSummary>;
  update(paths: readonly string[], discovery: DiscoveryOptions, models: ModelIds, signal: AbortSignal): Promise<UpdateSummary>;
  learn(models: ModelIds, signal: AbortSignal): Promise<unknown>;
}

export interface IndexSchedulerOptions {
  readonly passes: IndexPasses;
  readonly settings: FollowedSettings;
  readonly memory: IndexingMemory;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The status was read again. */
  readonly onStatus: () => void;
  /** `isProgress`: only work under way has advanced. */
  readonly onWork: (isProgress: boolean) => void;
}

/** An engine that starts makes no pass over an index younger than this, because another window has just updated it. */
const freshMs = 60_000;
const firstRetryMs = 10_000;
const lastRetryMs = 120_000;

/** Passes over files run one after the other; learning runs beside them. */
interface Job<T> {
  readonly kind: IndexWork['kind'];
  readonly beganAtMs: number;
  readonly controller: AbortController;
  readonly result: Promise<T>;
  progress?: IndexProgress;
}

export class IndexScheduler {
  readonly #options: IndexSchedulerOptions;
  readonly #pending = new PendingChanges();
  #settings: FollowedSettings;
  #status = noIndex;
  #indexing: Job<IndexSummary> | undefined;
  #updating: Job<UpdateSummary> | undefined;
  #learning: Job<unknown> | undefined;
  #problem: IndexingState['problem'];
  #cancelTimer: (() => void) | undefined;
  #isWorking = false;
  #isClosed = false;
  /** Whether the whole folder was scanned since the index is known. */
  #isChecked = false;
  /** Something failed, or the user stopped it: nothing is retried until something changes or the user indexes. */
  #isHeld = false;
  #mayLearn = true;
  #retryMs = firstRetryMs;
  /** While another process writes the index. */
  #notBeforeMs = 0;

  constructor(options: IndexSchedulerOptions) {
    this.#options = options;
    this.#settings = options.settings;
  }

  get status(): IndexStatus {
    return this.#status;
  }

  get settings(): FollowedSettings {
    return this.#settings;
  }

  get state(): IndexingState {
    const { sinceMs } = this.#pending;
    const isWaiting = this.#notBeforeMs > this.#options.clock.nowMs();
    return {
      work: this.#jobs.map(({ kind, beganAtMs, progress }) => ({ kind, beganAtMs, ...(progress === undefined ? {} : { progress }) })),
      pending: this.#pending.size,
      ...(sinceMs === undefined ? {} : { pendingSinceMs: sinceMs }),
      ...(isWaiting ? { standstill: 'waiting' } : this.#isHeld ? { standstill: 'held' } : {}),
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
    };
  }

  /** What a question that is asked now does not know. */
  get unindexed(): Unindexed | undefined {
    const { size } = this.#pending;
    if (size === 'all' || this.#indexing) return 'unknown';
    return size === 0 ? undefined : size;
  }

  /** @param mayHaveMissed whether changes of files may have been lost, with an engine that was replaced */
  async start(mayHaveMissed: boolean): Promise<void> {
    await this.#readStatus();
    if (mayHaveMissed && this.#settings.isWatching) this.checkAll();
    else this.#check();
  }

  /** Another window may have written the index. @throws as `IndexPasses.status` */
  async look(): Promise<void> {
    await this.#readStatus();
    this.#check();
  }

  follow(settings: FollowedSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (indexedWith(before) !== indexedWith(settings) || (settings.isWatching && !before.isWatching)) this.checkAll();
    else if (settings.isAllowed && !before.isAllowed) this.#check();
  }

  /** @param paths of changed, new or removed files, relative to the folder, `/`-separated */
  changed(paths: readonly string[]): void {
    if (!this.#mayWork) return;
    for (const path of paths) this.#pending.add(path, this.#options.clock.nowMs());
    this.#isHeld = false;
    this.#schedule();
  }

  /** Settings have changed what is indexed, or changes may have been missed. */
  checkAll(): void {
    if (!this.#mayWork) return;
    this.#isChecked = true;
    this.#pending.addFullPass(this.#options.clock.nowMs());
    this.#isHeld = false;
    this.#schedule();
  }

  /**
   * Brings the whole index up to date. A second call joins the pass in progress; while files are being updated, it waits for that.
   * @param isConfirmed whether the user has confirmed that the folder is large
   * @param signal ends the pass, also for those that have joined it
   * @throws as `FolderIndex.index`
   */
  async index(isConfirmed: boolean, signal: AbortSignal): Promise<IndexSummary> {
    if (isConfirmed) this.#options.memory.keep({ isLargeConfirmed: true });
    const pass = this.#pass();
    const stop = (): void => this.#indexing?.controller.abort();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await pass;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Stops all work on the user's request, which is not restarted automatically. Resolves when none is left. Stored work is kept. */
  async stop(): Promise<void> {
    if (this.#indexing) this.#options.memory.keep({ isStopped: true });
    if (this.#indexing || this.#updating) this.#isHeld = true;
    if (this.#learning) this.#mayLearn = false;
    await this.#cancel();
  }

  /** Keeps progress from decreasing when reports arrive out of order. */
  advance(progress: IndexProgress): void {
    const { work, stage, fraction } = progress;
    const job = { index: this.#indexing, update: this.#updating, learn: this.#learning, switch: this.#learning }[work];
    if (!job || fraction < (job.progress?.fraction ?? 0)) return;
    const isProgress = job.progress?.stage === stage;
    job.progress = progress;
    this.#options.onWork(isProgress);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    await this.#cancel();
  }

  get #jobs(): readonly Job<unknown>[] {
    return [this.#indexing, this.#updating, this.#learning].filter((job) => job !== undefined);
  }

  get #mayWork(): boolean {
    const { state, outdated = false } = this.#status;
    // An index of an older format counts: the user wanted one.
    return this.#settings.isAllowed && (state !== 'none' || outdated) && !this.#isClosed;
  }

  async #readStatus(): Promise<void> {
    this.#status = await this.#options.passes.status();
    this.#options.onStatus();
  }

  /** Goes over the folder once, since it may have changed while nothing watched it. */
  #check(): void {
    if (!this.#mayWork || this.#isHeld) return;
    const { state, indexedAtUtc } = this.#status;
    const { isStopped = false, indexedWith: before } = this.#options.memory.kept;
    const isOther = before !== undefined && before !== indexedWith(this.#settings);
    // An engine that was killed in a pass has left a part, also after the first look.
    if (this.#isChecked && (state !== 'partial' || this.#indexing)) return this.#learnIfDue();
    if ((state === 'partial' && isStopped) || (!this.#settings.isWatching && !isOther)) return;
    const ageMs = indexedAtUtc === undefined ? Infinity : this.#options.clock.nowMs() - Date.parse(indexedAtUtc);
    if (state !== 'ready' || isOther || ageMs >= freshMs) return this.checkAll();
    this.#isChecked = true;
    this.#learnIfDue();
  }

  #schedule(): void {
    this.#cancelTimer?.();
    const { dueAtMs } = this.#pending;
    if (dueAtMs === undefined || this.#isWorking || this.#isHeld || this.#isClosed) return;
    const { clock, onWork } = this.#options;
    this.#cancelTimer = clock.after(Math.max(dueAtMs, this.#notBeforeMs) - clock.nowMs(), () => void this.#work());
    onWork(false);
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    // A pass in progress may have read a file before it changed.
    await this.#untilIdle();
    const work = this.#isHeld ? undefined : this.#pending.take();
    if (work && this.#mayWork) await this.#do(work);
    else if (work) this.#pending.finish();
    this.#isWorking = false;
    this.#options.onWork(false);
    this.#schedule();
  }

  async #do(work: PendingWork): Promise<void> {
    try {
      const isWhole = work.kind === 'full-pass' || (await this.#update(work.paths)).outcome === 'full-pass-needed';
      const summary = isWhole ? await this.#pass() : undefined;
      this.#pending.finish();
      // A new folder with many files is one change where the others are dropped.
      const isOne = work.kind === 'update';
      if (summary && summary.unchanged !== true && (isOne || work.areMany)) this.#pending.lookAgain(this.#options.clock.nowMs(), !isOne);
    } catch (error) {
      if (!this.#isClosed) this.#failed(error, work);
    }
  }

  #pass(): Promise<IndexSummary> {
    if (this.#indexing) return this.#indexing.result;
    const updated = this.#updating?.result;
    const { discovery, models } = this.#settings;
    const { passes, memory } = this.#options;
    const set = (job: Job<IndexSummary> | undefined): void => void (this.#indexing = job);
    return this.#begin('index', set, async (signal, end) => {
      if (updated) await settled(updated);
      const confirmed = memory.kept.isLargeConfirmed ?? false;
      const summary = await end(passes.index(discovery, models, { confirmed, willLearn: this.#mayLearn, signal }));
      memory.keep({ isStopped: false, indexedWith: indexedWith({ discovery, models }) });
      this.#isChecked = true;
      this.#mayLearn = true;
      this.#passed();
      return summary;
    });
  }

  async #update(paths: readonly string[]): Promise<UpdateSummary> {
    // No await between the last check and the start: of two that wait, the second waits for the first.
    await this.#untilIdle();
    const { discovery, models } = this.#settings;
    const set = (job: Job<UpdateSummary> | undefined): void => void (this.#updating = job);
    return this.#begin('update', set, async (signal, end) => {
      const summary = await end(this.#options.passes.update(paths, discovery, models, signal));
      this.#passed();
      return summary;
    });
  }

  #learnIfDue(): void {
    const { learningDue, state } = this.#status;
    if (!learningDue || state !== 'ready' || this.#learning || !this.#mayLearn || !this.#settings.isAllowed || this.#isClosed) return;
    const { models } = this.#settings;
    const set = (job: Job<unknown> | undefined): void => void (this.#learning = job);
    this.#begin('learn', set, (signal, end) => end(this.#options.passes.learn(models, signal))).catch((error: unknown) => {
      // Another process writes, or the work was stopped. Retried after the next pass.
      if (isAbort(error) || isAriadneError(error, 'index-locked')) return;
      this.#mayLearn = false;
      this.#setProblem(error);
    });
  }

  /** @param start called when the job is known; its `end` takes the job away when the work has ended and the status after it is known */
  #begin<T>(
    kind: IndexWork['kind'],
    set: (job: Job<T> | undefined) => void,
    start: (signal: AbortSignal, end: (work: Promise<T>) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const { promise: result, resolve } = Promise.withResolvers<T>();
    set({ kind, beganAtMs: this.#options.clock.nowMs(), controller, result });
    this.#options.onWork(false);
    resolve(start(controller.signal, (work) => this.#finish(work, () => set(undefined))));
    return result;
  }

  async #finish<T>(result: Promise<T>, end: () => void): Promise<T> {
    try {
      const summary = await result;
      await this.#readStatus();
      return summary;
    } catch (error) {
      // Work stored before it was stopped is kept and counts.
      if (isAbort(error)) await this.#readStatus().catch((unread: unknown) => this.#warn(messageOf(unread)));
      throw error;
    } finally {
      end();
      this.#options.onWork(false);
    }
  }

  /** A pass over the folder or some files has succeeded. */
  #passed(): void {
    this.#setProblem(undefined);
    this.#retryMs = firstRetryMs;
    this.#notBeforeMs = 0;
    this.#isHeld = false;
    this.#learnIfDue();
  }

  #failed(error: unknown, work: PendingWork): void {
    this.#pending.restore(work, this.#options.clock.nowMs());
    if (isAriadneError(error, 'index-locked') || isAriadneError(error, 'index-lock-lost')) return this.#waitForWriter();
    if (isAbort(error) && this.#isHeld) return;
    this.#isHeld = true;
    if (!isAbort(error)) this.#setProblem(error);
  }

  #waitForWriter(): void {
    this.#options.logger.log('info', 'index', `another window is writing the index; retrying in ${this.#retryMs / 1000} s`);
    this.#notBeforeMs = this.#options.clock.nowMs() + this.#retryMs;
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
    this.#readStatus().catch((unread: unknown) => this.#warn(messageOf(unread)));
  }

  /** @param error undefined after a success */
  #setProblem(error: unknown): void {
    if (this.#isClosed || (error === undefined && this.#problem === undefined)) return;
    if (error === undefined) this.#problem = undefined;
    else {
      const code = isAriadneError(error) ? error.code : 'bug';
      this.#problem = { code, sentence: messageOf(error) };
      this.#options.logger.log('error', 'index', `${code}: ${messageOf(error)}`);
    }
    this.#options.onWork(false);
  }

  /** Resolves when no pass is in progress, whether the last one succeeded or not. */
  async #untilIdle(): Promise<void> {
    for (let pass = this.#indexing ?? this.#updating; pass !== undefined; pass = this.#indexing ?? this.#updating)
      await settled(pass.result);
  }

  async #cancel(): Promise<void> {
    const jobs = this.#jobs;
    for (const { controller } of jobs) controller.abort();
    await Promise.all(jobs.map(({ result }) => settled(result)));
  }

  #warn(message: string): void {
    this.#options.logger.log('warn', 'index', message);
  }
}

/** What decides which files are indexed, and how. The other models only read the index. */
function indexedWith({ discovery, models }: Pick<FollowedSettings, 'discovery' | 'models'>): string {
  return JSON.stringify([discovery.exclude, discovery.maxFileBytes, models.embedder]);
}

async function settled(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}
