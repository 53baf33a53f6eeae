/** The runs of a storage folder: one log each, and what a list shows of them. */
import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AriadneError, isAriadneError, isSystemError } from '../base/errors.ts';
import type { RunSummary } from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import { fold } from '../trace/fold.ts';
import { lockOf } from '../trace/logLock.ts';
import { listRunLogs, readRunLog } from '../trace/runLog.ts';
import { canResume } from './runPlan.ts';

export class RunStore {
  readonly #folder: string;
  /** By file, each as of a state of the file. */
  readonly #summaries = new Map<string, { readonly state: string; readonly summary: RunSummary | undefined }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  fileOf(runId: string): string {
    if (!/^[\w-]+$/.test(runId)) throw new AriadneError('run-unknown', `"${runId}" is not the id of a run.`);
    return join(this.#folder, `${runId}.jsonl`);
  }

  /** Newest first. A log that cannot be read is left out: opening it says why. */
  async list(): Promise<readonly RunSummary[]> {
    const runs: RunSummary[] = [];
    for (const file of await listRunLogs(this.#folder)) {
      const run = await this.#summaryOf(file);
      if (run) runs.push(run);
    }
    return runs.sort((a, b) => (a.startedAtUtc < b.startedAtUtc ? 1 : -1));
  }

  read(runId: string): Promise<readonly RunEvent[]> {
    return readRunLog(this.fileOf(runId));
  }

  async delete(runId: string): Promise<void> {
    const file = this.fileOf(runId);
    this.#summaries.delete(file);
    await rm(file, { force: true });
    await rm(lockOf(file), { force: true });
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

function summarize(file: string, events: readonly RunEvent[]): RunSummary {
  const [first, last] = [events[0], events.at(-1)];
  if (first?.kind !== 'run-started' || !last) throw new AriadneError('log-damaged', `${basename(file)} does not begin with a run.`);
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
  };
}
