import { hashOf } from '../../src/base/hash.ts';
import type { Embedder } from '../../src/models/models.ts';

/** Distinct unit vectors that depend only on the text: no learning, no ties. */
export class FixedEmbedder implements Embedder {
  readonly id: string;
  readonly dimension = 16;
  /** Texts embedded so far. */
  readonly asked: string[] = [];

  constructor(id = 'fixed') {
    this.id = id;
  }

  async embed(texts: readonly string[]): Promise<Float32Array> {
    this.asked.push(...texts);
    const rows = new Float32Array(texts.length * this.dimension);
    texts.forEach((text, i) => {
      const bytes = Buffer.from(hashOf([text]), 'hex');
      const row = rows.subarray(i * this.dimension, (i + 1) * this.dimension);
      for (let j = 0; j < this.dimension; j++) row[j] = bytes.readUInt16LE(2 * j) / 32768 - 1;
      const length = Math.hypot(...row);
      for (let j = 0; j < this.dimension; j++) row[j] = (row[j] ?? 0) / length;
    });
    return rows;
  }
}
