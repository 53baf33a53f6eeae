import { breathe } from '../../base/abort.ts';
import type { Embedder } from '../models.ts';
import { staticDimension, type StaticModel } from './staticModel.ts';

/** A text is the IDF-weighted sum of its pieces' vectors, L2-normalised. */
export class StaticEmbedder implements Embedder {
  readonly id: string;
  readonly dimension = staticDimension;
  readonly #model: StaticModel;

  constructor(model: StaticModel) {
    this.id = model.id;
    this.#model = model;
  }

  async embed(texts: readonly string[], options: { readonly signal?: AbortSignal } = {}): Promise<Float32Array> {
    const rows = new Float32Array(texts.length * this.dimension);
    for (const [i, text] of texts.entries()) {
      if (i % 256 === 255) await breathe();
      options.signal?.throwIfAborted();
      this.#embedInto(text, rows.subarray(i * this.dimension, (i + 1) * this.dimension));
    }
    return rows;
  }

  #embedInto(text: string, row: Float32Array): void {
    const { wordPiece, idf, table } = this.#model;
    for (const id of wordPiece.encode(text)) {
      const weight = idf[id]!;
      const base = id * staticDimension;
      for (let j = 0; j < staticDimension; j++) row[j] = row[j]! + weight * table[base + j]!;
    }
    let squares = 0;
    for (let j = 0; j < staticDimension; j++) squares += row[j]! * row[j]!;
    if (squares === 0) return;
    const scale = 1 / Math.sqrt(squares);
    for (let j = 0; j < staticDimension; j++) row[j] = row[j]! * scale;
  }
}
