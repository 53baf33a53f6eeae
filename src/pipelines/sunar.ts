/**
 * SUNAR: asks one sub-question after the other, widens the evidence of each by walking the neighbor graph while reranking (NAR), lowers the
 * rank of batches from which the model cannot answer consistently (ASU), and answers the question once more from the whole path and its
 * pooled evidence (MER). Source: SUNAR (Venktesh et al., NAACL 2025), sections on NAR, ASU and MER. Followed: pipelines.md 2; corrections
 * there in section 10. The graph's parameter graphK (neighbors stored per passage, 16) belongs to the index. SUNAR-NAR is the same without
 * ASU. Differs from the paper: no answers are sampled from batches of which nothing can be read (`asuBatches`).
 *
 * R₀ first stage · b batch · c reranking budget · k neighbors used of each passage · l passages read · m answers sampled of each batch B.
 */
import * as z from 'zod';
import { questionKey } from '../base/questionKey.ts';
import type { Passage } from '../protocol/passage.ts';
import type { Ranked, SampledAnswers, UncertaintyFeedback } from '../retrieval/retrieval.ts';
import { isRepeated, namesUnknown } from './askable.ts';
import { pathSteps, metaEvidenceReasoning, type AnsweredStep } from './metaEvidence.ts';
import { nearDuplicates } from './nearDuplicates.ts';
import { type CostBound, definePipeline, endWithAnswer, type GivenAnswer, type PipelineResult, type RunContext } from './pipeline.ts';
import { firstDistinct, foldDuplicates, nodeUntilBudget, noteGuesses, pathStep, perform, untilBudget } from './steps.ts';
import { sunarRoles } from '../reasoning/roles/sunarRoles.ts';

async function answerStepwise(ctx: RunContext, question: string, p: Parameters): Promise<PipelineResult> {
  const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
  warn(ctx, p);
  const path: AnsweredStep[] = [];
  let sequential: GivenAnswer = { answer: null };
  let stopReason = 'max_steps';
  for (let i = 1; i <= p.maxSteps; i++) {
    const step = await untilBudget(ctx, () => nextStep(ctx, root, question, path, p));
    if (step?.action === 'finish') {
      const { action: _finish, ...given } = step;
      sequential = given;
      stopReason = 'finished';
      break;
    }
    const subQuestion = step && ctx.edited(`s${i}`, step.subQuestion);
    if (subQuestion !== undefined && isRepeated(subQuestion, question, path)) {
      stopReason = 'repeated_sub_question';
      break;
    }
    if (step !== undefined && subQuestion === step.subQuestion && namesUnknown(subQuestion, question)) {
      stopReason = 'names_unknown';
      break;
    }
    const answered = subQuestion === undefined ? undefined : await answerSubQuestion(ctx, root, subQuestion, path, p, step?.guessed);
    if (!answered) {
      stopReason = 'budget_exhausted';
      break;
    }
    path.push(answered);
  }
  if (stopReason === 'finished' && needsQuestion(question, path, sequential, p)) {
    ctx.trace.flag('forced_step');
    const forced = await answerSubQuestion(ctx, root, ctx.edited(`s${path.length + 1}`, question), path, p);
    if (forced) path.push(forced);
  }
  if (sequential.answer === null) sequential = await finish(ctx, root, question, path, !p.mer);
  ctx.trace.standing(root, sequential.answer);
  const last = p.mer ? await metaEvidenceReasoning(ctx, question, path, sequential, p) : sequential;
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question });
  for (const node of p.mer ? ['meta'] : path.map((step) => step.node)) ctx.trace.connect(node, final, 'combines_into');
  endWithAnswer(ctx, final, last);
  endWithAnswer(ctx, root, { answer: last.answer });
  return { answer: last.answer, stopReason };
}

/** When nothing was asked, or the steps led to no answer, one step with the question itself gives the last answer evidence. */
function needsQuestion(question: string, path: readonly AnsweredStep[], sequential: GivenAnswer, { maxSteps }: Parameters): boolean {
  const isAsked = path.some((step) => questionKey(step.question) === questionKey(question));
  return path.length === 0 || (sequential.answer === null && !isAsked && path.length < maxSteps);
}

