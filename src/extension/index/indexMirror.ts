/**
 * This window's view of the folder's index, which the engine owns, and of the index work that this window has started. Does not use VS
 * Code.
 */
import { isAbort } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type {
  LearnSummary,
  EngineNotificationParams,
  EngineParams,
  IndexProgress,
  IndexStatus,
  IndexSummary,
  UpdateSummary,
} from '../../protocol/engine.ts';
import type { PanelState } from '../../protocol/panel.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';

/**
 * The panel's readiness, plus two states that the sidebar distinguishes: `virtual`, a folder that is not on a readable disk, and `unknown`,
 * a folder with stored data that the engine has not been asked about yet.
 */
export type Readiness = Exclude<PanelState['readiness'], 'starting'> | 'virtual' | 'unknown';

export interface Surroundings {
  readonly folder: 'none' | 'virtual' | 'disk';
  readonly isTrusted: boolean;
  /** Whether an earlier window has stored data for this folder. */
  readonly hasStorage: boolean;
}

export interface IndexMirrorOptions {
  readonly engine: EngineRequests;
  readonly onDidOpen: Emitter<IndexStatus>;
  readonly onIndexProgress: Emitter<EngineNotificationParams<'indexProgress'>>;
  readonly surroundings: () => Surroundings;
}

export type IndexRequest = EngineParams<'index'>;

/** `index`: a pass over the whole folder; `update`: some files; `learn`: the built-in embedder learns. */
export interface Work {
  readonly kind: 'index' | 'update' | 'learn';
  readonly beganAtMs: number;
  readonly progress?: IndexProgress;
}

export const noIndex: IndexStatus = {
  state: 'none',
  documents: 0,
  passages: 0,
  epoch: '',
  skipped: [],
  vectors: 'none',
  learningDue: false,
};

/** Work in progress. Passes over files run one after the other; learning runs beside them. */
class Job<T> {
  readonly kind: Work['kind'];
  readonly #beganAtMs = Date.now();
  readonly #controller = new AbortController();
  readonly result: Promise<T>;
  #progress: IndexProgress | undefined;

