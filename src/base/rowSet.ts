import { insertionIndex } from './binarySearch.ts';

/** Some passages of an index, by row. Takes four bytes for each. */
export class RowSet {
  /** Ascending. */
  readonly rows: Int32Array;

  /** @param rows ascending, each once */
  constructor(rows: Int32Array | readonly number[]) {
    this.rows = Int32Array.from(rows);
  }

  get size(): number {
    return this.rows.length;
  }

  has(row: number): boolean {
    return insertionIndex(row, this.rows) >= 0;
  }

  /** Those that are in both. */
  and(other: RowSet): RowSet {
    return new RowSet(this.rows.filter((row) => other.has(row)));
  }
}
