/** The runs of a storage folder: one log each, and what a list shows of them. */
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AriadneError, isAriadneError } from '../base/errors.ts';
import type { RunSummary } from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import { listRunLogs, readRunLog } from '../trace/runLog.ts';

export class RunStore {
  readonly #folder: string;
  /** A finished log never changes, so its summary is read once. */
  readonly #finished = new Map<string, RunSummary>();

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
      const run = this.#finished.get(file) ?? (await this.#summarize(file));
      if (run) runs.push(run);
    }
    return runs.sort((a, b) => (a.startedAtUtc < b.startedAtUtc ? 1 : -1));
  }

  read(runId: string): Promise<readonly RunEvent[]> {
    return readRunLog(this.fileOf(runId));
  }

  async delete(runId: string): Promise<void> {
    const file = this.fileOf(runId);
    this.#finished.delete(file);
    await rm(file, { force: true });
  }

  async #summarize(file: string): Promise<RunSummary | undefined> {
    try {
      const summary = summarize(file, await readRunLog(file));
      if (summary.status !== 'running' && summary.status !== 'interrupted') this.#finished.set(file, summary);
      return summary;
    } catch (error) {
      if (isAriadneError(error)) return undefined;
      throw error;
    }
  }
}

function summarize(file: string, events: readonly RunEvent[]): RunSummary {
  const [first, last] = [events[0], events.at(-1)];
  if (first?.kind !== 'run-started' || !last) throw new AriadneError('log-damaged', `${basename(file)} does not begin with a run.`);
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
    seconds: last.at / 1000,
    indexEpoch: first.indexEpoch,
  };
}
