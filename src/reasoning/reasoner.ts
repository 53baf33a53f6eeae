/** The Reasoner: what decomposes, reads, finishes and checks. Roles are those of pipelines.md; a reasoner says which it can serve. */
import type { Passage } from '../protocol/passage.ts';

/** One finished step of a sequential decomposition. */
export interface PathStep {
  readonly question: string;
  /** Null when the step found no answer. */
  readonly answer: string | null;
}

export interface ReadInput {
  readonly question: string;
  /** Best first; may be empty. */
  readonly passages: readonly Passage[];
  /** Ask for the reasoning before the answer (`read+cot`). */
  readonly cot: boolean;
}

export interface ReadOutput {
  /** Null when the passages do not answer the question. */
  readonly answer: string | null;
  /** 0-based indices into the passages that carry the answer, best first. */
  readonly citations: readonly number[];
  /** The words of the first cited passage's text that carry the answer: an exact substring of it. */
  readonly quote: string | null;
}

export interface StepInput {
  readonly question: string;
  readonly path: readonly PathStep[];
}

export type StepOutput =
  { readonly action: 'ask'; readonly subQuestion: string } | { readonly action: 'finish'; readonly answer: string | null };

export interface MetaInput {
  readonly question: string;
  readonly path: readonly PathStep[];
  readonly passages: readonly Passage[];
}

/** Every role with what it is given and what it returns. A role is added here, in `chatRoles.ts`, and where a reasoner serves it without a model. */
export interface Roles {
  /** pipelines.md 1.8. */
  readonly read: { readonly input: ReadInput; readonly output: ReadOutput };
  /** pipelines.md 2.8: the next sub-question, or the answer. */
  readonly 'sunar.step': { readonly input: StepInput; readonly output: StepOutput };
  readonly 'sunar.read': { readonly input: ReadInput; readonly output: ReadOutput };
  /** The answer from the path alone. */
  readonly 'sunar.finish': { readonly input: StepInput; readonly output: { readonly answer: string | null } };
  /** The answer from the path, checked against pooled evidence. */
  readonly 'sunar.mer': { readonly input: MetaInput; readonly output: ReadOutput };
}
export type RoleId = keyof Roles;

export interface ReasonerCall {
  readonly node: string;
  readonly signal: AbortSignal;
  /** 0-based; more than one only where the role is sampled. */
  readonly sample?: number;
}

export type Performed<R extends RoleId> = {
  readonly output: Roles[R]['output'];
  /** Flags for the node: `role_fallback:<role>`, `dropped:<n>` … */
  readonly flags: readonly string[];
};

export interface Reasoner {
  readonly id: string;
  readonly can: { readonly sample: boolean; readonly plan: boolean; readonly logprobs: boolean; readonly stateConfidence: boolean };
  /**
   * Serves one role once. A reply that stays unusable after repair gives the role's fallback with a flag, never an exception.
   * @throws AriadneError when the model cannot be reached or refuses the key; AbortError when the signal fires.
   */
  perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>>;
}
