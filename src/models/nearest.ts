/** Exact nearest neighbors as dense algebra in ONNX Runtime: a tiled matrix product with top-k. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { AriadneError } from '../base/errors.ts';

export interface NearestRows {
  readonly k: number;
  /** `queries × k`, row-major, best first; -1 where there are fewer than k passages. Ties by ascending row. */
  readonly rows: Int32Array;
  /** Same shape; 0 where there is no passage. */
  readonly similarities: Float32Array;
}

export interface NearestOptions {
  readonly signal?: AbortSignal;
  /** Called after each tile of queries with the number done. */
  readonly onTile?: (done: number) => void;
}

/**
 * The arena keeps the some 20 MB that every tile needs, which saves a sixth of the processor time of asking the system for them anew. Threads that
 * wait do not spin: it gains nothing measurable, and takes time from whatever else the machine does.
 */
export const kernelSession: InferenceSession.SessionOptions = {
  enableCpuMemArena: true,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

/**
 * ONNX Runtime computes on the thread that asks, a tile at a time (about 10 ms on two cores at 384 dimensions), and other work of this thread gets a
 * turn between tiles.
 */
export class NearestKernel {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /** @param file the graph made by scripts/buildKernels.ts */
  static async load(file: string): Promise<NearestKernel> {
    try {
      return new NearestKernel(await InferenceSession.create(file, kernelSession));
    } catch (cause) {
      throw new AriadneError(
        'kernel-unavailable',
        `The part of Ariadne that compares vectors could not be loaded (${file}). Reinstall the extension.`,
        { cause },
      );
    }
  }

  /**
   * For each of `queries` (`m × d`) the `k` rows of `passages` (`n × d`) with the largest inner product.
   * @throws AbortError between tiles
   */
  async nearest(queries: Float32Array, passages: Float32Array, d: number, k: number, options: NearestOptions = {}): Promise<NearestRows> {
    const found = noneFound(queries.length / d, k);
    await this.addNearest(found, queries, passages, d, 0, options);
    return found;
  }

  /**
   * As `nearest`, for passages that come in pieces: improves what was `found` for the same queries in the pieces before by what is in this one.
   * @param firstRow row of the piece's first passage; pieces come in ascending order
   */
  async addNearest(
    found: NearestRows,
    queries: Float32Array,
    passages: Float32Array,
    d: number,
    firstRow: number,
    { signal, onTile }: NearestOptions = {},
  ): Promise<void> {
    const { k } = found;
    const m = queries.length / d;
    const tile = tileOf(m, passages.length / d);
    for (let from = 0; from < m; from += tile.queries) {
      const to = Math.min(m, from + tile.queries);
      const part = { k, rows: found.rows.subarray(from * k, to * k), similarities: found.similarities.subarray(from * k, to * k) };
      await this.#addNearestOfTile(part, queries.subarray(from * d, to * d), passages, d, firstRow, tile.passages, signal);
      onTile?.(to);
    }
  }

  async #addNearestOfTile(
    found: NearestRows,
    queries: Float32Array,
    passages: Float32Array,
    d: number,
    firstRow: number,
    passageTile: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const n = passages.length / d;
    const q = new Tensor('float32', queries, [queries.length / d, d]);
    for (let from = 0; from < n; from += passageTile) {
      signal?.throwIfAborted();
      const count = Math.min(passageTile, n - from);
      const taken = Math.min(found.k, count);
      const results = await this.#session.run({
        queries: q,
        passages: new Tensor('float32', passages.subarray(from * d, (from + count) * d), [count, d]),
        k: new Tensor('int64', BigInt64Array.of(BigInt(taken)), [1]),
      });
      mergeTile(found, results['values']?.data as Float32Array, results['indices']?.data as Int32Array, firstRow + from, taken);
    }
  }
}

export function noneFound(queries: number, k: number): NearestRows {
  return { k, rows: new Int32Array(queries * k).fill(-1), similarities: new Float32Array(queries * k) };
}

/** Scores of one product: 2 million floats are 8 MB, which stay in the cache between product and top-k. */
const tileScores = 2 ** 21;
/** The widest product that is cut out of many queries and many passages: wider rows make top-k cheaper per score, more queries the product. */
const squareTile = { queries: 512, passages: 4096 };
/** Few passages take many queries at once, and the reverse, up to this, so that small products do not cost a call each. */
const maxTile = { queries: 8192, passages: 65_536 };

function tileOf(m: number, n: number): { readonly queries: number; readonly passages: number } {
  const queries = Math.min(m, maxTile.queries, Math.max(squareTile.queries, Math.floor(tileScores / n)));
  const passages = Math.min(n, maxTile.passages, Math.max(squareTile.passages, Math.floor(tileScores / queries)));
  return { queries, passages };
}

/** Merges a tile's best into the best so far; both are sorted, and the tile's rows are all later, so that on a tie the earlier stays first. */
function mergeTile(found: NearestRows, values: Float32Array, indices: Int32Array, offset: number, taken: number): void {
  const { k, rows: foundRows, similarities: foundSimilarities } = found;
  const rows = new Int32Array(k);
  const similarities = new Float32Array(k);
  const m = foundRows.length / k;
  for (let i = 0; i < m; i++) {
    let a = i * k;
    let b = i * taken;
    const endA = a + k;
    const endB = b + taken;
    if (foundRows[endA - 1]! >= 0 && foundSimilarities[endA - 1]! >= values[b]!) continue;
    let filled = 0;
    while (filled < k) {
      const hasA = a < endA && foundRows[a]! >= 0;
      const hasB = b < endB;
      if (!hasA && !hasB) break;
      if (hasA && (!hasB || foundSimilarities[a]! >= values[b]!)) {
        rows[filled] = foundRows[a]!;
        similarities[filled++] = foundSimilarities[a++]!;
      } else {
        rows[filled] = offset + indices[b]!;
        similarities[filled++] = values[b++]!;
      }
    }
    foundRows.set(rows.subarray(0, filled), i * k);
    foundSimilarities.set(similarities.subarray(0, filled), i * k);
  }
}
