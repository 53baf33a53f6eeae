import { yieldToEventLoop } from '../../base/abort.ts';
import type { Reranker, RerankItem } from '../models.ts';
import { RowCosines, sumRows } from './rowCosines.ts';
import { staticDimension, type StaticModel } from './staticModel.ts';

/**
 * Cosines of unrelated random-sign vectors stay below this (four standard deviations); above it, a piece counts in proportion to its
 * similarity. The value also suits learned vectors.
 */
const noiseFloor = 0.25;
/** The weight of the cosine of the whole passage, in units of IDF. Only with learned vectors does it add to the individual pieces. */
const wholeWeights = { plain: 0, learned: 20 };
/** BM25's saturation and length normalization with their usual values, and the length in pieces to which passages are cut. */
const k1 = 1.2;
const b = 0.75;
const usualLength = 130;
/**
 * Weights of other evidence for a passage, in units of IDF: query pieces in its title or headings, neighboring query pieces that are
 * adjacent in it, and the share of its title in the query. Chosen on 2WikiMultihopQA and MuSiQue sub-questions, where recall@1 is .88 and
 * .64 with them and .60 and .63 without (BM25 of the full-text index: .82 and .63).
 */
const titleWeight = 0.3;
const adjacencyWeight = 0.5;
const namedTitleBonus = 3;

/**
 * Soft token alignment: every query piece is matched by similar pieces of the passage, with BM25's saturation. In [0, 1]. Source: the
 * maximum-similarity operator of Khattab and Zaharia 2020 (ColBERT), section 3.2, over static vectors; Robertson and Zaragoza 2009 for
 * BM25.
 */
export class AlignmentReranker implements Reranker {
  readonly id: string;
  readonly scale = 'probability';
  readonly #model: StaticModel;
  #last: { readonly query: string; readonly aligner: QueryAligner } | undefined;
  /** Cached, since the next question is often scored against the same passages. */
  readonly #known = new WeakMap<RerankItem, PassagePieces>();

  constructor(model: StaticModel) {
    this.id = `${model.id}-alignment`;
    this.#model = model;
  }

  async score(
    query: string,
    passages: readonly RerankItem[],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly (number | null)[]> {
    // One query is scored against many batches, whose passages share most of their pieces.
    if (this.#last?.query !== query) this.#last = { query, aligner: new QueryAligner(this.#model, query) };
    const { aligner } = this.#last;
    const scores: (number | null)[] = [];
    for (const passage of passages) {
      if (scores.length % 64 === 63) await yieldToEventLoop();
      options.signal?.throwIfAborted();
      scores.push(aligner.score(this.#piecesOf(passage)));
    }
    return scores;
  }

  #piecesOf(passage: RerankItem): PassagePieces {
    const known = this.#known.get(passage);
    if (known) return known;
    const { wordPiece } = this.#model;
    const head = wordPiece.encode([passage.title, ...passage.headings].join('\n'));
    const pieces = { head, all: new Int32Array(head.concat(wordPiece.encode(passage.text))) };
    this.#known.set(passage, pieces);
    return pieces;
  }
}

interface PassagePieces {
  /** Pieces of the title and headings. */
  readonly head: readonly number[];
  /** Pieces of the title, headings and text. */
  readonly all: Int32Array;
}

/** A query piece, by index, and its similarity to a passage piece in (0, 1]. */
interface Similar {
  readonly q: number;
  readonly similarity: number;
}

/** Aligns one query with many passages. Each (query piece, passage piece) cosine is computed once. */
class QueryAligner {
  readonly #model: StaticModel;
  readonly #wholeWeight: number;
  /** Distinct pieces of the query, in order of first appearance. */
  readonly #pieces: readonly number[];
  /** Adjacent pieces of the query, with the smaller of their weights. */
  readonly #pairs: ReadonlyMap<number, number>;
  /** The highest possible score, used to normalize. */
  readonly #best: number;
  /** Similar query pieces by passage piece; most passage pieces have none. */
  readonly #similar = new Map<number, readonly Similar[]>();
  /** Cosines with the vector of each distinct query piece. */
  readonly #cosines: RowCosines;
  /** Cosine with the vector of the whole query. */
  readonly #wholeCosine: RowCosines;

  constructor(model: StaticModel, query: string) {
    this.#model = model;
    this.#wholeWeight = wholeWeights[model.kind];
    const all = model.wordPiece.encode(query);
    this.#pieces = [...new Set(all)];
    this.#pairs = new Map(all.slice(1).map((piece, i) => [pairKey(all[i]!, piece), Math.min(model.idf[all[i]!]!, model.idf[piece]!)]));
    const table = model.vectors.of(this.#pieces);
    const vectors = this.#pieces.map((piece) => table.subarray(piece * staticDimension, (piece + 1) * staticDimension));
    this.#cosines = new RowCosines(vectors, staticDimension);
    this.#wholeCosine = new RowCosines([sumOf(model, all)], staticDimension);
    this.#best =
      (k1 + 1 + titleWeight) * this.#weightOf(this.#pieces) +
      adjacencyWeight * sum(this.#pairs.values()) +
      namedTitleBonus +
      this.#wholeWeight;
  }

  /** @returns null when the query has no known piece to align */
  score({ head, all }: PassagePieces): number | null {
    if (this.#pieces.length === 0) return null;
    const aligned = this.#alignment(all) + adjacencyWeight * this.#adjacency(all) + this.#titleMatch(new Set(head));
    return (aligned + this.#whole(all)) / this.#best;
  }

  #whole(pieces: Int32Array): number {
    if (this.#wholeWeight === 0) return 0;
    const [cosine = 0] = this.#wholeCosine.with(sumOf(this.#model, pieces), 0);
    return this.#wholeWeight * Math.max(0, cosine);
  }

  #alignment(pieces: Int32Array): number {
    const frequency = this.#pieces.map(() => 0);
    for (const id of pieces) {
      for (const { q, similarity } of this.#similar.get(id) ?? this.#findSimilar(id)) frequency[q] = frequency[q]! + similarity;
    }
    const lengthNorm = k1 * (1 - b + (b * pieces.length) / usualLength);
    return sum(this.#pieces.map((id, q) => (this.#model.idf[id]! * frequency[q]! * (k1 + 1)) / (frequency[q]! + lengthNorm)));
  }

  #adjacency(pieces: Int32Array): number {
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

  #findSimilar(id: number): readonly Similar[] {
    const similar: Similar[] = [];
    const cosines = this.#cosines.with(this.#model.vectors.of([id]), id);
    for (let q = 0; q < cosines.length; q++) {
      const cosine = cosines[q]!;
      if (this.#pieces[q] === id) similar.push({ q, similarity: 1 });
      else if (cosine > noiseFloor) similar.push({ q, similarity: (cosine - noiseFloor) / (1 - noiseFloor) });
    }
    this.#similar.set(id, similar);
    return similar;
  }
}

function sumOf({ vectors }: StaticModel, pieces: ArrayLike<number>): Float32Array {
  const lists = { starts: Int32Array.of(0, pieces.length), ids: Int32Array.from(pieces), weights: new Float32Array(pieces.length).fill(1) };
  const row = new Float32Array(staticDimension);
  sumRows(lists, 1, vectors.of(lists.ids), staticDimension, row);
  return row;
}

function pairKey(left: number, right: number): number {
  return left * 0x200000 + right;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
