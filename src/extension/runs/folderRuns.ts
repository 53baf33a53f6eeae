/**
 * The folder's runs as this window shows them: the engine's list, with what this window has asked and the engine has not listed yet, and
 * which run is shown. Does not use VS Code.
 */
import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import type { RunSummary } from '../../protocol/engine.ts';
import type { AskRequest, RerunRequest, ResumeRequest } from '../../protocol/runRequests.ts';
import type { Citation, RunSnapshot, Trace } from '../../protocol/trace.ts';
import { citationsOf } from '../../trace/citationsOf.ts';
import { emptySnapshot } from '../../trace/fold.ts';
import type { EngineClient, EngineRequests } from '../engineProcess/engineClient.ts';
import type { FolderState } from '../engineProcess/folderState.ts';

export interface FolderRunsOptions {
  readonly engine: EngineRequests & Pick<EngineClient, 'notifications'>;
  readonly state: Pick<FolderState, 'onDidChange' | 'runs'>;
  /** The run that is shown, across reloads of the window. */
  readonly shown: { readonly get: () => string | undefined; readonly set: (runId: string | undefined) => void };
}

export interface StartedRun {
  readonly runId: string;
  /** Resolves when the run has ended in any way; rejects when the engine could not run it. */
  readonly ended: Promise<void>;
}

type BegunRun = Pick<RunSummary, 'question' | 'pipeline' | 'startedAtUtc' | 'fromRunId' | 'followsRunId' | 'typed'>;

/** A run that this window has asked for. */
interface LiveRun {
  readonly begun: BegunRun;
  readonly controller: AbortController;
  /** Whether an event of it has arrived. */
  hasBegun: boolean;
}

/** Enough to browse recent runs without requesting them again. A run can be many megabytes of evidence. */
const keptRuns = 12;
/** How often views show new steps of a run that goes on. */
const growthMs = 1_000;
const growing: ReadonlySet<string> = new Set(['node-added', 'evidence-found']);

export class FolderRuns implements Disposable {
  readonly onDidChangeRuns = new Emitter<void>();
  /** Fires when another run, or none, is to be shown, or when the log of the shown one has more than was received here. */
  readonly onDidShow = new Emitter<void>();
  readonly #options: FolderRunsOptions;
  readonly #subscriptions = new DisposableStore();
  readonly #live = new Map<string, LiveRun>();
  /** Runs that the engine was asked to delete. */
  readonly #leaving = new Set<string>();
  /** Runs that ended with an engine that had not listed them. */
  readonly #cut = new Map<string, RunSummary>();
  /** Runs whose engine died before it said how they ended. */
  readonly #unsure = new Set<string>();
  /** Runs that cannot change any more, the latest read last. */
  readonly #finished = new Map<string, RunSnapshot>();
  #listed: readonly RunSummary[] | undefined;
  #growth: NodeJS.Timeout | undefined;
  #shownId: string | undefined;
  /** The run shown before `#shownId`, restored if that one never begins. */
  #shownBefore: string | undefined;

  constructor(options: FolderRunsOptions) {
    this.#options = options;
    this.#shownId = options.shown.get();
    this.#subscriptions.add(options.state.onDidChange.on(() => this.#follow()));
    this.#subscriptions.add(options.engine.notifications.on('runEvent', ({ runId, event }) => this.#heard(runId, event.kind)));
  }

