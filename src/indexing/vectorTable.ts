/** The vectors of an index in memory, in pieces: a change copies those that it touches, not all, which may take 100 MB. */
import { clipped, keptNumbersAnd, stretchesWithout, type Stretch } from '../base/stretches.ts';
import type { NearestKernel, NearestOptions } from '../models/nearest.ts';
import type { NearestRows, PassageRows } from '../models/nearestRows.ts';
import type { Row } from './interfaces.ts';

/** Vectors per piece: 4 MB at 256 dimensions. With fewer, searches take more calls. */
const pieceVectors = 4096;

/** How the vectors of a piece are kept. */
export interface VectorForm<Values extends PassageRows> {
  zeros(count: number, dimension: number): Values;
  /** Some of the vectors, without copying. */
  part(values: Values, from: number, to: number, dimension: number): Values;
  /** Two that follow each other in memory as one, which searches compare in one call; undefined for others. */
  asOne?(first: Values, second: Values): Values | undefined;
  put(values: Values, at: number, vector: Float32Array): void;
  get(values: Values, at: number, dimension: number): Float32Array;
  /** Copies `count` vectors from a position of one to a position of another. */
  copy(from: Values, at: number, count: number, to: Values, toAt: number, dimension: number): void;
}

/** As numbers, one vector after the other. */
export const floats: VectorForm<Float32Array> = {
  zeros: (count, d) => new Float32Array(count * d),
  part: (values, from, to, d) => values.subarray(from * d, to * d),
  asOne: (first, second) =>
    first.buffer === second.buffer && first.byteOffset + first.byteLength === second.byteOffset
      ? new Float32Array(first.buffer, first.byteOffset, first.length + second.length)
      : undefined,
  put: (values, at, vector) => values.set(vector, at * vector.length),
  get: (values, at, d) => values.subarray(at * d, (at + 1) * d),
  copy: (from, at, count, to, toAt, d) => to.set(from.subarray(at * d, (at + count) * d), toAt * d),
};

interface Vectors<Values> {
  readonly count: number;
  readonly values: Values;
}

/** A piece of the vectors. */
interface Piece<Values> extends Vectors<Values> {
  /** Position of its first vector. */
  readonly from: number;
}

/** Vectors of the passages that have one, L2-normalized. A position is an index into `rows`. */
export class VectorTable<Values extends PassageRows = Float32Array> {
  /** Ascending. */
  readonly rows: Int32Array;
  readonly dimension: number;
  readonly pieces: readonly Piece<Values>[];
  readonly form: VectorForm<Values>;

  private constructor(rows: Int32Array, dimension: number, form: VectorForm<Values>, pieces: readonly Vectors<Values>[]) {
    this.rows = rows;
    this.dimension = dimension;
    this.form = form;
    let from = 0;
    this.pieces = pieces.map(({ count, values }) => {
      const piece = { from, count, values };
      from += count;
      return piece;
    });
  }

  /** A table of zeros, to be filled with `put`. */
  static zeros(rows: Int32Array, dimension: number): VectorTable;
  static zeros<Values extends PassageRows>(rows: Int32Array, dimension: number, form: VectorForm<Values>): VectorTable<Values>;
  static zeros(rows: Int32Array, dimension: number, form: VectorForm<PassageRows> = floats): VectorTable<PassageRows> {
    const all = form.zeros(rows.length, dimension);
    const pieces: Vectors<PassageRows>[] = [];
    for (let from = 0; from < rows.length; from += pieceVectors) {
      const count = Math.min(pieceVectors, rows.length - from);
      pieces.push({ count, values: form.part(all, from, from + count, dimension) });
    }
    return new VectorTable(rows, dimension, form, pieces);
  }

  /** @param values one vector after the other, in the order of `rows` */
  static of(rows: Int32Array, values: Float32Array, dimension: number): VectorTable {
    const table = VectorTable.zeros(rows, dimension);
    for (const { from, count, values: own } of table.pieces) floats.copy(values, from, count, own, 0, dimension);
    return table;
  }

  put(position: number, vector: Float32Array): void {
    const { from, values } = this.#pieceAt(position);
    this.form.put(values, position - from, vector);
  }

  /** The vector at a position. */
  at(position: number): Float32Array {
    const { from, values } = this.#pieceAt(position);
    return this.form.get(values, position - from, this.dimension);
  }

  /** The vectors at some positions, one after the other. */
  gather(positions: Int32Array): Values {
    const gathered = this.form.zeros(positions.length, this.dimension);
    positions.forEach((position, to) => {
      const { from, values } = this.#pieceAt(position);
      this.form.copy(values, position - from, 1, gathered, to, this.dimension);
    });
    return gathered;
  }

