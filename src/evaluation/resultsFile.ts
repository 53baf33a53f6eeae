import { evalRecord, type EvalRecord } from './evalRecord.ts';
import { LinesFile } from './linesFile.ts';

/** The results so far, one line a question. */
export class ResultsFile {
  readonly #lines: LinesFile<EvalRecord>;

  constructor(path: string) {
    this.#lines = new LinesFile(path, evalRecord);
  }

  /** The question's result; none of a run that failed: what failed once may succeed now. */
  get(key: string): EvalRecord | undefined {
    const record = this.#lines.get(key);
    return record?.status === 'failed' ? undefined : record;
  }

  /** Whether the result was there when the file was opened. */
  isEarlier(key: string): boolean {
    return this.#lines.isEarlier(key) && this.get(key) !== undefined;
  }

  add(record: EvalRecord): void {
    this.#lines.add(record);
  }
}
