/** The run log on disk: one JSON event per line, appended as it happens. */
import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AriadneError, isSystemError } from '../base/errors.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { Trace } from '../protocol/trace.ts';
import { fold } from './fold.ts';
import { lockLog, lockOf } from './logLock.ts';
import { parseLog } from './logText.ts';

export class RunLog {
  readonly file: string;
  readonly #descriptor: number;
  /** Not written yet. */
  #pending: RunEvent[] = [];
  #writing: NodeJS.Timeout | undefined;
  #isClosed = false;
  #failure: AriadneError | undefined;

  /** @throws AriadneError `log-unwritable`; an existing log is never overwritten */
  constructor(file: string, open = openNew) {
    this.file = file;
    this.#descriptor = open(file);
  }

  /**
   * Opens the log of an interrupted run to continue it, and removes an incomplete last line.
   * @throws AriadneError `run-running` while another process writes it; `log-missing`, `log-damaged`, `log-of-another-version`,
   * `log-unwritable`
   */
  static async reopen(file: string): Promise<{ readonly log: RunLog; readonly events: readonly RunEvent[] }> {
    if (!existsSync(file)) throw missing(file);
    // Read only after the lock keeps other processes from writing.
    const release = lockLog(file);
    try {
      const bytes = await readBytes(file);
      const events = parseLog(bytes.toString(), file);
      const end = endOfLine(bytes, events.length);
      return { log: new RunLog(file, () => openAgain(file, end, bytes[end] !== lineFeed)), events };
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Writes results that cost something immediately, so that they reach the disk even if the process is killed the moment after. Other
   * events are written with the next such result, or soon after, mostly while the run waits for a model.
   * @throws AriadneError `log-unwritable`, also for an earlier event
   */
  append(event: RunEvent): void {
    this.#pending.push(event);
    if (mustStandAtOnce(event)) this.flush();
    else this.#writing ??= setTimeout(() => this.flush(), soonMs);
    if (this.#failure) throw this.#failure;
  }

  /** Writes pending events. A failure is reported by the next `append`, at the latest by the one that ends the run. */
  flush(): void {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    const events = this.#pending;
    this.#pending = [];
    // After an incomplete line, nothing that follows could be read.
    if (events.length === 0 || this.#failure) return;
    try {
      const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
      // `writeSync` may write only part of the data without an error, as on a disk that is nearly full.
      writeFileSync(this.#descriptor, lines);
    } catch (cause) {
      this.#failure = unwritable(this.file, 'nothing more can be added. Check that the disk is not full.', cause);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.flush();
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
    rmSync(lockOf(this.file), { force: true });
  }
}

/** Longer than from one search or score to the next, so that these are not written one by one while a person waits. */
const soonMs = 100;

const lineFeed = 0x0a;

/** True for the start and the end of a run and for results that cost something. Other events can be reproduced. */
function mustStandAtOnce(event: RunEvent): boolean {
  return event.kind === 'recorded' ? event.of === 'chat' : event.kind.startsWith('run-');
}

function openNew(file: string): number {
  const descriptor = create(file);
  lockLog(file);
  return descriptor;
}

function create(file: string): number {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, 'wx');
  } catch (cause) {
    const why = isSystemError(cause, 'EEXIST') ? 'a file with that name already exists' : 'the file cannot be created';
    throw unwritable(file, `${why}.`, cause);
  }
}

function openAgain(file: string, sizeBytes: number, lacksLineBreak: boolean): number {
  try {
    const descriptor = openSync(file, 'a');
    ftruncateSync(descriptor, lacksLineBreak ? sizeBytes : sizeBytes + 1);
    if (lacksLineBreak) writeSync(descriptor, '\n');
    return descriptor;
  } catch (cause) {
    throw unwritable(file, 'the run cannot continue in it. Check the permissions of the file.', cause);
  }
}

/**
 * The events of a log, like `parseLog`.
 * @throws AriadneError `log-missing`, `log-damaged`, `log-of-another-version`
 */
export async function readRunLog(file: string): Promise<readonly RunEvent[]> {
  return parseLog((await readBytes(file)).toString(), file);
}

/** What the events of a log fold to. @throws as `readRunLog` */
export async function readTrace(file: string): Promise<Trace> {
  return fold(await readRunLog(file));
}

/** Where the `count`-th non-empty line ends, without its line break. */
function endOfLine(bytes: Buffer, count: number): number {
  let [start, seen] = [0, 0];
  for (;;) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    if (end > start) seen++;
    if (seen === count || found < 0) return end;
    start = end + 1;
  }
}

/** Paths of the run logs in a folder, newest first by name; none when the folder does not exist. */
export async function listRunLogs(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .reverse()
      .map((name) => join(folder, name));
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw missing(file, cause);
  }
}

function unwritable(file: string, why: string, cause: unknown): AriadneError {
  return new AriadneError('log-unwritable', `The run log ${file} cannot be written: ${why}`, { cause });
}

function missing(file: string, cause?: unknown): AriadneError {
  return new AriadneError('log-missing', `There is no run log at ${file}, or it cannot be read.`, { cause });
}