  constructor(kind: Work['kind'], start: (signal: AbortSignal) => Promise<T>) {
    this.kind = kind;
    this.result = start(this.#controller.signal);
  }

  get work(): Work {
    return { kind: this.kind, beganAtMs: this.#beganAtMs, progress: this.#progress };
  }

  /** Keeps progress from decreasing when messages arrive out of order. */
  advance(progress: IndexProgress): void {
    if (progress.fraction >= (this.#progress?.fraction ?? 0)) this.#progress = progress;
  }

  cancel(): void {
    this.#controller.abort();
  }
}

export class IndexMirror implements Disposable {
  readonly onDidChange = new Emitter<void>();
  /** Fires after a pass over the folder or some files has succeeded and the status is updated. */
  readonly onDidPass = new Emitter<'index' | 'update'>();
  readonly #options: IndexMirrorOptions;
  readonly #subscriptions = new DisposableStore();
  #status = noIndex;
  #isKnown = false;
  #isUnreadable = false;
  #indexing: Job<IndexSummary> | undefined;
  #updating: Job<UpdateSummary> | undefined;
  #learning: Job<LearnSummary> | undefined;

  constructor(options: IndexMirrorOptions) {
    this.#options = options;
    this.#subscriptions.add(options.onDidOpen.on((status) => this.#set(status)));
    this.#subscriptions.add(options.onIndexProgress.on((progress) => this.#advance(progress)));
  }

  get status(): IndexStatus {
    return this.#status;
  }

  /** Work in progress, the pass over files first. */
  get work(): readonly Work[] {
    return [this.#indexing, this.#updating, this.#learning].flatMap((job) => (job ? [job.work] : []));
  }

  /** Progress of the pass over the whole folder; undefined when there is none, or before its first report. */
  get progress(): IndexProgress | undefined {
    return this.#indexing?.work.progress;
  }

  /** Whether a pass over the whole folder is in progress. */
  get isIndexing(): boolean {
    return this.#indexing !== undefined;
  }

  get isLearning(): boolean {
    return this.#learning !== undefined;
  }

  /** An index that is being updated can be asked, so it is `ready`; one without documents is `empty`. */
  get readiness(): Readiness {
    const { folder, isTrusted, hasStorage } = this.#options.surroundings();
    const { state, indexedAtUtc, documents } = this.#status;
    if (folder === 'none') return 'no-folder';
    if (folder === 'virtual') return 'virtual';
    const isWhole = state === 'ready' || (state === 'indexing' && indexedAtUtc !== undefined);
    if (isWhole && documents > 0) return 'ready';
    if (this.#indexing || state === 'indexing') return 'indexing';
    if (isWhole) return 'empty';
    if (!isTrusted) return 'untrusted';
    return hasStorage && !this.#isKnown ? 'unknown' : 'no-index';
  }

  /** Whether the engine failed to report the index's status the last time. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  /** Requests the status; starts the engine if necessary. */
  async refresh(): Promise<void> {
    try {
      this.#set(await this.#options.engine.request('status', {}));
    } catch (error) {
      this.#isUnreadable = true;
      this.onDidChange.fire();
      throw error;
    }
  }

  /** Brings the whole index up to date. A second call joins the pass in progress; while files are being updated, it waits for that. */
  run(request: IndexRequest): Promise<IndexSummary> {
    if (this.#indexing) return this.#indexing.result;
    const updated = this.#updating?.result;
    const job = new Job('index', async (signal) => {
      if (updated) await settled(updated);
      return this.#finish('index', this.#options.engine.request('index', request, { signal }), () => (this.#indexing = undefined));
    });
    return this.#begin((this.#indexing = job));
  }

  /** Brings some files up to date after the passes in progress. */
  async update(request: EngineParams<'update'>): Promise<UpdateSummary> {
    // No await between the last check and the start: of two waiting calls, the second waits for the first.
    for (let pass = this.#pass; pass !== undefined; pass = this.#pass) await settled(pass);
    const job = new Job('update', (signal) =>
      this.#finish('update', this.#options.engine.request('update', request, { signal }), () => (this.#updating = undefined)),
    );
    return this.#begin((this.#updating = job));
  }

  /** Lets the built-in embedder learn from the folder. A second call joins the learning in progress. */
  learn(request: EngineParams<'learn'>): Promise<LearnSummary> {
    if (this.#learning) return this.#learning.result;
    const job = new Job('learn', (signal) =>
      this.#finish('learn', this.#options.engine.request('learn', request, { signal }), () => (this.#learning = undefined)),
    );
    return this.#begin((this.#learning = job));
  }

  /** Resolves when no pass is in progress, whether the last one succeeded or not. */
  async whenIdle(): Promise<void> {
    for (let pass = this.#pass; pass !== undefined; pass = this.#pass) await settled(pass);
  }

  /** Stops all work on the index and resolves when none is left. Stored work is kept. */
  async cancel(): Promise<void> {
    const jobs = [this.#indexing, this.#updating, this.#learning];
    for (const job of jobs) job?.cancel();
    await Promise.all(jobs.map((job) => settled(job?.result)));
  }

  /** The index was deleted. */
  clear(): void {
    void this.cancel();
    this.#set(noIndex);
  }

  /** The index has moved, so nothing is known about it. Resolves when work on the old one has ended. */
  async forget(): Promise<void> {
    this.#status = noIndex;
    this.#isKnown = false;
    this.onDidChange.fire();
    await this.cancel();
  }

  /** Notifies of changes outside the index: trust, settings. */
  announce(): void {
    this.onDidChange.fire();
  }

  dispose(): void {
    void this.cancel();
    this.#subscriptions.dispose();
    this.onDidChange.dispose();
    this.onDidPass.dispose();
  }

  get #pass(): Promise<unknown> | undefined {
    return (this.#indexing ?? this.#updating)?.result;
  }

  #begin<T>(job: Job<T>): Promise<T> {
    this.onDidChange.fire();
    return job.result;
  }

  async #finish<T>(kind: Work['kind'], answer: Promise<T>, end: () => void): Promise<T> {
    const summary = await this.#settle(answer, end);
    if (kind !== 'learn') this.onDidPass.fire(kind);
    return summary;
  }

  async #settle<T>(answer: Promise<T>, end: () => void): Promise<T> {
    try {
      const summary = await answer;
      this.#status = await this.#options.engine.request('status', {});
      return summary;
    } catch (error) {
      // Work stored before a cancellation is kept and counts.
      if (isAbort(error)) this.#status = await this.#options.engine.request('status', {}).catch(() => this.#status);
      throw error;
    } finally {
      end();
      this.onDidChange.fire();
    }
  }

  #advance(progress: IndexProgress): void {
    const job = { index: this.#indexing, update: this.#updating, learn: this.#learning, switch: this.#learning, walk: undefined }[
      progress.work
    ];
    if (!job) return;
    job.advance(progress);
    this.onDidChange.fire();
  }

  #set(status: IndexStatus): void {
    this.#status = status;
    this.#isKnown = true;
    this.#isUnreadable = false;
    this.onDidChange.fire();
  }
}

async function settled(work: Promise<unknown> | undefined): Promise<void> {
  await work?.catch(() => undefined);
}
