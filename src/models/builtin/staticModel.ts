/**
 * The built-in model: one vector and one weight per word piece. It needs no download and serves as embedder and, by soft token alignment,
 * as reranker. A plain model has vectors of random signs, so that different pieces are nearly orthogonal, and inverse document frequencies
 * as weights. A learned model has learned both from the workspace.
 */
import { hashOf } from '../../base/hash.ts';
import { WordPiece } from './wordPiece.ts';

export const staticDimension = 256;

export interface StaticModel {
  /** Changes whenever the model's vectors would. */
  readonly id: string;
  readonly kind: 'plain' | 'learned';
  readonly wordPiece: WordPiece;
  /** Inverse document frequency of each piece, > 0. */
  readonly idf: Float32Array;
  /** Each piece's contribution to a text: its vector times its weight. */
  readonly vectors: PieceVectors;
}

/** Computed when they are first needed: a question has a few of tens of thousands of pieces. */
class PieceVectors {
  /** `pieces × staticDimension`, row-major. */
  readonly #table: Float32Array;
  readonly #isThere: Uint8Array;
  readonly #fill: (id: number, row: Float32Array) => void;

  constructor(pieces: number, fill: (id: number, row: Float32Array) => void) {
    this.#table = new Float32Array(pieces * staticDimension);
    this.#isThere = new Uint8Array(pieces);
    this.#fill = fill;
  }

  /** The rows of all pieces, of which those of these ones are filled. */
  of(ids: ArrayLike<number>): Float32Array {
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      if (this.#isThere[id] === 1) continue;
      this.#isThere[id] = 1;
      this.#fill(id, this.#table.subarray(id * staticDimension, (id + 1) * staticDimension));
    }
    return this.#table;
  }

  all(): Float32Array {
    return this.of(Int32Array.from(this.#isThere.keys()));
  }
}

/** Names of the kinds in ids. They cannot change, because stored indexes contain them. */
const kindInId = { plain: 'static', learned: 'adapted' };

export function isLearnedModel(id: string): boolean {
  return id.startsWith(`builtin-${kindInId.learned}-`);
}

export function plainModel(pieces: readonly string[], idf: Float32Array): StaticModel {
  const vectors = new PieceVectors(pieces.length, (id, row) => {
    fillRandomSigns(pieces[id]!, row);
    scaleRows(row, [idf[id]!]);
  });
  return { id: modelId('plain', pieces, [idf]), kind: 'plain', wordPiece: new WordPiece(pieces), idf, vectors };
}

/** Vectors as stored: eight bits per component, and a scale per row. */
export interface PackedVectors {
  readonly units: Float32Array;
  readonly values: Int8Array;
}

export function learnedModel(pieces: readonly string[], idf: Float32Array, packed: PackedVectors): StaticModel {
  const id = modelId('learned', pieces, [idf, packed.units, packed.values]);
  return { id, kind: 'learned', wordPiece: new WordPiece(pieces), idf, vectors: unpacked(packed) };
}

/** Rounds each row to 255 levels between its largest magnitude and the negative of that. Packing unpacked vectors again changes nothing. */
export function pack(vectors: Float32Array): PackedVectors {
  const units = new Float32Array(vectors.length / staticDimension);
  const values = new Int8Array(vectors.length);
  for (let row = 0; row < units.length; row++) {
    let largest = 0;
    for (let at = row * staticDimension; at < (row + 1) * staticDimension; at++) largest = Math.max(largest, Math.abs(vectors[at]!));
    const unit = Math.fround(largest / 127);
    units[row] = unit;
    if (unit === 0) continue;
    for (let at = row * staticDimension; at < (row + 1) * staticDimension; at++) values[at] = Math.round(vectors[at]! / unit);
  }
  return { units, values };
}

function unpacked({ units, values }: PackedVectors): PieceVectors {
  return new PieceVectors(units.length, (id, row) => {
    row.set(values.subarray(id * staticDimension, (id + 1) * staticDimension));
    scaleRows(row, [units[id]!]);
  });
}

function modelId(kind: StaticModel['kind'], pieces: readonly string[], arrays: readonly ArrayBufferView[]): string {
  const bytes = arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  return `builtin-${kindInId[kind]}-${staticDimension}-${hashOf([pieces.join('\n'), ...bytes], 12)}`;
}

/** Vectors of ±1/√n that depend on the piece alone, so that a word has the same vector in every workspace. */
export function randomSigns(pieces: readonly string[]): Float32Array {
  const table = new Float32Array(pieces.length * staticDimension);
  pieces.forEach((piece, id) => fillRandomSigns(piece, table.subarray(id * staticDimension, (id + 1) * staticDimension)));
  return table;
}

function fillRandomSigns(piece: string, row: Float32Array): void {
  let state = 0x811c9dc5;
  for (let i = 0; i < piece.length; i++) state = Math.imul(state ^ piece.charCodeAt(i), 0x01000193);
  const unit = 1 / Math.sqrt(row.length);
  for (let i = 0; i < row.length; i += 32) {
    // One 32-bit step of splitmix32 gives 32 signs.
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    bits ^= bits >>> 15;
    for (let j = 0; j < 32; j++) row[i + j] = (bits >>> j) & 1 ? unit : -unit;
  }
}

/** Scales rows in place. */
export function scaleRows(rows: Float32Array, by: ArrayLike<number>): void {
  const dimension = rows.length / by.length;
  for (let row = 0; row < by.length; row++) {
    const factor = by[row]!;
    for (let at = row * dimension; at < (row + 1) * dimension; at++) rows[at] = factor * rows[at]!;
  }
}
