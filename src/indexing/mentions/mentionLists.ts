/** The places where passages name something, in typed arrays: with an object for each, a hundred thousand passages would take gigabytes. */
import type { Row } from '../interfaces.ts';
import { GrowingInts } from './growingInts.ts';
import type { PackedStrings } from './packedStrings.ts';

/** A place in a passage's text, end-exclusive. */
export interface MentionRange {
  /** What is named there: a name, or the address of a link. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Of a link: the part of the addressed document; empty for the whole of it. Undefined for a name that was found in the text. */
  readonly fragment?: string;
  /** Of a link that should lead to a document of the folder: its target, which is stored but not kept in memory. */
  readonly written?: string;
}

/** Numbers per place: key, start, end, fragment. */
const width = 4;
const noLink = -1;

export class MentionLists {
  readonly #ids: PackedStrings;
  /** `width` numbers per place, by row. */
  readonly #places: Int32Array;
  /** Where each row's places begin in `#places`; one more entry than rows. */
  readonly #starts: Int32Array;
  #rowsOfKeys: { readonly starts: Int32Array; readonly rows: Int32Array } | undefined;

  constructor(ids: PackedStrings, places: Int32Array, starts: Int32Array) {
    this.#ids = ids;
    this.#places = places;
    this.#starts = starts;
  }

  /**
   * The lists without those of removed rows, and with new lists.
   * @param size one more than the highest row
   */
  with(size: number, removed: ReadonlySet<Row>, added: ReadonlyMap<Row, readonly MentionRange[]>): MentionLists {
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
      if (to < size && list) places.set(packed(list, this.#ids), starts[to]);
      from = to + 1;
    }
    return new MentionLists(this.#ids, places, starts);
  }

  /** The places of a row, in the order in which they were given. */
  at(row: Row): readonly MentionRange[] {
    const places: MentionRange[] = [];
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

/** Collects the places of rows, in any order. */
export class MentionListsBuilder {
  readonly #ids: PackedStrings;
  readonly #places = new GrowingInts();
  /** In the order of arrival: the row, and where its places begin. */
  readonly #rows = new GrowingInts();
  readonly #begins = new GrowingInts();

  constructor(ids: PackedStrings) {
    this.#ids = ids;
  }

  /** @param row has no places yet */
  add(row: Row, places: readonly MentionRange[]): void {
    this.#rows.push(row);
    this.#begins.push(this.#places.length);
    this.#places.pushAll(packed(places, this.#ids));
  }

  /** @param size one more than the highest row */
  finish(size: number): MentionLists {
    const starts = new Int32Array(size + 1);
    this.#each((row, begin, end) => (starts[row + 1] = end - begin));
    for (let row = 0; row < size; row++) starts[row + 1]! += starts[row]!;
    const places = new Int32Array(starts[size]!);
    this.#each((row, begin, end) => places.set(this.#places.slice(begin, end), starts[row]));
    return new MentionLists(this.#ids, places, starts);
  }

  #each(visit: (row: Row, begin: number, end: number) => void): void {
    for (let i = 0; i < this.#rows.length; i++) {
      const end = i + 1 < this.#rows.length ? this.#begins.at(i + 1) : this.#places.length;
      visit(this.#rows.at(i), this.#begins.at(i), end);
    }
  }
}

function packed(list: readonly MentionRange[], ids: PackedStrings): readonly number[] {
  return list.flatMap(({ key, start, end, fragment }) => [ids.of(key), start, end, fragment === undefined ? noLink : ids.of(fragment)]);
}
