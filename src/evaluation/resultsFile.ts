/** The results so far, one line a question, so that an evaluation that was cut short goes on where it stopped. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import { evalRecord, type EvalRecord } from './evalRecord.ts';

export class ResultsFile {
  readonly path: string;
  readonly #records = new Map<string, EvalRecord>();
  readonly #earlier = new Set<string>();
  #needsNewLine = false;

  /** What is there is read; lines that cannot be read, as one a killed process has cut short, are left where they are and their questions asked again. */
  constructor(path: string) {
    this.path = path;
    if (!existsSync(path)) return;
    const text = readFileSync(path, 'utf8');
    this.#needsNewLine = text !== '' && !text.endsWith('\n');
    for (const line of text.split('\n')) {
      const record = parse(line);
      if (!record) continue;
      this.#records.set(record.key, record);
      this.#earlier.add(record.key);
    }
  }

  /** The question's result; none of a run that failed: what failed once may succeed now. */
  get(key: string): EvalRecord | undefined {
    const record = this.#records.get(key);
    return record?.status === 'failed' ? undefined : record;
  }

  /** Whether the result was there when the file was opened. */
  isEarlier(key: string): boolean {
    return this.#earlier.has(key) && this.get(key) !== undefined;
  }

  /** Synchronous: a result that was told is on its way to the disk. */
  add(record: EvalRecord): void {
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      appendFileSync(this.path, `${this.#needsNewLine ? '\n' : ''}${JSON.stringify(record)}\n`);
    } catch (cause) {
      throw new AriadneError('results-unwritable', `The results ${this.path} cannot be written. Choose another folder with --out.`, {
        cause,
      });
    }
    this.#needsNewLine = false;
    this.#records.set(record.key, record);
  }
}

function parse(line: string): EvalRecord | undefined {
  try {
    return evalRecord.safeParse(JSON.parse(line)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
