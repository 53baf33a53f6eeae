/**
 * GenRead (generate-then-read): the model writes a background passage for the question, then answers from it. No document is read. Source:
 * Yu et al. 2023, section 3.1. Followed: pipelines.md 7.4. Without a written passage it answers as Direct, with a flag.
 */
import * as z from 'zod';
import type { Knowing } from '../../src/reasoning/role.ts';
import { closedBook, recalling } from '../../src/pipelines/closedBook.ts';
import { answerDirectly } from './direct.ts';
import { evidenceOf, generatedPassage } from '../../src/pipelines/generatedPassage.ts';
import { definePipeline, endWithAnswer, type RunContext } from '../../src/pipelines/pipeline.ts';
import { perform, untilBudget } from '../../src/pipelines/steps.ts';
import { directRole, genReadRole } from './roles/baselineRoles.ts';
import { readRole } from '../../src/reasoning/roles/readRoles.ts';

export const genRead = definePipeline({
  id: 'genread',
  title: 'GenRead',
  description: 'The model writes a background passage and answers from it, without reading a document. Nothing is cited.',
  paper: 'Yu et al. 2023, Generate rather than Retrieve: Large Language Models are Strong Context Generators',
  parameters: z.object({ closedBook }),
  needs: [genReadRole, directRole],
  bound: () => ({ llmCalls: 2, retrievals: 0, rerankPairs: 0, nliPairs: 0 }),

  async run(ctx, question, p) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    ctx.trace.doing(root, { kind: 'planning' });
    const text = await untilBudget(ctx, () => writePassage(ctx, root, question, recalling(p.closedBook)));
    const answer = text
      ? await readGenerated(ctx, root, question, text)
      : await answerWithoutIt(ctx, root, question, recalling(p.closedBook));
    endWithAnswer(ctx, root, { answer });
    return { answer, stopReason: text ? 'read' : 'nothing_generated' };
  },
});

/** A passage from the model's own knowledge, on one line; null when it has none. */
export async function writePassage(ctx: RunContext, node: string, question: string, memory: Knowing = {}): Promise<string | null> {
  const { output } = await perform(ctx, node, genReadRole, { question, ...memory });
  return output.passage;
}

async function readGenerated(ctx: RunContext, root: string, question: string, text: string): Promise<string | null> {
  const generated = ctx.trace.add({ id: 'g1', kind: 'generated_doc', text, parent: root });
  ctx.trace.end(generated, 'answered');
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
  ctx.trace.connect(generated, final, 'combines_into');
  const passages = [generatedPassage(generated, 'Background', text)];
  ctx.trace.evidence(final, passages.map(evidenceOf));
  ctx.trace.doing(final, { kind: 'reading' });
  const { output, unconfirmed } = await perform(ctx, final, readRole, { question, passages, cot: false }, { isFinal: true });
  endWithAnswer(ctx, final, { answer: output.answer, unconfirmed });
  return output.answer;
}

async function answerWithoutIt(ctx: RunContext, root: string, question: string, memory: Knowing): Promise<string | null> {
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
  ctx.trace.flagNode(final, 'nothing_generated');
  return answerDirectly(ctx, final, question, memory);
}
