/**
 * SUNAR without uncertainty feedback: asks one sub-question after the other, widens the evidence of each by walking the neighbor graph while reranking
 * (NAR), and answers the question once more from the whole path and its pooled evidence (meta evidence reasoner, MER).
 * Source: SUNAR (Venktesh et al., NAACL 2025), sections on NAR and MER. Followed: pipelines.md 2.3, 2.6, 2.7; corrections there in section 10.
 *
 * R₀ first stage · b batch · c reranking budget · k neighbors used of each passage · l passages read.
 */
import * as z from 'zod';
import { questionKey } from '../base/questionKey.ts';
import type { Passage } from '../protocol/passage.ts';
import type { PathStep } from '../reasoning/reasoner.ts';
import type { Ranked } from '../retrieval/retrieval.ts';
import { definePipeline, endWithAnswer, type RunContext } from './pipeline.ts';

const parameters = z.object({
  firstStageDepth: z.int().min(1).max(1000).default(100).describe('Candidates taken from the first stage (R₀)'),
  b: z.int().min(1).max(256).default(16).describe('Passages reranked at once'),
  c: z.int().min(0).max(1000).default(100).describe('Reranking budget: passages scored per sub-question'),
  k: z.int().min(0).max(16).default(10).describe('Neighbors used of each scored passage; 0 turns exploration off'),
  l: z.int().min(1).max(100).default(10).describe('Passages read per sub-question'),
  maxSteps: z.int().min(1).max(20).default(6).describe('Sub-questions asked at most'),
  mer: z.boolean().default(true).describe('Answer once more from the whole path and its pooled evidence'),
  merPerStep: z.int().min(1).max(20).default(2).describe('Passages each sub-question gives to the pool'),
  merTop: z.int().min(1).max(100).default(10).describe('Passages of the pool that are read'),
});
type Parameters = z.output<typeof parameters>;

interface Step extends PathStep {
  readonly node: string;
  readonly ranking: readonly Ranked[];
}

export const sunarNar = definePipeline({
  id: 'sunar-nar',
  title: 'SUNAR-NAR',
  description: 'Sub-questions one by one, each with evidence from the neighbor graph, and a final check over the whole path.',
  paper: 'Venktesh et al. 2025, SUNAR: Semantic Uncertainty based Neighborhood Aware Retrieval for Complex QA',
  parameters,

  async run(ctx, question, p) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    ctx.trace.doing(root, { kind: 'planning' });
    const path: Step[] = [];
    let sequential: string | null = null;
    let stopReason = 'max_steps';
    for (let i = 1; i <= p.maxSteps; i++) {
      const step = await nextStep(ctx, root, question, path);
      if (step.action === 'finish') {
        sequential = step.answer;
        stopReason = 'finished';
        break;
      }
      if (isRepeated(step.subQuestion, question, path)) {
        stopReason = 'repeated_sub_question';
        break;
      }
      path.push(await answerSubQuestion(ctx, root, step.subQuestion, path, p));
    }
    if (path.length === 0) {
      // The model finished at once: one step with the question itself, so that the last answer has evidence.
      ctx.trace.flag('forced_step');
      path.push(await answerSubQuestion(ctx, root, question, path, p));
    }
    sequential ??= await finish(ctx, root, question, path);
    const answer = p.mer ? await metaEvidenceReasoning(ctx, question, path, sequential, p) : sequential;
    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question });
    for (const node of p.mer ? ['meta'] : path.map((step) => step.node)) ctx.trace.connect(node, final, 'combines_into');
    endWithAnswer(ctx, final, { answer });
    endWithAnswer(ctx, root, { answer });
    return { answer, stopReason };
  },
});

async function nextStep(ctx: RunContext, root: string, question: string, path: readonly Step[]) {
  const { output, flags } = await ctx.reasoner.perform('sunar.step', { question, path: asTold(path) }, { node: root, signal: ctx.signal });
  ctx.trace.flagNode(root, ...flags);
  return output;
}

/** What a reasoner is told of the path: not its rankings, and not what comes later. */
function asTold(path: readonly Step[]): readonly PathStep[] {
  return path.map(({ question, answer }) => ({ question, answer }));
}

/** At the first step a sub-question equal to the question is legal: the question has one hop. */
function isRepeated(subQuestion: string, question: string, path: readonly Step[]): boolean {
  const key = questionKey(subQuestion);
  return path.some((step) => questionKey(step.question) === key) || (path.length > 0 && questionKey(question) === key);
}

