import { hashOf } from '../base/hash.ts';
import { questionKey } from '../base/questionKey.ts';
import { tableVersion, type PlacedCell, type TableCell, type TableRecord } from '../protocol/table.ts';

/** Identifies a cell's document, question and model. */
export function keyOf(documentHash: string, question: string, answeredBy: string): string {
  return hashOf([String(tableVersion), documentHash, questionKey(question), answeredBy], 32);
}

/** The cells that a table has, from its record and its journal; the last that is kept counts. */
export class KnownCells {
  readonly #cells = new Map<string, Map<string, TableCell>>();

  constructor({ questions, rows, kept = [] }: Pick<TableRecord, 'questions' | 'rows' | 'kept'> = { questions: [], rows: [] }) {
    for (const { path, question, cell } of kept) this.keep(path, question, cell);
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

  /** Cells with answers by hand that have no place in these rows; nothing where there are none. */
  keptBesides({ questions, rows }: Pick<TableRecord, 'questions' | 'rows'>): Pick<TableRecord, 'kept'> {
    const asked = new Set(questions);
    const paths = new Set(rows.map(({ path }) => path));
    // Of a document that has another name now, they are in its row.
    const moved = new Set(rows.flatMap(({ cells }) => cells.flatMap(({ byHand, key }) => (byHand === undefined ? [] : [key]))));
    const kept = [...this.#cells].flatMap(([path, row]) =>
      [...row].flatMap(([question, cell]): PlacedCell[] => {
        const isThere = paths.has(path) ? asked.has(question) : cell.key !== undefined && moved.has(cell.key);
        return cell.byHand === undefined || isThere ? [] : [{ path, question, cell }];
      }),
    );
    return kept.length === 0 ? {} : { kept };
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