async function nextStep(ctx: RunContext, root: string, question: string, path: readonly AnsweredStep[], { maxSteps }: Parameters) {
  ctx.trace.doing(root, { kind: 'planning' });
  const { output } = await perform(ctx, root, sunarRoles.step, { question, path: pathSteps(path), left: maxSteps - path.length });
  return output;
}

/** @returns undefined when the run's budget is spent before */
function answerSubQuestion(
  ctx: RunContext,
  root: string,
  subQuestion: string,
  path: readonly AnsweredStep[],
  p: Parameters,
  guessed?: readonly string[],
): Promise<AnsweredStep | undefined> {
  const node = ctx.trace.add({ id: `s${path.length + 1}`, kind: 'sub_question', text: subQuestion, parent: root });
  const unconfirmed = noteGuesses(ctx, node, subQuestion, guessed);
  const before = path.at(-1);
  if (before) ctx.trace.connect(before.node, node, 'then');
  const call = { node, signal: ctx.signal };

  return nodeUntilBudget(ctx, node, async () => {
    ctx.trace.doing(node, { kind: 'retrieving' });
    const R0 = await ctx.retriever.search(subQuestion, p.firstStageDepth, call);
    if (R0.length === 0) ctx.trace.flagNode(node, 'empty_retrieval');
    ctx.trace.doing(node, { kind: 'reranking', done: 0, of: p.c });
    const feedback = p.asu ? { asu: uncertaintyFeedback(ctx, node, subQuestion, p) } : {};
    const ranking = await ctx.reranker.rerank(subQuestion, R0, p, { ...call, ...feedback });
    const seen = await firstDistinct(ctx, ranking, p.l, call);
    const isFolded = foldDuplicates(ctx, node, seen);
    const docs = seen.filter((_, i) => isFolded[i] !== true);
    const firstStageRank = new Map(R0.map(({ passageId, rank }) => [passageId, rank]));
    ctx.trace.evidence(
      node,
      seen.map((passage, i) => ({ ...evidenceItem(passage, ranking[i], firstStageRank), used: isFolded[i] !== true })),
    );

    ctx.trace.doing(node, { kind: 'reading' });
    const { output, failed } = await perform(ctx, node, sunarRoles.read, { question: subQuestion, passages: docs, cot: true });
    endWithAnswer(ctx, node, { ...output, unconfirmed }, docs);
    const cites = output.citations.flatMap((i) => docs[i]?.id ?? []);
    return { node, cites, ranking: ranking.filter((_, i) => isFolded[i] !== true), ...pathStep(subQuestion, { ...output, failed }) };
  });
}

/** Processes each scored batch B: samples m answers from its passages, in batch order, and forms their semantic sets. */
function uncertaintyFeedback(ctx: RunContext, node: string, subQuestion: string, p: Parameters): UncertaintyFeedback {
  const call = { node, signal: ctx.signal };
  const sample = async (B: readonly Passage[]): Promise<SampledAnswers> => {
    const isFolded = nearDuplicates(B);
    const distinct = B.filter((_, i) => isFolded[i] !== true);
    const input = { question: subQuestion, passages: distinct };
    const samples = await ctx.reasoner.sample(sunarRoles.asu, input, p.m, { ...call, temperature: asuTemperature });
    return {
      answers: samples.flatMap((one) => (one?.output ? [one.output.answer] : [])),
      flags: samples.flatMap((one) => one?.flags ?? []),
      folded: B.length - distinct.length,
    };
  };
  return {
    m: p.m,
    abstainPolicy: p.abstainPolicy,
    sample: canSample(ctx) ? sample : { skipped: 'no_sampling' },
    label: (premise, hypothesis) => ctx.entailment.label(premise, hypothesis, call),
    read: p.asuBatches === 'needed' ? Math.max(p.l, p.mer ? p.merPerStep : 0) : undefined,
  };
}

