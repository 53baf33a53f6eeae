import { breathe } from '../../base/abort.ts';
import type { Reranker, RerankItem } from '../models.ts';
import { staticDimension, type StaticModel } from './staticModel.ts';

/** Cosines of unrelated random-sign vectors reach about this by chance among the few hundred pieces of a passage; below it nothing counts. */
const noiseFloor = 0.25;

/**
 * Soft token alignment: for each piece of the query the best cosine among the passage's pieces, averaged with the pieces' IDF weights. In [0, 1].
 * Source: the maximum-similarity operator of Khattab and Zaharia 2020 (ColBERT), section 3.2, over static vectors.
 */
export class AlignmentReranker implements Reranker {
  readonly id: string;
  readonly scale = 'probability';
  readonly #model: StaticModel;

  constructor(model: StaticModel) {
    this.id = `${model.id}-alignment`;
    this.#model = model;
  }

  async score(query: string, passages: readonly RerankItem[], options: { readonly signal?: AbortSignal } = {}): Promise<readonly (number | null)[]> {
    const aligner = new QueryAligner(this.#model, query);
    const scores: (number | null)[] = [];
    for (const passage of passages) {
      if (scores.length % 64 === 63) await breathe();
      options.signal?.throwIfAborted();
      const context = [passage.title, ...passage.headings].join('\n');
      scores.push(aligner.score(this.#model.wordPiece.encode(`${context}\n${passage.text}`)));
    }
    return scores;
  }
}

/** Aligns one query with many passages; each (query piece, passage piece) cosine is computed once. */
class QueryAligner {
  readonly #model: StaticModel;
  readonly #pieces: readonly number[];
  readonly #totalWeight: number;
  readonly #similarities = new Map<number, Float32Array>();

  constructor(model: StaticModel, query: string) {
    this.#model = model;
    this.#pieces = [...new Set(model.wordPiece.encode(query))];
    this.#totalWeight = this.#pieces.reduce((sum, id) => sum + model.idf[id]!, 0);
  }

  /** Null when the query has no known piece: there is nothing to align. */
  score(passage: readonly number[]): number | null {
    if (this.#totalWeight === 0) return null;
    const best = new Float32Array(this.#pieces.length);
    for (const id of new Set(passage)) {
      const similarities = this.#similaritiesTo(id);
      for (let q = 0; q < best.length; q++) if (similarities[q]! > best[q]!) best[q] = similarities[q]!;
    }
    let aligned = 0;
    this.#pieces.forEach((id, q) => (aligned += this.#model.idf[id]! * best[q]!));
    return aligned / this.#totalWeight;
  }

  #similaritiesTo(id: number): Float32Array {
    const known = this.#similarities.get(id);
    if (known) return known;
    const { table } = this.#model;
    const similarities = new Float32Array(this.#pieces.length);
    this.#pieces.forEach((query, q) => {
      let dot = 0;
      for (let j = 0; j < staticDimension; j++) dot += table[query * staticDimension + j]! * table[id * staticDimension + j]!;
      similarities[q] = dot <= noiseFloor ? 0 : (dot - noiseFloor) / (1 - noiseFloor);
    });
    this.#similarities.set(id, similarities);
    return similarities;
  }
}
