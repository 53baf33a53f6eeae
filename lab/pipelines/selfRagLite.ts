/**
 * Self-RAG-lite, a prompt-only approximation: a model decides whether to search, answers from each passage separately and criticizes each
 * answer; the best one wins. The published system is trained to write these judgments as reflection tokens and searches over segments with
 * their probabilities. Here they are fields of the reply, with the probabilities of their tokens where the server gives them. Source: Asai
 * et al. 2024, sections 3.1 and 3.3. Followed: pipelines.md 8.1.
 *
 * n passages · w_rel, w_sup, w_use weights of relevance, support and usefulness.
 */
import * as z from 'zod';
import type { Passage } from '../../src/protocol/passage.ts';
import type { Assessment, Support } from './roles/liteTypes.ts';
import { answerDirectly } from './direct.ts';
import { definePipeline, endWithAnswer, type GivenAnswer, type PipelineResult, type RunContext } from '../../src/pipelines/pipeline.ts';
import { type FoundPassage, nodeUntilBudget, perform, answerFromPassages, searchPassages, untilBudget } from '../../src/pipelines/steps.ts';
import { together } from '../../src/pipelines/together.ts';
import { liteRoles } from './roles/liteRoles.ts';

const parameters = z.object({
  n: z.int().min(1).max(50).default(5).describe('Passages retrieved; each is answered from and judged by a call'),
  w_rel: z.number().min(0).max(10).default(1).describe('Weight of the relevance of the passage'),
  w_sup: z.number().min(0).max(10).default(1).describe('Weight of the support for the answer'),
  w_use: z.number().min(0).max(10).default(0.5).describe('Weight of the usefulness of the answer'),
  judgments: z
    .enum(['probabilities', 'labels'])
    .default('probabilities')
    .describe('What is weighed: how likely each judgment was, as published, where the server says it, or the judgment that was given'),
});
type Parameters = z.output<typeof parameters>;

interface Judged {
  readonly node: string;
  readonly passage: Passage;
  readonly assessment: Assessment & GivenAnswer;
  readonly score: number;
}

export const selfRagLite = definePipeline({
  id: 'self-rag-lite',
  title: 'Self-RAG-lite',
  description:
    'Decides whether to search, answers from each passage, and keeps the best answer. A prompt-only approximation; not the published system.',
  paper: 'Asai et al. 2024, Self-RAG: Learning to Retrieve, Generate, and Critique through Self-Reflection',
  parameters,
  passages: ['n'],
  needs: [liteRoles.assess],
  bound: ({ n }) => ({ llmCalls: 1 + n, retrievals: 1, rerankPairs: 0, nliPairs: 0 }),

  async run(ctx, question, p) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const mustRetrieve = await untilBudget(ctx, () => decide(ctx, root, question));
    const { answer, stopReason } =
      mustRetrieve === true ? await answerWithCritique(ctx, root, question, p) : await answerFromMemory(ctx, root, question);
    endWithAnswer(ctx, root, { answer });
    return { answer, stopReason };
  },
});

async function decide(ctx: RunContext, root: string, question: string): Promise<boolean> {
  ctx.trace.doing(root, { kind: 'planning' });
  const { output } = await perform(ctx, root, liteRoles.retrieve, { question });
  return output.retrieve;
}

async function answerFromMemory(ctx: RunContext, root: string, question: string): Promise<PipelineResult> {
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
  return { answer: await answerDirectly(ctx, final, question), stopReason: 'no_retrieval' };
}

async function answerWithCritique(ctx: RunContext, root: string, question: string, p: Parameters): Promise<PipelineResult> {
  const found = (await untilBudget(ctx, () => searchPassages(ctx, root, question, p.n))) ?? [];
  const nodes = found.map(({ passage }, i) => ctx.trace.add({ id: `c${i + 1}`, kind: 'thought', text: passage.title, parent: root }));
  const judgments = await together(found, (one, i) => judge(ctx, nodes[i] ?? root, question, one, p));
  const judged = judgments.flatMap((one) => one ?? []);
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
  if (p.judgments === 'probabilities' && judged.some(({ assessment }) => !assessment.likely)) ctx.trace.flag('labels_only');
  // Expected values and labels are not on one scale.
  const scored = judged.every(({ assessment }) => assessment.likely) ? judged : judged.map((one) => byLabels(one, p));
  const best = bestOf(scored);
  if (best === undefined) {
    // Nothing was judged, because nothing was found or the budget was exhausted, so the passages found are read.
    const { answer } = await answerFromPassages(ctx, final, {
      question,
      passages: found.map(({ passage }) => passage),
      cot: false,
      isFinal: true,
    });
    return { answer, stopReason: 'nothing_judged' };
  }
  const { assessment, passage, score } = best;
  for (const { node } of judged) ctx.trace.connect(node, final, 'combines_into');
  ctx.trace.evidence(final, [{ passage, score, used: true, source: 'initial' }]);
  endWithAnswer(ctx, final, assessment, [passage]);
  return { answer: assessment.answer, stopReason: 'best_candidate' };
}

async function judge(
  ctx: RunContext,
  node: string,
  question: string,
  { passage }: FoundPassage,
  p: Parameters,
): Promise<Judged | undefined> {
  ctx.trace.doing(node, { kind: 'reading' });
  const input = { question, passages: [passage] };
  const performed = await nodeUntilBudget(ctx, node, () => perform(ctx, node, liteRoles.assess, input));
  if (performed === undefined) return undefined;
  const { output, unconfirmed } = performed;
  const score = critique(output, p);
  const assessment = { ...output, unconfirmed: unconfirmed ?? (output.support === 'none' ? ('not-supported' as const) : undefined) };
  ctx.trace.evidence(node, [{ passage, score, used: true, source: 'initial' }]);
  endWithAnswer(ctx, node, { ...assessment, citations: [], quote: null });
  return { node, passage, assessment, score };
}

function byLabels(judged: Judged, p: Parameters): Judged {
  return { ...judged, score: critique(judged.assessment, { ...p, judgments: 'labels' }) };
}

const supportValue: Readonly<Record<Support, number>> = { full: 1, partial: 0.5, none: 0 };

/**
 * Source: Self-RAG, section 3.3; usefulness 1 to 5 maps to −1 to 1. With probabilities, the expected value of each judgment counts instead
 * of the label given.
 */
export function critique(
  { relevant, support, usefulness, likely }: Pick<Assessment, 'relevant' | 'support' | 'usefulness' | 'likely'>,
  { w_rel, w_sup, w_use, judgments }: Pick<Parameters, 'w_rel' | 'w_sup' | 'w_use' | 'judgments'>,
): number {
  if (likely && judgments === 'probabilities') {
    const use = Object.entries(likely.usefulness).reduce((sum, [label, p]) => sum + p * usefulnessValue(Number(label)), 0);
    return w_rel * likely.relevant.true + w_sup * (likely.support.full + likely.support.partial * supportValue.partial) + w_use * use;
  }
  return w_rel * (relevant ? 1 : 0) + w_sup * supportValue[support] + w_use * usefulnessValue(usefulness);
}

function usefulnessValue(usefulness: number): number {
  return (usefulness - 3) / 2;
}

/** The highest score, the first on ties; an abstaining answer only if all abstain. */
function bestOf(judged: readonly Judged[]): Judged | undefined {
  const answering = judged.filter(({ assessment }) => assessment.answer !== null);
  return (answering.length > 0 ? answering : judged).reduce<Judged | undefined>(
    (best, one) => (best === undefined || one.score > best.score ? one : best),
    undefined,
  );
}
