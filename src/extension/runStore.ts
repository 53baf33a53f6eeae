/** The runs of the folder: those going on, as their events arrive, and those the engine has stored. Knows nothing of VS Code. */
import { randomUUID } from 'node:crypto';
import type { Disposable } from '../base/disposable.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { AriadneError } from '../base/errors.ts';
import type { AskRequest, EngineNotificationParams, RerunRequest, ResumeRequest, RunSummary } from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { Citation, Trace } from '../protocol/trace.ts';
import { emptyTrace, foldEvent } from '../trace/fold.ts';
import type { Engine } from './engineClient.ts';

export interface RunStoreOptions {
  readonly engine: Engine;
  readonly onRunEvent: Emitter<EngineNotificationParams<'runEvent'>>;
  /** Survives a reload of the window. */
  readonly memory: { get(): string | undefined; set(runId: string | undefined): void };
}

export interface NewEvents {
  readonly runId: string;
  readonly events: readonly RunEvent[];
}

export interface StartedRun {
  readonly runId: string;
  /** Resolves when the run has ended, however it ended; rejects when the engine could not run it. */
  readonly ended: Promise<void>;
}

interface KnownRun {
  events: RunEvent[];
  trace: Trace;
  /** False while events before the last one may be missing here. */
  isWhole: boolean;
}

interface LiveRun extends Pick<RunSummary, 'question' | 'pipeline' | 'startedAtUtc'> {
  readonly controller: AbortController;
}

/** Enough to walk through recent runs without asking again; a run can be many megabytes of evidence. */
const KEPT_RUNS = 12;

export class RunStore implements Disposable {
  readonly onDidChangeRuns = new Emitter<void>();
  readonly onDidAddEvents = new Emitter<NewEvents>();
  readonly onDidEnd = new Emitter<Trace>();
  readonly #options: RunStoreOptions;
  readonly #subscriptions = new DisposableStore();
  readonly #known = new Map<string, KnownRun>();
  readonly #live = new Map<string, LiveRun>();
  #stored: readonly RunSummary[] = [];
  #shownId: string | undefined;

  constructor(options: RunStoreOptions) {
    this.#options = options;
    this.#shownId = options.memory.get();
    this.#subscriptions.add(options.onRunEvent.on(({ runId, event }) => this.#add(runId, event)));
  }