async function answerSubQuestion(ctx: RunContext, root: string, subQuestion: string, path: readonly Step[], p: Parameters): Promise<Step> {
  const node = ctx.trace.add({ id: `s${path.length + 1}`, kind: 'sub_question', text: subQuestion, parent: root });
  const before = path.at(-1);
  if (before) ctx.trace.connect(before.node, node, 'then');
  const call = { node, signal: ctx.signal };

  ctx.trace.doing(node, { kind: 'retrieving' });
  const R0 = await ctx.retriever.search(subQuestion, p.firstStageDepth, call);
  if (R0.length === 0) ctx.trace.flagNode(node, 'empty_retrieval');
  ctx.trace.doing(node, { kind: 'reranking', done: 0, of: p.c });
  const ranking = await ctx.reranker.rerank(subQuestion, R0, { b: p.b, c: p.c, k: p.k }, call);
  const docs = await ctx.passages.passages(
    ranking.slice(0, p.l).map(({ docId }) => docId),
    call,
  );
  const firstStageRank = new Map(R0.map(({ docId, rank }) => [docId, rank]));
  ctx.trace.evidence(
    node,
    docs.map((passage, i) => evidenceItem(passage, ranking[i], firstStageRank)),
  );

  ctx.trace.doing(node, { kind: 'reading' });
  const { output, flags } = await ctx.reasoner.perform('sunar.read', { question: subQuestion, passages: docs, cot: true }, call);
  ctx.trace.flagNode(node, ...flags);
  endWithAnswer(ctx, node, output, docs);
  return { node, question: subQuestion, answer: output.answer, ranking };
}

function evidenceItem(passage: Passage, ranked: Ranked | undefined, firstStageRank: ReadonlyMap<string, number>) {
  const rank = firstStageRank.get(passage.id);
  return {
    passage,
    score: ranked?.score ?? null,
    used: true,
    source: ranked?.via === undefined ? ('initial' as const) : ('frontier' as const),
    ...(rank === undefined ? {} : { firstStageRank: rank }),
    ...(ranked?.via === undefined ? {} : { via: ranked.via }),
  };
}

/** The answer from the path alone; the last sub-answer where the reasoner cannot tell. */
async function finish(ctx: RunContext, root: string, question: string, path: readonly Step[]): Promise<string | null> {
  ctx.trace.doing(root, { kind: 'finishing' });
  const { output, flags } = await ctx.reasoner.perform(
    'sunar.finish',
    { question, path: asTold(path) },
    { node: root, signal: ctx.signal },
  );
  ctx.trace.flagNode(root, ...flags);
  return output.answer;
}

/** Pools the best passages of every step, ranks them against the original question, and reads them with the path in hand. */
async function metaEvidenceReasoning(
  ctx: RunContext,
  question: string,
  path: readonly Step[],
  sequential: string | null,
  p: Parameters,
): Promise<string | null> {
  const meta = ctx.trace.add({ id: 'meta', kind: 'meta', text: question });
  for (const step of path) ctx.trace.connect(step.node, meta, 'combines_into');
  const call = { node: meta, signal: ctx.signal };

  const pool = [...new Set(path.flatMap(({ ranking }) => ranking.slice(0, p.merPerStep).map(({ docId }) => docId)))];
  ctx.trace.doing(meta, { kind: 'reranking', done: 0, of: pool.length });
  const scores = await ctx.reranker.score(question, pool, call);
  const top = pool
    .map((docId, i) => ({ docId, score: scores[i] ?? null }))
    .sort((a, b) => bestFirst(a.score, b.score))
    .slice(0, p.merTop);
  const passages = await ctx.passages.passages(
    top.map(({ docId }) => docId),
    call,
  );
  const frontier = new Map(
    path.flatMap(({ ranking }) => ranking.flatMap(({ docId, via }) => (via === undefined ? [] : [[docId, via] as const]))),
  );
  ctx.trace.evidence(
    meta,
    passages.map((passage, i) => {
      const via = frontier.get(passage.id);
      return {
        passage,
        score: top[i]?.score ?? null,
        used: true,
        source: via === undefined ? 'initial' : 'frontier',
        ...(via === undefined ? {} : { via }),
      };
    }),
  );

  ctx.trace.doing(meta, { kind: 'finishing' });
  const { output, flags } = await ctx.reasoner.perform('sunar.mer', { question, path: asTold(path), passages }, call);
  ctx.trace.flagNode(meta, ...flags);
  if (output.answer === null) {
    ctx.trace.flagNode(meta, 'mer_fallback');
    endWithAnswer(ctx, meta, { answer: sequential });
    return sequential;
  }
  endWithAnswer(ctx, meta, output, passages);
  return output.answer;
}

/** Higher scores first; no score ranks last. */
function bestFirst(a: number | null, b: number | null): number {
  const [x, y] = [a ?? -Infinity, b ?? -Infinity];
  return x < y ? 1 : x > y ? -1 : 0;
}
