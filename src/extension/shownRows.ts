import type { Row } from './indexRows.ts';

/** Rows that a tree has been given. The tree knows a row by the very object it was given, while what the row says changes. */
export class ShownRows {
  #given: readonly Row[] = [];
  #now: ReadonlyMap<string, Row> = new Map();

  /** The rows that the tree is given from now on. */
  give(rows: readonly Row[]): readonly Row[] {
    this.#given = rows;
    this.#now = byId(rows);
    return rows;
  }

  /** What a row that was given says now. */
  now(row: Row): Row {
    return this.#now.get(row.id) ?? row;
  }

  /** The given rows that say something else than before; `all` when there are other rows. */
  update(rows: readonly Row[]): 'all' | readonly Row[] {
    const before = this.#now;
    this.#now = byId(rows);
    if ([...before.keys()].join() !== [...this.#now.keys()].join()) return 'all';
    return this.#given.filter(({ id }) => JSON.stringify(before.get(id)) !== JSON.stringify(this.#now.get(id)));
  }
}

function byId(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
