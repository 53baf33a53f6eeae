/** The runs of a storage folder, with one log each, and their summaries for lists. */
import { existsSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AriadneError, isAriadneError, isSystemError } from '../base/errors.ts';
import type { RemovedSummary, RunSummary } from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { Standing, UnreadableRun } from '../protocol/staleReason.ts';
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
  readonly #summaries = new Map<string, Looked & { readonly state: string }>();

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

  /** Newest first, without those of `unreadable`. */
  async list(): Promise<readonly RunSummary[]> {
    const runs: RunSummary[] = [];
    const notes = this.#notes.all();
    for (const file of await listRunLogs(this.#folder)) {
      const run = (await this.#look(file))?.summary;
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

  /**
   * Runs whose logs cannot be read, and pinned ones whose logs are gone, by id. A run that the user deleted is not lost, and one that ended
   * before its first event has nothing to read.
   */
  async unreadable(): Promise<readonly UnreadableRun[]> {
    const [notes, pins] = [this.#notes.all(), this.#notes.pinned()];
    const found = new Map<string, string>();
    for (const file of await listRunLogs(this.#folder)) {
      const reason = (await this.#look(file))?.reason;
      if (reason !== undefined && !isLocked(file)) found.set(basename(file, '.jsonl'), reason);
    }
    const removed = new Set(this.#removed.list().map(({ runId }) => runId));
    for (const runId of pins.keys()) {
      const file = this.fileOf(runId);
      if (!existsSync(file) && !removed.has(runId)) found.set(runId, `Its log is gone: ${file}`);
    }
    return [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([runId, reason]) => {
        const { title } = notes.get(runId) ?? {};
        return { runId, question: pins.get(runId) ?? '', isPinned: pins.has(runId), reason, title };
      });
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
      const run = (await this.#look(file))?.summary;
      if (run) runs.push({ ...run, ...notes.get(runId), removedAtUtc: new Date(removedAtMs).toISOString() });
    }
    return runs;
  }

  #sweep(): void {
    for (const runId of this.#removed.sweep()) this.#notes.forget(runId);
  }

  async #look(file: string): Promise<Looked | undefined> {
    try {
      const { size, mtimeMs } = await stat(file);
      const state = `${size} ${mtimeMs}`;
      const known = this.#summaries.get(file);
      if (known?.state === state) return known;
      const looked = size === 0 ? {} : await lookAt(file);
      this.#summaries.set(file, { state, ...looked });
      return looked;
    } catch (error) {
      // Deleted since the folder was listed.
      if (isSystemError(error, 'ENOENT')) return undefined;
      throw error;
    }
  }
}

/** What a log tells, or why it cannot be read. */
interface Looked {
  readonly summary?: RunSummary;
  readonly reason?: string;
}

async function lookAt(file: string): Promise<Looked> {
  try {
    return { summary: summarize(file, await readRunLog(file)) };
  } catch (error) {
    if (isAriadneError(error)) return { reason: error.message };
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
    question: trace.question,
    pipeline: trace.pipeline,
    startedAtUtc: first.startedAtUtc,
    status: ended?.status ?? 'interrupted',
    answer: ended?.answer ?? null,
    abstained: ended?.abstained ?? false,
    ...(trace.answer === null && trace.digest?.length ? { quotes: trace.digest.length } : {}),
    unconfirmed: trace.unconfirmed,
    seconds: last.at / 1000,
    indexEpoch: trace.indexEpoch,
    chat: trace.models.chat,
    cost: trace.cost,
    canResume: canResume(events),
    ...(trace.from === undefined ? {} : { fromRunId: trace.from.runId }),
    ...madeFacts(trace),
    ...(trace.follows === undefined ? {} : { followsRunId: trace.follows.runId, typed: trace.follows.typed }),
  };
}
