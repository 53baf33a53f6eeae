import { hashOf } from '../base/hash.ts';
import { questionKey } from '../base/questionKey.ts';
import { tableVersion, type TableCell, type TableRow } from '../protocol/table.ts';

/** Identifies a cell's document, question and model. */
export function keyOf(documentHash: string, question: string, answeredBy: string): string {
  return hashOf([String(tableVersion), documentHash, questionKey(question), answeredBy], 32);
}

/** The cells that a table has, from its record and its journal; the last that is kept counts. */
export class KnownCells {
  readonly #cells = new Map<string, Map<string, TableCell>>();

  constructor(
    { questions, rows }: { readonly questions: readonly string[]; readonly rows: readonly TableRow[] } = { questions: [], rows: [] },
  ) {
    for (const { path, cells } of rows) cells.forEach((cell, i) => this.keep(path, questions[i] ?? '', cell));
  }

  keep(path: string, question: string, cell: TableCell): void {
    const row = this.#cells.get(path) ?? new Map<string, TableCell>();
    row.set(question, cell);
    this.#cells.set(path, row);
  }

  of(path: string, question: string): TableCell | undefined {
    return this.#cells.get(path)?.get(question);
  }

  /**
   * By their keys, cells of documents that are not among these: such a document may have another name now. A key says which text was asked
   * what, not under which name.
   */
  besides(paths: ReadonlySet<string>): ReadonlyMap<string, TableCell> {
    const found = new Map<string, TableCell>();
    for (const [path, row] of this.#cells)
      if (!paths.has(path)) for (const cell of row.values()) if (cell.key !== undefined) found.set(cell.key, cell);
    return found;
  }
}
