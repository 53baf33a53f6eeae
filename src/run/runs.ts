/** The runs of a folder: asks, resumes, reruns, previews, lists and deletes them. */
import { AriadneError, isAriadneError } from '../base/errors.ts';
import type { EngineParams, RunSummary } from '../protocol/engine.ts';
import type { AskRequest, PreviewRequest, RerunRequest, ResumeRequest, RunReference } from '../protocol/runRequests.ts';
import { builtinModels, type ModelIds } from '../protocol/runSpec.ts';
import type { Estimate } from '../protocol/estimate.ts';
import type { RunEvent, RunFinished } from '../protocol/events.ts';
import type { Standing } from '../protocol/staleReason.ts';
import type { RerunPreview } from '../protocol/preview.ts';
import type { RunSnapshot } from '../protocol/trace.ts';
import { emptySnapshot, fold, follow } from '../trace/fold.ts';
import { readRunLog, RunLog } from '../trace/runLog.ts';
import { estimateOf } from './estimate.ts';
import { runLive } from './execute.ts';
import { planAsk, planRerun, planResume, runOf } from './plan.ts';
import { previewRun } from './preview.ts';
import { keptVectors } from './queryVectors.ts';
import type { Run, RunComponents } from './run.ts';
import { RunStore } from './runStore.ts';
import { staleReasons } from './stale.ts';

export interface RunsOptions {
  /** Folder of the run logs. */
  readonly folder: string;
  /**
   * Opens a run's components for the duration of `work`.
   * @throws AriadneError `index-missing`, `model-unknown`
   */
  readonly withComponents: <T>(run: Run, work: (components: RunComponents) => Promise<T>, signal: AbortSignal) => Promise<T>;
  readonly onEvent: (runId: string, event: RunEvent) => void;
}

/** The result of a request whose run has ended in any way; the events say how. */
export interface RunEnd {
  readonly runId: string;
  readonly log: string;
}

/** A run that searches hundreds of times is as stale with some of the reasons. */
const mostReasons = 20;

/** Whether what a refreshed run ended with is worth more than what it was made from. */
export function canReplace({ status, answer }: Pick<RunFinished, 'status' | 'answer'>): boolean {
  return status === 'ok' || (status === 'degraded' && answer !== null);
}

export class Runs {
  /** The user's notes on runs, and deleted runs. */
  readonly store: RunStore;
  readonly #options: RunsOptions;
  /** By file. */
  readonly #running = new Map<string, RunLog>();

  constructor(options: RunsOptions) {
    this.#options = options;
    this.store = new RunStore(options.folder);
  }

  /**
   * Runs a question through a pipeline. Every end of the run itself (abstained, failed, cancelled) is an event, not an exception.
   * @throws AriadneError `question-empty`, `pipeline-unknown`, `parameter-invalid`, `budget-invalid`, `index-missing`, `model-unknown`,
   * `reasoner-lacking` before the run begins
   */
  async ask(request: AskRequest, signal: AbortSignal): Promise<RunEnd> {
    const run = planAsk(request);
    const file = request.log ?? this.store.fileOf(run.runId);
    return this.#run(run, file, () => new RunLog(file), signal);
  }

