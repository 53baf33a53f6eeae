/** Inputs and outputs of the roles of DRR-RAG (pipelines.md 5.5). */
import type { Passage } from '../../protocol/passage.ts';
import type { AboutFolder } from '../role.ts';
import type { PathStep } from '../pathStep.ts';

/** `inference`: each step needs the preceding answer. `comparison`: the steps are independent. `hybrid`: both. */
export type QuestionType = 'inference' | 'comparison' | 'hybrid';

export interface PlannedQuestion {
  /** A positive whole number without leading zeros, unique in its plan. */
  readonly id: string;
  /** May refer to another's answer by placeholder. */
  readonly subQuestion: string;
}

export interface PlanError {
  readonly code: 'malformed' | 'empty_plan' | 'too_many' | 'unknown_dependency' | 'cycle';
  /** Ids of the sub-questions that caused the error, in numeric order. */
  readonly ids: readonly string[];
}

export interface PlanFailure {
  readonly id: string;
  /** The sub-question as asked. */
  readonly subQuestion: string;
  /** `failed`: its call to the model did, which says nothing about the documents. */
  readonly reason: 'no_evidence' | 'empty_retrieval' | 'unresolved_placeholder' | 'failed';
  /** Titles of the documents that were read without success. */
  readonly docTitles: readonly string[];
}

/** What the next plan should know about the failed one (pipelines.md 5.4). */
export interface PlanFeedback {
  /** 0-based number of the attempt that failed. */
  readonly attempt: number;
  /** The last plan that was tried, to which the answers and failures belong; if none was tried, the last one written. */
  readonly previousPlan: readonly PlannedQuestion[];
  /** Supported answers, by sub-question. */
  readonly answersSoFar: Readonly<Record<string, string>>;
  readonly failures: readonly PlanFailure[];
  /** Sub-questions of the plans before that one that found nothing, as asked, each once. */
  readonly earlier?: readonly string[];
  /** The error of this attempt's plan, which could not be tried. */
  readonly planError?: PlanError;
}

export interface DecomposeInput extends AboutFolder {
  readonly question: string;
  /** Guides the plan and determines the examples. Null: the plan is to say it, and has examples of every type. */
  readonly type: QuestionType | null;
  /** The number of examples. */
  readonly shots: number;
  readonly maxSubQuestions: number;
  readonly feedback: PlanFeedback | null;
}

export interface DecomposeOutput {
  /** In any order; null when the reply had no plan. */
  readonly plan: readonly PlannedQuestion[] | null;
  /** The reply, verbatim. */
  readonly reply: string;
  /** What the plan says, if it was to say it and did. */
  readonly type?: QuestionType;
}

export interface RefineInput {
  readonly question: string;
  readonly answer: string | null;
  readonly passages: readonly Passage[];
}

export interface RefineOutput {
  /** The text of the passages that answers the question, as copied by the reasoner; null when they are unrelated. */
  readonly evidence: string | null;
  /** Judged by that text alone: `unsupported` when it neither confirms nor corrects the answer, `unchecked` when there was no judgment. */
  readonly verdict: 'right' | 'wrong' | 'unsupported' | 'unchecked';
  /** Null when there is none. */
  readonly correctAnswer: string | null;
}

interface SolvedQuestion extends PathStep {
  readonly id: string;
  readonly isSupported: boolean;
}

export interface IntegrateInput {
  readonly question: string;
  /** In numeric order of their ids. */
  readonly solved: readonly SolvedQuestion[];
}
