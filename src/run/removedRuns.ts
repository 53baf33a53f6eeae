/**
 * Logs of deleted runs, moved aside so that deleting can be undone. The file name has the time of deletion. Moving is one step, so a log is
 * always in exactly one of the two places.
 */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AriadneError, isSystemError } from '../base/errors.ts';
import { namesIn } from '../base/namesIn.ts';
import { whenFreeSync } from '../base/whenFree.ts';

export interface RemovedRun {
  readonly runId: string;
  readonly file: string;
  readonly removedAtMs: number;
}

export interface RemovedRunsOptions {
  /** Unix time. */
  readonly nowMs?: () => number;
  readonly most?: number;
  readonly mostBytes?: number;
}

const day = 24 * 60 * 60 * 1000;
const keptForMs = 7 * day;

export class RemovedRuns {
  readonly #folder: string;
  readonly #options: Required<RemovedRunsOptions>;

  constructor(folder: string, options: RemovedRunsOptions = {}) {
    this.#folder = folder;
    this.#options = { nowMs: Date.now, most: 100, mostBytes: 200 * 1024 * 1024, ...options };
  }

  /** Newest first. */
  list(): readonly RemovedRun[] {
    return namesIn(this.#folder)
      .flatMap((name) => {
        const [, at, runId] = /^(\d+)~([\w-]+)\.jsonl$/.exec(name) ?? [];
        return at === undefined || runId === undefined ? [] : [{ runId, file: join(this.#folder, name), removedAtMs: Number(at) }];
      })
      .sort((a, b) => b.removedAtMs - a.removedAtMs);
  }

  /**
   * Moves a log here; does nothing if it does not exist.
   * @throws AriadneError `run-undeletable`
   */
  take(runId: string, log: string): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      const kept = join(this.#folder, `${this.#options.nowMs()}~${runId}.jsonl`);
      whenFreeSync(() => renameSync(log, kept));
    } catch (cause) {
      if (isSystemError(cause, 'ENOENT') && !existsSync(log)) return;
      throw new AriadneError(
        'run-undeletable',
        `The run was not deleted: ${log} cannot be moved to ${this.#folder}. Check that the disk is not full or read-only.`,
        {
          cause,
        },
      );
    }
  }

  /**
   * Moves a log back.
   * @throws AriadneError `run-unknown` when it was deleted permanently
   */
  giveBack(runId: string, log: string): void {
    while (!existsSync(log)) {
      const removed = this.list().find((one) => one.runId === runId);
      if (!removed) throw new AriadneError('run-unknown', 'This run cannot be restored: its log was permanently deleted.');
      try {
        mkdirSync(dirname(log), { recursive: true });
        whenFreeSync(() => renameSync(removed.file, log));
      } catch (error) {
        // Another window was faster.
        if (!isSystemError(error, 'ENOENT')) throw error;
      }
    }
  }

  /**
   * Permanently deletes logs that are too old and, oldest first, logs above the size limits. Keeps the most recently deleted one.
   * @returns the ids of the runs that are gone
   */
  sweep(): readonly string[] {
    const { nowMs, most, mostBytes } = this.#options;
    let bytes = 0;
    const gone: string[] = [];
    for (const [i, { runId, file, removedAtMs }] of this.list().entries()) {
      bytes += sizeOf(file);
      if (i === 0 || (i < most && bytes <= mostBytes && nowMs() - removedAtMs < keptForMs)) continue;
      rmSync(file, { force: true });
      gone.push(runId);
    }
    return gone;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
