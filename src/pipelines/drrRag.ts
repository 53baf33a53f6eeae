/**
 * DRR-RAG (decompose, retrieve, refine): plans all sub-questions with their dependencies at once, solves them in dependency order with only
 * the answers they need, checks each answer against extracted evidence and corrects it, and plans again where evidence is missing. Source:
 * DRR-RAG, sections on decomposition, solving, self-refinement and integration. Followed: pipelines.md 5; corrections there in section 10.
 * Differs from the paper, which searches the ten to twenty passages given with a question (`scope`), not a whole corpus: each new plan
 * reads more passages per sub-question (`deepen`). What needs an answer that was not found is not asked (`unanswered`), and an unknown
 * answer is not checked (`checkUnknown`). Without self-refinement no answer is ever found to be supported, so every answer counts as what
 * worked: the feedback lists it as such and the next plan keeps it verbatim, so it is not asked again.
 */
import * as z from 'zod';
import type { PlanFailure, PlanFeedback, QuestionType } from '../reasoning/roles/drrTypes.ts';
import { makePlan } from './drr/makePlan.ts';
import { nodeOf } from './drr/plan.ts';
import type { Solved } from './drr/solve.ts';
import { type PlanAttempt, failuresOf, solvePlan } from './drr/solvePlan.ts';
import { definePipeline, endWithAnswer, type PipelineResult, type RunContext } from './pipeline.ts';
import { pathStep, perform } from './steps.ts';
import { drrRoles } from '../reasoning/roles/drrRoles.ts';

const parameters = z.object({
  k: z.int().min(1).max(100).default(3).describe('Passages read per sub-question'),
  deepen: z
    .int()
    .min(0)
    .max(100)
    .default(7)
    .describe('More passages per sub-question with each new plan; 0, as published, searches no deeper'),
  shots: z.int().min(0).max(8).default(3).describe('Examples shown for planning'),
  maxRedecompose: z.int().min(0).max(5).default(2).describe('New plans at most, when evidence is missing or a plan is unusable'),
  maxSubQuestions: z.int().min(1).max(20).default(10).describe('Sub-questions of one plan at most'),
  classify: z.boolean().default(true).describe('Ask for the type of the question, as a hint for planning'),
  classifyIn: z
    .enum(['call', 'plan'])
    .default('call')
    .describe('Where the type of the question comes from: a call before the plan, as published, or the first lines of the plan'),
  selfRefine: z.boolean().default(true).describe('Check each answer against extracted evidence and correct it'),
  checkUnknown: z
    .boolean()
    .default(false)
    .describe('Also check answers that are unknown, as published; otherwise their sub-question has failed at once'),
  unanswered: z
    .enum(['stop', 'ask-in-words'])
    .default('stop')
    .describe(
      'What becomes of a sub-question that needs an answer which the last plan did not find: it is not asked, or asked with the words of the other in its place',
    ),
});

