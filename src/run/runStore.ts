/** The runs of a storage folder, with one log each, and their summaries for lists. */
import { existsSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AriadneError, isAriadneError, isSystemError } from '../base/errors.ts';
import type { RemovedSummary, RunSummary } from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { LostPin, Standing } from '../protocol/staleReason.ts';
import { fold } from '../trace/fold.ts';
import { isLocked, lockOf } from '../trace/logLock.ts';
import { madeFacts } from '../trace/madeFacts.ts';
import { listRunLogs, readRunLog } from '../trace/runLog.ts';
import { RemovedRuns } from './removedRuns.ts';
import { RunNotes, type RunNote } from './runNotes.ts';
import { canResume } from './resume.ts';

export class RunStore {
  readonly #folder: string;
  readonly #notes: RunNotes;
  readonly #removed: RemovedRuns;
  /** Summaries by file, each with the file state that it describes. */
  readonly #summaries = new Map<string, { readonly state: string; readonly summary: RunSummary | undefined }>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#notes = new RunNotes(folder);
    this.#removed = new RemovedRuns(join(folder, 'removed'));
    this.#sweep();
  }

  fileOf(runId: string): string {
    if (!/^[\w-]+$/.test(runId)) throw new AriadneError('run-unknown', `"${runId}" is not the id of a run.`);
    return join(this.#folder, `${runId}.jsonl`);
  }

  /** Newest first. An unreadable log is left out; opening it gives the reason. */
  async list(): Promise<readonly RunSummary[]> {
    const runs: RunSummary[] = [];
    const notes = this.#notes.all();
    for (const file of await listRunLogs(this.#folder)) {
      const run = await this.#summaryOf(file);
      if (run) runs.push({ ...run, ...notes.get(run.runId) });
    }
    return runs.sort((a, b) => (a.startedAtUtc < b.startedAtUtc ? 1 : -1));
  }

  read(runId: string): Promise<readonly RunEvent[]> {
    return readRunLog(this.fileOf(runId));
  }

  /**
   * Keeps what is not named.
   * @throws AriadneError `run-unknown`, `notes-unwritable`
   */
  note(runId: string, note: RunNote): void {
    const file = this.fileOf(runId);
    // The pin of a run that got lost can be taken away.
    const isUnpinned = note.isPinned === false && note.title === undefined;
    if (!isUnpinned && !existsSync(file)) throw new AriadneError('run-unknown', 'This run no longer exists.');
    this.#notes.set(runId, note, this.#summaries.get(file)?.summary?.question);
  }

  /** Has a run take the place of a pinned one; see `RunNotes.takePin`. */
  takePin(from: string, to: string, question: string): void {
    this.#notes.takePin(from, to, question);
  }

  /** Keeps what is known of a pinned run. */
  setStanding(runId: string, standing: Standing): void {
    if (this.#notes.pinned().has(runId)) this.#notes.setStanding(runId, standing);
  }

  standingOf(runId: string): Standing | undefined {
    return this.#notes.all().get(runId)?.standing;
  }

  /** Pinned runs whose logs are gone or damaged. Those that the user deleted are not lost. */
  async lostPins(): Promise<readonly LostPin[]> {
    const lost: LostPin[] = [];
    const removed = new Set(this.#removed.list().map(({ runId }) => runId));
    const notes = this.#notes.all();
    for (const [runId, question] of this.#notes.pinned()) {
      const file = this.fileOf(runId);
      const reason = existsSync(file) ? await unreadable(file) : removed.has(runId) ? undefined : `Its log is gone: ${file}`;
      const { title } = notes.get(runId) ?? {};
      if (reason !== undefined) lost.push({ runId, question, reason, ...(title === undefined ? {} : { title }) });
    }
    return lost;
  }

  /**
   * Moves the log aside, where it can be restored for a while.
   * @throws AriadneError `run-running` while another process writes it; `run-undeletable`
   */
  delete(runId: string): void {
    const file = this.fileOf(runId);
    if (isLocked(file)) {
      throw new AriadneError('run-running', 'Another window is still answering this question. Cancel it there, then delete it.');
    }
    this.#summaries.delete(file);
    this.#removed.take(runId, file);
    rmSync(lockOf(file), { force: true });
    this.#sweep();
  }

  /**
   * Restores a deleted run.
   * @throws AriadneError `run-unknown` when it was deleted permanently
   */
  restore(runId: string): void {
    this.#removed.giveBack(runId, this.fileOf(runId));
  }

  /** Runs that can be restored, the most recently deleted first. */
  async removed(): Promise<readonly RemovedSummary[]> {
    const notes = this.#notes.all();
    const runs: RemovedSummary[] = [];
    for (const { runId, file, removedAtMs } of this.#removed.list()) {
      const run = await readSummary(file);
      if (run) runs.push({ ...run, ...notes.get(runId), removedAtUtc: new Date(removedAtMs).toISOString() });
    }
    return runs;
  }

  #sweep(): void {
    for (const runId of this.#removed.sweep()) this.#notes.forget(runId);
  }

  async #summaryOf(file: string): Promise<RunSummary | undefined> {
    try {
      const { size, mtimeMs } = await stat(file);
      const state = `${size} ${mtimeMs}`;
      const known = this.#summaries.get(file);
      if (known?.state === state) return known.summary;
      const summary = await readSummary(file);
      this.#summaries.set(file, { state, summary });
      return summary;
    } catch (error) {
      // Deleted since the folder was listed.
      if (isSystemError(error, 'ENOENT')) return undefined;
      throw error;
    }
  }
}

async function readSummary(file: string): Promise<RunSummary | undefined> {
  try {
    return summarize(file, await readRunLog(file));
  } catch (error) {
    if (isAriadneError(error)) return undefined;
    throw error;
  }
}

/** Why the log cannot be read; undefined if it can. */
async function unreadable(file: string): Promise<string | undefined> {
  try {
    summarize(file, await readRunLog(file));
    return undefined;
  } catch (error) {
    if (isAriadneError(error)) return error.message;
    throw error;
  }
}

function summarize(file: string, events: readonly RunEvent[]): RunSummary {
  const [first, last] = [events[0], events.at(-1)];
  if (first?.kind !== 'run-started' || !last) throw new AriadneError('log-damaged', `${basename(file)} does not start with a run.`);
  const trace = fold(events);
  const ended = last.kind === 'run-finished' ? last : undefined;
  return {
    runId: first.runId,
    log: file,
    question: first.question,
    pipeline: first.pipeline,
    startedAtUtc: first.startedAtUtc,
    status: ended?.status ?? 'interrupted',
    answer: ended?.answer ?? null,
    abstained: ended?.abstained ?? false,
    ...(trace.unconfirmed === undefined ? {} : { unconfirmed: trace.unconfirmed }),
    seconds: last.at / 1000,
    indexEpoch: trace.indexEpoch,
    chat: first.models.chat,
    cost: trace.cost,
    canResume: canResume(events),
    ...(first.from === undefined ? {} : { fromRunId: first.from.runId }),
    ...madeFacts(trace),
    ...(first.follows === undefined ? {} : { followsRunId: first.follows.runId, typed: first.follows.typed }),
  };
}
