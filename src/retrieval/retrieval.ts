/** What retrieval offers to pipelines (pipelines.md 1.1, 2.3). */
import type { Passage } from '../protocol/passage.ts';

export interface Candidate {
  readonly docId: string;
  readonly score: number;
  /** 0-based, best first. */
  readonly rank: number;
}

export interface CallOptions {
  /** The node of the trace on whose behalf the call is made. */
  readonly node: string;
  readonly signal: AbortSignal;
}

export interface Retriever {
  readonly method: string;
  /** At most `n` candidates, best first, no id twice; ties by corpus position. One call is one retrieval, also when it finds nothing. */
  search(query: string, n: number, options: CallOptions): Promise<readonly Candidate[]>;
}

export interface NarParameters {
  /** Passages scored at once. */
  readonly b: number;
  /** Passages scored in all. */
  readonly c: number;
  /** Neighbors used of each passage. */
  readonly k: number;
}

export interface Ranked {
  readonly docId: string;
  /** Null: the reranker gave no score. */
  readonly score: number | null;
  /** The turn in which it was scored; even turns take from the first stage, odd ones from the frontier. */
  readonly t: number;
  /** The passage whose neighbor this is, when it was taken from the frontier. */
  readonly via?: string;
}

export interface AdaptiveReranker {
  /** Neighborhood-aware retrieval over the candidates, best first, at most `c`. */
  rerank(query: string, firstStage: readonly Candidate[], parameters: NarParameters, options: CallOptions): Promise<readonly Ranked[]>;
  /** Scores just these passages, one number or null each, same order. */
  score(query: string, docIds: readonly string[], options: CallOptions): Promise<readonly (number | null)[]>;
}

export interface PassageSource {
  /** The passages with these ids, same order. @throws AriadneError `passage-missing` when one is not in the index any more. */
  passages(docIds: readonly string[], options: CallOptions): Promise<readonly Passage[]>;
}
