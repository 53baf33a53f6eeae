import type { Passage } from '../../protocol/passage.ts';
import type { Unconfirmed } from '../../protocol/unconfirmed.ts';
import type { PlanFailure, RefineOutput } from '../../reasoning/roles/drrTypes.ts';
import type { PartAnswered } from '../../reasoning/missing.ts';
import type { Qualified } from '../../reasoning/qualifier.ts';
import type { RunContext } from '../pipeline.ts';
import { perform, retrieve, untilBudget } from '../steps.ts';
import { quoteEvidence } from './quoteEvidence.ts';
import { drrRoles } from '../../reasoning/roles/drrRoles.ts';

/** The result of a sub-question. */
export interface Solved extends Qualified, PartAnswered {
  /** The text as asked, with placeholders filled. */
  readonly text: string;
  /** Null when the documents do not contain the answer. An unsupported sub-question keeps its answer. */
  readonly answer: string | null;
  readonly status: 'supported' | 'revised' | 'answered' | 'unsupported' | 'blocked';
  readonly failure: PlanFailure['reason'] | null;
  readonly passages: readonly Passage[];
  /** The words that contain the answer, from the first of `cites`. */
  readonly quote: string | null;
  /** Indices into the passages. */
  readonly cites: readonly number[];
  readonly answerBeforeRevision?: string | null;
  readonly unconfirmed?: Unconfirmed;
  /** Whether the same text asked again gets this answer. */
  readonly isReusable: boolean;
}

export interface SolveParameters {
  readonly k: number;
  readonly selfRefine: boolean;
  readonly checkUnknown: boolean;
}

/**
 * Solves one sub-question whose dependencies are answered: search, answer, refine. Records the node's evidence and flags; the caller ends
 * the node.
 */
export async function solve(ctx: RunContext, node: string, text: string, p: SolveParameters): Promise<Solved> {
  const passages = await retrieve(ctx, node, text, p.k);
  const found = { text, passages, quote: null, cites: [], isReusable: false };
  if (passages.length === 0) return { ...found, answer: null, status: 'unsupported', failure: 'empty_retrieval' };

  ctx.trace.doing(node, { kind: 'reading' });
  const { output, failed } = await perform(ctx, node, drrRoles.answer, { question: text, passages, cot: false });
  const { answer, quote, citations: cites, fromMemory, qualifier, missing } = output;
  const apart = { ...(qualifier === undefined ? {} : { qualifier }), ...(missing === undefined ? {} : { missing }) };
  if (answer === null && failed !== undefined) return { ...found, answer, status: 'unsupported', failure: 'failed' };
  // Final without self-refinement; with it, only checked answers are reused.
  const answered: Solved = { ...found, answer, ...apart, quote, cites, status: 'answered', failure: null, isReusable: answer !== null };
  if (fromMemory === true) {
    // Another plan may find it in the documents; without one, it stays as what it is.
    ctx.trace.flagNode(node, 'no_evidence');
    return { ...unsupported(answered), unconfirmed: 'from-memory' };
  }
  if (!p.selfRefine) return answered;
  if (answer === null && !p.checkUnknown) {
    ctx.trace.flagNode(node, 'no_evidence');
    return unsupported(answered);
  }

  // Without budget for a check, the unchecked answer is kept.
  const refined = await untilBudget(ctx, () => perform(ctx, node, drrRoles.refine, { question: text, answer, passages }));
  const { solved, flags } = judge(answered, refined?.output ?? unchecked);
  ctx.trace.flagNode(node, ...flags);
  return solved;
}

const unchecked: RefineOutput = { evidence: null, verdict: 'unchecked', correctAnswer: null };

/** The result of self-refinement (pipelines.md 5.3, 5.5). */
function judge(
  answered: Solved,
  { evidence, verdict, correctAnswer }: RefineOutput,
): { readonly solved: Solved; readonly flags: readonly string[] } {
  if (verdict === 'unchecked') {
    const solved: Solved = { ...answered, status: 'supported', unconfirmed: 'unchecked', isReusable: false };
    return { solved, flags: ['refine_failed'] };
  }
  if (evidence === null || verdict === 'unsupported' || (verdict === 'wrong' && correctAnswer === null)) {
    return { solved: unsupported(answered), flags: ['no_evidence'] };
  }
  const revision =
    verdict === 'wrong'
      ? ({ answer: correctAnswer, answerBeforeRevision: answered.answer, status: 'revised', quote: null, cites: [] } as const)
      : ({ status: 'supported' } as const);
  const { qualifier: _ofTheOther, ...unqualified } = answered;
  const solved: Solved = { ...(verdict === 'wrong' ? unqualified : answered), ...revision, isReusable: true };
  const place = quoteEvidence(evidence, answered.passages);
  if (!place) return { solved, flags: ['evidence_not_in_docs'] };
  const { index, quote } = place;
  return { solved: { ...solved, quote, cites: [index, ...solved.cites.filter((other) => other !== index)] }, flags: [] };
}

/** Its passages do not contain the answer, so they are not cited for it. */
function unsupported(answered: Solved): Solved {
  return { ...answered, status: 'unsupported', failure: 'no_evidence', quote: null, cites: [], isReusable: false };
}
