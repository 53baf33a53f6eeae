/** The number of rows at a time, limited by the sums that fit in registers. */
const together = 4;

/**
 * Cosines of a few fixed vectors with many others in sequence. The columns of four vectors are adjacent in memory, which is four times as
 * fast as one vector at a time.
 */
export class RowCosines {
  readonly #dimension: number;
  /** Unit vectors in blocks of four, column by column; the last block is padded with zeros. */
  readonly #blocks: Float32Array;
  /** Overwritten by each call; includes entries for the padding. */
  readonly #cosines: Float64Array;
  readonly #ofVectors: Float64Array;

  /** @param vectors each `dimension` long */
  constructor(vectors: readonly Float32Array[], dimension: number) {
    this.#dimension = dimension;
    const places = Math.ceil(vectors.length / together) * together;
    this.#blocks = new Float32Array(places * dimension);
    this.#cosines = new Float64Array(places);
    this.#ofVectors = this.#cosines.subarray(0, vectors.length);
    vectors.forEach((vector, i) => {
      const scale = inverseLength(vector, 0, dimension);
      const block = Math.floor(i / together) * together * dimension;
      for (let j = 0; j < dimension; j++) this.#blocks[block + j * together + (i % together)] = vector[j]! * scale;
    });
  }

  /** Cosines with row `row` of a matrix, in the order of the vectors; 0 for a row of zeros. Valid until the next call. */
  with(matrix: Float32Array, row: number): Float64Array {
    const blocks = this.#blocks;
    const cosines = this.#cosines;
    const from = row * this.#dimension;
    const to = from + this.#dimension;
    const scale = inverseLength(matrix, from, to);
    for (let at = 0, i = 0; at < blocks.length; i += together) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let j = from; j < to; j++, at += together) {
        const value = matrix[j]!;
        a += value * blocks[at]!;
        b += value * blocks[at + 1]!;
        c += value * blocks[at + 2]!;
        d += value * blocks[at + 3]!;
      }
      cosines[i] = a * scale;
      cosines[i + 1] = b * scale;
      cosines[i + 2] = c * scale;
      cosines[i + 3] = d * scale;
    }
    return this.#ofVectors;
  }
}

function inverseLength(matrix: Float32Array, from: number, to: number): number {
  let squares = 0;
  for (let j = from; j < to; j++) squares += matrix[j]! * matrix[j]!;
  return squares === 0 ? 0 : 1 / Math.sqrt(squares);
}

/**
 * Weighted sums of matrix rows: for each r, out[r] = Σ weights[k] · rows[ids[k]] over starts[r] ≤ k < starts[r + 1]. Eight columns at a
 * time stay in registers over all rows, which is three times as fast as adding row by row.
 */
interface RowLists {
  /** Start of each list, plus the end of the last. */
  readonly starts: Int32Array;
  readonly ids: Int32Array;
  readonly weights: Float32Array;
}

/** @param dimension a multiple of 8 */
export function sumRows({ starts, ids, weights }: RowLists, count: number, rows: Float32Array, dimension: number, out: Float32Array): void {
  for (let r = 0; r < count; r++) {
    const from = starts[r]!;
    const to = starts[r + 1]!;
    for (let j = 0; j < dimension; j += 8) {
      let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let k = from; k < to; k++) {
        const at = ids[k]! * dimension + j;
        const weight = weights[k]!;
        a += weight * rows[at]!;
        b += weight * rows[at + 1]!;
        c += weight * rows[at + 2]!;
        d += weight * rows[at + 3]!;
        e += weight * rows[at + 4]!;
        f += weight * rows[at + 5]!;
        g += weight * rows[at + 6]!;
        h += weight * rows[at + 7]!;
      }
      const to8 = r * dimension + j;
      out[to8] = a;
      out[to8 + 1] = b;
      out[to8 + 2] = c;
      out[to8 + 3] = d;
      out[to8 + 4] = e;
      out[to8 + 5] = f;
      out[to8 + 6] = g;
      out[to8 + 7] = h;
    }
  }
}
