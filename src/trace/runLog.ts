/** The run log on disk: one JSON event per line, appended as it happens. */
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AriadneError, isSystemError } from '../base/errors.ts';
import { runEvent, type RunEvent } from '../protocol/events.ts';

export class RunLog {
  readonly file: string;
  readonly #descriptor: number;

  /** @throws AriadneError `log-unwritable`; an existing log is never overwritten. */
  constructor(file: string) {
    this.file = file;
    try {
      mkdirSync(dirname(file), { recursive: true });
      this.#descriptor = openSync(file, 'wx');
    } catch (cause) {
      const why = isSystemError(cause, 'EEXIST') ? 'a file of that name is there already' : 'the file cannot be created';
      throw new AriadneError('log-unwritable', `The run log ${file} cannot be written: ${why}. Choose another place with --log.`, {
        cause,
      });
    }
  }

  /** Synchronous, so that an event that was told is on its way to the disk even if the process is killed the moment after. */
  append(event: RunEvent): void {
    try {
      writeSync(this.#descriptor, `${JSON.stringify(event)}\n`);
    } catch (cause) {
      throw new AriadneError('log-unwritable', `The run log ${this.file} cannot be written any more. Is the disk full?`, { cause });
    }
  }

  close(): void {
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
  }
}

/**
 * The events of a log, in order. A last line cut short by a killed process is left out.
 * @throws AriadneError `log-missing`, `log-damaged`
 */
export async function readRunLog(file: string): Promise<readonly RunEvent[]> {
  const lines = (await readText(file)).split('\n');
  const events: RunEvent[] = [];
  for (const [i, line] of lines.entries()) {
    if (line === '') continue;
    const event = parseEvent(line);
    if (event?.n === events.length) events.push(event);
    else if (i < lines.length - 1 || lines.length === 1) {
      throw new AriadneError('log-damaged', `${file} is not a run log of Ariadne, or it was changed: line ${i + 1} cannot be read.`);
    }
  }
  if (events[0]?.kind !== 'run-started')
    throw new AriadneError('log-damaged', `${file} is not a run log of Ariadne: it does not begin with a run.`);
  return events;
}

/** Paths of the run logs in a folder, newest first by name; none when the folder is not there. */
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

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new AriadneError('log-missing', `There is no run log at ${file}, or it cannot be read.`, { cause });
  }
}

function parseEvent(line: string): RunEvent | undefined {
  try {
    return runEvent.safeParse(JSON.parse(line)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
