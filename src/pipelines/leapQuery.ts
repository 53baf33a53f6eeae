/**
 * LeapQuery: finds what the current passages still lack, asks for exactly that, keeps only the sub-questions that pass a vote, retrieves
 * for them and reranks everything against the original question, until nothing is missing. Source: LeapQuery (gap queries with
 * majority-vote verification). Followed: pipelines.md 3.2; corrections there in section 10.
 *
 * n₀ first retrieval · l passages per sub-question · k passages kept, the context · T iterations · V votes. The pool keeps every passage
 * ever retrieved. Differs from the paper: sub-questions are not asked twice, and a round in which all are rejected is the last, since the
 * next would see the same context. Two defaults do too (3.2 h, i): a passage also counts by its score against its own sub-question
 * (`contextScore`), and what earlier sub-questions found is shown beside the k passages (`carry`).
 */
import * as z from 'zod';
import { questionKey } from '../base/questionKey.ts';
import type { Passage } from '../protocol/passage.ts';
import { leapRoles, type GapsOutput } from '../reasoning/roles/leapRoles.ts';
import { namesUnknown, repeatsQuestion } from './askable.ts';
import { LeapContext, type SearchedQuestion, type SubQuestion } from './leapContext.ts';
import { subQuestions } from '../protocol/givenByDataset.ts';
import { definePipeline, endWithAnswer, type PipelineResult, type RunContext } from './pipeline.ts';
import { nodeUntilBudget, perform, retrieve, untilBudget } from './steps.ts';
import { together } from './together.ts';

async function answerFromGaps(ctx: RunContext, question: string, p: Parameters): Promise<PipelineResult> {
  const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
  const loop: Loop = { ctx, root, question, p, context: new LeapContext(ctx, question, p), accepted: [] };
  const stopReason = (await untilBudget(ctx, () => fillGaps(loop))) ?? 'budget_exhausted';
  const answer = await readContext(loop);
  endWithAnswer(ctx, root, { answer });
  return { answer, stopReason };
}

interface Loop {
  readonly ctx: RunContext;
  readonly root: string;
  readonly question: string;
  readonly p: Parameters;
  readonly context: LeapContext;
  /** The sub-questions that passed the vote. */
  readonly accepted: SearchedQuestion[];
}

/** @returns why it stopped */
async function fillGaps(loop: Loop): Promise<string> {
  const { ctx, root, question, p, context } = loop;
  const tellIteration = iterationsOf(loop);
  const first = await retrieve(ctx, root, question, p.n0);
  tellIteration([], await context.pool.add(root, [first]));
  if (p.subQuestions === 'gold') return (await askRound(loop, goldRound(loop), [], retrieveFor, tellIteration)) ?? 'gold_asked';

  const keys = new Set([questionKey(question)]);
  for (let t = 1; t <= p.T; t++) {
    const generated = await generateGaps(loop);
    if (generated.kind === 'failed') return 'generation_failed';
    const subs = generated.subQuestions.map((sub) => sub.trim()).filter((sub) => sub !== '');
    if (subs.length === 0) return generated.gaps.length > 0 ? 'gap_remains' : 'sufficient';
    const askable = subs.filter((sub) => !namesUnknown(sub, question) && !repeatsQuestion(sub, question));
    const fresh = withoutRepeats(askable, keys).slice(0, p.maxSub);
    if (fresh.length === 0) return 'no_new_subquestions';

    const round = fresh.map((sub, i) => addSubQuestion(ctx, root, `q${t}.${i + 1}`, sub));
    for (const text of [...fresh, ...round.map((sub) => sub.text)]) keys.add(questionKey(text));
    const ended = await askRound(loop, round, generated.gaps, verifyAndRetrieve, tellIteration);
    if (ended !== undefined) return ended;
  }
  return 'max_iterations';
}

/**
 * Asks the sub-questions of a round and adds what they find to the context.
 * @param search the passages of a sub-question; null for a rejected one
 * @returns why it is the last round, if it is
 */