export const drrRag = definePipeline({
  id: 'drr-rag',
  title: 'DRR-RAG',
  description: 'Plans all sub-questions at once, checks each answer, and plans again where it fails.',
  paper: 'DRR-RAG: decompose, retrieve and refine for multi-hop question answering',
  parameters,
  passages: ['k'],
  plans: true,
  bound: ({ maxRedecompose, maxSubQuestions, classify, classifyIn, selfRefine }) => {
    const A = maxRedecompose + 1;
    const E = A * maxSubQuestions;
    return {
      llmCalls: (classify && classifyIn === 'call' ? 1 : 0) + A + (selfRefine ? 2 : 1) * E + 1,
      retrievals: E,
      rerankPairs: 0,
      nliPairs: 0,
    };
  },

  async run(ctx, question, p) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    ctx.trace.doing(root, { kind: 'planning' });
    const canPlan = ctx.reasoner.serves(drrRoles.decompose);
    if (!canPlan) ctx.trace.flag('role_unavailable:drr.decompose');
    const cache = new Map<string, Solved>();
    let type: QuestionType | null = p.classify && canPlan ? null : 'hybrid';
    let feedback: PlanFeedback | null = null;
    let tried: PlanAttempt | undefined;
    // Of all plans that were tried, in order.
    const failed: PlanFailure[] = [];
    let tries = 0;
    for (let attempt = 0; ; attempt++) {
      const mayReplan = attempt < p.maxRedecompose && canPlan;
      const made = await makePlan(ctx, question, { attempt, type, feedback, canPlan }, p);
      if (!made) {
        if (tried) tried = { ...tried, isCutShort: true };
        break;
      }
      type = made.type;
      const { planned, error } = made;
      // After a plan that failed, one without sub-questions says that there is no other way.
      if (error?.code === 'empty_plan' && tried) break;
      if (error && mayReplan) {
        // The findings of the preceding plan remain valid: the next plan must keep what worked and know what did not.
        const before: Omit<PlanFeedback, 'attempt'> =
          tried && feedback ? feedback : { previousPlan: planned, answersSoFar: {}, failures: [] };
        feedback = { ...before, attempt, planError: error };
        continue;
      }
      if (error) ctx.trace.flag('plan_fallback');
      if (tried) supersede(ctx, tried);
      tried = await solvePlan(ctx, { attempt, plan: made.plan, cache, mayReplan }, { ...p, k: p.k + p.deepen * tries++ });
      const failures = failuresOf(tried.solved);
      if (failures.length === 0 || !mayReplan || tried.isCutShort) break;
      const earlier = [...new Set(failed.flatMap(({ subQuestion, reason }) => (isOfDocuments(reason) ? [subQuestion] : [])))];
      failed.push(...failures);
      feedback = {
        attempt,
        previousPlan: planned,
        answersSoFar: supportedAnswers(tried.solved),
        failures,
        ...(earlier.length > 0 ? { earlier } : {}),
      };
    }
    return integrate(ctx, root, question, tried);
  },
});

/** Whether a failure says that the documents were searched in vain. */
function isOfDocuments(reason: PlanFailure['reason']): boolean {
  return reason === 'no_evidence' || reason === 'empty_retrieval';
}

/** Nodes are never deleted. Findings of an abandoned plan are cited only if the next plan finds them too. */
function supersede(ctx: RunContext, { attempt, plan }: PlanAttempt): void {
  for (const node of [`plan${attempt}`, ...plan.queue.map((id) => nodeOf(attempt, id))]) ctx.trace.end(node, 'superseded', { cites: [] });
}

function supportedAnswers(solved: ReadonlyMap<string, Solved>): Readonly<Record<string, string>> {
  return Object.fromEntries([...solved].flatMap(([id, { answer, failure }]) => (answer === null || failure ? [] : [[id, answer]])));
}

/** Answers the question from the sub-questions of the last plan, in numeric order. */
async function integrate(ctx: RunContext, root: string, question: string, tried: PlanAttempt | undefined): Promise<PipelineResult> {
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question });
  if (tried) blockRest(ctx, tried);
  const solved = inNumericOrder(tried);
  for (const { node, answer } of solved) if (answer !== null) ctx.trace.connect(node, final, 'combines_into');
  ctx.trace.doing(final, { kind: 'finishing' });
  const shown = solved.map(({ id, text, ...one }) => ({
    id,
    ...pathStep(text, { ...one, failed: one.failure === 'failed' ? 'call-failed' : undefined }),
    isSupported: one.failure === null,
  }));
  const { output, unconfirmed } = await perform(ctx, final, drrRoles.integrate, { question, solved: shown }, { isFinal: true });
  const { answer } = output;
  endWithAnswer(ctx, final, { ...output, unconfirmed });
  endWithAnswer(ctx, root, { answer });
  return { answer, stopReason: !tried || tried.isCutShort ? 'budget_exhausted' : 'integrated' };
}

/** Marks nodes that were not reached before the budget was exhausted as blocked. */
function blockRest(ctx: RunContext, { attempt, plan, solved }: PlanAttempt): void {
  for (const id of plan.queue) if (!solved.has(id)) ctx.trace.end(nodeOf(attempt, id), 'blocked');
}

/** Sub-questions that were solved or tried. */
function inNumericOrder(tried: PlanAttempt | undefined) {
  if (!tried) return [];
  const { attempt, plan, solved } = tried;
  return [...plan.nodes.keys()].flatMap((id) => {
    const found = solved.get(id);
    return found ? [{ id, node: nodeOf(attempt, id), ...found }] : [];
  });
}
