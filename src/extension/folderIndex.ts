/** What is known of the folder's index, and the one indexing run at a time. Knows nothing of VS Code. */
import { isAbort } from '../base/abort.ts';
import type { Disposable } from '../base/disposable.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { DiscoveryOptions, EngineNotificationParams, IndexProgress, IndexStatus, IndexSummary, ModelIds } from '../protocol/engine.ts';
import type { PanelState } from '../protocol/panel.ts';
import type { Engine } from './engineClient.ts';

/**
 * The panel's readiness, and two more that the sidebar tells apart: a folder that is not on a disk this machine can read, and one of which an earlier
 * window has stored something that the engine has not been asked about yet.
 */
export type Readiness = PanelState['readiness'] | 'virtual' | 'unknown';

export interface Surroundings {
  readonly folder: 'none' | 'virtual' | 'disk';
  readonly isTrusted: boolean;
  /** Whether an earlier window has stored something of this folder. */
  readonly hasStorage: boolean;
}

export interface FolderIndexOptions {
  readonly engine: Engine;
  readonly onDidOpen: Emitter<IndexStatus>;
  readonly onIndexProgress: Emitter<EngineNotificationParams<'indexProgress'>>;
  readonly surroundings: () => Surroundings;
}

export interface IndexRequest {
  readonly discovery: DiscoveryOptions;
  readonly models: ModelIds;
}

export const noIndex: IndexStatus = { state: 'none', documents: 0, passages: 0, epoch: '', skipped: [] };

export class FolderIndex implements Disposable {
  readonly onDidChange = new Emitter<void>();
  readonly #options: FolderIndexOptions;
  readonly #subscriptions = new DisposableStore();
  #status = noIndex;
  #isKnown = false;
  #progress: IndexProgress | undefined;
  #running: { readonly controller: AbortController; readonly summary: Promise<IndexSummary> } | undefined;

  constructor(options: FolderIndexOptions) {
    this.#options = options;
    this.#subscriptions.add(options.onDidOpen.on((status) => this.#set(status)));
    this.#subscriptions.add(options.onIndexProgress.on((progress) => this.#advance(progress)));
  }

  get status(): IndexStatus {
    return this.#status;
  }

  /** Undefined when nothing is being indexed. */
  get progress(): IndexProgress | undefined {
    return this.#progress;
  }

  get isIndexing(): boolean {
    return this.#running !== undefined;
  }

  get readiness(): Readiness {
    const { folder, isTrusted, hasStorage } = this.#options.surroundings();
    if (folder === 'none') return 'no-folder';
    if (folder === 'virtual') return 'virtual';
    if (this.#running || this.#status.state === 'indexing') return 'indexing';
    if (this.#status.state === 'ready') return 'ready';
    if (!isTrusted) return 'untrusted';
    return hasStorage && !this.#isKnown ? 'unknown' : 'no-index';
  }

  /** Asks the engine; starts it when it does not run. */
  async refresh(): Promise<void> {
    this.#set(await this.#options.engine.request('status', {}));
  }

  /** Brings the index up to date. A second call while one runs waits for that one. */
  run(request: IndexRequest): Promise<IndexSummary> {
    if (this.#running) return this.#running.summary;
    const controller = new AbortController();
    const summary = this.#run(request, controller.signal);
    this.#running = { controller, summary };
    this.onDidChange.fire();
    return summary;
  }

  cancel(): void {
    this.#running?.controller.abort();
  }

  /** The index is gone. */
  clear(): void {
    this.cancel();
    this.#set(noIndex);
  }

  /** The surroundings have changed: trust, settings. */
  announce(): void {
    this.onDidChange.fire();
  }

  dispose(): void {
    this.cancel();
    this.#subscriptions.dispose();
    this.onDidChange.dispose();
  }

  async #run(request: IndexRequest, signal: AbortSignal): Promise<IndexSummary> {
    try {
      const summary = await this.#options.engine.request('index', request, { signal });
      this.#status = await this.#options.engine.request('status', {});
      return summary;
    } catch (error) {
      // What was stored before a cancellation stays and counts.
      if (isAbort(error)) this.#status = await this.#options.engine.request('status', {}).catch(() => this.#status);
      throw error;
    } finally {
      this.#running = undefined;
      this.#progress = undefined;
      this.onDidChange.fire();
    }
  }

  /** Progress never goes back, whatever order messages arrive in. */
  #advance(progress: IndexProgress): void {
    if (!this.#running) return;
    const before = this.#progress;
    const isBack = before?.stage === progress.stage && progress.documentsDone < before.documentsDone;
    this.#progress = isBack ? { ...progress, documentsDone: before.documentsDone } : progress;
    this.onDidChange.fire();
  }

  #set(status: IndexStatus): void {
    this.#status = status;
    this.#isKnown = true;
    this.onDidChange.fire();
  }
}