async function askRound(
  loop: Loop,
  round: readonly SubQuestion[],
  gaps: readonly string[],
  search: (loop: Loop, sub: SubQuestion, gaps: readonly string[]) => Promise<readonly Passage[] | null>,
  tellIteration: (gaps: readonly string[], newDocs: readonly string[]) => void,
): Promise<string | undefined> {
  const { ctx, root, context } = loop;
  context.ask(round);
  const found = await together(round, (sub) => nodeUntilBudget(ctx, sub.node, () => search(loop, sub, gaps)));
  const accepted = round.flatMap((sub, i) => (found[i] ? [{ ...sub, passages: found[i] }] : []));
  tellIteration(gaps, await context.add(root, accepted));
  for (const sub of accepted) tellContribution(loop, sub);
  loop.accepted.push(...accepted);
  if (found.includes(undefined)) return 'budget_exhausted';
  return accepted.length === 0 ? 'all_rejected' : undefined;
}

/** The sub-questions given with the question: nothing is generated, and they need no vote. */
function goldRound({ ctx, root, p }: Loop): readonly SubQuestion[] {
  return ctx.subQuestions.slice(0, p.T * p.maxSub).map((sub, i) => addSubQuestion(ctx, root, `q1.${i + 1}`, sub));
}

async function generateGaps({ ctx, root, question, context }: Loop): Promise<GapsOutput> {
  ctx.trace.doing(root, { kind: 'planning' });
  const passages = context.shown().map(({ passage }) => passage);
  const { output } = await perform(ctx, root, leapRoles.gaps, { question, passages, asked: context.asked() });
  context.keep(output.kind === 'generated' ? output.found : [], passages);
  return output;
}

/** The first question of each key that is not taken. */
function withoutRepeats(subs: readonly string[], taken: ReadonlySet<string>): readonly string[] {
  const keys = subs.map(questionKey);
  return subs.filter((_, i) => keys.indexOf(keys[i] ?? '') === i && !taken.has(keys[i] ?? ''));
}

function addSubQuestion(ctx: RunContext, root: string, id: string, sub: string): SubQuestion {
  const text = ctx.edited(id, sub);
  return { node: ctx.trace.add({ id, kind: 'sub_question', text, parent: root, edge: 'fills_gap_of' }), text };
}

/** The passages of a sub-question that has the majority; null for a rejected one. */
async function verifyAndRetrieve(loop: Loop, sub: SubQuestion, gaps: readonly string[]): Promise<readonly Passage[] | null> {
  const { ctx, question, p, context } = loop;
  const { node, text } = sub;
  ctx.trace.doing(node, { kind: 'planning' });
  const input = { question, subQuestion: text, known: context.answered(), ...(gaps.length > 0 ? { gaps } : {}) };
  const said = await ctx.reasoner.sample(leapRoles.verify, input, p.V, { node, signal: ctx.signal, temperature: voteTemperature });
  const votes = said.map((vote) => vote?.output.aligned ?? null);
  ctx.trace.flagNode(node, ...new Set(said.flatMap((vote) => vote?.flags ?? [])));
  if (said.every((vote) => vote === null)) ctx.trace.flagNode(node, 'verify_failed');
  ctx.trace.note(node, { votes });
  if (!isMajority(votes)) {
    ctx.trace.end(node, 'rejected');
    return null;
  }
  return retrieveFor(loop, sub);
}

async function retrieveFor({ ctx, p }: Loop, { node, text }: SubQuestion): Promise<readonly Passage[]> {
  const passages = await retrieve(ctx, node, text, p.l);
  ctx.trace.end(node, passages.length === 0 ? 'unsupported' : 'supported');
  return passages;
}

