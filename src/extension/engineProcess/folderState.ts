/** The engine's state of the folder as it was sent last, the only copy in this window. Does not use VS Code. */
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { EngineNotificationParams, EngineState, RunSummary } from '../../protocol/engine.ts';
import {
  isWhole,
  noIndex,
  type IndexingState,
  type IndexProgress,
  type IndexStatus,
  type IndexSummary,
} from '../../protocol/indexStatus.ts';
import { methodName } from '../../protocol/methodNames.ts';
import type { PanelState } from '../../protocol/panel.ts';
import type { EngineClient, EngineRequests } from './engineClient.ts';

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

export interface FolderStateOptions {
  readonly engine: EngineRequests & Pick<EngineClient, 'notifications' | 'onDidEnd'>;
  readonly surroundings: () => Surroundings;
}

/** Time for what killed the engine to pass, such as a shortage of memory. */
const afterDeathMs = 2_000;

const idle: IndexingState = { work: [], pending: 0 };
type Known = Omit<EngineState, 'runs'> & Partial<Pick<EngineState, 'runs'>>;
const nothingKnown: Known = {
  index: noIndex,
  indexing: idle,
  lost: [],
  removed: [],
  tables: [],
  checking: null,
  costAhead: null,
  suggestions: [],
  pipelines: [],
};

export class FolderState implements Disposable {
  readonly onDidChange = new Emitter<void>();
  readonly #options: FolderStateOptions;
  readonly #subscriptions = new DisposableStore();
  #state: Known = nothingKnown;
  #isKnown = false;
  #isUnreadable = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FolderStateOptions) {
    this.#options = options;
    const { notifications, onDidEnd } = options.engine;
    this.#subscriptions.add(notifications.on('state', (parts) => this.#take(parts)));
    this.#subscriptions.add(
      onDidEnd.on((death) => {
        if (death !== undefined && (this.work.length > 0 || this.indexing.pending !== 0)) this.goOn();
        // What was under way has ended with the engine; what it left can still be searched.
        this.#set({ ...this.#state, indexing: idle, checking: null });
      }),
    );
  }

  get status(): IndexStatus {
    return this.#state.index;
  }

  get indexing(): IndexingState {
    return this.#state.indexing;
  }

  get work(): IndexingState['work'] {
    return this.#state.indexing.work;
  }

  /** What the engine has sent; its list of runs is `runs`. */
  get known(): Omit<EngineState, 'runs'> {
    return this.#state;
  }

  /** Undefined until the engine has listed them. */
  get runs(): readonly RunSummary[] | undefined {
    return this.#state.runs;
  }

  /** What people call a pipeline. */
  nameOfMethod(id: string): string {
    return methodName(id, this.#state.pipelines);
  }

  /** Progress of the pass over the whole folder; undefined when there is none, or before its first report. */
  get progress(): IndexProgress | undefined {
    return this.work.find(({ kind }) => kind === 'index')?.progress;
  }

  /** Whether a pass over the whole folder is in progress. */
  get isIndexing(): boolean {
    return this.work.some(({ kind }) => kind === 'index');
  }

  get isLearning(): boolean {
    return this.work.some(({ kind }) => kind === 'learn');
  }

  /** An index that is being updated can be asked, so it is `ready`; one without documents is `empty`. */
  get readiness(): Readiness {
    const { folder, isTrusted, hasStorage } = this.#options.surroundings();
    if (folder === 'none') return 'no-folder';
    if (folder === 'virtual') return 'virtual';
    if (isWhole(this.status) && this.status.documents > 0) return 'ready';
    if (this.isIndexing || this.status.state === 'indexing') return 'indexing';
    if (isWhole(this.status)) return 'empty';
    if (!isTrusted) return 'untrusted';
    return hasStorage && !this.#isKnown ? 'unknown' : 'no-index';
  }

  /** Whether the engine failed to say anything the last time. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  /** Has the engine look at what other windows may have changed; starts it if necessary. */
  async refresh(): Promise<void> {
    try {
      await this.#options.engine.request('look', {});
    } catch (error) {
      this.#isUnreadable = true;
      this.onDidChange.fire();
      throw error;
    }
  }

  /** Brings the whole index up to date, or joins the pass in progress. @throws AbortError when it was stopped */
  run(options: { readonly confirmed?: boolean } = {}): Promise<IndexSummary> {
    return this.#options.engine.request('index', options);
  }

  /** The index was deleted. */
  clear(): void {
    this.#set(nothingKnown);
  }

  /** The index has moved, so nothing is known about it. */
  forget(): void {
    this.#isKnown = false;
    this.#set(nothingKnown);
  }

  /** Notifies of changes outside the engine: trust, settings. */
  announce(): void {
    this.onDidChange.fire();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
    this.onDidChange.dispose();
  }

  /** Starts an engine soon in place of one that has died with something to index: it goes over the folder. */
  goOn(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh().catch(() => undefined), afterDeathMs);
  }

  #take(parts: EngineNotificationParams<'state'>): void {
    if (parts.index) this.#isKnown = true;
    this.#isUnreadable = false;
    // Each value is that of its part.
    const values = Object.fromEntries(Object.entries(parts).map(([part, { value }]) => [part, value])) as Partial<EngineState>;
    this.#set({ ...this.#state, ...values });
  }

  #set(state: Known): void {
    this.#state = state;
    this.onDidChange.fire();
  }
}
