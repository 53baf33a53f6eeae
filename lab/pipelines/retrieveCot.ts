/** Search once, reason, then answer: the row CoT of DRR-RAG. Followed: pipelines.md 7.6. */
import { definePipeline } from '../../src/pipelines/pipeline.ts';
import { bound, parameters, retrieveRead, searchAndRead } from '../../src/pipelines/retrieveRead.ts';

export const retrieveCot = definePipeline({
  ...retrieveRead,
  id: 'retrieve-cot',
  title: 'Retrieve, think and read',
  description: 'One search, one reading that reasons before it answers.',
  parameters,
  bound,
  paper: 'Wei et al. 2022, Chain-of-Thought Prompting Elicits Reasoning in Large Language Models; over retrieved passages',
  run: (ctx, question, { n }) => searchAndRead(ctx, question, n, true),
});
