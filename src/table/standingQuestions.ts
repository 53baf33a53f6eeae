/**
 * Whether the pinned runs and the tables of a folder still hold. They are checked after updates of the index, one at a time, and only those
 * of which it is not known.
 */
import { isAbort } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { documentExtensions, extensionOf } from '../protocol/documentFormats.ts';
import type { RunSummary } from '../protocol/engine.ts';
import { isWhole, ownEpoch, type IndexStatus } from '../protocol/indexStatus.ts';
import { recordSuffix, type TableStanding } from '../protocol/table.ts';
import type { FolderTables } from './folderTables.ts';

export interface StandingQuestionsOptions {
  readonly listRuns: () => Promise<readonly RunSummary[]>;
  readonly checkRun: (runId: string, signal: AbortSignal, mayAsk: boolean) => Promise<unknown>;
  readonly tables: Pick<FolderTables, 'find' | 'check'>;
  readonly index: () => IndexStatus;
  /** Whether work that nobody asked for has to wait: while the folder is indexed or a question is answered. Its end calls for `soon`. */
  readonly isBusy: () => boolean;
  /** Whether work that nobody asked for is allowed. */
  readonly isAllowed: () => boolean;
  readonly onChange: (standing: StandingQuestions) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface StandingCheck {
  readonly signal: AbortSignal;
  /** Whether servers and local models may be asked for vectors of queries: where the user has called for the check. Default: false. */
  readonly mayAsk?: boolean;
}

/** So many tables are compared with the documents after every update; of the others it is said that they are not. */
const mostTables = 200;
const notCompared = `Only the first ${mostTables} tables of a folder are compared with its documents. Open the table to compare it.`;

/** Updates come one after the other while somebody types and saves. */
const delayMs = 2_000;

export class StandingQuestions {
  readonly #options: StandingQuestionsOptions;
  /** Runs that were looked at, each with the documents as they were, and why it could not be checked. */
  readonly #looked = new Map<string, { readonly epoch: string; readonly problem?: string }>();
  #records: readonly string[] | undefined;
  #tables: readonly TableStanding[] = [];
  #progress: { readonly done: number; readonly all: number } | undefined;
  #cancelTimer: (() => void) | undefined;
  #checking: Promise<void> | undefined;

  constructor(options: StandingQuestionsOptions) {
    this.#options = options;
  }

  /** By path. */
  get tables(): readonly TableStanding[] {
    return this.#tables;
  }

  /** Pinned runs that were checked, and those that are to be, while they are checked. */
  get progress(): { readonly done: number; readonly all: number } | undefined {
    return this.#progress;
  }

  /** Why it is not known whether a run still holds. */
  problemOf(runId: string): string | undefined {
    return this.#looked.get(runId)?.problem;
  }

  /** Checks when nothing has called for it for a moment. */
  soon(): void {
    const { clock, isAllowed, isBusy, logger } = this.#options;
    this.#cancelTimer?.();
    this.#cancelTimer = clock.after(delayMs, () => {
      if (!isAllowed() || isBusy()) return;
      this.check({ signal: new AbortController().signal }).catch((error: unknown) => {
        if (!isAbort(error)) logger.log('warn', 'standing', messageOf(error));
      });
    });
  }

  /** The list of runs is another: one may have been pinned, here or in another window. */
  follow(runs: readonly RunSummary[]): void {
    if (this.#unchecked(runs, false).length > 0) this.soon();
  }

  /** Files of the folder have changed, or folders with tables in them. @returns those that are no tables */
  changed(paths: readonly string[]): readonly string[] {
    if (!paths.every((path) => documentExtensions.includes(extensionOf(path)))) this.forgetTables();
    return paths.filter((path) => !path.endsWith(recordSuffix));
  }

  /** Tables may have been added, moved or removed. */
  forgetTables(): void {
    this.#records = undefined;
    this.soon();
  }

  /** Checks what is not known of the documents as they are. Never twice at a time. @throws AriadneError; AbortError */
  async check(asked: StandingCheck): Promise<void> {
    while (this.#checking) await this.#checking.catch(() => undefined);
    // What kept a run from being checked may have passed.
    for (const [runId, { problem }] of this.#looked) if (problem !== undefined || asked.mayAsk) this.#looked.delete(runId);
    this.#checking = this.#check(asked).finally(() => {
      this.#checking = undefined;
      this.#tell(undefined);
    });
    await this.#checking;
  }

  async #check({ signal, mayAsk = false }: StandingCheck): Promise<void> {
    const { listRuns, checkRun, tables, index } = this.#options;
    const { state, epoch, documents } = index();
    if (state === 'none') this.#tables = [];
    if (!isWhole(index()) || documents === 0) return;
    const due = this.#unchecked(await listRuns(), mayAsk);
    for (const [done, { runId }] of due.entries()) {
      this.#tell({ done, all: due.length });
      try {
        signal.throwIfAborted();
        await checkRun(runId, signal, mayAsk);
        this.#looked.set(runId, { epoch });
      } catch (error) {
        if (isAbort(error)) throw error;
        this.#looked.set(runId, { epoch, problem: messageOf(error) });
      }
    }
    const found = (this.#records ??= await tables.find());
    const compared = await tables.check(found.slice(0, mostTables), signal, mayAsk);
    const rest = found.slice(mostTables).map((record): TableStanding => {
      return { record, questions: [], answeredBy: '', documents: 0, unfinished: 0, problem: notCompared };
    });
    this.#tables = [...compared, ...rest];
  }

  #tell(progress: StandingQuestions['progress']): void {
    this.#progress = progress;
    this.#options.onChange(this);
  }

  /** Pinned runs of which it is not known whether they hold for the documents as they are. */
  #unchecked(runs: readonly RunSummary[], mayAsk: boolean): readonly RunSummary[] {
    const { epoch } = this.#options.index();
    return runs.filter(
      ({ runId, status, isPinned, standing }) =>
        isPinned === true &&
        (status === 'ok' || status === 'degraded') &&
        (standing === undefined || ownEpoch(standing.epoch) !== epoch || (mayAsk && standing.notAsked !== undefined)) &&
        this.#looked.get(runId)?.epoch !== epoch,
    );
  }
}