/** Records which of a sub-question's passages have entered the context, with their scores. */
function tellContribution({ ctx, context }: Loop, { node, passages }: SearchedQuestion): void {
  const shown = new Set(context.shown().map(({ passage }) => passage.id));
  ctx.trace.evidence(
    node,
    passages.map((passage, i) => ({
      passage,
      score: context.pool.scoreOf(passage.id),
      used: shown.has(passage.id),
      source: 'initial',
      firstStageRank: i,
    })),
  );
}

/** Records each iteration on the root: gaps, new passages, context. */
function iterationsOf({ ctx, root, context: shown }: Loop): (gaps: readonly string[], newDocs: readonly string[]) => void {
  const iterations: { t: number; gaps: string[]; newDocs: string[]; context: string[] }[] = [];
  return (gaps, newDocs) => {
    const context = shown.shown().map(({ passage }) => passage.id);
    iterations.push({ t: iterations.length, gaps: [...gaps], newDocs: [...newDocs], context });
    ctx.trace.note(root, { iterations: [...iterations] });
  };
}

/** Answers the question from the passages kept. */
async function readContext({ ctx, root, question, context: shown, accepted }: Loop): Promise<string | null> {
  const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
  const context = shown.shown();
  const kept = new Set(context.map(({ passage }) => passage.id));
  for (const { node, passages } of accepted) if (passages.some(({ id }) => kept.has(id))) ctx.trace.connect(node, final, 'combines_into');
  ctx.trace.evidence(
    final,
    context.map((one) => ({ ...one, used: true, source: 'initial' })),
  );
  ctx.trace.doing(final, { kind: 'reading' });
  const passages = context.map(({ passage }) => passage);
  const { output, unconfirmed } = await perform(ctx, final, leapRoles.answer, { question, passages, cot: false }, { isFinal: true });
  endWithAnswer(ctx, final, { ...output, unconfirmed }, passages);
  return output.answer;
}

/**
 * Whether more than half of the votes are yes. An unreadable vote counts as a vote, but not as yes. Without votes, the sub-question is
 * rejected. Source: pipelines.md 3.2.
 */
export function isMajority(votes: readonly (boolean | null)[]): boolean {
  return 2 * votes.filter((vote) => vote === true).length > votes.length;
}

/** Votes must differ to mean anything. */
const voteTemperature = 0.7;

const parameters = z.object({
  k: z.int().min(1).max(100).default(5).describe('Passages kept'),
  l: z.int().min(1).max(100).default(5).describe('Passages retrieved per sub-question'),
  n0: z.int().min(1).max(1000).default(5).describe('Passages of the first retrieval'),
  T: z.int().min(1).max(10).default(4).describe('Iterations at most'),
  V: z.int().min(1).max(15).default(3).describe('Votes on each sub-question; a tie rejects'),
  contextScore: z
    .enum(['question', 'larger'])
    .default('larger')
    .describe(
      'What ranks the passages kept: their score against the question, as published, or the larger of that and the score against their sub-question',
    ),
  carry: z
    .boolean()
    .default(true)
    .describe('Show what earlier sub-questions found beside the passages kept: the answer and the passage that gives it'),
  subQuestions,
  maxSub: z.int().min(1).max(20).default(5).describe('Sub-questions per iteration at most'),
});
type Parameters = z.output<typeof parameters>;

export const leapQuery = definePipeline({
  id: 'leapquery',
  title: 'LeapQuery',
  description: 'Asks for what the passages still lack, round by round, and votes on every sub-question.',
  paper: 'LeapQuery: iterative gap queries with majority-vote verification for multi-hop retrieval',
  parameters,
  passages: ['k'],
  plans: true,
  bound: ({ T, V, maxSub, n0, l, contextScore, subQuestions: asked }) => ({
    llmCalls: (asked === 'gold' ? 0 : T + V * T * maxSub) + 1,
    retrievals: 1 + T * maxSub,
    rerankPairs: n0 + (contextScore === 'larger' ? 2 : 1) * l * T * maxSub,
    nliPairs: 0,
  }),

  run: answerFromGaps,
});
