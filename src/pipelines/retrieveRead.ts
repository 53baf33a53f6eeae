/**
 * Retrieve-then-read: search once with the question as it stands, answer from what comes back.
 * The baseline that multi-hop systems are measured against (BaseRAG of DRR-RAG, retrieve-then-answer of LeapQuery). Followed: pipelines.md 7.5.
 */
import * as z from 'zod';
import { definePipeline, endWithAnswer } from './pipeline.ts';

const parameters = z.object({
  n: z.int().min(1).max(100).default(5).describe('Passages retrieved and read'),
});

export const retrieveRead = definePipeline({
  id: 'retrieve-read',
  title: 'Retrieve and read',
  description: 'One search, one reading. Fast, and enough for questions that a single passage answers.',
  paper: 'Lewis et al. 2020, Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks',
  parameters,

  async run(ctx, question, { n }) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    const call = { node: final, signal: ctx.signal };

    ctx.trace.doing(final, { kind: 'retrieving' });
    const candidates = await ctx.retriever.search(question, n, call);
    const passages = await ctx.passages.passages(
      candidates.map(({ docId }) => docId),
      call,
    );
    ctx.trace.evidence(
      final,
      passages.map((passage, i) => ({ passage, score: candidates[i]?.score ?? null, used: true, source: 'initial', firstStageRank: i })),
    );

    ctx.trace.doing(final, { kind: 'reading' });
    const { output, flags } = await ctx.reasoner.perform('read', { question, passages, cot: false }, call);
    ctx.trace.flagNode(final, ...flags);
    endWithAnswer(ctx, final, output, passages);
    endWithAnswer(ctx, root, { answer: output.answer });
    return { answer: output.answer, stopReason: 'read' };
  },
});
