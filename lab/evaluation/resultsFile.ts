import { evalRecord, type EvalRecord } from './evalRecord.ts';
import { LinesFile } from './linesFile.ts';

/** The results so far, one line per question. */
export class ResultsFile {
  readonly #lines: LinesFile<EvalRecord>;

  constructor(path: string) {
    this.#lines = new LinesFile(path, evalRecord);
  }

  /** The question's result; undefined for a failed run, which may succeed now. */
  get(key: string): EvalRecord | undefined {
    const record = this.#lines.get(key);
    return record?.status === 'failed' ? undefined : record;
  }

  all(): readonly EvalRecord[] {
    return this.#lines.all();
  }

  /** Whether the file had the result when it was opened. */
  isEarlier(key: string): boolean {
    return this.#lines.isEarlier(key) && this.get(key) !== undefined;
  }

  add(record: EvalRecord): void {
    this.#lines.add(record);
  }
}
