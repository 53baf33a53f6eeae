/** The files of a table: its record, the journal of the run that is filling it, and the format that was asked for. */
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, extname, relative, sep } from 'node:path';
import { AriadneError, isSystemError, messageOf } from '../base/errors.ts';
import { takeFileLock, type FileLock } from '../base/fileLock.ts';
import { jsonOf } from '../base/jsonOf.ts';
import { replaceFile } from '../base/replaceFile.ts';
import {
  mostRecordBytes,
  recordPath,
  recordSuffix,
  readTable,
  placedCell,
  tableProblems,
  type PlacedCell,
  type TableCell,
  type TableRecord,
} from '../protocol/table.ts';
import { csvTable, markdownTable } from './forms.ts';
import { KnownCells } from './knownCells.ts';

export interface TableFiles {
  /** What was asked for. */
  readonly out: string;
  readonly record: string;
  readonly format: 'json' | 'md' | 'csv';
}

const forms: ReadonlyMap<string, TableFiles['format']> = new Map([
  ['.json', 'json'],
  ['.md', 'md'],
  ['.markdown', 'md'],
  ['.csv', 'csv'],
]);

/** @throws AriadneError `usage` */
function tableFiles(out: string): TableFiles {
  const format = forms.get(extname(out).toLowerCase());
  if (format === undefined) throw new AriadneError('usage', `A table is written to a .csv, .md or .json file, not to "${out}".`);
  return { out, record: recordPath(out), format };
}

/** Undefined if there is none yet. @throws AriadneError `table-broken`, `table-too-new` */
export function readRecord(file: string): TableRecord | undefined {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > mostRecordBytes) {
    throw new AriadneError('table-broken', `${file} ${tableProblems['too-large']}`);
  }
  const text = textOf(file);
  return text === undefined ? undefined : parseRecord(text, file);
}

/** @throws AriadneError `table-broken`, `table-too-new` */
export function parseRecord(text: string, file: string): TableRecord {
  const parsed = readTable(text);
  if ('record' in parsed) return parsed.record;
  const code = parsed.problem === 'newer' ? 'table-too-new' : 'table-broken';
  throw new AriadneError(code, `${file} ${tableProblems[parsed.problem]}`);
}

/** One process fills a table at a time. What it has answered is in the journal until the record is written. */
export class OpenTable {
  readonly files: TableFiles;
  readonly before: TableRecord | undefined;
  readonly known: KnownCells;
  readonly #journal: string;
  readonly #lock: FileLock;
  #file: number | undefined;

