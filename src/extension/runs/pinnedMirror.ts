/**
 * What this window knows of pinned runs and of the tables in the folder: whether they still hold. Checks them after updates of the index,
 * one at a time in the engine, and only those of which it is not known. Does not use VS Code.
 */
import { isAbort } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { messageOf } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { RunSummary } from '../../protocol/engine.ts';
import type { ModelIds } from '../../protocol/runSpec.ts';
import type { IndexStatus } from '../../protocol/indexStatus.ts';
import type { UnreadableRun } from '../../protocol/staleReason.ts';
import type { TableStanding } from '../../protocol/table.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import type { FolderRuns } from './folderRuns.ts';

export interface PinnedMirrorOptions {
  readonly engine: EngineRequests;
  readonly index: Pick<FolderState, 'onDidChange' | 'readiness' | 'status' | 'isIndexing'>;
  readonly runs: Pick<FolderRuns, 'onDidChangeRuns' | 'onDidEnd' | 'runs' | 'runningId'>;
  /** Paths of the records of the tables in the folder. */
  readonly findTables: () => Promise<readonly string[]>;
  readonly models: () => ModelIds;
  /** Whether unrequested work is allowed: the folder is on disk and trusted. */
  readonly isAllowed: () => boolean;
  readonly logger: Logger;
  /** Default: two seconds. */
  readonly delayMs?: number;
}

export interface CheckOptions {
  readonly signal: AbortSignal;
  /** Whether servers and local models may be asked for vectors of queries: where the user has called for the check. Default: false. */
  readonly mayAsk?: boolean;
  /** Called with the number of pinned runs that were checked, and of those that are to be. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** So many tables are compared with the documents after every update; of the others it is said that they are not. */
const mostTables = 200;
const notCompared = `Only the first ${mostTables} tables of a folder are compared with its documents. Open the table to compare it.`;

/** Updates come one after the other while somebody types and saves. */
const usualDelayMs = 2000;

export class PinnedMirror implements Disposable {
  readonly onDidChange = new Emitter<void>();
  readonly #options: PinnedMirrorOptions;
  readonly #subscriptions = new DisposableStore();
  readonly #controller = new AbortController();
  /** Runs that were looked at, each with the documents as they were, and why it could not be checked. */
  readonly #looked = new Map<string, { readonly epoch: string; readonly problem?: string }>();
  #tables: readonly TableStanding[] = [];
  #unreadable: readonly UnreadableRun[] = [];
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  /** The state of the index that was looked at last. */
  #seen: IndexStatus | undefined;

  constructor(options: PinnedMirrorOptions) {
    this.#options = options;
    const { index, runs } = options;
    for (const listening of [
      runs.onDidEnd.on(() => this.soon()),
      index.onDidChange.on(() => {
        if (index.readiness === 'ready' && index.status !== this.#seen) this.soon();
        else if (index.readiness === 'no-index') this.#forget();
      }),
      runs.onDidChangeRuns.on(() => {
        if (this.#unchecked().length > 0) this.soon();
      }),
    ]) {
      this.#subscriptions.add(listening);
    }
  }

  /** The tables of the folder, by path. */
  get tables(): readonly TableStanding[] {
    return this.#tables;
  }

  /** Runs whose logs cannot be read, and pinned ones whose logs are gone. */
  get unreadable(): readonly UnreadableRun[] {
    return this.#unreadable;
  }

  /** Why it is not known whether a run still holds. */
  problemOf(runId: string): string | undefined {
    return this.#looked.get(runId)?.problem;
  }

  /** Checks when nothing has called for it for a moment. */
  soon(): void {
    clearTimeout(this.#timer);
    if (this.#controller.signal.aborted) return;
    this.#timer = setTimeout(() => {
      const { isAllowed, logger } = this.#options;
      // The end of the pass or of the run calls again.
      if (!isAllowed() || this.#isBusy()) return;
      this.check({ signal: this.#controller.signal }).catch((error: unknown) => {
        if (!isAbort(error)) logger.log('warn', 'pinned', messageOf(error));
      });
    }, this.#options.delayMs ?? usualDelayMs);
  }

  /** Checks what is not known of the documents as they are. Never twice at a time. @throws AriadneError; AbortError */
  async check(options: CheckOptions): Promise<void> {
    while (this.#checking) await this.#checking.catch(() => undefined);
    // What kept a run from being checked may have passed.
    for (const [runId, { problem }] of this.#looked) if (problem !== undefined || options.mayAsk) this.#looked.delete(runId);
    this.#checking = this.#check(options).finally(() => {
      this.#checking = undefined;
      this.onDidChange.fire();
    });
    await this.#checking;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
    this.#subscriptions.dispose();
    this.onDidChange.dispose();
  }

  async #check({ signal, mayAsk = false, onProgress }: CheckOptions): Promise<void> {
    const { engine, index, models, findTables } = this.#options;
    if (index.readiness !== 'ready') return;
    const { epoch } = index.status;
    this.#seen = index.status;
    this.#unreadable = await engine.request('unreadableRuns', {}, { signal });
    const due = this.#unchecked(mayAsk);
    for (const [done, { runId }] of due.entries()) {
      onProgress?.(done, due.length);
      try {
        await engine.request('checkRun', { runId, models: models(), mayAsk }, { signal });
        this.#looked.set(runId, { epoch });
      } catch (error) {
        if (isAbort(error)) throw error;
        this.#looked.set(runId, { epoch, problem: messageOf(error) });
      }
    }
    const found = await findTables();
    const compared = await engine.request('checkTables', { records: found.slice(0, mostTables), mayAsk }, { signal });
    const rest = found.slice(mostTables).map((record): TableStanding => {
      return { record, questions: [], answeredBy: '', documents: 0, unfinished: 0, problem: notCompared };
    });
    this.#tables = [...compared, ...rest];
  }

  /** The index was deleted, with the runs. */
  #forget(): void {
    this.#seen = undefined;
    this.#looked.clear();
    if (this.#tables.length + this.#unreadable.length === 0) return;
    [this.#tables, this.#unreadable] = [[], []];
    this.onDidChange.fire();
  }

  #isBusy(): boolean {
    const { index, runs } = this.#options;
    return index.isIndexing || runs.runningId !== undefined;
  }

  /** Pinned runs of which it is not known whether they hold for the documents as they are. */
  #unchecked(mayAsk = false): readonly RunSummary[] {
    const { index, runs } = this.#options;
    const { epoch } = index.status;
    return runs.runs.filter(
      ({ runId, status, isPinned, standing }) =>
        isPinned === true &&
        (status === 'ok' || status === 'degraded') &&
        (standing?.epoch !== epoch || (mayAsk && standing.notAsked !== undefined)) &&
        this.#looked.get(runId)?.epoch !== epoch,
    );
  }
}

/** Whether something that a pinned run rests on has changed. */
export function isStale({ isPinned, standing }: Pick<RunSummary, 'isPinned' | 'standing'>): boolean {
  return isPinned === true && (standing?.reasons.length ?? 0) > 0;
}
