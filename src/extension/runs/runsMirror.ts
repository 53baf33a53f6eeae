/**
 * This window's view of the folder's runs: active ones, as their events arrive, and those that the engine has stored. Does not use VS Code.
 */
import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../base/disposable.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { AriadneError } from '../../base/errors.ts';
import type { AskRequest, EngineNotificationParams, RerunRequest, ResumeRequest, RunSummary } from '../../protocol/engine.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { Citation, RunSnapshot, Trace } from '../../protocol/trace.ts';
import { citationsOf } from '../../trace/citationsOf.ts';
import { emptySnapshot } from '../../trace/fold.ts';
import { madeFacts } from '../../trace/madeFacts.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import { RunList } from './runList.ts';
import { RunTraces } from './runTraces.ts';

export interface RunsMirrorOptions {
  readonly engine: EngineRequests;
  readonly onRunEvent: Emitter<EngineNotificationParams<'runEvent'>>;
  /** State that survives a reload of the window. */
  readonly memory: { shownRun: string | undefined };
}

export interface NewEvents {
  readonly runId: string;
  readonly events: readonly RunEvent[];
}

export interface StartedRun {
  readonly runId: string;
  /** Resolves when the run has ended in any way; rejects when the engine could not run it. */
  readonly ended: Promise<void>;
}

type BegunRun = Pick<RunSummary, 'question' | 'pipeline' | 'startedAtUtc' | 'fromRunId' | 'followsRunId' | 'typed'>;
type RunNote = Pick<RunSummary, 'title' | 'isPinned'>;

interface LiveRun {
  readonly begun: BegunRun;
  readonly note: RunNote;
  readonly controller: AbortController;
  /** Events loaded when it began or was resumed. */
  readonly eventsBefore: number;
}

export class RunsMirror implements Disposable {
  readonly onDidChangeRuns = new Emitter<void>();
  /** Fires when another run, or none, is to be shown. */
  readonly onDidShow = new Emitter<void>();
  readonly onDidAddEvents = new Emitter<NewEvents>();
  /** Fires when a run's log has more than was received here. */
  readonly onDidOutgrow = new Emitter<string>();
  readonly onDidEnd = new Emitter<Trace>();
  readonly #options: RunsMirrorOptions;
  readonly #subscriptions = new DisposableStore();
  readonly #traces: RunTraces;
  readonly #live = new Map<string, LiveRun>();
  readonly #stored = new RunList();
  /** Runs that the engine was asked to delete. */
  readonly #leaving = new Set<string>();
  #isKnown = false;
  #shownId: string | undefined;
  /** The run shown before `#shownId`, restored if that one never begins. */
  #shownBefore: string | undefined;

  constructor(options: RunsMirrorOptions) {
    this.#options = options;
    this.#shownId = options.memory.shownRun;
    this.#traces = new RunTraces((runId) => options.engine.request('snapshot', { runId }));
    this.#subscriptions.add(options.onRunEvent.on(({ runId, event }) => this.#add(runId, event)));
  }