  /**
   * Resumes an interrupted, stopped or failed run in its log, without repeating the calls in there. The answer is that of an uninterrupted
   * run. If the index has changed since, the run is flagged `index_changed`.
   * @throws AriadneError `run-finished`, `run-running`, `log-missing`, `log-damaged`, and the errors of `ask`
   */
  async resume(request: ResumeRequest, signal: AbortSignal): Promise<RunEnd> {
    const file = this.#fileOf(request.run);
    if (this.#running.has(file)) throw new AriadneError('run-running', 'This run is still running.');
    const { log, events } = await RunLog.reopen(file);
    try {
      const origin = await this.#originOf(events);
      return await this.#run(planResume(events, request, origin), file, () => log, signal);
    } finally {
      log.close();
    }
  }

  /**
   * Starts a new run based on another: the same question with the same pipeline, with changes. Repeats only calls that depend on them.
   * @throws AriadneError `edit-invalid`, `log-missing`, `log-damaged`, and the errors of `ask`
   */
  async rerun(request: RerunRequest, signal: AbortSignal): Promise<RunEnd> {
    const run = planRerun(await readRunLog(this.#fileOf(request.from)), request);
    const file = request.log ?? this.store.fileOf(run.runId);
    return this.#run(run, file, () => new RunLog(file), signal);
  }

  /**
   * Previews `rerun`: what it keeps, what it asks again, and the cost.
   * @throws the errors of `rerun`, and errors that would end the run in failure
   */
  async previewRerun(request: PreviewRequest, signal: AbortSignal): Promise<RerunPreview> {
    const events = await readRunLog(this.#fileOf(request.from));
    const run = planRerun(events, { ...request, runId: '' });
    return this.#options.withComponents(run, (components) => previewRun(run, events, components, signal), signal);
  }

  /**
   * Why a stored run may answer otherwise now; without reasons while it is current. What is found of a pinned run is kept beside the log,
   * for all windows, as long as the documents are the same.
   * @param mayAsk see `StaleOptions`
   * @throws AriadneError `log-missing`, `log-damaged`, `index-missing`, `scope-empty`
   */
  async check(runId: string, models: ModelIds, signal: AbortSignal, mayAsk = true): Promise<Standing> {
    const events = await this.store.read(runId);
    return this.#withIndexOf(events, models, signal, async (components) => {
      const { epoch } = components.index;
      const known = this.store.standingOf(runId);
      if (known?.epoch === epoch && !(mayAsk && known.notAsked !== undefined)) return known;
      const { reasons, ...rest } = await staleReasons(fold(events), components, { signal, vectors: keptVectors(events), mayAsk });
      const now = { epoch, reasons: reasons.slice(0, mostReasons), ...rest };
      this.store.setStanding(runId, now);
      return now;
    });
  }

  /** @throws AriadneError `pipeline-unknown`, `parameter-invalid` */
  async estimate(asked: EngineParams<'estimate'>): Promise<Estimate> {
    return estimateOf(asked, await this.store.list());
  }

  /** Whether a question is being answered here. */
  get isAnswering(): boolean {
    return this.#running.size > 0;
  }

  async list(): Promise<readonly RunSummary[]> {
    const runs = await this.store.list();
    return runs.map((run) => (this.#running.has(run.log) ? { ...run, status: 'running', canResume: false } : run));
  }

  async events(runId: string, from: number): Promise<readonly RunEvent[]> {
    // The log has all events.
    this.#running.get(this.store.fileOf(runId))?.flush();
    return (await this.store.read(runId)).slice(from);
  }

  async snapshot(runId: string): Promise<RunSnapshot> {
    return follow(emptySnapshot, await this.events(runId, 0));
  }

  /** @throws AriadneError `run-running`, `run-undeletable` */
  delete(runId: string): void {
    if (this.#running.has(this.store.fileOf(runId)))
      throw new AriadneError('run-running', 'This run is still running. Cancel it, then delete it.');
    this.store.delete(runId);
  }

  /** The log of the run that this one is based on, if it is stored. */
  async #originOf([first]: readonly RunEvent[]): Promise<readonly RunEvent[] | undefined> {
    if (first?.kind !== 'run-started' || !first.spec.from || first.spec.from.isFresh) return undefined;
    try {
      return await this.store.read(first.spec.from.runId);
    } catch (error) {
      if (isAriadneError(error)) return undefined;
      throw error;
    }
  }

  /** Opens what a stored run searches. */
  #withIndexOf<T>(
    events: readonly RunEvent[],
    models: ModelIds,
    signal: AbortSignal,
    work: (components: RunComponents) => Promise<T>,
  ): Promise<T> {
    const run = runOf(events);
    // Searching asks none but the embedder. Others would be loaded for nothing.
    const searching = { ...builtinModels, embedder: models.embedder };
    return this.#options.withComponents({ ...run, spec: { ...run.spec, models: searching } }, work, signal);
  }

  #fileOf(run: RunReference): string {
    return 'log' in run ? run.log : this.store.fileOf(run.runId);
  }

  /** A run that was refreshed and has an answer that counts takes the place of the one that it is made from. */
  #takePin({ runId, spec: { question, from } }: Run, file: string, ended: RunFinished): void {
    if (from?.searchesAgain && canReplace(ended) && file === this.store.fileOf(runId)) this.store.takePin(from.runId, runId, question);
  }

  /** @param openLog called by the first event, so that a run that is refused leaves no log */
  async #run(run: Run, file: string, openLog: () => RunLog, signal: AbortSignal): Promise<RunEnd> {
    let log: RunLog | undefined;
    let ended: RunFinished | undefined;
    const onEvent = (event: RunEvent): void => {
      if (log === undefined) this.#running.set(file, (log = openLog()));
      log.append(event);
      if (event.kind === 'run-finished') ended = event;
      this.#options.onEvent(run.runId, event);
    };
    try {
      await this.#options.withComponents(run, (components) => runLive(run, components, onEvent, signal), signal);
      if (ended) this.#takePin(run, file, ended);
      return { runId: run.runId, log: file };
    } finally {
      this.#running.delete(file);
      log?.close();
    }
  }
}
