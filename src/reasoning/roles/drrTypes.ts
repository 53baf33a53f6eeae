/** What the roles of DRR-RAG take and give (pipelines.md 5.5). */
import type { Passage } from '../../protocol/passage.ts';

/** `inference`: each step needs the answer before it. `comparison`: the steps are independent. `hybrid`: both. */
export type QuestionType = 'inference' | 'comparison' | 'hybrid';

export interface PlannedQuestion {
  /** A positive whole number without leading zeros, unique in its plan. */
  readonly id: string;
  /** May refer to the answer of another by placeholder. */
  readonly subQuestion: string;
}

export interface PlanError {
  readonly code: 'malformed' | 'empty_plan' | 'too_many' | 'unknown_dependency' | 'cycle';
  /** Of the sub-questions that are to blame, in numeric order. */
  readonly ids: readonly string[];
}

export interface PlanFailure {
  readonly id: string;
  /** As it was asked. */
  readonly subQuestion: string;
  readonly reason: 'no_evidence' | 'empty_retrieval' | 'unresolved_placeholder';
  /** Of the documents that were read in vain. */
  readonly docTitles: readonly string[];
}

/** What the next plan should know of the one that failed (pipelines.md 5.4). */
export interface PlanFeedback {
  /** 0-based number of the attempt that failed. */
  readonly attempt: number;
  /** The last that was tried, whose are the answers and failures; before any was, the last that was written. */
  readonly previousPlan: readonly PlannedQuestion[];
  /** Answers that are supported, by sub-question. */
  readonly answersSoFar: Readonly<Record<string, string>>;
  readonly failures: readonly PlanFailure[];
  /** Of the plan of this attempt, which could not be tried. */
  readonly planError?: PlanError;
}

export interface DecomposeInput {
  readonly question: string;
  /** Guides the plan and chooses the examples. */
  readonly type: QuestionType;
  /** Examples shown. */
  readonly shots: number;
  readonly maxSubQuestions: number;
  readonly feedback: PlanFeedback | null;
}

export interface DecomposeOutput {
  /** In any order; null when there is no plan in the reply. */
  readonly plan: readonly PlannedQuestion[] | null;
  /** What was said, word for word. */
  readonly reply: string;
}

export interface RefineInput {
  readonly question: string;
  readonly answer: string | null;
  readonly passages: readonly Passage[];
}

export interface RefineOutput {
  /** The text of the passages that answers the question, as the reasoner copied it; null when they are about something else. */
  readonly evidence: string | null;
  /** Judged by that text alone; `unchecked` when nobody judged. */
  readonly verdict: 'right' | 'wrong' | 'unchecked';
  /** Null when there is none. */
  readonly correctAnswer: string | null;
}

interface SolvedQuestion {
  readonly id: string;
  readonly question: string;
  readonly answer: string | null;
  readonly isSupported: boolean;
}

export interface IntegrateInput {
  readonly question: string;
  /** In numeric order of their ids. */
  readonly solved: readonly SolvedQuestion[];
}