function evidenceItem(passage: Passage, ranked: Ranked | undefined, firstStageRank: ReadonlyMap<string, number>) {
  const rank = firstStageRank.get(passage.id);
  return {
    passage,
    score: ranked?.score ?? null,
    used: true,
    source: ranked?.via === undefined ? ('initial' as const) : ('frontier' as const),
    firstStageRank: rank,
    ...(ranked?.via === undefined ? {} : { via: ranked.via }),
  };
}

/** The answer from the path alone; the last sub-answer if the reasoner gives none. */
async function finish(
  ctx: RunContext,
  root: string,
  question: string,
  path: readonly AnsweredStep[],
  isFinal: boolean,
): Promise<GivenAnswer> {
  ctx.trace.doing(root, { kind: 'finishing' });
  const input = { question, path: pathSteps(path) };
  const finished = await untilBudget(ctx, () => perform(ctx, root, sunarRoles.finish, input, { isFinal }));
  if (!finished) return { answer: path.at(-1)?.answer ?? null, unconfirmed: 'cut-short' };
  return { ...finished.output, unconfirmed: finished.unconfirmed };
}

function canSample({ reasoner }: RunContext): boolean {
  return reasoner.can.sample && reasoner.serves(sunarRoles.asu);
}

/** Flags parameters with which this run is not quite the published method. */
function warn(ctx: RunContext, p: Parameters): void {
  if (!p.asu) return;
  if (!canSample(ctx)) ctx.trace.flag('role_unavailable:sunar.asu');
  else if (p.m === 1) ctx.trace.flag('asu_no_op');
}

/** Of the sampled answers, as in the public code. At 0 they would all coincide. */
const asuTemperature = 0.3;

const narParameters = z.object({
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

const parameters = narParameters.extend({
  asu: z.boolean().default(true).describe('Rank batches lower from which sampled answers disagree (uncertainty feedback)'),
  m: z.int().min(1).max(50).default(10).describe('Answers sampled of each batch; 1 makes uncertainty feedback a no-op'),
  asuBatches: z
    .enum(['all', 'needed'])
    .default('needed')
    .describe('Batches that answers are sampled from: all, as published, or only those of which a passage can be read'),
  abstainPolicy: z
    .enum(['as-answer', 'max-uncertainty'])
    .default('max-uncertainty')
    .describe('Whether a batch from which every sample abstains, although asked to answer, is certain or as uncertain as can be'),
});
type Parameters = z.output<typeof parameters>;

const paper = 'Venktesh et al. 2025, SUNAR: Semantic Uncertainty based Neighborhood Aware Retrieval for Complex QA';

export const sunar = definePipeline({
  id: 'sunar',
  title: 'SUNAR',
  description: 'One sub-question at a time; prefers evidence that repeated answers agree on, then checks.',
  paper,
  parameters,
  passages: ['l', 'merTop'],
  plans: true,
  bound,
  run: answerStepwise,
});

export const sunarNar = definePipeline({
  id: 'sunar-nar',
  title: 'SUNAR-NAR',
  description: 'One sub-question at a time, following related passages; then checks the whole path.',
  paper,
  parameters: narParameters,
  passages: ['l', 'merTop'],
  plans: true,
  bound: (p) => bound(withoutFeedback(p)),
  run: (ctx, question, p) => answerStepwise(ctx, question, withoutFeedback(p)),
});

function withoutFeedback(p: z.output<typeof narParameters>): Parameters {
  return { ...parameters.parse({ asu: false }), ...p };
}

/**
 * Source: pipelines.md 2.10. A step has at most as many batches as scored passages, since the frontier may offer one at a time; without
 * neighbors all but the last batch are full. `u` distinct answers are compared in at most `u(u − 1)` pairs.
 */
function bound({ maxSteps: S, b, c, k, m, asu, mer, merPerStep }: Parameters): CostBound {
  const batches = asu ? S * (k === 0 ? Math.ceil(c / b) : c) : 0;
  return {
    llmCalls: S + 1 + S + batches * m + (mer ? 1 : 0),
    retrievals: S,
    rerankPairs: S * c + (mer ? S * merPerStep : 0),
    nliPairs: batches * m * (m - 1),
  };
}
