import { breathe } from '../../base/abort.ts';
import type { Reranker, RerankItem } from '../models.ts';
import { sumRows } from './rowSums.ts';
import { staticDimension, type StaticModel } from './staticModel.ts';

/**
 * Cosines of unrelated random-sign vectors stay below this (four standard deviations); above it a piece counts as much as it is similar. It is right for
 * learned vectors too.
 */
const noiseFloor = 0.25;
/** What the cosine of the passage as a whole counts, in units of IDF: only learned vectors know more than the pieces do one by one. */
const wholeWeights = { plain: 0, adapted: 20 };
/** BM25's saturation and length normalization with their usual values, and the length in pieces that passages are cut to. */
const k1 = 1.2;
const b = 0.75;
const usualLength = 130;
/**
 * What else speaks for a passage, in units of IDF: query pieces in its title or headings, neighboring query pieces that stand together in it, and how much
 * of its title the query names. Chosen on 2WikiMultihopQA and MuSiQue sub-questions, where recall@1 is .88 and .64 with them and .60 and .63 without
 * (BM25 of the full-text index: .82 and .63).
 */
const titleWeight = 0.3;
const adjacencyWeight = 0.5;
const namedTitleBonus = 3;

/**
 * Soft token alignment: every piece of the query is matched by the similar pieces of the passage, with the saturation of BM25. In [0, 1].
 * Source: the maximum-similarity operator of Khattab and Zaharia 2020 (ColBERT), section 3.2, over static vectors; Robertson and Zaragoza 2009 for BM25.
 */
export class AlignmentReranker implements Reranker {
  readonly id: string;
  readonly scale = 'probability';
  readonly #model: StaticModel;
  #last: { readonly query: string; readonly aligner: QueryAligner } | undefined;

  constructor(model: StaticModel) {
    this.id = `${model.id}-alignment`;
    this.#model = model;
  }

