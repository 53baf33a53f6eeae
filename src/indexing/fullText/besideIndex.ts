/** Passages that are not in the full-text index, prepared for searching in memory. */
import type { Row, ScoredRow } from '../interfaces.ts';
import { saturation } from './bm25.ts';
import type { TermBag } from './fullTextMemory.ts';

export class BesideIndex {
  readonly #bags: readonly { readonly row: Row; readonly bag: TermBag }[];
  /** Indexes into `#bags`, by term. */
  readonly #places = new Map<string, number[]>();

  constructor(bags: readonly { readonly row: Row; readonly bag: TermBag }[]) {
    this.#bags = bags;
    for (const [place, { bag }] of bags.entries()) {
      for (const term of bag.counts.keys()) {
        const places = this.#places.get(term);
        if (places) places.push(place);
        else this.#places.set(term, [place]);
      }
    }
  }

  get size(): number {
    return this.#bags.length;
  }

  /** Average passage length in terms; 1 when there are no passages. */
  get averageLength(): number {
    return Math.max(1, this.#bags.reduce((sum, { bag }) => sum + bag.length, 0) / Math.max(1, this.#bags.length));
  }

  /** The number of passages with the term. */
  containing(term: string): number {
    return this.#places.get(term)?.length ?? 0;
  }

  /**
   * The `n` best passages with at least one of the terms, best first, ties by row.
   * @param worths weight of each query term
   * @param isIn false for passages to leave out
   */
  best(
    worths: ReadonlyMap<string, number>,
    averageLength: number,
    n: number,
    isIn: (row: Row) => boolean = () => true,
  ): readonly ScoredRow[] {
    const scores = new Map<number, number>();
    for (const [term, worth] of worths) {
      for (const place of this.#places.get(term) ?? []) {
        const { bag, row } = this.#bags[place]!;
        if (!isIn(row)) continue;
        const score = worth * saturation(bag.counts.get(term) ?? 0, bag.length, averageLength);
        scores.set(place, (scores.get(place) ?? 0) + score);
      }
    }
    return [...scores]
      .map(([place, score]) => ({ row: this.#bags[place]!.row, score }))
      .sort((a, b) => b.score - a.score || a.row - b.row)
      .slice(0, n);
  }
}
