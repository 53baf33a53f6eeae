/** What the roles of the prompt-only approximations take and give (pipelines.md 8). */
import type { Passage } from '../../protocol/passage.ts';
import type { ReadOutput } from './readRoles.ts';

export type Support = 'full' | 'partial' | 'none';

export interface AssessInput {
  readonly question: string;
  /** Just one. */
  readonly passages: readonly Passage[];
}

export interface Assessment extends ReadOutput {
  readonly relevant: boolean;
  readonly support: Support;
  /** 1 to 5. */
  readonly usefulness: number;
}

/** What the retriever knows of a passage, about 0 to 1; without vectors only the relevance. */
export interface RetrievalFeatures {
  readonly relevance: number;
  readonly precedent?: number;
  readonly neighbor?: number;
}

export interface FeaturesInput {
  readonly question: string;
  readonly passages: readonly Passage[];
  /** One for each passage. */
  readonly features: readonly RetrievalFeatures[];
}

export interface Triple {
  readonly head: string;
  readonly relation: string;
  readonly tail: string;
}

export interface FoundTriple extends Triple {
  /** 0-based index of the passage that says it; null when the model named none that was given. */
  readonly passage: number | null;
}

export interface LabelInput {
  readonly query: string;
  readonly passages: readonly Passage[];
}

/** Of one passage. */
export interface Label {
  readonly useful: boolean;
  /** Words of the passage that help; exact but for case and white space. */
  readonly spans: readonly string[];
}

export interface DialogueRound {
  readonly query: string;
  readonly result: 'found' | 'nothing-new' | 'generated';
}

export interface DialogueInput {
  readonly question: string;
  readonly rounds: readonly DialogueRound[];
  /** All that were shown, in order of arrival. */
  readonly passages: readonly Passage[];
  /** Nothing more will be searched. */
  readonly mustAnswer: boolean;
}

export type DialogueOutput = { readonly action: 'query'; readonly query: string } | ({ readonly action: 'final' } & ReadOutput);
