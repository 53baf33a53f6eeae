/**
 * Retrieve-then-read: search once with the question, answer from the results. The baseline that multi-hop systems are measured against
 * (BaseRAG of DRR-RAG, retrieve-then-answer of LeapQuery). Followed: pipelines.md 7.5.
 */
import * as z from 'zod';
import { definePipeline, endWithAnswer, type CostBound, type PipelineResult, type RunContext } from './pipeline.ts';
import { answerFromPassages, retrieve, untilBudget } from './steps.ts';

export const parameters = z.object({
  n: z.int().min(0).max(100).default(5).describe('Passages retrieved and read; 0 searches nothing'),
});

export const bound = ({ n }: z.output<typeof parameters>): CostBound => ({
  llmCalls: 1,
  retrievals: n > 0 ? 1 : 0,
  rerankPairs: 0,
  nliPairs: 0,
});

export const retrieveRead = definePipeline({
  id: 'retrieve-read',
  title: 'Retrieve and read',
  description: 'One search, one reading. Fast, and enough for questions that a single passage answers.',
  paper: 'Lewis et al. 2020, Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks',
  parameters,
  passages: ['n'],
  bound,
  run: (ctx, question, { n }) => searchAndRead(ctx, question, n, false),
});

/** @param cot whether the model reasons before it answers */
export async function searchAndRead(ctx: RunContext, question: string, n: number, cot: boolean): Promise<PipelineResult> {
  const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
  const passages = n === 0 ? [] : ((await untilBudget(ctx, () => retrieve(ctx, final, question, n))) ?? []);
  const { answer } = await answerFromPassages(ctx, final, { question, passages, cot, isFinal: true });
  endWithAnswer(ctx, root, { answer });
  return { answer, stopReason: 'read' };
}