  /** Newest first. */
  get runs(): readonly RunSummary[] {
    const live = [...this.#live].map(([runId, run]) => this.#summaryOf(runId, run));
    const liveIds = new Set(live.map((run) => run.runId));
    return [...live, ...this.#stored.all.filter((run) => !liveIds.has(run.runId))].sort((a, b) =>
      b.startedAtUtc.localeCompare(a.startedAtUtc),
    );
  }

  /** Whether the engine has listed its runs at least once. */
  get isKnown(): boolean {
    return this.#isKnown;
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
    this.#options.memory.shownRun = runId;
    this.onDidShow.fire();
  }

  start(request: Omit<AskRequest, 'runId'>): StartedRun {
    const { runId, signal } = this.#beginNew({ ...request, ...followedBy(request.follows) });
    return {
      runId,
      ended: this.#untilEnd(runId, this.#options.engine.request('ask', { ...request, runId }, { signal })),
    };
  }

  /**
   * Starts a run based on another.
   * @throws AriadneError `run-unknown`
   */
  rerun(from: string, request: Omit<RerunRequest, 'runId' | 'from'>): StartedRun {
    const { question, pipeline, followsRunId, typed } = this.#require(from);
    const { runId, signal } = this.#beginNew({ question, pipeline: request.pipeline ?? pipeline, fromRunId: from, followsRunId, typed });
    const asked = this.#options.engine.request('rerun', { ...request, runId, from: { runId: from } }, { signal });
    return { runId, ended: this.#untilEnd(runId, asked) };
  }

  /**
   * Resumes an interrupted, stopped or failed run.
   * @throws AriadneError `run-unknown`, `run-running`
   */
  async resume(runId: string, request: Omit<ResumeRequest, 'run'>): Promise<StartedRun> {
    this.#require(runId);
    // Another window may have resumed it and stopped again.
    this.#traces.distrust(runId);
    await this.#traces.load(runId);
    // The run may have been deleted or resumed since.
    const stored = this.#require(runId);
    if (this.#live.has(runId)) throw new AriadneError('run-running', 'This question is already being answered.');
    const { signal } = this.#begin(runId, begunOf(stored), noteOf(stored));
    const resumed = this.#options.engine.request('resume', { ...request, run: { runId } }, { signal });
    return { runId, ended: this.#untilEnd(runId, resumed) };
  }

  /** Cancels every active run. */
  cancel(): void {
    for (const run of this.#live.values()) run.controller.abort();
  }

  /** Requests the stored runs from the engine. */
  async refresh(): Promise<void> {
    const take = this.#stored.asking();
    take(await this.#options.engine.request('runs', {}));
    this.#isKnown = true;
    this.onDidChangeRuns.fire();
    // An engine that died may have written more than it sent, even the end of the run.
    for (const { runId } of this.#stored.all) if (this.#traces.isBehind(runId) && !this.#live.has(runId)) this.onDidOutgrow.fire(runId);
  }

  /** Forgets all runs after they were deleted with the index. */
  clear(): void {
    this.cancel();
    this.#traces.clear();
    this.#stored.clear();
    this.show(undefined);
    this.onDidChangeRuns.fire();
  }

  async delete(runId: string): Promise<void> {
    if (this.#live.has(runId))
      throw new AriadneError('run-running', 'This question is still being answered. Stop it first, then delete it.');
    this.#leaving.add(runId);
    try {
      await this.#options.engine.request('deleteRun', { runId });
    } finally {
      this.#leaving.delete(runId);
    }
    this.#traces.delete(runId);
    this.#stored.remove(runId);
    if (this.#shownId === runId) this.show(undefined);
    this.onDidChangeRuns.fire();
  }

  /**
   * Sets a title, or keeps the run at the top. Values not named are kept; an empty title removes the title.
   * @throws AriadneError `run-unknown`, `notes-unwritable`
   */
  async note(runId: string, note: RunNote): Promise<void> {
    await this.#options.engine.request('noteRun', { runId, ...note });
    const live = this.#live.get(runId);
    if (live) this.#live.set(runId, { ...live, note: noteOf(live.note, note) });
    // What was pinned may be lost, and its pin taken away.
    else if (this.has(runId)) {
      const { title: _title, isPinned: _isPinned, ...stored } = this.#require(runId);
      this.#stored.put({ ...stored, ...noteOf(this.#require(runId), note) });
    }
    this.onDidChangeRuns.fire();
  }

  /**
   * Restores a deleted run.
   * @throws AriadneError `run-unknown` when it was deleted permanently
   */
  async restore(runId: string): Promise<void> {
    await this.#options.engine.request('restoreRun', { runId });
    await this.refresh();
  }

  /** For an active run, the snapshot so far. */
  async snapshot(runId: string): Promise<RunSnapshot> {
    const snapshot = await this.#traces.load(runId);
    this.#traces.forgetOld((known) => known === this.#shownId || this.#live.has(known));
    return snapshot;
  }

  async trace(runId: string): Promise<Trace> {
    return (await this.snapshot(runId)).trace;
  }

  /** The run as far as it is loaded. */
  loaded(runId: string): RunSnapshot | undefined {
    return this.#traces.get(runId);
  }

  /** Whether its log has, or may have, more than is loaded. */
  isBehind(runId: string): boolean {
    return this.#traces.isBehind(runId);
  }

  /** The citation from which a link with this fingerprint was written, if its run is loaded. */
  findCitation(linesHash: string): { readonly citation: Citation; readonly trace: Trace } | undefined {
    for (const { trace } of this.#traces.all) {
      const citation = citationsOf(trace).find((candidate) => candidate.linesHash === linesHash);
      if (citation) return { citation, trace };
    }
    return undefined;
  }

  dispose(): void {
    this.cancel();
    this.#subscriptions.dispose();
    for (const emitter of [this.onDidChangeRuns, this.onDidShow, this.onDidAddEvents, this.onDidOutgrow, this.onDidEnd]) emitter.dispose();
  }

  #require(runId: string): RunSummary {
    const run = this.runs.find((known) => known.runId === runId);
    if (!run || this.#leaving.has(runId)) throw new AriadneError('run-unknown', 'This question no longer exists.');
    return run;
  }

  #beginNew(run: Omit<BegunRun, 'startedAtUtc'>): { readonly runId: string; readonly signal: AbortSignal } {
    const runId = randomUUID();
    this.#traces.begin(runId);
    return { runId, signal: this.#begin(runId, begunOf({ ...run, startedAtUtc: new Date().toISOString() })).signal };
  }

  #begin(runId: string, begun: BegunRun, note: RunNote = {}): AbortController {
    const controller = new AbortController();
    this.#live.set(runId, { begun, note, controller, eventsBefore: this.#traces.get(runId)?.next ?? 0 });
    this.onDidChangeRuns.fire();
    return controller;
  }

  async #untilEnd(runId: string, request: Promise<unknown>): Promise<void> {
    try {
      await request;
    } finally {
      this.#end(runId);
    }
  }

  #end(runId: string): void {
    const run = this.#live.get(runId);
    const { trace, next } = this.#traces.get(runId) ?? emptySnapshot;
    this.#live.delete(runId);
    if (run && next > 0) {
      this.#stored.put(endedSummary(this.#summaryOf(runId, run), trace));
      // Where no event has arrived, what is finished is the run as it was before it was resumed.
      if (!trace.finished || next === run.eventsBefore) this.#traces.distrust(runId);
      this.onDidEnd.fire(trace);
    } else {
      // A run rejected before it began has no log, so there is nothing to list or show.
      this.#traces.delete(runId);
      if (this.#shownId === runId) this.show(this.#shownBefore);
    }
    this.onDidChangeRuns.fire();
  }

  #add(runId: string, event: RunEvent): void {
    if (!this.#traces.add(runId, event)) return;
    this.onDidAddEvents.fire({ runId, events: [event] });
    if (event.kind === 'run-started' || event.kind === 'run-finished' || event.kind === 'node-added' || event.kind === 'evidence-found')
      this.onDidChangeRuns.fire();
  }

  #summaryOf(runId: string, { begun, note }: LiveRun): RunSummary {
    const { trace } = this.#traces.get(runId) ?? emptySnapshot;
    const { answer, abstained, cost } = trace;
    return { runId, log: '', ...begun, ...note, ...madeFacts(trace), status: 'running', answer, abstained, seconds: cost.seconds };
  }
}

function begunOf({ question, pipeline, startedAtUtc, fromRunId, followsRunId, typed }: BegunRun): BegunRun {
  return { question, pipeline, startedAtUtc, fromRunId, followsRunId, typed };
}

function followedBy(follows: AskRequest['follows']): Pick<BegunRun, 'followsRunId' | 'typed'> {
  return follows ? { followsRunId: follows.runId, typed: follows.typed } : {};
}

/** Values that `changed` does not name are kept; an empty title means none. */
function noteOf(before: RunNote, changed: RunNote = {}): RunNote {
  const { title = '', isPinned = false } = { ...before, ...changed };
  return { ...(title === '' ? {} : { title }), ...(isPinned ? { isPinned } : {}) };
}

function endedSummary(summary: RunSummary, trace: Trace): RunSummary {
  const { finished, status, answer, abstained, unconfirmed, indexEpoch } = trace;
  const canResume = !finished || status === 'cancelled' || status === 'failed';
  const doubt = unconfirmed === undefined ? {} : { unconfirmed };
  return { ...summary, status: finished ? status : 'interrupted', answer, abstained, ...doubt, indexEpoch, canResume };
}
