/** The places where passages name something, in typed arrays: with an object for each, a hundred thousand passages would take gigabytes. */
import type { Row } from '../interfaces.ts';

/** A place in a passage's text, end-exclusive. */
export interface Place {
  /** What is named there: a name, or the address of a link. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Of a link: the part of the addressed document; empty for the whole of it. Undefined for a name that was found in the text. */
  readonly fragment?: string;
  /** Of a link that should lead to a document of the folder: its target, which is stored but not kept in memory. */
  readonly written?: string;
}

/** Gives numbers to strings. Numbers are never taken back, so lists that share one stay valid. */
export class StringIds {
  readonly #ids = new Map<string, number>();
  readonly #strings: string[] = [];

  get size(): number {
    return this.#strings.length;
  }

  of(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.#strings.length);
    return this.#strings.push(text) - 1;
  }

  /** @returns undefined for a string without a number */
  find(text: string): number | undefined {
    return this.#ids.get(text);
  }

  at(id: number): string {
    return this.#strings[id] ?? '';
  }
}

/** Numbers per place: key, start, end, fragment. */
const width = 4;
const noLink = -1;

export class MentionLists {
  readonly #ids: StringIds;
  /** `width` numbers per place, by row. */
  readonly #places: Int32Array;
  /** Where each row's places begin in `#places`; one more entry than rows. */
  readonly #starts: Int32Array;
  #rowsOfKeys: { readonly starts: Int32Array; readonly rows: Int32Array } | undefined;

  private constructor(ids: StringIds, places: Int32Array, starts: Int32Array) {
    this.#ids = ids;
    this.#places = places;
    this.#starts = starts;
  }

  static readonly none = new MentionLists(new StringIds(), new Int32Array(0), new Int32Array(1));

  /**
   * The lists without those of removed rows, and with new lists.
   * @param size one more than the highest row
   */
  with(size: number, removed: ReadonlySet<Row>, added: ReadonlyMap<Row, readonly Place[]>): MentionLists {
    const ids = this.#places.length === 0 ? new StringIds() : this.#ids;
    const lengthOf = (row: Row): number => {
      const list = added.get(row);
      if (list) return list.length * width;
      return removed.has(row) || row + 1 >= this.#starts.length ? 0 : this.#starts[row + 1]! - this.#starts[row]!;
    };
    const starts = new Int32Array(size + 1);
    for (let row = 0; row < size; row++) starts[row + 1] = starts[row]! + lengthOf(row);
    const places = new Int32Array(starts[size]!);
    for (let from = 0; from < size;) {
      // Whole stretches are copied at once.
      let to = from;
      while (to < size && to + 1 < this.#starts.length && !removed.has(to) && !added.has(to)) to++;
      if (to > from) places.set(this.#places.subarray(this.#starts[from], this.#starts[to]), starts[from]);
      const list = added.get(to);
      if (to < size && list) this.#write(ids, places, starts[to]!, list);
      from = to + 1;
    }
    return new MentionLists(ids, places, starts);
  }

  /** The places of a row, in the order in which they were given. */
  at(row: Row): readonly Place[] {
    const places: Place[] = [];
    for (let at = this.#starts[row] ?? 0; at < (this.#starts[row + 1] ?? 0); at += width) {
      const fragment = this.#places[at + 3]!;
      places.push({
        key: this.#ids.at(this.#places[at]!),
        start: this.#places[at + 1]!,
        end: this.#places[at + 2]!,
        ...(fragment === noLink ? {} : { fragment: this.#ids.at(fragment) }),
      });
    }
    return places;
  }

  /** Ascending rows of the passages that have the key, each once. */
  rowsWith(key: string): Int32Array {
    const id = this.#ids.find(key);
    this.#rowsOfKeys ??= this.#invert();
    const { starts, rows } = this.#rowsOfKeys;
    // The lists share their numbers with newer ones, which may have more.
    return id === undefined || id + 1 >= starts.length ? new Int32Array(0) : rows.subarray(starts[id], starts[id + 1]);
  }

  #write(ids: StringIds, places: Int32Array, from: number, list: readonly Place[]): void {
    let at = from;
    for (const { key, start, end, fragment } of list) {
      places[at] = ids.of(key);
      places[at + 1] = start;
      places[at + 2] = end;
      places[at + 3] = fragment === undefined ? noLink : ids.of(fragment);
      at += width;
    }
  }

  /** Counts, then fills: a counting sort by key. */
  #invert(): { readonly starts: Int32Array; readonly rows: Int32Array } {
    const starts = new Int32Array(this.#ids.size + 1);
    this.#eachKey((key) => starts[key + 1]!++);
    for (let key = 0; key < this.#ids.size; key++) starts[key + 1]! += starts[key]!;
    const rows = new Int32Array(starts[this.#ids.size]!);
    const next = starts.slice();
    this.#eachKey((key, row) => (rows[next[key]!++] = row));
    return { starts, rows };
  }

  /** Visits each key of each row once. */
  #eachKey(visit: (key: number, row: Row) => void): void {
    const lastRow = new Int32Array(this.#ids.size).fill(-1);
    for (let row = 0; row + 1 < this.#starts.length; row++) {
      for (let at = this.#starts[row]!; at < this.#starts[row + 1]!; at += width) {
        const key = this.#places[at]!;
        if (lastRow[key] === row) continue;
        lastRow[key] = row;
        visit(key, row);
      }
    }
  }
}
