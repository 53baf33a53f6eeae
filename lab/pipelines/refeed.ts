/**
 * REFEED: drafts answers without documents, searches with question and draft, and refines the answer with what is found; the likelier one
 * is kept. Source: Yu et al. 2023, sections 3.1 to 3.3. Followed: pipelines.md 7.9.
 *
 * A drafts · n passages per draft.
 */
import * as z from 'zod';
import { questionKey } from '../../src/base/questionKey.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import type { WithLikelihood } from './roles/baselineRoles.ts';
import { readRole, type LastAnswer, type ReadOutput } from '../../src/reasoning/roles/readRoles.ts';
import { evidenceOf } from '../../src/pipelines/generatedPassage.ts';
import { definePipeline, endWithAnswer, type GivenAnswer, type RunContext } from '../../src/pipelines/pipeline.ts';
import { nodeUntilBudget, perform, retrieve, untilBudget } from '../../src/pipelines/steps.ts';
import { together } from '../../src/pipelines/together.ts';
import { draftRole, refineRole } from './roles/baselineRoles.ts';

const parameters = z.object({
  A: z.int().min(1).max(10).default(2).describe('Answers drafted without documents'),
  n: z.int().min(1).max(100).default(5).describe('Passages retrieved per draft; n·A are read'),
  temperature: z.number().min(0).max(2).default(0.7).describe('Temperature of the drafts'),
});

type Draft = LastAnswer & WithLikelihood;
type Refined = ReadOutput & WithLikelihood & GivenAnswer;

export const refeed = definePipeline({
  id: 'refeed',
  title: 'REFEED',
  description: 'Drafts answers, searches with them, and keeps the answer the model is more confident in.',
  paper: 'Yu et al. 2023, Improving Language Models via Plug-and-Play Retrieval Feedback',
  parameters,
  passages: ['n'],
  bound: ({ A }) => ({ llmCalls: A + 1, retrievals: A, rerankPairs: 0, nliPairs: 0 }),

  async run(ctx, question, { A, n, temperature }) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const drafts = (await untilBudget(ctx, () => draftAnswers(ctx, root, question, A, temperature))) ?? [];
    const lists = await searchDrafts(ctx, root, question, drafts, n);
    const docs = roundRobin(lists).slice(0, n * A);

    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    lists.forEach((_, i) => ctx.trace.connect(`d${i + 1}`, final, 'combines_into'));
    ctx.trace.evidence(final, docs.map(evidenceOf));
    const refined = await refine(ctx, final, question, docs);
    const kept = ensemble(ctx, final, drafts, refined);
    // A draft that equals the answer read in the documents is supported by them too.
    const isRead = kept === refined || questionKey(kept.answer ?? '') === questionKey(refined.answer ?? '');
    endWithAnswer(ctx, final, isRead ? { ...refined, answer: kept.answer } : { ...kept, unconfirmed: 'from-memory' }, docs);
    endWithAnswer(ctx, root, { answer: kept.answer });
    return { answer: kept.answer, stopReason: kept === refined ? 'refined' : 'draft_kept' };
  },
});

async function draftAnswers(ctx: RunContext, root: string, question: string, A: number, temperature: number): Promise<readonly Draft[]> {
  ctx.trace.doing(root, { kind: 'planning' });
  const samples = await ctx.reasoner.sample(draftRole, { question }, A, { node: root, signal: ctx.signal, temperature });
  return samples.flatMap((sample) => {
    if (sample === null) return [];
    ctx.trace.flagNode(root, ...sample.flags);
    return [sample.output];
  });
}

/** One search per different draft, concurrently. Without a draft, or if all abstain, the question alone is searched. */
async function searchDrafts(
  ctx: RunContext,
  root: string,
  question: string,
  drafts: readonly Draft[],
  n: number,
): Promise<readonly (readonly Passage[])[]> {
  const answers = drafts.length > 0 ? drafts.map(({ answer }) => answer ?? '') : [''];
  const different = answers.filter((answer, i) => answers.findIndex((other) => questionKey(other) === questionKey(answer)) === i);
  const nodes = different.map((answer, i) =>
    ctx.trace.add({ id: `d${i + 1}`, kind: 'thought', text: answer === '' ? question : answer, parent: root }),
  );
  return together(different, async (answer, i) => {
    const node = nodes[i] ?? root;
    const found = await nodeUntilBudget(ctx, node, () => retrieve(ctx, node, `${question} ${answer}`.trim(), n));
    if (found) ctx.trace.end(node, 'answered', answer === '' ? {} : { answer });
    return found ?? [];
  });
}

/** The first of every list, then the second of every list, and so on; each passage once. */
function roundRobin(lists: readonly (readonly Passage[])[]): readonly Passage[] {
  const depth = Math.max(0, ...lists.map((list) => list.length));
  const inTurn = Array.from({ length: depth }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
  return [...new Map(inTurn.map((passage) => [passage.id, passage])).values()];
}

/** Uses plain text if likelihoods are compared; a reasoner without it reads as usual. */
async function refine(ctx: RunContext, final: string, question: string, passages: readonly Passage[]): Promise<Refined> {
  ctx.trace.doing(final, { kind: 'reading' });
  const { output, unconfirmed } = ctx.reasoner.serves(refineRole)
    ? await perform(ctx, final, refineRole, { question, passages }, { isFinal: true })
    : await perform(ctx, final, readRole, { question, passages, cot: false }, { isFinal: true });
  return { meanLogprob: null, ...output, unconfirmed };
}

/** The likelier of the best draft and the refined answer; the refined one on a tie or without likelihoods. */
function ensemble(ctx: RunContext, final: string, drafts: readonly Draft[], refined: Refined): Refined | Draft {
  const answering = drafts.filter(({ answer }) => answer !== null);
  const [first] = answering;
  if (first === undefined) return refined;
  if (refined.answer === null && ctx.knowledge === 'evidence-then-memory') return first;
  const [best] = answering
    .flatMap((draft) => (draft.meanLogprob === null ? [] : [{ draft, likelihood: draft.meanLogprob }]))
    .sort((a, b) => b.likelihood - a.likelihood);
  if (best === undefined || refined.meanLogprob === null) {
    ctx.trace.flagNode(final, 'no_logprobs');
    return refined;
  }
  if (best.likelihood === refined.meanLogprob) ctx.trace.flagNode(final, 'likelihood_tie');
  return best.likelihood > refined.meanLogprob ? best.draft : refined;
}
