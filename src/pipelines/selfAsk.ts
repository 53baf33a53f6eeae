/**
 * Self-Ask with search: the model asks follow-up questions until it needs no more; each is searched and answered from its passages. Source:
 * Press et al. 2023, section 3 (with a search engine). Followed: pipelines.md 7.7. The question itself is never searched.
 */
import * as z from 'zod';
import type { PathStep } from '../reasoning/pathStep.ts';
import { isRepeated, namesUnknown } from './askable.ts';
import { definePipeline, endWithAnswer, type GivenAnswer, type RunContext } from './pipeline.ts';
import { nodeUntilBudget, noteGuesses, pathStep, perform, answerFromPassages, retrieve, untilBudget } from './steps.ts';
import { selfAskRoles } from '../reasoning/roles/selfAskRoles.ts';

const parameters = z.object({
  maxFollowUps: z.int().min(0).max(20).default(5).describe('Follow-up questions asked at most'),
  n: z.int().min(1).max(100).default(5).describe('Passages retrieved and read per follow-up question'),
  shots: z.int().min(0).max(4).default(4).describe('Demonstrations shown before the question'),
});

interface FollowUp extends PathStep {
  readonly node: string;
}

export const selfAsk = definePipeline({
  id: 'self-ask',
  title: 'Self-Ask',
  description: 'The model asks itself follow-up questions and looks each one up before it goes on.',
  paper: 'Press et al. 2023, Measuring and Narrowing the Compositionality Gap in Language Models',
  parameters,
  passages: ['n'],
  plans: true,
  bound: ({ maxFollowUps: F }) => ({ llmCalls: 2 * F + 1, retrievals: F, rerankPairs: 0, nliPairs: 0 }),

  async run(ctx, question, { maxFollowUps, n, shots }) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const history: FollowUp[] = [];
    let given: GivenAnswer = { answer: null };
    let stopReason = 'max_follow_ups';
    for (let i = 1; i <= maxFollowUps; i++) {
      const s = await untilBudget(ctx, () => nextFollowUp(ctx, root, question, history, { shots, left: maxFollowUps - history.length }));
      if (s === undefined) {
        stopReason = 'budget_exhausted';
        break;
      }
      if (s.action === 'answer') {
        const { action: _answer, ...said } = s;
        given = said;
        stopReason = 'answered';
        break;
      }
      const followUp = ctx.edited(`s${i}`, s.followUp);
      if (isRepeated(followUp, question, history)) {
        stopReason = 'repeated';
        break;
      }
      if (followUp === s.followUp && namesUnknown(followUp, question)) {
        stopReason = 'names_unknown';
        break;
      }
      const answered = await lookUp(ctx, root, followUp, history, n, s.guessed);
      if (answered === undefined) {
        stopReason = 'budget_exhausted';
        break;
      }
      history.push(answered);
    }
    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    for (const { node } of history) ctx.trace.connect(node, final, 'combines_into');
    const finished = given.answer === null ? await finish(ctx, final, question, history) : given;
    endWithAnswer(ctx, final, finished);
    endWithAnswer(ctx, root, { answer: finished.answer });
    return { answer: finished.answer, stopReason };
  },
});

async function nextFollowUp(
  ctx: RunContext,
  root: string,
  question: string,
  history: readonly FollowUp[],
  { shots, left }: { readonly shots: number; readonly left: number },
) {
  ctx.trace.doing(root, { kind: 'planning' });
  const input = { question, history: pathSteps(history), ...(shots > 0 ? { shots } : {}), left };
  const { output } = await perform(ctx, root, selfAskRoles.step, input);
  return output;
}

async function lookUp(
  ctx: RunContext,
  root: string,
  followUp: string,
  history: readonly FollowUp[],
  n: number,
  guessed?: readonly string[],
): Promise<FollowUp | undefined> {
  const node = ctx.trace.add({ id: `s${history.length + 1}`, kind: 'sub_question', text: followUp, parent: root });
  const doubt = noteGuesses(ctx, node, followUp, guessed);
  const before = history.at(-1);
  if (before) ctx.trace.connect(before.node, node, 'then');
  return nodeUntilBudget(ctx, node, async () => {
    const passages = await retrieve(ctx, node, followUp, n);
    const output = await answerFromPassages(ctx, node, { question: followUp, passages, cot: false, isStep: true, doubt });
    return { node, ...pathStep(followUp, output) };
  });
}

async function finish(ctx: RunContext, final: string, question: string, history: readonly FollowUp[]): Promise<GivenAnswer> {
  ctx.trace.doing(final, { kind: 'finishing' });
  const input = { question, history: pathSteps(history) };
  const { output, unconfirmed } = await perform(ctx, final, selfAskRoles.finish, input, { isFinal: true });
  return { ...output, unconfirmed };
}

function pathSteps(history: readonly FollowUp[]): readonly PathStep[] {
  return history.map((step) => pathStep(step.question, step));
}
