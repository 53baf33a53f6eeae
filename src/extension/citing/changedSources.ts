/** Which words of the shown run are no longer in their documents. Does not use VS Code. */
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { messageOf } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { ChangedPlace } from '../../citations/currentCitation.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import type { FolderRuns } from '../runs/folderRuns.ts';

interface ChangedSourcesOptions {
  readonly runs: Pick<FolderRuns, 'onDidShow' | 'onDidChangeRuns' | 'shownId' | 'runningId'>;
  readonly index: Pick<FolderState, 'onDidChange' | 'status'>;
  /** Compares what a run cites with its documents; nothing while the run goes on. */
  readonly compare: (runId: string) => Promise<readonly ChangedPlace[]>;
  readonly logger: Logger;
  /** Default: half a second. */
  readonly delayMs?: number;
}

/** Documents change several at a time. */
const usualDelayMs = 500;

export class ChangedSources implements Disposable {
  readonly onDidChange = new Emitter<void>();
  readonly #options: ChangedSourcesOptions;
  readonly #subscriptions = new DisposableStore();
  #found: { readonly runId: string; readonly reasons: readonly ChangedPlace[] } | undefined;
  #epoch: string | undefined;
  #runningId: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChangedSourcesOptions) {
    this.#options = options;
    const { runs, index } = options;
    this.#subscriptions.add(runs.onDidShow.on(() => this.soon()));
    this.#subscriptions.add(
      runs.onDidChangeRuns.on(() => {
        if (this.#runningId !== undefined && this.#runningId !== runs.runningId) this.soon();
        this.#runningId = runs.runningId;
      }),
    );
    this.#subscriptions.add(
      index.onDidChange.on(() => {
        if (index.status.epoch !== this.#epoch) this.soon();
        this.#epoch = index.status.epoch;
      }),
    );
  }

  /** Of the run that the panel shows; undefined while it is not known, and when nothing has changed. */
  get ofShown(): { readonly runId: string; readonly reasons: readonly ChangedPlace[] } | undefined {
    return this.#found?.runId === this.#options.runs.shownId && this.#found?.reasons.length !== 0 ? this.#found : undefined;
  }

  /** Compares the shown run when nothing has called for it for a moment. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), this.#options.delayMs ?? usualDelayMs);
  }

  /** What was found when its words were to be used. */
  found(runId: string, reasons: readonly ChangedPlace[]): void {
    this.#found = { runId, reasons };
    this.onDidChange.fire();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
    this.onDidChange.dispose();
  }

  async #check(): Promise<void> {
    const { runs, compare, logger } = this.#options;
    const runId = runs.shownId;
    if (runId === undefined) return;
    try {
      const reasons = await compare(runId);
      if (runs.shownId === runId) this.found(runId, reasons);
    } catch (error) {
      logger.log('debug', 'citing', messageOf(error));
    }
  }
}
