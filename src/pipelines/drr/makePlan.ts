import type { PlanError, PlanFeedback, PlannedQuestion, QuestionType } from '../../reasoning/roles/drrTypes.ts';
import type { RunContext } from '../pipeline.ts';
import { nodeUntilBudget, perform } from '../steps.ts';
import { checkPlan, nodeOf, type Plan, singleNodePlan } from './plan.ts';
import { drrRoles } from '../../reasoning/roles/drrRoles.ts';

export interface ToPlan {
  readonly attempt: number;
  /** Null until it is known: then a call asks for it, or the plan says it. */
  readonly type: QuestionType | null;
  /** Feedback on the preceding plan, if there was one. */
  readonly feedback: PlanFeedback | null;
  /** Whether the reasoner plans at all. */
  readonly canPlan: boolean;
}

export interface MadePlan {
  readonly type: QuestionType;
  /** The plan as written; empty when the reply had none. */
  readonly planned: readonly PlannedQuestion[];
  /** The plan to solve: the question itself if there is no plan, or an invalid one. */
  readonly plan: Plan;
  readonly error?: PlanError;
}

/** One attempt at a plan, as a separate node; undefined when the budget is exhausted. */
export function makePlan(
  ctx: RunContext,
  question: string,
  { attempt, type: known, feedback, canPlan }: ToPlan,
  p: { readonly shots: number; readonly maxSubQuestions: number; readonly classifyIn: 'call' | 'plan' },
): Promise<MadePlan | undefined> {
  const { shots, maxSubQuestions, classifyIn } = p;
  const node = addPlanNode(ctx, question, attempt, feedback);
  return nodeUntilBudget(ctx, node, async () => {
    const asksFirst = known === null && (classifyIn === 'call' || !canPlan);
    const hint = asksFirst ? (await perform(ctx, node, drrRoles.classify, { question })).output.type : known;
    if (!canPlan) {
      const type = hint ?? 'hybrid';
      ctx.trace.end(node, 'answered', { plan: { type, reply: '' } });
      return { type, planned: [], plan: singleNodePlan(question) };
    }
    const input = { question, type: hint, shots, maxSubQuestions, feedback };
    const { plan: planned, reply, type: written } = (await perform(ctx, node, drrRoles.decompose, input)).output;
    const type = hint ?? written ?? 'hybrid';
    if (hint === null && planned && written === undefined) ctx.trace.flagNode(node, 'type_missing');
    const { plan, error } = checkPlan(planned, maxSubQuestions);
    if (plan && plan.dropped.length > 0) ctx.trace.flagNode(node, `sub_questions_dropped:${plan.dropped.length}`);
    const recorded = { type, reply, ...(error ? { error: { ...error, ids: [...error.ids] } } : {}), ...(feedback ? { feedback } : {}) };
    ctx.trace.end(node, error ? 'rejected' : 'answered', { plan: recorded });
    return { type, planned: planned ?? [], ...(error ? { plan: singleNodePlan(question), error } : { plan }) };
  });
}

/** A plan replaces the preceding one and what failed in it. Of an invalid plan, nothing was tried. */
function addPlanNode(ctx: RunContext, question: string, attempt: number, feedback: PlanFeedback | null): string {
  const node = ctx.trace.add({ id: `plan${attempt}`, kind: 'plan', text: question, parent: 'root', attempt });
  if (attempt > 0) ctx.trace.connect(`plan${attempt - 1}`, node, 'replaces');
  const failed = feedback?.planError ? [] : (feedback?.failures ?? []);
  for (const { id } of failed) ctx.trace.connect(nodeOf(attempt - 1, id), node, 'replaces');
  ctx.trace.doing(node, { kind: 'planning' });
  return node;
}
