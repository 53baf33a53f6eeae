/** Inputs and outputs of the roles of the prompt-only approximations (pipelines.md 8). */
import type { Passage } from '../../../src/protocol/passage.ts';
import type { ReadOutput } from '../../../src/reasoning/roles/readRoles.ts';

export type Support = 'full' | 'partial' | 'none';

export interface AssessInput {
  readonly question: string;
  /** Exactly one passage. */
  readonly passages: readonly Passage[];
}

export interface Assessment extends ReadOutput {
  readonly relevant: boolean;
  readonly support: Support;
  /** 1 to 5. */
  readonly usefulness: number;
  /** How likely the model would have given each label; absent where the server does not say. */
  readonly likely?: LabelProbabilities;
}

/** Probabilities of labels, which sum up to 1 for each judgment. */
export interface LabelProbabilities {
  readonly relevant: Readonly<Record<'true' | 'false', number>>;
  readonly support: Readonly<Record<Support, number>>;
  readonly usefulness: Readonly<Record<'1' | '2' | '3' | '4' | '5', number>>;
}

/** The retriever's features of a passage, about 0 to 1; without vectors only the relevance. */
export interface RetrievalFeatures {
  readonly relevance: number;
  readonly precedent?: number;
  readonly neighbor?: number;
}

export interface FeaturesInput {
  readonly question: string;
  readonly passages: readonly Passage[];
  /** One per passage. */
  readonly features: readonly RetrievalFeatures[];
}

export interface Triple {
  readonly head: string;
  readonly relation: string;
  readonly tail: string;
}

export interface FoundTriple extends Triple {
  /** 0-based index of the passage with the triple; null when the model named none of those given. */
  readonly passage: number | null;
}

export interface LabelInput {
  readonly query: string;
  readonly passages: readonly Passage[];
}

/** The label of one passage. */
export interface Label {
  readonly useful: boolean;
  /** Useful words of the passage, exact except for case and white space. */
  readonly spans: readonly string[];
}

export interface DialogueRound {
  readonly query: string;
  readonly result: 'found' | 'nothing-new' | 'generated';
}

export interface DialogueInput {
  readonly question: string;
  readonly rounds: readonly DialogueRound[];
  /** All passages shown so far, in order of arrival. */
  readonly passages: readonly Passage[];
  /** No further search will be made. */
  readonly mustAnswer: boolean;
}

export type DialogueOutput = { readonly action: 'query'; readonly query: string } | ({ readonly action: 'final' } & ReadOutput);
