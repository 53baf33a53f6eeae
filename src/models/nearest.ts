/** Exact nearest neighbors as dense algebra in ONNX Runtime: a tiled matrix product with top-k. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { yieldToEventLoop } from '../base/abort.ts';
import { AriadneError } from '../base/errors.ts';
import { Lazy } from '../base/lazy.ts';
import { noneFound, type NearestRows, type PassageRows } from './nearestRows.ts';
import { loadOnnxRuntime, type OnnxFallBack, type OnnxRuntime } from './onnxRuntime.ts';
import { QuantizedScan } from './quantizedScan.ts';

export interface NearestOptions {
  readonly signal?: AbortSignal;
  /** Called after each tile of queries with the number of queries done. */
  readonly onTile?: (done: number) => void;
}

/**
 * The arena keeps the 20 MB that every tile needs, which saves a sixth of the processor time. Waiting threads do not spin: spinning gains
 * nothing measurable, takes a third more processor time while learning, and on a busy machine takes it from the working thread.
 */
export const kernelSession: InferenceSession.SessionOptions = {
  enableCpuMemArena: true,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

/**
 * ONNX Runtime computes on the calling thread, one tile at a time (about 10 ms on two cores at 384 dimensions). Between tiles the event
 * loop gets a turn.
 */
export class NearestKernel {
  readonly #folder: string;
  readonly #onnx: Lazy<OnnxRuntime>;
  readonly #ofFloats = new Lazy(() => this.#session('nearest.onnx'));
  readonly #ofCodes = new Lazy(() => this.#session('nearestQuantized.onnx'));
  readonly #scan = new Lazy(async () => QuantizedScan.load(await this.#file('quantizedScan.wasm')));

  /** Loads nothing before it is asked, since a search by words needs none of it. @param folder with what scripts/buildKernels.ts makes */
  constructor(folder: string, fallBack?: OnnxFallBack) {
    this.#folder = folder;
    this.#onnx = new Lazy(() => loadOnnxRuntime(fallBack));
  }

  /** @throws AriadneError `kernel-unavailable`, as the other methods do */
  static async load(folder: string, fallBack?: OnnxFallBack): Promise<NearestKernel> {
    const kernel = new NearestKernel(folder, fallBack);
    await kernel.ready();
    return kernel;
  }

  async ready(): Promise<void> {
    await this.#loaded(this.#ofFloats);
  }

  async #session(file: string): Promise<Session> {
    const { InferenceSession, Tensor } = await this.#onnx.value();
    return { session: await InferenceSession.create(await this.#file(file), kernelSession), Tensor };
  }

  #file(name: string): Promise<Buffer<ArrayBuffer>> {
    return readFile(join(this.#folder, name));
  }

  async #loaded<T>(part: Lazy<T>): Promise<T> {
    try {
      return await part.value();
    } catch (cause) {
      throw new AriadneError(
        'kernel-unavailable',
        `The part of Ariadne that compares vectors could not be loaded (${this.#folder}). Reinstall the extension.`,
        { cause },
      );
    }
  }

  /**
   * For each of `queries` (`m × d`) the `k` rows of `passages` (`n × d`) with the largest inner product.
   * @throws AbortError between tiles
   */
  async nearest(queries: Float32Array, passages: PassageRows, d: number, k: number, options: NearestOptions = {}): Promise<NearestRows> {
    const found = noneFound(queries.length / d, k);
    await this.addNearest(found, queries, passages, d, 0, options);
    return found;
  }

  /**
   * Like `nearest`, for passages in pieces: merges the best of this piece into `found`, the result for the same queries in earlier pieces.
   * @param firstRow row of the piece's first passage; pieces must be in ascending order
   */
  async addNearest(
    found: NearestRows,
    queries: Float32Array,
    passages: PassageRows,
    d: number,
    firstRow: number,
    { signal, onTile }: NearestOptions = {},
  ): Promise<void> {
    const m = queries.length / d;
    if (m <= fewQueries && !(passages instanceof Float32Array)) {
      const scan = await this.#loaded(this.#scan);
      for (let i = 0; i < m; i++) {
        await yieldToEventLoop();
        signal?.throwIfAborted();
        scan.addNearest(foundFor(found, i, i + 1), queries.subarray(i * d, (i + 1) * d), passages, firstRow);
        onTile?.(i + 1);
      }
      return;
    }
    const tile = tileOf(m, countOf(passages, d), passages instanceof Float32Array ? maxTile.passages : maxQuantizedTile);
    for (let from = 0; from < m; from += tile.queries) {
      const to = Math.min(m, from + tile.queries);
      await this.#addNearestOfTile(
        foundFor(found, from, to),
        queries.subarray(from * d, to * d),
        passages,
        d,
        firstRow,
        tile.passages,
        signal,
      );
      onTile?.(to);
    }
  }

  async #addNearestOfTile(
    found: NearestRows,
    queries: Float32Array,
    passages: PassageRows,
    d: number,
    firstRow: number,
    passageTile: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const n = countOf(passages, d);
    const { session, Tensor } = await this.#loaded(passages instanceof Float32Array ? this.#ofFloats : this.#ofCodes);
    const q = new Tensor('float32', queries, [queries.length / d, d]);
    for (let from = 0; from < n; from += passageTile) {
      signal?.throwIfAborted();
      const count = Math.min(passageTile, n - from);
      const taken = Math.min(found.k, count);
      const kTensor = new Tensor('int64', BigInt64Array.of(BigInt(taken)), [1]);
      const part = partOf(Tensor, passages, d, from, from + count);
      const results = await session.run({ queries: q, k: kTensor, ...part });
      mergeTile(found, results['values']?.data as Float32Array, results['indices']?.data as Int32Array, firstRow + from, taken);
    }
  }
}

