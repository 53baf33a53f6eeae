/** Exact nearest neighbors as dense algebra in ONNX Runtime: a tiled matrix product with top-k. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { AriadneError } from '../base/errors.ts';

/** Passages in one product, so that the score matrix of a full tile is 256 × 8,192 floats = 8 MB. */
const passageTile = 8192;
const queryTile = 256;

export interface NearestRows {
  /** `queries × k`, row-major, best first; -1 where there are fewer than k passages. Ties by ascending row. */
  readonly rows: Int32Array;
  readonly similarities: Float32Array;
}

export class NearestKernel {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /** @param file the graph made by scripts/buildKernels.ts */
  static async load(file: string): Promise<NearestKernel> {
    try {
      return new NearestKernel(await InferenceSession.create(file, { enableCpuMemArena: false, logSeverityLevel: 3 }));
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
   * @param onTile called after each tile of queries with the number done
   * @throws AbortError between tiles
   */
  async nearest(
    queries: Float32Array,
    passages: Float32Array,
    d: number,
    k: number,
    options: { readonly signal?: AbortSignal; readonly onTile?: (done: number) => void } = {},
  ): Promise<NearestRows> {
    const m = queries.length / d;
    const rows = new Int32Array(m * k).fill(-1);
    const similarities = new Float32Array(m * k);
    for (let from = 0; from < m; from += queryTile) {
      const to = Math.min(m, from + queryTile);
      const into = { rows: rows.subarray(from * k, to * k), similarities: similarities.subarray(from * k, to * k) };
      await this.#nearestOfTile(queries.subarray(from * d, to * d), passages, d, k, into, options.signal);
      options.onTile?.(to);
    }
    return { rows, similarities };
  }

  async #nearestOfTile(
    queries: Float32Array,
    passages: Float32Array,
    d: number,
    k: number,
    into: NearestRows,
    signal?: AbortSignal,
  ): Promise<void> {
    const n = passages.length / d;
    const q = new Tensor('float32', queries, [queries.length / d, d]);
    for (let from = 0; from < n; from += passageTile) {
      signal?.throwIfAborted();
      const count = Math.min(passageTile, n - from);
      const taken = Math.min(k, count);
      const results = await this.#session.run({
        queries: q,
        passages: new Tensor('float32', passages.subarray(from * d, (from + count) * d), [count, d]),
        k: new Tensor('int64', BigInt64Array.of(BigInt(taken)), [1]),
      });
      const values = results['values']?.data as Float32Array;
      const indices = results['indices']?.data as BigInt64Array;
      mergeTile(into, values, indices, from, taken, k);
    }
  }
}

/** Merges a tile's best into the best so far; both are sorted, and the tile's rows are all later, so that on a tie the earlier stays first. */
function mergeTile(into: NearestRows, values: Float32Array, indices: BigInt64Array, offset: number, taken: number, k: number): void {
  const m = into.rows.length / k;
  const rows = new Int32Array(k);
  const similarities = new Float32Array(k);
  for (let i = 0; i < m; i++) {
    let a = i * k;
    let b = i * taken;
    const endA = a + k;
    const endB = b + taken;
    let filled = 0;
    while (filled < k) {
      const hasA = a < endA && into.rows[a]! >= 0;
      const hasB = b < endB;
      if (!hasA && !hasB) break;
      if (hasA && (!hasB || into.similarities[a]! >= values[b]!)) {
        rows[filled] = into.rows[a]!;
        similarities[filled++] = into.similarities[a++]!;
      } else {
        rows[filled] = offset + Number(indices[b]!);
        similarities[filled++] = values[b++]!;
      }
    }
    into.rows.set(rows.subarray(0, filled), i * k);
    into.similarities.set(similarities.subarray(0, filled), i * k);
  }
}
