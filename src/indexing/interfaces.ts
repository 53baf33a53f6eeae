/** The index as retrieval sees it. */
import type { Passage } from '../protocol/passage.ts';

/** Dense position of a passage in the index, and in the corpus. Not stable across indexes; `Passage.id` is. */
export type Row = number;

export interface ScoredRow {
  readonly row: Row;
  readonly score: number;
}

export interface PassageIndex {
  /** Names the state of the index. Changes with every change of its passages. */
  readonly epoch: string;
  readonly passageCount: number;
  idOf(row: Row): string;
  /** @throws AriadneError `passage-missing` */
  rowOf(id: string): Row;
  /** BM25, at most `n`, best first, ties by row. Empty when no word of the query is in the index. */
  searchText(query: string, n: number): Promise<readonly ScoredRow[]>;
  /** Inner product with L2-normalized vectors; at most `n`, best first, ties by row. Passages without a vector are left out. */
  searchVector(query: Float32Array, n: number): Promise<readonly ScoredRow[]>;
  /**
   * Ascending rows of the passages that contain each phrase verbatim (`PhraseFinder`) in the title, a heading or the text. Scans all
   * passages.
   */
  rowsWith(phrases: readonly string[], signal: AbortSignal): Promise<readonly Row[]>;
  /** The first `k` neighbors, nearest first. */
  neighborsOf(row: Row, k: number): readonly Row[];
  /** Passages in the order of `rows`. */
  passages(rows: readonly Row[]): Promise<readonly Passage[]>;
}
