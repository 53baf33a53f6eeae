/**
 * Keeps the index current in the background: indexes changes, scans the folder once when a window is opened, lets the embedder learn.
 * Failures are kept here and in the log, for the index view. Does not use VS Code.
 */
import { isAbort } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { isAriadneError, messageOf, type ErrorCode } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { DiscoveryOptions, IndexStatus, ModelIds } from '../../protocol/engine.ts';
import type { Unindexed } from '../../protocol/unindexed.ts';
import type { IndexMirror } from './indexMirror.ts';
import { PendingChanges } from './pendingChanges.ts';
import type { PendingWork } from './pendingChanges.ts';

export interface AutoIndexerOptions {
  readonly index: IndexMirror;
  readonly onDidOpen: Emitter<IndexStatus>;
  /** Request options from the current settings. */
  readonly request: () => { readonly discovery: DiscoveryOptions; readonly models: ModelIds };
  /** Whether unrequested work is allowed: the folder is on disk and trusted. */
  readonly isAllowed: () => boolean;
  /** Whether the user wants changes to be indexed. */
  readonly isWatching: () => boolean;
  readonly memory: AutoIndexerMemory;
  readonly logger: Logger;
}

/** Persisted state that survives a reload of the window. */
interface AutoIndexerMemory {
  /** The user has confirmed indexing of this large folder. */
  isLargeConfirmed: boolean;
  /** The user has stopped indexing, so a partial index stays partial. */
  isStopped: boolean;
}

export interface AutoIndexerProblem {
  readonly code: ErrorCode | 'bug';
  readonly sentence: string;
  readonly atUtc: string;
}

/** Opening a window does not start a pass over an index younger than this, because another window has just updated it. */
const FRESH_MS = 60_000;
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 120_000;
/** Time for what killed the engine to pass, such as a shortage of memory. */
const afterDeathMs = 2_000;

export class AutoIndexer implements Disposable {
  readonly onDidChange = new Emitter<void>();
  readonly #options: AutoIndexerOptions;
  readonly #subscriptions = new DisposableStore();
  readonly #pending = new PendingChanges();
  #problem: AutoIndexerProblem | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isWorking = false;
  #isDisposed = false;
  /** Whether this window has scanned the whole folder since it knows the index. */
  #isChecked = false;
  /** Something failed, or the user stopped it. */
  #isHeld = false;
  /** Increased when the index is another one, so that work on the old one no longer matters. */
  #indexNumber = 0;
  #mayLearn = true;
  #retryMs = FIRST_RETRY_MS;
  #notBeforeMs = 0;
  /** Likewise after the engine has died. */
  #againAtMs = 0;

  constructor(options: AutoIndexerOptions) {
    this.#options = options;
    this.#subscriptions.add(options.onDidOpen.on(() => this.check()));
    this.#subscriptions.add(options.index.onDidPass.on((kind) => this.#passed(kind)));
  }

  /** The last background failure, until something succeeds. */
  get problem(): AutoIndexerProblem | undefined {
    return this.#problem;
  }

  /** Nothing is retried automatically until something changes or the user indexes. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The number of changes that are not indexed yet; `all` when they need a pass over the folder. */
  get pending(): number | 'all' {
    return this.#pending.size;
  }

  /** Since when some have been waiting. */
  get pendingSinceMs(): number | undefined {
    return this.#pending.sinceMs;
  }