  /** Newest first. */
  get runs(): readonly RunSummary[] {
    const live = [...this.#live].map(([runId, run]) => this.#summaryOf(runId, run));
    const liveIds = new Set(live.map((run) => run.runId));
    return [...live, ...this.#stored.filter((run) => !liveIds.has(run.runId))].sort((a, b) => b.startedAtUtc.localeCompare(a.startedAtUtc));
  }

  get runningId(): string | undefined {
    return [...this.#live.keys()].at(-1);
  }

  /** The run that the panel shows, also after a reload. */
  get shownId(): string | undefined {
    return this.#shownId;
  }

  show(runId: string | undefined): void {
    this.#shownId = runId;
    this.#options.memory.set(runId);
  }

  start(request: Omit<AskRequest, 'runId'>): StartedRun {
    const { runId, signal } = this.#beginNew(request);
    return { runId, ended: this.#untilEnd(runId, this.#options.engine.request('ask', { ...request, runId }, { signal })) };
  }

  /** Starts a run made from another. @throws AriadneError `run-unknown` */
  rerun(from: string, request: Omit<RerunRequest, 'runId' | 'from'>): StartedRun {
    const { runId, signal } = this.#beginNew(this.#require(from));
    const asked = this.#options.engine.request('rerun', { ...request, runId, from: { runId: from } }, { signal });
    return { runId, ended: this.#untilEnd(runId, asked) };
  }

  /** Goes on with a run that was cut short, stopped or failed. @throws AriadneError `run-unknown` */
  async resume(runId: string, request: Omit<ResumeRequest, 'run'>): Promise<StartedRun> {
    const stored = this.#require(runId);
    // What an engine that died had told last need not be all that it had written.
    this.#known.delete(runId);
    await this.#load(runId);
    const { signal } = this.#begin(runId, stored);
    const resumed = this.#options.engine.request('resume', { ...request, run: { runId } }, { signal });
    return { runId, ended: this.#untilEnd(runId, resumed) };
  }

  /** Cancels every run that is going on. */
  cancel(): void {
    for (const run of this.#live.values()) run.controller.abort();
  }

  /** Asks the engine for its stored runs. */
  async refresh(): Promise<void> {
    this.#stored = await this.#options.engine.request('runs', {});
    this.onDidChangeRuns.fire();
  }

  /** Forgets all; after they were deleted with the index. */
  clear(): void {
    this.cancel();
    this.#known.clear();
    this.#stored = [];
    this.show(undefined);
    this.onDidChangeRuns.fire();
  }

  async delete(runId: string): Promise<void> {
    if (this.#live.has(runId))
      throw new AriadneError('run-running', 'This question is still being answered. Cancel it first, then delete it.');
    await this.#options.engine.request('deleteRun', { runId });
    this.#known.delete(runId);
    if (this.#shownId === runId) this.show(undefined);
    await this.refresh();
  }

  /** Events of a run from number `from` on; of a run that is going on, those known so far. */
  async events(runId: string, from = 0): Promise<readonly RunEvent[]> {
    return (await this.#load(runId)).events.slice(from);
  }

  async trace(runId: string): Promise<Trace> {
    return (await this.#load(runId)).trace;
  }

  /** The trace as far as it is already here. */
  loadedTrace(runId: string): Trace | undefined {
    return this.#known.get(runId)?.trace;
  }

  /** The citation that a link with this fingerprint was written from, when its run is loaded. */
  findCitation(linesHash: string): { readonly citation: Citation; readonly trace: Trace } | undefined {
    for (const { trace } of this.#known.values()) {
      const citation = trace.citations.find((candidate) => candidate.linesHash === linesHash);
      if (citation) return { citation, trace };
    }
    return undefined;
  }

  dispose(): void {
    this.cancel();
    this.#subscriptions.dispose();
    for (const emitter of [this.onDidChangeRuns, this.onDidAddEvents, this.onDidEnd]) emitter.dispose();
  }

  #require(runId: string): RunSummary {
    const run = this.runs.find((known) => known.runId === runId);
    if (!run) throw new AriadneError('run-unknown', 'This run is not there any more.');
    return run;
  }

  #beginNew({ question, pipeline }: Pick<LiveRun, 'question' | 'pipeline'>): { readonly runId: string; readonly signal: AbortSignal } {
    const runId = randomUUID();
    this.#known.set(runId, { events: [], trace: emptyTrace, isWhole: true });
    return { runId, signal: this.#begin(runId, { question, pipeline, startedAtUtc: new Date().toISOString() }).signal };
  }

  #begin(runId: string, { question, pipeline, startedAtUtc }: Omit<LiveRun, 'controller'>): AbortController {
    const controller = new AbortController();
    this.#live.set(runId, { question, pipeline, startedAtUtc, controller });
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
    const { trace = emptyTrace, events = [] } = this.#known.get(runId) ?? {};
    this.#live.delete(runId);
    if (run && events.length > 0) {
      this.#stored = [endedSummary(this.#summaryOf(runId, run), trace), ...this.#stored.filter((stored) => stored.runId !== runId)];
      this.onDidEnd.fire(trace);
    } else {
      // What was refused before it began has no log: there is nothing to list or to show.
      this.#known.delete(runId);
      if (this.#shownId === runId) this.show(undefined);
    }
    this.onDidChangeRuns.fire();
  }

  async #load(runId: string): Promise<KnownRun> {
    const known = this.#known.get(runId);
    if (known?.isWhole) return known;
    const events = await this.#options.engine.request('events', { runId, from: 0 });
    const loaded = { events, trace: events.reduce(foldEvent, emptyTrace), isWhole: true };
    this.#known.set(runId, loaded);
    this.#forgetOld();
    return loaded;
  }

  #add(runId: string, event: RunEvent): void {
    const known = this.#known.get(runId);
    if (!known || event.n < known.events.length) return;
    if (event.n > known.events.length) {
      known.isWhole = false;
      return;
    }
    known.events.push(event);
    known.trace = foldEvent(known.trace, event);
    this.onDidAddEvents.fire({ runId, events: [event] });
    if (event.kind === 'run-started' || event.kind === 'run-finished' || event.kind === 'node-added' || event.kind === 'evidence-found')
      this.onDidChangeRuns.fire();
  }

  #summaryOf(runId: string, { question, pipeline, startedAtUtc }: LiveRun): RunSummary {
    const trace = this.#known.get(runId)?.trace ?? emptyTrace;
    const seconds = trace.cost.seconds;
    return {
      runId,
      log: '',
      question,
      pipeline,
      startedAtUtc,
      status: 'running',
      answer: trace.answer,
      abstained: trace.abstained,
      seconds,
    };
  }

  #forgetOld(): void {
    for (const runId of this.#known.keys()) {
      if (this.#known.size <= KEPT_RUNS) return;
      if (runId !== this.#shownId && !this.#live.has(runId)) this.#known.delete(runId);
    }
  }
}

function endedSummary(summary: RunSummary, trace: Trace): RunSummary {
  const { finished, status, answer, abstained, unconfirmed, indexEpoch } = trace;
  const canResume = !finished || status === 'cancelled' || status === 'failed';
  const doubt = unconfirmed === undefined ? {} : { unconfirmed };
  return { ...summary, status: finished ? status : 'interrupted', answer, abstained, ...doubt, indexEpoch, canResume };
}
