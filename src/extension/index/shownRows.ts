import type { IndexRow } from './indexRows.ts';

/** Tracks the rows that a tree has. The tree identifies a row by its object, while the row's content changes. */
export class ShownRows {
  #given: readonly IndexRow[] = [];
  #now: ReadonlyMap<string, IndexRow> = new Map();

  /** Sets the rows of the tree. */
  give(rows: readonly IndexRow[]): readonly IndexRow[] {
    this.#given = rows;
    this.#now = byId(rows);
    return rows;
  }

  /** The current content of a row of the tree. */
  now(row: IndexRow): IndexRow {
    return this.#now.get(row.id) ?? row;
  }

  /** The rows whose content has changed; `all` when there are different rows. */
  update(rows: readonly IndexRow[]): 'all' | readonly IndexRow[] {
    const before = this.#now;
    this.#now = byId(rows);
    if ([...before.keys()].join() !== [...this.#now.keys()].join()) return 'all';
    return this.#given.filter(({ id }) => JSON.stringify(before.get(id)) !== JSON.stringify(this.#now.get(id)));
  }
}

function byId(rows: readonly IndexRow[]): ReadonlyMap<string, IndexRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
