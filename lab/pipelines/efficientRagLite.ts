/**
 * EfficientRAG-lite, a prompt-only approximation: each turn labels the passages found and puts the useful words into the next query; a
 * reader answers from all useful passages. The published system labels and filters with two small fine-tuned classifiers instead of a chat
 * model. Source: Zhuang et al. 2024, section 3.1. Followed: pipelines.md 8.4.
 *
 * maxTurns turns · n chunks per turn.
 */
import * as z from 'zod';
import { questionKey } from '../../src/base/questionKey.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import type { Label } from './roles/liteTypes.ts';
import { evidenceOf } from '../../src/pipelines/generatedPassage.ts';
import { definePipeline, endWithAnswer, type RunContext } from '../../src/pipelines/pipeline.ts';
import { type FoundPassage, nodeUntilBudget, perform, answerFromPassages, searchPassages, untilBudget } from '../../src/pipelines/steps.ts';
import { together } from '../../src/pipelines/together.ts';
import { liteRoles } from './roles/liteRoles.ts';

const parameters = z.object({
  maxTurns: z.int().min(1).max(10).default(4).describe('Searches at most'),
  n: z.int().min(1).max(100).default(10).describe('Chunks retrieved per turn'),
  chunksPerCall: z.int().min(1).max(100).default(1).describe('Chunks labeled by one call; n labels a whole turn with one'),
});
type Parameters = z.output<typeof parameters>;

interface Turn {
  readonly node: string;
  readonly query: string;
  readonly useful: readonly Passage[];
  readonly spans: readonly string[];
}

export const efficientRagLite = definePipeline({
  id: 'efficientrag-lite',
  title: 'EfficientRAG-lite',
  description:
    'Searches, marks what helps, builds the next query from it, then reads what was useful. A prompt-only approximation; not the published system.',
  paper: 'Zhuang et al. 2024, EfficientRAG: Efficient Retriever for Multi-Hop Question Answering',
  parameters,
  passages: ['n'],
  plans: true,
  bound: ({ maxTurns, n, chunksPerCall }) => ({
    llmCalls: maxTurns * (Math.ceil(n / chunksPerCall) + 1),
    retrievals: maxTurns,
    rerankPairs: 0,
    nliPairs: 0,
  }),

  async run(ctx, question, p) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const { turns, stopReason } = await searchInTurns(ctx, root, question, p);
    const useful = [...new Map(turns.flatMap((turn) => turn.useful).map((passage) => [passage.id, passage])).values()];
    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    for (const { node } of turns) ctx.trace.connect(node, final, 'combines_into');
    ctx.trace.evidence(final, useful.map(evidenceOf));
    const { answer } = await answerFromPassages(ctx, final, { question, passages: useful, cot: false, isFinal: true });
    endWithAnswer(ctx, root, { answer });
    return { answer, stopReason };
  },
});

async function searchInTurns(ctx: RunContext, root: string, question: string, p: Parameters) {
  const turns: Turn[] = [];
  let query = ctx.edited('q1', question);
  for (;;) {
    const turn = await searchAndLabel(ctx, root, query, turns, p);
    if (turn === undefined) return { turns, stopReason: 'budget_exhausted' };
    turns.push(turn);
    if (turn.useful.length === 0) return { turns, stopReason: 'nothing_useful' };
    if (turns.length >= p.maxTurns) return { turns, stopReason: 'max_turns' };
    const next = await untilBudget(ctx, () => nextQuery(ctx, turn, question));
    if (next === undefined) return { turns, stopReason: 'budget_exhausted' };
    if (next.nextQuery === null) return { turns, stopReason: 'done' };
    query = ctx.edited(`q${turns.length + 1}`, next.nextQuery);
    const key = questionKey(query);
    if (turns.some((earlier) => questionKey(earlier.query) === key)) return { turns, stopReason: 'repeated_query' };
  }
}

/** One search and the labels of its results; undefined when the budget is exhausted before the search. */
async function searchAndLabel(
  ctx: RunContext,
  root: string,
  query: string,
  turns: readonly Turn[],
  p: Parameters,
): Promise<Turn | undefined> {
  const node = ctx.trace.add({ id: `q${turns.length + 1}`, kind: 'sub_question', text: query, parent: root });
  const before = turns.at(-1);
  if (before) ctx.trace.connect(before.node, node, 'then');
  const found = await nodeUntilBudget(ctx, node, () => searchPassages(ctx, node, query, p.n));
  if (found === undefined) return undefined;
  ctx.trace.doing(node, { kind: 'reading' });
  const labels = await labelAll(ctx, node, query, found, p.chunksPerCall);
  ctx.trace.evidence(
    node,
    found.map((one, i) => ({ ...one, used: labels[i]?.useful === true, source: 'initial', firstStageRank: i })),
  );
  ctx.trace.end(node, 'answered');
  const useful = found.flatMap(({ passage }, i) => (labels[i]?.useful === true ? [passage] : []));
  return { node, query, useful, spans: labels.flatMap((label) => (label.useful ? label.spans : [])) };
}

/** Labels in the order of the passages. A chunk that could not be labeled is kept for the reader to decide. */
async function labelAll(ctx: RunContext, node: string, query: string, found: readonly FoundPassage[], chunksPerCall: number) {
  const passages = found.map(({ passage }) => passage);
  const groups = Array.from({ length: Math.ceil(passages.length / chunksPerCall) }, (_, i) =>
    passages.slice(i * chunksPerCall, (i + 1) * chunksPerCall),
  );
  const performed = await together(groups, (group) =>
    untilBudget(ctx, () => ctx.reasoner.perform(liteRoles.label, { query, passages: group }, { node, signal: ctx.signal })),
  );
  for (const one of performed) ctx.trace.flagNode(node, ...(one?.flags ?? []));
  return groups.flatMap((group, i) => group.map((_, j): Label => performed[i]?.output.labels[j] ?? { useful: true, spans: [] }));
}

async function nextQuery(ctx: RunContext, { node, query, spans }: Turn, question: string) {
  const input = { question, query, spans };
  const { output } = await perform(ctx, node, liteRoles.nextQuery, input);
  return output;
}
