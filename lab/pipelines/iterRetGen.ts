/**
 * ITER-RETGEN: reads, then searches again with what it wrote, and reads again; a better answer finds better passages. Source: Shao et al.
 * 2023, section 3.2. Followed: pipelines.md 7.10. Retriever only, no reranker; passages are replaced every turn; the last turn's answer
 * counts.
 *
 * T turns · n passages per turn · y the reasoning and answer of the preceding turn.
 */
import * as z from 'zod';
import type { Passage } from '../../src/protocol/passage.ts';
import type { ReadInput, ReadOutput } from '../../src/reasoning/roles/readRoles.ts';
import { evidenceOf } from '../../src/pipelines/generatedPassage.ts';
import { definePipeline, endWithAnswer, type GivenAnswer, type PipelineResult, type RunContext } from '../../src/pipelines/pipeline.ts';
import { nodeUntilBudget, perform, answerFromPassages, retrieve } from '../../src/pipelines/steps.ts';
import { exampleReadRole } from './roles/baselineRoles.ts';

const parameters = z.object({
  T: z.int().min(1).max(10).default(2).describe('Turns of searching and reading'),
  n: z.int().min(1).max(100).default(5).describe('Passages retrieved and read per turn'),
  shots: z.int().min(0).max(6).default(3).describe('Worked examples shown before the passages'),
  stopOnSameDocs: z.boolean().default(false).describe('Stop when a turn finds the same passages as the one before'),
});

type Reading = Omit<ReadInput, 'passages'>;

interface Turn {
  readonly node: string;
  readonly docs: readonly Passage[];
  /** The result of reading them. */
  readonly written?: ReadOutput & GivenAnswer;
}

export const iterRetGen = definePipeline({
  id: 'iter-retgen',
  title: 'ITER-RETGEN',
  description: 'Reads, then searches with its own reasoning and reads again, several times.',
  paper: 'Shao et al. 2023, Enhancing Retrieval-Augmented Large Language Models with Iterative Retrieval-Generation Synergy',
  parameters,
  passages: ['n'],
  bound: ({ T }) => ({ llmCalls: T, retrievals: T, rerankPairs: 0, nliPairs: 0 }),

  async run(ctx, question, { T, n, shots, stopOnSameDocs }) {
    const reading = { question, cot: true, ...(shots > 0 ? { shots } : {}) };
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    let last: Turn | undefined;
    for (let t = 1; t <= T; t++) {
      const query = [question, y(last)].join(' ').trim();
      const turn = await searchFor(ctx, root, query, t, n, last);
      if (turn === undefined) return finish(ctx, root, reading, last, 'budget_exhausted');
      if (stopOnSameDocs && last && haveSameIds(turn.docs, last.docs)) return keep(ctx, root, question, turn, last);
      const written = t < T ? await nodeUntilBudget(ctx, turn.node, () => readThinking(ctx, turn, reading)) : undefined;
      last = written ? { ...turn, written } : turn;
      ctx.trace.standing(root, written?.answer ?? null);
      if (t < T && written === undefined) return finish(ctx, root, reading, last, 'budget_exhausted');
    }
    return finish(ctx, root, reading, last, 'max_turns');
  },
});

/** An abstention gives nothing to search with. */
function y(turn: Turn | undefined): string {
  const { answer = null, reasoning = '' } = turn?.written ?? {};
  return answer === null ? '' : `${reasoning} ${answer}`;
}

async function searchFor(
  ctx: RunContext,
  root: string,
  query: string,
  t: number,
  n: number,
  before: Turn | undefined,
): Promise<Turn | undefined> {
  const node = ctx.trace.add({ id: `t${t}`, kind: 'thought', text: query, parent: root });
  if (before) ctx.trace.connect(before.node, node, 'then');
  const docs = await nodeUntilBudget(ctx, node, () => retrieve(ctx, node, query, n));
  return docs && { node, docs };
}

/** Reads in a turn that is not the last. The result is used for searching, not as the answer, and cites nothing. */
async function readThinking(ctx: RunContext, { node, docs }: Turn, reading: Reading): Promise<ReadOutput & GivenAnswer> {
  ctx.trace.doing(node, { kind: 'reading' });
  const { output, unconfirmed } = await perform(ctx, node, exampleReadRole, { ...reading, passages: docs });
  endWithAnswer(ctx, node, { ...output, unconfirmed, citations: [], quote: null });
  return { ...output, unconfirmed };
}

async function finish(
  ctx: RunContext,
  root: string,
  reading: Reading,
  last: Turn | undefined,
  stopReason: string,
): Promise<PipelineResult> {
  const passages = last?.docs ?? [];
  if (last && last.written === undefined) ctx.trace.end(last.node, 'answered');
  const final = addFinal(ctx, root, reading.question, last, passages);
  const { answer } = await answerFromPassages(ctx, final, { ...reading, passages, isFinal: true });
  endWithAnswer(ctx, root, { answer });
  return { answer, stopReason };
}

/** Reading the same passages again is pointless, so their answer is kept. */
function keep(ctx: RunContext, root: string, question: string, turn: Turn, { docs, written }: Turn): PipelineResult {
  const output = written ?? { answer: null };
  ctx.trace.end(turn.node, 'reused', { answer: output.answer, abstained: output.answer === null });
  const final = addFinal(ctx, root, question, turn, docs);
  endWithAnswer(ctx, final, output, docs);
  endWithAnswer(ctx, root, { answer: output.answer });
  return { answer: output.answer, stopReason: 'same_docs' };
}

function addFinal(ctx: RunContext, root: string, question: string, last: Turn | undefined, passages: readonly Passage[]): string {
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
  if (last) ctx.trace.connect(last.node, final, 'combines_into');
  ctx.trace.evidence(final, passages.map(evidenceOf));
  return final;
}

function haveSameIds(some: readonly Passage[], others: readonly Passage[]): boolean {
  return some.length === others.length && some.every(({ id }, i) => id === others[i]?.id);
}
