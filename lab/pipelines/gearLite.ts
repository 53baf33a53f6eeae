/**
 * GEAR-lite, a prompt-only approximation: facts of the passages found are extracted as triples, chains of triples lead to further passages,
 * and a memory of facts decides whether to continue. The published system indexes the triples of the whole corpus; here only those of
 * retrieved passages exist. Source: Shen et al. 2024, sections 3 and 4. Followed: pipelines.md 8.3.
 *
 * steps at most · n passages per search · beam chains kept · chainLength triples of a chain.
 */
import * as z from 'zod';
import type { Passage } from '../../src/protocol/passage.ts';
import type { FoundTriple, Triple } from './roles/liteTypes.ts';
import { evidenceOf } from '../../src/pipelines/generatedPassage.ts';
import { definePipeline, endWithAnswer, type PipelineResult, type RunContext } from '../../src/pipelines/pipeline.ts';
import { nodeUntilBudget, perform, retrieve } from '../../src/pipelines/steps.ts';
import { closeness } from './textCloseness.ts';
import { keyOf, type LinkedTriple, linkTriples, searchChains } from './tripleGraph.ts';
import { liteRoles } from './roles/liteRoles.ts';
import { readRole } from '../../src/reasoning/roles/readRoles.ts';

interface Memory {
  readonly question: string;
  readonly nodes: string[];
  /** The gist memory: every fact once. */
  readonly facts: Triple[];
  /** Triples of all passages retrieved so far. */
  readonly graph: LinkedTriple[];
  readonly passages: Map<string, Passage>;
  /** The ranking of each step, best first. */
  readonly rankings: (readonly string[])[];
}

async function answerFromFacts(ctx: RunContext, question: string, p: Parameters): Promise<PipelineResult> {
  const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
  const memory: Memory = { question, nodes: [], facts: [], graph: [], passages: new Map(), rankings: [] };
  const stopReason = await explore(ctx, root, memory, p);

  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
  for (const node of memory.nodes) ctx.trace.connect(node, final, 'combines_into');
  const passages = passagesOf(memory, reciprocalRankFusion(memory.rankings).slice(0, p.n));
  ctx.trace.evidence(final, passages.map(evidenceOf));
  ctx.trace.doing(final, { kind: 'reading' });
  const { output, unconfirmed } = ctx.reasoner.serves(liteRoles.readWithFacts)
    ? await perform(ctx, final, liteRoles.readWithFacts, { question, facts: memory.facts, passages }, { isFinal: true })
    : await perform(ctx, final, readRole, { question, passages, cot: false }, { isFinal: true });
  endWithAnswer(ctx, final, { ...output, unconfirmed }, passages);
  endWithAnswer(ctx, root, { answer: output.answer });
  return { answer: output.answer, stopReason };
}

/**
 * Repeats steps until the facts suffice or nothing new is found.
 * @returns why it stopped
 */
async function explore(ctx: RunContext, root: string, memory: Memory, p: Parameters): Promise<string> {
  let query = ctx.edited('s1', memory.question);
  for (let t = 1; t <= p.steps; t++) {
    const node = ctx.trace.add({ id: `s${t}`, kind: 'sub_question', text: query, parent: root });
    const before = memory.nodes.at(-1);
    if (before !== undefined) ctx.trace.connect(before, node, 'then');
    memory.nodes.push(node);
    const stepped = await nodeUntilBudget(ctx, node, () => step(ctx, node, query, memory, p));
    if (stepped === undefined) return 'budget_exhausted';
    ctx.trace.end(node, 'answered');
    if (stepped.newFacts === 0) return 'no_new_triple';
    if (stepped.sufficient) return 'sufficient';
    if (stepped.nextQuery === null) return 'no_next_query';
    query = ctx.edited(`s${t + 1}`, stepped.nextQuery);
  }
  return 'max_steps';
}

async function step(ctx: RunContext, node: string, query: string, memory: Memory, p: Parameters) {
  const base = await retrieve(ctx, node, query, p.n);
  for (const passage of base) memory.passages.set(passage.id, passage);
  const baseIds = base.map(({ id }) => id);
  // The ranking counts even if the budget does not allow more.
  memory.rankings.push(baseIds);
  const triples = await extract(ctx, node, query, base);
  const close = (text: string, others: readonly string[]) => closeness(ctx, node, text, others);
  const links = await linkTriples(triples, base, memory.graph, close);
  const chains = await searchChains(query, links, memory.graph, p, close);
  const chainIds = [...new Set(chains.flatMap((chain) => chain.map(({ passageId }) => passageId)))];
  memory.rankings[memory.rankings.length - 1] = reciprocalRankFusion([baseIds, chainIds]);

  const newFacts = remember(memory, triples);
  if (newFacts === 0) return { newFacts, sufficient: false, nextQuery: null };
  const { output } = await perform(ctx, node, liteRoles.reason, { question: memory.question, facts: [...memory.facts] });
  return { newFacts, ...output };
}

async function extract(ctx: RunContext, node: string, query: string, passages: readonly Passage[]): Promise<readonly FoundTriple[]> {
  if (passages.length === 0) return [];
  ctx.trace.doing(node, { kind: 'reading' });
  const { output } = await perform(ctx, node, liteRoles.extract, { query, passages });
  return output.triples;
}

/** @returns the number of new facts */
function remember({ facts }: Memory, triples: readonly FoundTriple[]): number {
  const known = new Set(facts.map(keyOf));
  const before = facts.length;
  for (const { passage: _passage, ...triple } of triples) {
    const key = keyOf(triple);
    if (!known.has(key)) facts.push(triple);
    known.add(key);
  }
  return facts.length - before;
}

const fusionConstant = 60;

/** Sums 1 / (60 + rank) over the lists, with ranks from 1; ties by id. */
export function reciprocalRankFusion(lists: readonly (readonly string[])[]): readonly string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    list.forEach((passageId, rank) => scores.set(passageId, (scores.get(passageId) ?? 0) + 1 / (fusionConstant + rank + 1)));
  }
  return [...scores].sort(([a, x], [b, y]) => (x < y ? 1 : x > y ? -1 : a < b ? -1 : 1)).map(([passageId]) => passageId);
}

function passagesOf({ passages }: Memory, passageIds: readonly string[]): readonly Passage[] {
  return passageIds.flatMap((passageId) => passages.get(passageId) ?? []);
}

const parameters = z.object({
  steps: z.int().min(1).max(10).default(4).describe('Searches at most'),
  n: z.int().min(1).max(100).default(10).describe('Passages per search, and passages read at the end'),
  beam: z.int().min(1).max(100).default(10).describe('Chains of triples kept'),
  chainLength: z.int().min(1).max(4).default(2).describe('Triples of a chain at most'),
});
type Parameters = z.output<typeof parameters>;

export const gearLite = definePipeline({
  id: 'gear-lite',
  title: 'GEAR-lite',
  description:
    'Writes facts as triples and follows chains of them to further passages. A prompt-only approximation; not the published system.',
  paper: 'Shen et al. 2024, GEAR: Graph-enhanced Agent for Retrieval-augmented Generation',
  parameters,
  passages: ['n'],
  plans: true,
  bound: ({ steps }) => ({ llmCalls: 2 * steps + 1, retrievals: steps, rerankPairs: 0, nliPairs: 0 }),
  run: answerFromFacts,
});
