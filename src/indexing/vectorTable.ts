/** The vectors of an index in memory, in pieces: a change copies those that it touches, not all, which may take 100 MB. */
import type { NearestKernel, NearestOptions, NearestRows } from '../models/nearest.ts';
import type { Row } from './interfaces.ts';
import type { HeldVectors } from './searchVectors.ts';

/** Vectors per piece: 4 MB at 256 dimensions. With fewer, searches take more calls. */
const pieceVectors = 4096;

/** A piece of the vectors, row-major. */
interface Piece {
  /** Position of its first vector. */
  readonly from: number;
  readonly values: Float32Array;
}

/** Vectors of the passages that have one, L2-normalized. A position is an index into `rows`. */
export class VectorTable implements HeldVectors {
  /** Ascending. */
  readonly rows: Int32Array;
  readonly dimension: number;
  readonly pieces: readonly Piece[];

  private constructor(rows: Int32Array, dimension: number, values: readonly Float32Array[]) {
    this.rows = rows;
    this.dimension = dimension;
    let from = 0;
    this.pieces = values.map((of) => {
      const piece = { from, values: of };
      from += of.length / dimension;
      return piece;
    });
  }

  /** A table of zeros, to be filled through `at`. */
  static zeros(rows: Int32Array, dimension: number): VectorTable {
    const sizes: number[] = [];
    for (let from = 0; from < rows.length; from += pieceVectors) sizes.push(Math.min(pieceVectors, rows.length - from));
    return new VectorTable(
      rows,
      dimension,
      sizes.map((size) => new Float32Array(size * dimension)),
    );
  }

  /** @param values one vector after the other, in the order of `rows` */
  static of(rows: Int32Array, values: Float32Array, dimension: number): VectorTable {
    const table = VectorTable.zeros(rows, dimension);
    for (const piece of table.pieces)
      piece.values.set(values.subarray(piece.from * dimension, piece.from * dimension + piece.values.length));
    return table;
  }

  /** The vector at a position, without copying. */
  at(position: number): Float32Array {
    let [first, end] = [0, this.pieces.length];
    while (end - first > 1) {
      const middle = (first + end) >>> 1;
      if (this.pieces[middle]!.from <= position) first = middle;
      else end = middle;
    }
    const { from, values } = this.pieces[first]!;
    return values.subarray((position - from) * this.dimension, (position - from + 1) * this.dimension);
  }

  /** The vectors at some positions, one after the other. */
  gather(positions: Int32Array): Float32Array {
    const gathered = new Float32Array(positions.length * this.dimension);
    positions.forEach((position, i) => gathered.set(this.at(position), i * this.dimension));
    return gathered;
  }

  /**
   * The table without the vectors of some rows, and with new ones. Pieces without changes are shared.
   * @param added with ascending rows, above all others
   */
  with(removed: ReadonlySet<Row>, added: readonly { readonly row: Row; readonly vector: Float32Array }[]): VectorTable {
    const d = this.rows.length === 0 ? (added[0]?.vector.length ?? this.dimension) : this.dimension;
    const values: Float32Array[] = [];
    // No two that follow each other fit in one.
    const push = (piece: Float32Array): void => {
      const last = values.at(-1);
      if (piece.length === 0) return;
      if (last && last.length + piece.length <= pieceVectors * d) values[values.length - 1] = joined([last, piece]);
      else values.push(piece);
    };
    for (const piece of this.pieces) push(this.#without(piece, removed));
    for (let from = 0; from < added.length; from += pieceVectors)
      push(joined(added.slice(from, from + pieceVectors).map(({ vector }) => vector)));
    const kept = this.rows.filter((row) => !removed.has(row));
    const rows = new Int32Array(kept.length + added.length);
    rows.set(kept);
    added.forEach(({ row }, i) => (rows[kept.length + i] = row));
    return new VectorTable(rows, d, values);
  }

  /** Like `NearestKernel.nearest`, among the vectors of the table. Rows of the result are positions. */
  async nearest(kernel: NearestKernel, queries: Float32Array, k: number, { signal, onTile }: NearestOptions = {}): Promise<NearestRows> {
    const count = queries.length / this.dimension;
    const optionsOf = ({ from, values }: Piece): NearestOptions => ({
      ...(signal && { signal }),
      onTile: (done) => onTile?.((count * from + (done * values.length) / this.dimension) / this.rows.length),
    });
    const [first = { from: 0, values: new Float32Array(0) }, ...others] = this.pieces;
    const found = await kernel.nearest(queries, first.values, this.dimension, k, optionsOf(first));
    for (const piece of others) await kernel.addNearest(found, queries, piece.values, this.dimension, piece.from, optionsOf(piece));
    return found;
  }

  #without({ from, values }: Piece, removed: ReadonlySet<Row>): Float32Array {
    const d = this.dimension;
    const stretches: Float32Array[] = [];
    const end = from + values.length / d;
    let begun = from;
    for (let position = from; position < end; position++) {
      if (!removed.has(this.rows[position]!)) continue;
      stretches.push(values.subarray((begun - from) * d, (position - from) * d));
      begun = position + 1;
    }
    if (begun === from) return values;
    return joined([...stretches, values.subarray((begun - from) * d)]);
  }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);
/** Lookup table from half-precision bits to single-precision numbers. */
const singles = Float32Array.from({ length: 0x10000 }, (_, half) => singleOf(half));

/** Rounds to nearest, ties to even; a value that is too large becomes infinite. */
export function toHalf(values: Float32Array): Uint16Array {
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    float[0] = values[i]!;
    halves[i] = halfOf(bits[0]!);
  }
  return halves;
}

export function fromHalf(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = singles[halves[i]!]!;
  return values;
}

function halfOf(single: number): number {
  const sign = (single >>> 16) & 0x8000;
  const exponent = (single >>> 23) & 0xff;
  const fraction = single & 0x7fffff;
  if (exponent === 0xff) return sign | 0x7c00 | (fraction ? 0x200 : 0);
  const scale = exponent - 112;
  if (scale >= 31) return sign | 0x7c00;
  if (scale > 0) return sign | rounded((scale << 23) | fraction, 13);
  if (scale < -10) return sign;
  return sign | rounded(fraction | 0x800000, 14 - scale);
}

/** Drops the low `count` bits with rounding. A carry correctly continues into the exponent. */
function rounded(value: number, count: number): number {
  const kept = value >>> count;
  const rest = value & ((1 << count) - 1);
  const half = 1 << (count - 1);
  return rest > half || (rest === half && (kept & 1) === 1) ? kept + 1 : kept;
}

function singleOf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
