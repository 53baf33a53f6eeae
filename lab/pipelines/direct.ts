/**
 * Direct: one call, the question alone, an answer in a few words from the model's own knowledge.
 * The closed-book baseline. Followed: pipelines.md 7.1.
 */
import * as z from 'zod';
import type { Knowing } from '../../src/reasoning/role.ts';
import { closedBook, recalling } from '../../src/pipelines/closedBook.ts';
import { definePipeline, endWithAnswer, type RunContext } from '../../src/pipelines/pipeline.ts';
import { perform } from '../../src/pipelines/steps.ts';
import { directRole } from './roles/baselineRoles.ts';

export const direct = definePipeline({
  id: 'direct',
  title: 'Direct',
  description: 'Asks the model and reads no document: shows what it knows on its own. Nothing is cited.',
  paper: 'Brown et al. 2020, Language Models are Few-Shot Learners',
  parameters: z.object({ closedBook }),
  needs: [directRole],
  bound: () => ({ llmCalls: 1, retrievals: 0, rerankPairs: 0, nliPairs: 0 }),

  async run(ctx, question, p) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    const answer = await answerDirectly(ctx, final, question, recalling(p.closedBook));
    endWithAnswer(ctx, root, { answer });
    return { answer, stopReason: 'answered' };
  },
});

/** Answers without passages, as the last step of a run, and ends the node with the answer. */
export async function answerDirectly(ctx: RunContext, node: string, question: string, memory: Knowing = {}): Promise<string | null> {
  ctx.trace.doing(node, { kind: 'finishing' });
  const { output, unconfirmed } = await perform(ctx, node, directRole, { question, ...memory }, { isFinal: true });
  endWithAnswer(ctx, node, { ...output, unconfirmed });
  return output.answer;
}