  /** Newest first. */
  get runs(): readonly RunSummary[] {
    const listed = (this.#listed ?? []).map((run) => this.#asNow(run));
    const ids = new Set(listed.map(({ runId }) => runId));
    const begun = [...this.#live].map(([runId, run]) => summaryOf(runId, run, 'running'));
    const cut = [...this.#cut.values()].filter(({ runId }) => !this.#live.has(runId));
    const unlisted = [...begun, ...cut].filter(({ runId }) => !ids.has(runId));
    return [...unlisted, ...listed].sort((a, b) => b.startedAtUtc.localeCompare(a.startedAtUtc));
  }

  /** Whether the engine has listed its runs at least once. */
  get isKnown(): boolean {
    return this.#listed !== undefined;
  }

  has(runId: string): boolean {
    return this.runs.some((run) => run.runId === runId);
  }

  get runningId(): string | undefined {
    return [...this.#live.keys()].at(-1);
  }

  /** The run that the panel shows, kept across reloads. */
  get shownId(): string | undefined {
    return this.#shownId;
  }

  show(runId: string | undefined): void {
    if (runId === this.#shownId) return;
    this.#shownBefore = this.#shownId;
    this.#shownId = runId;
    this.#options.shown.set(runId);
    this.onDidShow.fire();
  }

  start(request: Omit<AskRequest, 'runId'>): StartedRun {
    const { question, pipeline, follows } = request;
    const begun = { question, pipeline, followsRunId: follows?.runId, typed: follows?.typed };
    return this.#begin(randomUUID(), begun, (runId, signal) => this.#options.engine.request('ask', { ...request, runId }, { signal }));
  }

  /**
   * Shows a run that something other than a question of this window makes, such as a tool of an agent.
   * @param signal stops it, as `cancel` does
   */
  async during<T>(
    begun: Pick<BegunRun, 'question' | 'pipeline'>,
    ask: (runId: string, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    let asked: Promise<T> | undefined;
    const { ended } = this.#begin(randomUUID(), begun, (runId, own) => (asked = ask(runId, AbortSignal.any([own, signal]))));
    await ended;
    return asked!;
  }

  /**
   * Starts a run based on another.
   * @throws AriadneError `run-unknown`
   */
  rerun(from: string, request: Omit<RerunRequest, 'runId' | 'from'>): StartedRun {
    const { question, pipeline, followsRunId, typed } = this.#require(from);
    const begun = { question, pipeline: request.pipeline ?? pipeline, fromRunId: from, followsRunId, typed };
    return this.#begin(randomUUID(), begun, (runId, signal) =>
      this.#options.engine.request('ask', { ...request, runId, from: { runId: from } }, { signal }),
    );
  }

  /**
   * Resumes an interrupted, stopped or failed run.
   * @throws AriadneError `run-unknown`, `run-running`
   */
  resume(runId: string, request: Omit<ResumeRequest, 'run'>): StartedRun {
    const run = this.#require(runId);
    if (this.#live.has(runId)) throw new AriadneError('run-running', t('This question is already being answered.'));
    return this.#begin(runId, run, (_, signal) => this.#options.engine.request('ask', { ...request, run: { runId } }, { signal }));
  }

  /** Cancels every run of this window, or some. */
  cancel(isMeant: (runId: string) => boolean = () => true): void {
    for (const [runId, { controller }] of this.#live) if (isMeant(runId)) controller.abort();
  }

  /** Forgets the runs that were deleted with an index. */
  clear(isMeant: (runId: string) => boolean = () => true): void {
    this.cancel(isMeant);
    for (const known of [this.#finished, this.#cut]) for (const runId of [...known.keys()].filter(isMeant)) known.delete(runId);
    if (this.#shownId !== undefined && isMeant(this.#shownId)) this.show(undefined);
    this.onDidChangeRuns.fire();
  }

  /** @throws AriadneError `run-running`, `run-undeletable` */
  async delete(runId: string): Promise<void> {
    if (this.#live.has(runId))
      throw new AriadneError('run-running', t('This question is still being answered. Stop it first, then delete it.'));
    this.#leaving.add(runId);
    await this.#options.engine.request('noteRun', { runId, isDeleted: true }).finally(() => this.#leaving.delete(runId));
    this.#finished.delete(runId);
    if (this.#shownId === runId) this.show(undefined);
  }

  /**
   * Sets a title, or keeps the run at the top. Values not named are kept; an empty title removes the title.
   * @throws AriadneError `run-unknown`, `notes-unwritable`
   */
  async note(runId: string, note: Pick<RunSummary, 'title' | 'isPinned'>): Promise<void> {
    await this.#options.engine.request('noteRun', { runId, ...note });
  }

  /**
   * Restores a deleted run.
   * @throws AriadneError `run-unknown` when it was deleted permanently
   */
  async restore(runId: string): Promise<void> {
    await this.#options.engine.request('noteRun', { runId, isDeleted: false });
  }

  /** For a run that goes on, the snapshot so far. @throws AriadneError `log-missing`, `log-damaged` */
  async snapshot(runId: string): Promise<RunSnapshot> {
    const known = this.#finished.get(runId);
    const snapshot = known ?? (await this.#options.engine.request('snapshot', { runId }));
    const { finished, status } = snapshot.trace;
    if (!finished || (status !== 'ok' && status !== 'degraded') || this.#live.has(runId)) return snapshot;
    this.#finished.delete(runId);
    this.#finished.set(runId, snapshot);
    for (const oldest of this.#finished.keys()) if (this.#finished.size > keptRuns) this.#finished.delete(oldest);
    return snapshot;
  }

  async trace(runId: string): Promise<Trace> {
    return (await this.snapshot(runId)).trace;
  }

  /** The run if it need not be read: one that has ended and was read before, or one that has said nothing yet. */
  known(runId: string): RunSnapshot | undefined {
    const isNew = this.#live.get(runId)?.hasBegun === false && !this.#listed?.some((run) => run.runId === runId);
    return isNew ? emptySnapshot : this.#finished.get(runId);
  }

  /** The citation from which a link with this fingerprint was written, if its run was read lately. */
  findCitation(linesHash: string): { readonly citation: Citation; readonly trace: Trace } | undefined {
    for (const { trace } of this.#finished.values()) {
      const citation = citationsOf(trace).find((candidate) => candidate.linesHash === linesHash);
      if (citation) return { citation, trace };
    }
    return undefined;
  }

  dispose(): void {
    this.cancel();
    clearTimeout(this.#growth);
    this.#subscriptions.dispose();
    this.onDidChangeRuns.dispose();
    this.onDidShow.dispose();
  }

  /** Only what this window has asked goes on: what an engine listed before it died does not. */
  #asNow(run: RunSummary): RunSummary {
    if (this.#live.has(run.runId)) return { ...run, status: 'running', canResume: false };
    return run.status === 'running' ? { ...run, status: 'interrupted', canResume: true } : run;
  }

  #require(runId: string): RunSummary {
    const run = this.runs.find((known) => known.runId === runId);
    if (!run || this.#leaving.has(runId)) throw new AriadneError('run-unknown', t('This question no longer exists.'));
    return run;
  }

  #begin(
    runId: string,
    run: Omit<BegunRun, 'startedAtUtc'> & Partial<BegunRun>,
    ask: (runId: string, signal: AbortSignal) => Promise<unknown>,
  ): StartedRun {
    const { question, pipeline, startedAtUtc = new Date().toISOString(), fromRunId, followsRunId, typed } = run;
    const begun: BegunRun = { question, pipeline, startedAtUtc, fromRunId, followsRunId, typed };
    const controller = new AbortController();
    this.#live.set(runId, { begun, controller, hasBegun: false });
    this.onDidChangeRuns.fire();
    return { runId, ended: this.#untilEnd(runId, ask(runId, controller.signal)) };
  }

  async #untilEnd(runId: string, asked: Promise<unknown>): Promise<void> {
    try {
      await asked;
    } catch (error) {
      if (isAriadneError(error, 'engine-died')) this.#unsure.add(runId);
      throw error;
    } finally {
      this.#end(runId);
    }
  }

  #end(runId: string): void {
    const run = this.#live.get(runId);
    this.#live.delete(runId);
    if (run?.hasBegun) {
      if (!this.has(runId)) this.#cut.set(runId, summaryOf(runId, run, 'interrupted'));
    } else if (!this.has(runId) && this.#shownId === runId) this.show(this.#shownBefore);
    this.onDidChangeRuns.fire();
  }

  /** A part of the engine's state has changed. */
  #follow(): void {
    const { runs } = this.#options.state;
    if (runs === this.#listed) return;
    this.#listed = runs;
    this.#cut.clear();
    this.onDidChangeRuns.fire();
    const isUnsure = this.#shownId !== undefined && this.#unsure.has(this.#shownId);
    this.#unsure.clear();
    if (isUnsure) this.onDidShow.fire();
  }

  #heard(runId: string, kind: string): void {
    const run = this.#live.get(runId);
    if (!run) return;
    run.hasBegun = true;
    if (growing.has(kind)) {
      this.#growth ??= setTimeout(() => {
        this.#growth = undefined;
        this.onDidChangeRuns.fire();
      }, growthMs);
    }
  }
}

function summaryOf(runId: string, { begun }: LiveRun, status: 'running' | 'interrupted'): RunSummary {
  return { runId, log: '', ...begun, status, answer: null, abstained: false, seconds: 0, canResume: status === 'interrupted' };
}