  /**
   * The table without the vectors of some rows, and with new ones. Pieces without changes are shared.
   * @param added with ascending rows, above all others
   */
  with(removed: ReadonlySet<Row>, added: readonly { readonly row: Row; readonly vector: Float32Array }[]): VectorTable<Values> {
    const { form } = this;
    const d = this.rows.length === 0 ? (added[0]?.vector.length ?? this.dimension) : this.dimension;
    const kept = stretchesWithout(this.rows, removed);
    const pieces: Vectors<Values>[] = [];
    // No two that follow each other fit in one.
    const push = (vectors: Vectors<Values>): void => {
      const last = pieces.at(-1);
      if (vectors.count === 0) return;
      if (last && last.count + vectors.count <= pieceVectors) pieces[pieces.length - 1] = joined(form, d, [all(last), all(vectors)]);
      else pieces.push(vectors);
    };
    for (const piece of this.pieces) {
      const own = clipped(kept, [piece.from, piece.from + piece.count]);
      const isWhole = own.length === 1 && own[0]![1] - own[0]![0] === piece.count;
      push(
        isWhole
          ? piece
          : joined(
              form,
              d,
              own.map(([from, to]) => ({ ...piece, stretch: [from - piece.from, to - piece.from] })),
            ),
      );
    }
    for (let from = 0; from < added.length; from += pieceVectors) {
      const some = added.slice(from, from + pieceVectors);
      const values = form.zeros(some.length, d);
      some.forEach(({ vector }, at) => form.put(values, at, vector));
      push({ count: some.length, values });
    }
    const rows = keptNumbersAnd(
      this.rows,
      kept,
      added.map(({ row }) => row),
    );
    return new VectorTable(rows, d, form, pieces);
  }

  /** Like `NearestKernel.nearest`, among the vectors of the table. Rows of the result are positions. */
  async nearest(kernel: NearestKernel, queries: Float32Array, k: number, { signal, onTile }: NearestOptions = {}): Promise<NearestRows> {
    const queryCount = queries.length / this.dimension;
    const optionsOf = ({ from, count }: Piece<Values>): NearestOptions => ({
      ...(signal && { signal }),
      onTile: (done) => onTile?.((queryCount * from + done * count) / this.rows.length),
    });
    const [first = { from: 0, count: 0, values: this.form.zeros(0, this.dimension) }, ...others] = this.#stretches();
    const found = await kernel.nearest(queries, first.values, this.dimension, k, optionsOf(first));
    for (const piece of others) await kernel.addNearest(found, queries, piece.values, this.dimension, piece.from, optionsOf(piece));
    return found;
  }

  /** Pieces that still follow each other in memory as one: a search takes a quarter less time than piece by piece. */
  #stretches(): readonly Piece<Values>[] {
    const stretches: Piece<Values>[] = [];
    for (const piece of this.pieces) {
      const last = stretches.at(-1);
      const values = last && this.form.asOne?.(last.values, piece.values);
      if (last && values) stretches[stretches.length - 1] = { from: last.from, count: last.count + piece.count, values };
      else stretches.push(piece);
    }
    return stretches;
  }

  #pieceAt(position: number): Piece<Values> {
    let [first, end] = [0, this.pieces.length];
    while (end - first > 1) {
      const middle = (first + end) >>> 1;
      if (this.pieces[middle]!.from <= position) first = middle;
      else end = middle;
    }
    return this.pieces[first]!;
  }
}

interface PartOf<Values> {
  readonly values: Values;
  readonly stretch: Stretch;
}

function all<Values>({ count, values }: Vectors<Values>): PartOf<Values> {
  return { values, stretch: [0, count] };
}

function joined<Values extends PassageRows>(
  form: VectorForm<Values>,
  dimension: number,
  parts: readonly PartOf<Values>[],
): Vectors<Values> {
  const count = parts.reduce((sum, { stretch: [from, to] }) => sum + to - from, 0);
  const values = form.zeros(count, dimension);
  let at = 0;
  for (const {
    values: of,
    stretch: [from, to],
  } of parts) {
    form.copy(of, from, to - from, values, at, dimension);
    at += to - from;
  }
  return { count, values };
}

/** Whether vectors are held as they are stored, so that a graph of them is exact. */
export function isExact(vectors: VectorTable<PassageRows>): vectors is VectorTable {
  return vectors.form === floats;
}

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);
/** Rounds to nearest, ties to even; a value that is too large becomes infinite. */
export function toHalf(values: Float32Array): Uint16Array {
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    float[0] = values[i]!;
    halves[i] = halfOf(bits[0]!);
  }
  return halves;
}

/** @param values as many, which are replaced and returned */
export function fromHalf(halves: Uint16Array, values: Float32Array = new Float32Array(halves.length)): Float32Array {
  const singles = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i]!;
    const exponent = half & 0x7c00;
    // All but zeros, the smallest and the largest numbers have the same form in both precisions.
    if (exponent !== 0 && exponent !== 0x7c00) singles[i] = ((half & 0x8000) << 16) | (((half & 0x7fff) << 13) + 0x38000000);
    else values[i] = singleOf(half);
  }
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
