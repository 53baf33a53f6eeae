/**
 * Chain of thought: one call that reasons before it answers, from the model's own knowledge; zero-shot, or after worked examples.
 * Source: Wei et al. 2022 (few-shot), Kojima et al. 2022 (zero-shot). Followed: pipelines.md 7.2, 7.3. The answer field is the answer; the
 * reasoning is kept as a thought.
 */
import * as z from 'zod';
import type { Knowing } from '../../src/reasoning/role.ts';
import { closedBook, recalling } from '../../src/pipelines/closedBook.ts';
import { definePipeline, endWithAnswer, type PipelineResult, type RunContext } from '../../src/pipelines/pipeline.ts';
import { perform } from '../../src/pipelines/steps.ts';
import { cotRole } from './roles/baselineRoles.ts';

const bound = () => ({ llmCalls: 1, retrievals: 0, rerankPairs: 0, nliPairs: 0 });

export const chainOfThought = definePipeline({
  id: 'cot',
  title: 'Chain of thought',
  description: 'Asks the model to reason step by step and reads no document. Nothing is cited.',
  paper: 'Kojima et al. 2022, Large Language Models are Zero-Shot Reasoners',
  parameters: z.object({ closedBook }),
  needs: [cotRole],
  bound,
  run: (ctx, question, p) => reasonAndAnswer(ctx, question, { shots: 0, ...recalling(p.closedBook) }),
});

export const chainOfThoughtFewShot = definePipeline({
  id: 'cot-few-shot',
  title: 'Chain of thought, few-shot',
  description: 'As chain of thought, after worked examples of question, reasoning and answer. Nothing is cited.',
  paper: 'Wei et al. 2022, Chain-of-Thought Prompting Elicits Reasoning in Large Language Models',
  parameters: z.object({
    shots: z.int().min(0).max(6).default(3).describe('Worked examples shown before the question'),
    closedBook,
  }),
  needs: [cotRole],
  bound,
  run: (ctx, question, p) => reasonAndAnswer(ctx, question, { shots: p.shots, ...recalling(p.closedBook) }),
});

async function reasonAndAnswer(ctx: RunContext, question: string, asked: Knowing & { readonly shots: number }): Promise<PipelineResult> {
  const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
  ctx.trace.doing(final, { kind: 'finishing' });
  const { output, unconfirmed } = await perform(ctx, final, cotRole, { question, ...asked }, { isFinal: true });
  const { reasoning, answer } = output;
  if (reasoning !== '') {
    const thought = ctx.trace.add({ id: 't1', kind: 'thought', text: reasoning, parent: root });
    ctx.trace.connect(thought, final, 'combines_into');
    endWithAnswer(ctx, thought, { answer });
  }
  endWithAnswer(ctx, final, { answer, unconfirmed });
  endWithAnswer(ctx, root, { answer });
  return { answer, stopReason: 'answered' };
}
