/** What retrieval offers to pipelines (pipelines.md 1.1, 2.3). */
import type { EntailmentLabel } from '../models/models.ts';
import type { MentionPlace, Passage } from '../protocol/passage.ts';

export type { EntailmentLabel };

export interface SearchHit {
  readonly passageId: string;
  readonly score: number;
  /** 0-based, best first. */
  readonly rank: number;
  /** The query quotes a phrase that is not in it. */
  readonly lacksPhrase?: true;
  /** What raised its rank. */
  readonly mentionedBy?: MentionPlace;
}

export interface CallOptions {
  /** The node of the trace on whose behalf the call is made. */
  readonly node: string;
  readonly signal: AbortSignal;
}

export interface SearchCallOptions extends CallOptions {
  /** Passages whose mentions are not followed. They may be found. */
  readonly without?: readonly string[];
  /**
   * Called with a sentence for the user when the embedder has failed and words alone were searched. Without it, such a search fails, as
   * one does that has no words.
   */
  readonly onWordsOnly?: (sentence: string) => void;
  /** How many of the results are read next, whose passages are fetched with them. By default all. */
  readonly read?: number;
  /** Gives the vector of the query, or of a part of it; `embed` asks the embedder for it. By default it is always asked. */
  readonly vectorOf?: (text: string, embed: () => Promise<Float32Array>) => Promise<Float32Array>;
}

export interface Retriever {
  readonly method: string;
  /** At most `n` passages, best first, no id twice; ties by corpus position. One call is one retrieval, also when it finds nothing. */
  search(query: string, n: number, options: SearchCallOptions): Promise<readonly SearchHit[]>;
}

export interface NarParameters {
  /** Passages scored at once. */
  readonly b: number;
  /** Passages scored in all. */
  readonly c: number;
  /** Neighbors used of each passage. */
  readonly k: number;
}

/** Answers sampled from one batch, in sample order. */
export interface SampledAnswers {
  /** Null is an abstention; samples that failed are left out. */
  readonly answers: readonly (string | null)[];
  readonly flags: readonly string[];
  /** Passages of the batch that nearly repeat another and were left out. */
  readonly folded?: number;
}

/** Null when the model gave no label. */
export type LabelPair = (premise: string, hypothesis: string) => Promise<EntailmentLabel | null>;

/** Uncertainty feedback (ASU, pipelines.md 2.4 and 2.5): who answers from a batch, who compares the answers, and what follows. */
export interface UncertaintyFeedback {
  /** Answers sampled of each batch. */
  readonly m: number;
  readonly abstainPolicy: 'as-answer' | 'max-uncertainty';
  /** Answers to the query from the passages of one batch, in batch order; a reason instead where nobody can sample. */
  readonly sample: ((batch: readonly Passage[]) => Promise<SampledAnswers>) | { readonly skipped: string };
  readonly label: LabelPair;
  /** How many passages of the ranking are read. If given, answers are sampled only from batches of which some passage can be among them. */
  readonly read?: number;
}

export interface RerankOptions extends CallOptions {
  readonly asu?: UncertaintyFeedback;
}

export interface Ranked {
  readonly passageId: string;
  /** Null: the reranker gave no score. */
  readonly score: number | null;
  /** The turn in which it was scored; even turns take from the first stage, odd ones from the frontier. */
  readonly t: number;
  /** The passage whose neighbor this is, when it was taken from the frontier. */
  readonly via?: string;
}

/** Implemented by `NeighborhoodReranker` in nar.ts. */
export interface AdaptiveReranker {
  /** Whether its scores are in [0, 1] or unbounded logits. */
  readonly scale: 'probability' | 'logit';
  /**
   * Neighborhood-aware retrieval over the first stage, best first, at most `c`; first-stage order, with the node's flag `rerank_failed`,
   * when nothing got a score. The node records its turns.
   */
  rerank(query: string, firstStage: readonly SearchHit[], parameters: NarParameters, options: RerankOptions): Promise<readonly Ranked[]>;
  /** Scores just these passages, one number or null each, same order; all null when the reranker failed. */
  score(query: string, passageIds: readonly string[], options: CallOptions): Promise<readonly (number | null)[]>;
}

/** Passages scored together, with the neighbors of each: one call, so that a log can give both back. */
export interface ScoredBatch {
  /** One number or null (no score) per passage. */
  readonly scores: readonly (number | null)[];
  /** Of each passage, best edge first, at most the `k` that were asked for. */
  readonly neighbors: readonly (readonly string[])[];
  /** Of each passage. */
  readonly titles?: readonly string[];
  /** Why there are no scores. */
  readonly failure?: string;
}

export interface BatchScorer {
  /** Of the model that scores. */
  readonly id: string;
  readonly scale: AdaptiveReranker['scale'];
  /** A model that fails gives a batch without scores (pipelines.md 2.9). @throws AbortError; AriadneError `passage-missing` */
  score(query: string, passageIds: readonly string[], k: number, options: CallOptions): Promise<ScoredBatch>;
}

export interface PassageSource {
  /** The passages with these ids, same order. @throws AriadneError `passage-missing` when one is not in the index any more. */
  passages(passageIds: readonly string[], options: CallOptions): Promise<readonly Passage[]>;
}