  private constructor(files: TableFiles, before: TableRecord | undefined, lock: FileLock) {
    this.files = files;
    this.before = before;
    this.#journal = journalOf(files);
    this.#lock = lock;
    this.known = new KnownCells(before);
    for (const line of (textOf(this.#journal) ?? '').split('\n')) {
      const parsed = placedCell.safeParse(jsonOf(line));
      // The last line of a process that was killed may be cut.
      if (parsed.success) this.known.keep(parsed.data.path, parsed.data.question, parsed.data.cell);
    }
  }

  /** @throws AriadneError `table-broken`, `table-too-new`, `table-taken`, `table-running`, `table-unwritable`, `usage` */
  static async open(out: string): Promise<OpenTable> {
    const files = tableFiles(out);
    const lockFile = `${files.record}.lock`;
    const attempt = await takeFileLock(
      lockFile,
      () => new AriadneError('table-running', 'Another process is filling this table now.'),
    ).catch((error: unknown) => {
      throw tableFault(error, files.record);
    });
    if (attempt.kind === 'held')
      throw new AriadneError(
        'table-running',
        `This table is being filled by ${attempt.owner}. Wait until it has ended, or choose another file.`,
      );
    try {
      const before = readRecord(files.record);
      if (!before && !existsSync(journalOf(files)) && existsSync(out))
        throw new AriadneError('table-taken', `${out} exists and is not an Ariadne table. Choose another file.`);
      return new OpenTable(files, before, attempt.lock);
    } catch (error) {
      await attempt.lock.release();
      throw error;
    }
  }

  /** Aborts when another process took over the table. */
  get lost(): AbortSignal {
    return this.#lock.lost;
  }

  /** Keeps a cell even if the process is killed right after. */
  append(path: string, question: string, cell: TableCell): void {
    writing(this.#journal, () => {
      if (this.#file === undefined) {
        const isCut = /[^\n]$/.test(textOf(this.#journal) ?? '');
        this.#file = openSync(this.#journal, 'a');
        if (isCut) appendFileSync(this.#file, '\n');
      }
      appendFileSync(this.#file, `${JSON.stringify({ path, question, cell })}\n`);
    });
    this.known.keep(path, question, cell);
  }

  /** Writes the record of a new table, before anything is asked. */
  begin(record: TableRecord): void {
    this.#writeRecord(record);
  }

  /** Writes a record in which these cells are others. What a stopped run has answered stays in the journal, with them as the last word. */
  edit(record: TableRecord, cells: readonly PlacedCell[]): void {
    if (existsSync(this.#journal)) for (const { path, question, cell } of cells) this.append(path, question, cell);
    this.#writeForms(record, this.#writeRecord(record));
  }

  /** Writes the record, then all forms that it has beside it, and forgets the journal. */
  write(record: TableRecord): void {
    this.#writeForms(record, this.#writeRecord(record));
    this.#closeJournal();
    rmSync(this.#journal, { force: true });
  }

  /** @returns the forms that it has beside it */
  #writeRecord(record: TableRecord): readonly string[] {
    const forms = this.#formsBeside();
    replace(this.files.record, textOfRecord(forms.length === 0 ? record : { ...record, forms }));
    return forms;
  }

  #writeForms(record: TableRecord, forms: readonly string[]): void {
    for (const extension of forms) replace(formPath(this.files.record, extension), textIn(extension, record));
  }

  async close(): Promise<void> {
    this.#closeJournal();
    await this.#lock.release();
  }

  /** A format that was asked for once stays up to date, as long as it is there. */
  #formsBeside(): string[] {
    const { out, record, format } = this.files;
    const kept = (this.before?.forms ?? []).filter(
      (extension) => forms.has(extension.toLowerCase()) && existsSync(formPath(record, extension)),
    );
    return [...new Set([...kept, ...(format === 'json' ? [] : [extname(out)])])].sort();
  }

  #closeJournal(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** A table as it was last written. @throws AriadneError `table-broken`, `table-too-new`, `usage` */
export function storedRecord(out: string): TableRecord | undefined {
  return readRecord(tableFiles(out).record);
}

/** Writes a table as Markdown or CSV. @throws AriadneError `usage`, `table-unwritable` */
export function writeForm(out: string, record: TableRecord): void {
  if (tableFiles(out).format === 'json') throw new AriadneError('usage', `A table is exported to a .csv or .md file, not to "${out}".`);
  replace(out, textIn(extname(out), record));
}

function replace(file: string, text: string): void {
  writing(file, () => replaceFile(file, text));
}

function writing(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw tableFault(error, file);
  }
}

function formPath(record: string, extension: string): string {
  return `${record.slice(0, -recordSuffix.length)}${extension}`;
}

function textIn(extension: string, record: TableRecord): string {
  return forms.get(extension.toLowerCase()) === 'csv' ? csvTable(record) : markdownTable(record);
}

function textOfRecord(record: TableRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

function journalOf({ record }: TableFiles): string {
  return `${record}.journal`;
}

/** From the folder of a table to that of the documents, as links in the table have it. */
export function folderFrom(file: string, folder: string): string {
  return relative(dirname(file), folder).split(sep).join('/');
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw tableFault(error, file);
  }
}

/**
 * What keeps the files of a table from being written, in words.
 * @returns other errors as they are
 */
export function tableFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const why = isSystemError(error, 'ENOSPC', 'EDQUOT')
    ? 'the disk is full. Free some space, then run the table again; what was written before is kept'
    : isSystemError(error, 'EACCES', 'EPERM', 'EROFS')
      ? 'it is read-only or belongs to another user. Choose another place'
      : isSystemError(error, 'ENOTDIR', 'EEXIST', 'EISDIR')
        ? 'a file is where a folder should be, or a folder where a file should be. Choose another place'
        : isSystemError(error, 'ENOENT')
          ? 'its folder cannot be created. Choose another place'
          : `${messageOf(error)}. Choose another place`;
  return new AriadneError('table-unwritable', `The table cannot be written to ${file}: ${why}.`, { cause: error });
}