  async score(
    query: string,
    passages: readonly RerankItem[],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly (number | null)[]> {
    // One query is asked of many batches, whose passages share most of their pieces.
    if (this.#last?.query !== query) this.#last = { query, aligner: new QueryAligner(this.#model, query) };
    const { aligner } = this.#last;
    const scores: (number | null)[] = [];
    for (const passage of passages) {
      if (scores.length % 64 === 63) await breathe();
      options.signal?.throwIfAborted();
      scores.push(aligner.score(passage));
    }
    return scores;
  }
}

/** Aligns one query with many passages; each (query piece, passage piece) cosine is computed once. */
class QueryAligner {
  readonly #model: StaticModel;
  readonly #wholeWeight: number;
  /** Distinct pieces of the query, in order of first appearance. */
  readonly #pieces: readonly number[];
  /** Neighboring pieces of the query, with the smaller of their weights. */
  readonly #pairs: ReadonlyMap<number, number>;
  /** The score of a passage for which everything speaks. */
  readonly #best: number;
  readonly #similarities = new Map<number, Float32Array>();
  /** Of each distinct piece, of length 1. */
  readonly #vectors: readonly Float32Array[];
  /** Of the whole query, of length 1. */
  readonly #whole: Float32Array;

  constructor(model: StaticModel, query: string) {
    this.#model = model;
    this.#wholeWeight = wholeWeights[model.kind];
    const all = model.wordPiece.encode(query);
    this.#pieces = [...new Set(all)];
    this.#pairs = new Map(all.slice(1).map((piece, i) => [pairKey(all[i]!, piece), Math.min(model.idf[all[i]!]!, model.idf[piece]!)]));
    this.#vectors = this.#pieces.map((piece) => normalized(vectorOf(model, piece)));
    this.#whole = sumOf(model, all);
    this.#best =
      (k1 + 1 + titleWeight) * this.#weightOf(this.#pieces) +
      adjacencyWeight * sum(this.#pairs.values()) +
      namedTitleBonus +
      this.#wholeWeight;
  }

  /** Null when the query has no known piece: there is nothing to align. */
  score({ title, headings, text }: RerankItem): number | null {
    if (this.#pieces.length === 0) return null;
    const { wordPiece } = this.#model;
    const head = wordPiece.encode([title, ...headings].join('\n'));
    const pieces = [...head, ...wordPiece.encode(text)];
    const aligned = this.#alignment(pieces) + adjacencyWeight * this.#adjacency(pieces) + this.#titleMatch(new Set(head));
    const whole = this.#wholeWeight === 0 ? 0 : this.#wholeWeight * Math.max(0, dot(this.#whole, sumOf(this.#model, pieces)));
    return (aligned + whole) / this.#best;
  }

  #alignment(pieces: readonly number[]): number {
    const frequency = new Float32Array(this.#pieces.length);
    for (const id of pieces) {
      const similarities = this.#similaritiesTo(id);
      for (let q = 0; q < frequency.length; q++) frequency[q] = frequency[q]! + similarities[q]!;
    }
    const lengthNorm = k1 * (1 - b + (b * pieces.length) / usualLength);
    return sum(this.#pieces.map((id, q) => (this.#model.idf[id]! * frequency[q]! * (k1 + 1)) / (frequency[q]! + lengthNorm)));
  }

  #adjacency(pieces: readonly number[]): number {
    const found = new Set<number>();
    for (let i = 0; i + 1 < pieces.length; i++) {
      const key = pairKey(pieces[i]!, pieces[i + 1]!);
      if (this.#pairs.has(key)) found.add(key);
    }
    return sum([...found].map((key) => this.#pairs.get(key) ?? 0));
  }

  #titleMatch(head: ReadonlySet<number>): number {
    const named = this.#weightOf(this.#pieces.filter((id) => head.has(id)));
    const whole = this.#weightOf([...head]);
    return titleWeight * named + (whole === 0 ? 0 : (namedTitleBonus * named) / whole);
  }

  #weightOf(pieces: readonly number[]): number {
    return sum(pieces.map((id) => this.#model.idf[id]!));
  }

  #similaritiesTo(id: number): Float32Array {
    const known = this.#similarities.get(id);
    if (known) return known;
    const vector = normalized(vectorOf(this.#model, id));
    const similarities = new Float32Array(this.#pieces.length);
    for (let q = 0; q < similarities.length; q++) {
      const cosine = this.#pieces[q] === id ? 1 : dot(this.#vectors[q]!, vector);
      similarities[q] = cosine <= noiseFloor ? 0 : (cosine - noiseFloor) / (1 - noiseFloor);
    }
    this.#similarities.set(id, similarities);
    return similarities;
  }
}

function vectorOf({ vectors }: StaticModel, piece: number): Float32Array {
  return vectors.slice(piece * staticDimension, (piece + 1) * staticDimension);
}

/** Of length 1. */
function sumOf({ vectors }: StaticModel, pieces: readonly number[]): Float32Array {
  const lists = { starts: Int32Array.of(0, pieces.length), ids: Int32Array.from(pieces), weights: new Float32Array(pieces.length).fill(1) };
  const row = new Float32Array(staticDimension);
  sumRows(lists, 1, vectors, staticDimension, row);
  return normalized(row);
}

/** In place. */
function normalized(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  for (let j = 0; j < vector.length; j++) vector[j] = vector[j]! / length;
  return vector;
}

/** Both of one length, a multiple of 4. Four sums at a time, because one would wait for itself. */
function dot(a: Float32Array, b: Float32Array): number {
  let [p, q, r, s] = [0, 0, 0, 0];
  for (let j = 0; j < a.length; j += 4) {
    p += a[j]! * b[j]!;
    q += a[j + 1]! * b[j + 1]!;
    r += a[j + 2]! * b[j + 2]!;
    s += a[j + 3]! * b[j + 3]!;
  }
  return p + q + r + s;
}

function pairKey(left: number, right: number): number {
  return left * 0x200000 + right;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
