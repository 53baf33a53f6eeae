/**
 * The built-in model: one vector and one weight per word piece. Vectors are random signs (so that different pieces are nearly orthogonal), weights are
 * inverse document frequencies counted in the workspace. It needs no download and serves as embedder and, by soft token alignment, as reranker.
 */
import { hashOf } from '../../base/hash.ts';
import { learnWordPieces, WordPiece, wordsOf } from './wordPiece.ts';

export const staticDimension = 256;
const vocabularySize = 32_000;
/** Distinct words kept while counting: bounds memory at about 100 MB whatever the corpus. */
const maxDistinctWords = 600_000;

export interface StaticModel {
  /** Changes whenever the vectors it gives would. */
  readonly id: string;
  readonly wordPiece: WordPiece;
  /** Weight of each piece, > 0. */
  readonly idf: Float32Array;
  /** `pieces × staticDimension`, row-major, each row of length 1. */
  readonly table: Float32Array;
}

/** What is stored of a model; the rest follows from it. */
export interface StoredStaticModel {
  readonly pieces: readonly string[];
  readonly idf: readonly number[];
}

/** Counts words over passages, then learns the pieces and their weights. Feed every passage twice: first to `countWords`, then to `countPieces`. */
export class StaticModelLearner {
  readonly #counts = new Map<string, number>();
  #wordPiece: WordPiece | undefined;
  #documentFrequency = new Uint32Array(0);
  #passages = 0;

  countWords(text: string): void {
    for (const word of wordsOf(text)) {
      const count = this.#counts.get(word);
      if (count !== undefined || this.#counts.size < maxDistinctWords) this.#counts.set(word, (count ?? 0) + 1);
    }
  }

  countPieces(text: string): void {
    this.#wordPiece ??= learnWordPieces(this.#counts, vocabularySize);
    if (this.#documentFrequency.length === 0) this.#documentFrequency = new Uint32Array(this.#wordPiece.pieces.length);
    for (const id of new Set(this.#wordPiece.encode(text))) this.#documentFrequency[id] = (this.#documentFrequency[id] ?? 0) + 1;
    this.#passages++;
  }

  finish(): StaticModel {
    const wordPiece = this.#wordPiece ?? learnWordPieces(this.#counts, vocabularySize);
    const idf = wordPiece.pieces.map((_, id) => Math.log((this.#passages + 2) / ((this.#documentFrequency[id] ?? 0) + 1)));
    return loadStaticModel({ pieces: wordPiece.pieces, idf });
  }
}

export function loadStaticModel({ pieces, idf }: StoredStaticModel): StaticModel {
  const weights = Float32Array.from(idf);
  const table = new Float32Array(pieces.length * staticDimension);
  pieces.forEach((piece, id) => fillRandomSigns(piece, table.subarray(id * staticDimension, (id + 1) * staticDimension)));
  const id = `builtin-static-${staticDimension}-${hashOf([pieces.join('\n'), new Uint8Array(weights.buffer)], 12)}`;
  return { id, wordPiece: new WordPiece(pieces), idf: weights, table };
}

export function storeStaticModel(model: StaticModel): StoredStaticModel {
  return { pieces: model.wordPiece.pieces, idf: [...model.idf] };
}

/** A vector of ±1/√n that depends on the piece alone, so that two workspaces give the same word the same vector. */
function fillRandomSigns(piece: string, row: Float32Array): void {
  let state = 0x811c9dc5;
  for (let i = 0; i < piece.length; i++) state = Math.imul(state ^ piece.charCodeAt(i), 0x01000193);
  const unit = 1 / Math.sqrt(row.length);
  for (let i = 0; i < row.length; i += 32) {
    // splitmix32: one 32-bit step gives 32 signs.
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    bits ^= bits >>> 15;
    for (let j = 0; j < 32; j++) row[i + j] = (bits >>> j) & 1 ? unit : -unit;
  }
}