interface Session extends Pick<OnnxRuntime, 'Tensor'> {
  readonly session: InferenceSession;
}

function partOf(
  Tensor: OnnxRuntime['Tensor'],
  passages: PassageRows,
  d: number,
  from: number,
  to: number,
): Readonly<Record<string, Tensor>> {
  const dims = [to - from, d];
  if (passages instanceof Float32Array) return { passages: new Tensor('float32', passages.subarray(from * d, to * d), dims) };
  return {
    codes: new Tensor('int8', passages.codes.subarray(from * d, to * d), dims),
    scales: new Tensor('float32', passages.scales.subarray(from, to), [to - from]),
  };
}

/** What was found for some of the queries, without copying. */
function foundFor({ k, rows, similarities }: NearestRows, from: number, to: number): NearestRows {
  return { k, rows: rows.subarray(from * k, to * k), similarities: similarities.subarray(from * k, to * k) };
}

/** Up to so many queries, quantized passages are scanned for one after the other. */
const fewQueries = 2;

/** Scores per product: 2 million floats are 8 MB, which stay in the cache between product and top-k. */
const tileScores = 2 ** 21;
/**
 * The largest product for many queries and many passages: wider rows make top-k cheaper per score, more queries make the product cheaper.
 */
const squareTile = { queries: 512, passages: 4096 };
/** With few passages a product takes many queries, and the reverse, up to this limit, which saves calls for small products. */
const maxTile = { queries: 8192, passages: 65_536 };

/** Bytes are converted to floats one tile at a time, which at 256 dimensions must fit in the cache. */
const maxQuantizedTile = 4096;

function tileOf(m: number, n: number, maxPassages: number): { readonly queries: number; readonly passages: number } {
  const queries = Math.min(m, maxTile.queries, Math.max(squareTile.queries, Math.floor(tileScores / n)));
  const passages = Math.min(n, maxPassages, Math.max(squareTile.passages, Math.floor(tileScores / queries)));
  return { queries, passages };
}

function countOf(passages: PassageRows, d: number): number {
  return passages instanceof Float32Array ? passages.length / d : passages.scales.length;
}

/**
 * Merges a tile's best into the best so far. Both are sorted, and the tile's rows are all later, so on ties the earlier one stays first.
 */
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
