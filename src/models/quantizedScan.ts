/**
 * Compares one query with passages of one byte per component, in WebAssembly: multiplied as they are they take a third of the time that
 * ONNX Runtime takes to convert them to floats first. For several queries at once its matrix product is faster.
 */
import { memoryOf, memoryPage } from '../base/scannableBytes.ts';
import type { NearestRows, QuantizedRows } from './nearestRows.ts';

/** Rows at a time: what is copied for them stays in the cache. */
const tileRows = 256;
/** Of a vector of the processor. Shorter rows are filled with zeros. */
const lanes = 16;
type Products = (codes: number, count: number, d: number, query: number, out: number) => void;

export class QuantizedScan {
  readonly #kernel: WebAssembly.Module;
  /** For what has to be copied. */
  readonly #scratch = new WebAssembly.Memory({ initial: 1 });
  readonly #products = new WeakMap<WebAssembly.Memory, Products>();

  private constructor(kernel: WebAssembly.Module) {
    this.#kernel = kernel;
  }

  /** @param kernel made by scripts/scanKernel.ts */
  static async load(kernel: BufferSource): Promise<QuantizedScan> {
    return new QuantizedScan(await WebAssembly.compile(kernel));
  }

  /**
   * Merges the rows with the largest inner products into `found`, the result for the same query among earlier rows. The query is rounded to
   * steps of at most a 2000th of its largest component (at 4096 dimensions; less at fewer).
   * @param firstRow of `passages`
   */
  addNearest(found: NearestRows, query: Float32Array, { codes, scales }: QuantizedRows, firstRow: number): void {
    const d = query.length;
    const width = lanes * Math.ceil(d / lanes);
    const tileBytes = tileRows * width;
    const own = width === d ? memoryOf(codes) : undefined;
    const memory = own ?? this.#scratchOf(bytesBeside(width) + tileBytes);
    const besideAt = memory.buffer.byteLength - bytesBeside(width);
    const step = putWhole(query, new Int16Array(memory.buffer, besideAt, width));
    const products = new Int32Array(memory.buffer, besideAt + 2 * width, tileRows);
    const tile = own ? undefined : new Int8Array(memory.buffer, 0, tileBytes);
    const multiply = this.#productsIn(memory);
    for (let from = 0; from < scales.length; from += tileRows) {
      const count = Math.min(tileRows, scales.length - from);
      if (tile) copyRows(codes.subarray(from * d, (from + count) * d), d, tile, width);
      multiply(tile ? 0 : codes.byteOffset + from * d, count, width, besideAt, products.byteOffset);
      addBest(found, products, scales.subarray(from, from + count), step, firstRow + from);
    }
  }

  #scratchOf(bytes: number): WebAssembly.Memory {
    const missing = bytes - this.#scratch.buffer.byteLength;
    if (missing > 0) this.#scratch.grow(Math.ceil(missing / memoryPage));
    return this.#scratch;
  }

  #productsIn(memory: WebAssembly.Memory): Products {
    const known = this.#products.get(memory);
    if (known) return known;
    const { exports } = new WebAssembly.Instance(this.#kernel, { scan: { memory } });
    const products = exports['products'] as Products;
    this.#products.set(memory, products);
    return products;
  }
}

/** At the end of a memory: a query, then its products with a tile. */
function bytesBeside(width: number): number {
  return 2 * width + 4 * tileRows;
}

function copyRows(codes: Int8Array, d: number, tile: Int8Array, width: number): void {
  if (width === d) tile.set(codes);
  else
    for (let i = 0; i * d < codes.length; i++) tile.fill(0, i * width, (i + 1) * width).set(codes.subarray(i * d, (i + 1) * d), i * width);
}

/**
 * Rounds to whole numbers of which a sum of products with bytes fits in four bytes. Steps are powers of two, so whole numbers stay exact.
 * @returns the step
 */
function putWhole(query: Float32Array, whole: Int16Array): number {
  const largest = query.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const limit = Math.min(2 ** 15, 2 ** 31 / (2 ** 7 * whole.length)) - 1;
  const step = largest === 0 ? 1 : 2 ** Math.ceil(Math.log2(largest / limit));
  whole.fill(0);
  query.forEach((value, i) => (whole[i] = Math.round(value / step)));
  return step;
}

/** Puts rows that follow all others in their places, as far as they are among the best. */
function addBest({ k, rows, similarities }: NearestRows, products: Int32Array, scales: Float32Array, step: number, firstRow: number): void {
  let least = rows[k - 1]! < 0 ? -Infinity : similarities[k - 1]!;
  for (let i = 0; i < scales.length; i++) {
    const similarity = Math.fround(products[i]! * scales[i]! * step);
    if (similarity <= least) continue;
    let at = k - 1;
    for (; at > 0 && (rows[at - 1]! < 0 || similarities[at - 1]! < similarity); at--) {
      rows[at] = rows[at - 1]!;
      similarities[at] = similarities[at - 1]!;
    }
    rows[at] = firstRow + i;
    similarities[at] = similarity;
    if (rows[k - 1]! >= 0) least = similarities[k - 1]!;
  }
}