  /** What a question that is asked now does not know. */
  get unindexed(): Unindexed | undefined {
    const { size } = this.#pending;
    if (size === 'all' || this.#options.index.isIndexing) return 'unknown';
    return size === 0 ? undefined : size;
  }

  /** Another window writes the index; this one retries. */
  get isWaiting(): boolean {
    return this.#notBeforeMs > Date.now();
  }

  /** Why changes are not being indexed. */
  get standstill(): 'waiting' | 'held' | undefined {
    return this.isWaiting ? 'waiting' : this.isHeld ? 'held' : undefined;
  }

  /** @param path path of a changed, new or removed file, relative to the folder, `/`-separated */
  changed(path: string): void {
    if (!this.#mayWork()) return;
    this.#pending.add(path, Date.now());
    this.#isHeld = false;
    this.#schedule();
  }

  /** Settings have changed what is indexed, or changes may have been missed. */
  checkAll(): void {
    if (!this.#mayWork()) return;
    this.#pending.addFullPass(Date.now());
    this.#isHeld = false;
    this.#schedule();
  }

  /** Discards pending changes, because the index has moved or was deleted. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#indexNumber++;
    this.#pending.clear();
    this.#problem = undefined;
    this.#isChecked = false;
    this.#isHeld = false;
    this.#mayLearn = true;
    this.#notBeforeMs = 0;
    this.onDidChange.fire();
  }

  /**
   * Scans the folder once, since it may have changed while no window watched it. Called when the state of the index, or the permission,
   * becomes known.
   */
  check(): void {
    const { index, memory, isAllowed, isWatching } = this.#options;
    if (!isAllowed()) return;
    const { state, indexedAtUtc } = index.status;
    // An engine that was killed in a pass has left a part, also after the first look.
    if (this.#isChecked && (state !== 'partial' || index.isIndexing)) return this.#learnIfDue();
    const isLeftInPart = state === 'partial' && memory.isStopped;
    if (!hasIndex(index.status) || isLeftInPart || !isWatching()) return;
    this.#isChecked = true;
    const ageMs = indexedAtUtc === undefined ? Infinity : Date.now() - Date.parse(indexedAtUtc);
    if (state === 'ready' && ageMs < FRESH_MS) this.#learnIfDue();
    else this.checkAll();
  }

  /** Stops the current work on the user's request. It is not restarted automatically. */
  stop(): void {
    const { index, memory } = this.#options;
    if (index.isIndexing) memory.isStopped = true;
    if (index.work.some(({ kind }) => kind !== 'learn')) this.#isHeld = true;
    if (index.isLearning) this.#mayLearn = false;
    void index.cancel();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
    this.onDidChange.dispose();
  }

  #mayWork(): boolean {
    const { index, isAllowed } = this.#options;
    return isAllowed() && hasIndex(index.status);
  }

  #passed(kind: 'index' | 'update'): void {
    this.#setProblem(undefined);
    this.#retryMs = FIRST_RETRY_MS;
    this.#notBeforeMs = 0;
    this.#isHeld = false;
    if (kind === 'index') {
      this.#isChecked = true;
      this.#mayLearn = true;
      this.#options.memory.isStopped = false;
    }
    this.#learnIfDue();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const dueAtMs = this.#pending.dueAtMs;
    if (dueAtMs === undefined || this.#isWorking || this.#isHeld || this.#isDisposed) return;
    this.#timer = setTimeout(() => void this.#work(), Math.max(dueAtMs, this.#notBeforeMs, this.#againAtMs) - Date.now());
    this.onDidChange.fire();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    // A pass in progress may have read a file before it changed.
    await this.#options.index.whenIdle();
    const work = this.#isHeld ? undefined : this.#pending.take();
    if (work && this.#mayWork()) await this.#do(work);
    else if (work) this.#pending.finish();
    this.#isWorking = false;
    this.onDidChange.fire();
    this.#schedule();
  }

  async #do(work: PendingWork): Promise<void> {
    const indexNumber = this.#indexNumber;
    try {
      const needsFullPass = work.kind === 'full-pass' || (await this.#update(work.paths)) === 'full-pass-needed';
      if (needsFullPass) await this.#pass();
      this.#pending.finish();
    } catch (error) {
      if (!this.#isDisposed && indexNumber === this.#indexNumber) this.#failed(error, work);
    }
  }

  async #update(paths: readonly string[]): Promise<'updated' | 'nothing-changed' | 'full-pass-needed'> {
    const { index, request } = this.#options;
    return (await index.update({ ...request(), paths: [...paths] })).outcome;
  }

  async #pass(): Promise<void> {
    const { index, request, memory } = this.#options;
    await index.run({ ...request(), confirmed: memory.isLargeConfirmed });
  }

  #failed(error: unknown, work: PendingWork): void {
    this.#pending.restore(work, Date.now());
    if (isAriadneError(error, 'index-locked')) {
      this.#waitForWriter();
      return;
    }
    if (isAbort(error) && this.#isHeld) return;
    // An abort that the user did not ask for is the end of an engine that was restarted.
    if (isAbort(error) || isAriadneError(error, 'engine-died')) {
      // It refuses to start again when it dies several times.
      this.#options.logger.log('warn', 'index', `the engine stopped while it indexed; going on in ${afterDeathMs / 1000} s`);
      this.#againAtMs = Date.now() + afterDeathMs;
      return;
    }
    this.#isHeld = true;
    this.#setProblem(error);
  }

  #waitForWriter(): void {
    const { index, logger } = this.#options;
    logger.log('info', 'index', `another window is writing the index; retrying in ${this.#retryMs / 1000} s`);
    this.#notBeforeMs = Date.now() + this.#retryMs;
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    index.refresh().catch((error: unknown) => logger.log('warn', 'index', messageOf(error)));
  }

  #learnIfDue(): void {
    const { index, request } = this.#options;
    const { learningDue, state } = index.status;
    if (!learningDue || state !== 'ready' || index.isLearning || !this.#mayLearn || !this.#options.isAllowed()) return;
    index.learn({ models: request().models }).catch((error: unknown) => {
      // Another window writes, or the engine was stopped. Retried after the next pass, or when the engine is back.
      if (isAbort(error) || isAriadneError(error, 'index-locked')) return;
      this.#mayLearn = false;
      this.#setProblem(error);
    });
  }

  /** @param error undefined after a success */
  #setProblem(error: unknown): void {
    if (this.#isDisposed || error === this.#problem) return;
    if (error === undefined) this.#problem = undefined;
    else {
      const code = isAriadneError(error) ? error.code : 'bug';
      this.#problem = { code, sentence: messageOf(error), atUtc: new Date().toISOString() };
      this.#options.logger.log('error', 'index', `${code}: ${messageOf(error)}`);
    }
    this.onDidChange.fire();
  }
}

/** An index of an older format counts: the user wanted one. */
function hasIndex({ state, outdated = false }: IndexStatus): boolean {
  return state !== 'none' || outdated;
}
