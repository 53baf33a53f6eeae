/**
 * BridgeRAG: takes the best passage of the first search as the bridge, searches for what it leads to by sentences and by entities, and
 * ranks what these searches find by one judgment of question, bridge and candidate together. Source: Bacellar 2026 (arXiv 2604.03384),
 * section 4. Followed: pipelines.md 11; corrections there in section 10. Nothing is indexed for it. Its twin without a model is part of the
 * first stage `linked` (1.1): where no model serves these roles, what that finds is read.
 *
 * q question · b bridge · K₁ passages of the first hop · N queries of the second (SVO) with k₂ passages each · e₁, e₂ entities · P pool of
 * candidates · s similarity · α its weight beside the judge. Differs from the paper: the passages of the first hop are candidates too
 * (`keepFirst`), and s is the score of a passage in the search that found it best, since our searches score only what they find.
 */
import * as z from 'zod';
import { questionKey } from '../base/questionKey.ts';
import { PhraseFinder } from '../language/phrases.ts';
import type { Passage } from '../protocol/passage.ts';
import { bridgeRoles } from '../reasoning/roles/bridgeRoles.ts';
import { namesUnknown, repeatsQuestion } from './askable.ts';
import { definePipeline, endWithAnswer, type PipelineResult, type RunContext } from './pipeline.ts';
import { answerFromPassages, foldDuplicates, type FoundPassage, nodeUntilBudget, perform, searchPassages, untilBudget } from './steps.ts';
import { together } from './together.ts';

async function crossBridge(ctx: RunContext, q: string, p: Parameters): Promise<PipelineResult> {
  const root = ctx.trace.add({ id: 'root', kind: 'root', text: q });
  const depth = p.judge === 'reranker' ? Math.max(p.K1, p.pool) : p.K1;
  const found = (await untilBudget(ctx, () => searchPassages(ctx, root, q, depth))) ?? [];
  const first = found.slice(0, p.K1);
  const b = first[0]?.passage;
  const second = b && (await untilBudget(ctx, () => expand(ctx, root, q, b, p)));
  // A reranker judges without a chat model, too, when the first hop is all there is.
  const P = poolOf(leadsOn(first, second ?? nowhere) ? first : found, second ?? nowhere, p);

  const final = ctx.trace.add({ id: 'final', kind: 'final', text: q, parent: root });
  const names = second?.entities.map(({ text }) => text) ?? [];
  const isChoice = p.alpha < 1 && P.length > p.k;
  const score = b && (() => (p.judge === 'reranker' ? scorePairs(ctx, final, q, b, P) : judge(ctx, final, q, b, names, P)));
  const judged = score && isChoice ? await untilBudget(ctx, score) : undefined;
  const ranking = rank(P, judged, p.alpha);
  const passages = tellEvidence(ctx, final, ranking, p.k, (passage) => b && leadTo(ctx, b, names, passage));
  for (const { node, found } of searchesOf(second ?? nowhere))
    if (found.some(({ passage }) => passages.some(({ id }) => id === passage.id))) ctx.trace.connect(node, final, 'combines_into');
  const { answer } = await answerFromPassages(ctx, final, { question: q, passages, cot: false, isFinal: true });
  endWithAnswer(ctx, root, { answer });
  if (b && !second) return { answer, stopReason: 'budget_exhausted' };
  return { answer, stopReason: leadsOn(first, second ?? nowhere) ? 'second_hop' : 'first_hop_only' };
}

/** A search of the second hop. */
interface Search {
  readonly node: string;
  readonly text: string;
  readonly found: readonly FoundPassage[];
}

interface SecondHop {
  /** By sentences of subject, verb and object. */
  readonly svo: readonly Search[];
  readonly entities: readonly Search[];
}

const nowhere: SecondHop = { svo: [], entities: [] };

function searchesOf({ svo, entities }: SecondHop): readonly Search[] {
  return [...svo, ...entities];
}

/** Whether the second hop has found anything new. */
function leadsOn(first: readonly FoundPassage[], second: SecondHop): boolean {
  const known = new Set(first.map(({ passage }) => passage.id));
  return searchesOf(second).some(({ found }) => found.some(({ passage }) => !known.has(passage.id)));
}

/**
 * What the bridge leads to: one search for each query, and one for each entity, that a model reads from it.
 * @returns undefined when the run's budget is spent before any of them
 */
async function expand(ctx: RunContext, root: string, question: string, b: Passage, p: Parameters): Promise<SecondHop | undefined> {
  ctx.trace.doing(root, { kind: 'planning' });
  const input = { question, passages: [b] };
  const [queries = [], names = []] = await together(
    [
      async () => (p.N === 0 ? [] : (await perform(ctx, root, bridgeRoles.queries, { ...input, most: p.N })).output.queries),
      async () => (p.ke === 0 ? [] : (await perform(ctx, root, bridgeRoles.entities, input)).output.entities),
    ],
    (ask) => ask(),
  );
  const taken = new Set([questionKey(question)]);
  const askable = queries.filter((one) => !namesUnknown(one, question) && !repeatsQuestion(one, question));
  const svo = fresh(askable, taken).map((text, i) => addSearch(ctx, root, `q${i + 1}`, text));
  const entities = fresh(names, taken).map((text, i) => addSearch(ctx, root, `e${i + 1}`, text));
  const found = await together([...svo, ...entities], (one, i) => search(ctx, one, i < svo.length ? p.k2 : p.ke));
  if (found.length > 0 && found.every((one) => one === undefined)) return undefined;
  return { svo: found.slice(0, svo.length).flatMap((one) => one ?? []), entities: found.slice(svo.length).flatMap((one) => one ?? []) };
}

/** The first text of each key that is not taken, which it then is: nothing is searched twice. */
function fresh(texts: readonly string[], taken: Set<string>): readonly string[] {
  return texts.filter((text) => {
    const key = questionKey(text);
    return key !== '' && !taken.has(key) && taken.add(key);
  });
}

function addSearch(ctx: RunContext, root: string, id: string, said: string): Omit<Search, 'found'> {
  const text = ctx.edited(id, said);
  return { node: ctx.trace.add({ id, kind: 'sub_question', text, parent: root }), text };
}

async function search(ctx: RunContext, { node, text }: Omit<Search, 'found'>, n: number): Promise<Search | undefined> {
  return nodeUntilBudget(ctx, node, async () => {
    const found = await searchPassages(ctx, node, text, n);
    ctx.trace.end(node, found.length === 0 ? 'unsupported' : 'supported');
    return { node, text, found };
  });
}

export interface Candidate {
  readonly passage: Passage;
  /** In [0, 1]: the largest of its scores, each divided by the best score of the same search. */
  readonly s: number;
}

/** Each passage once with its largest s, best first; ties in the order in which they were found. */
export function unionMax(lists: readonly (readonly FoundPassage[])[]): readonly Candidate[] {
  const best = new Map<string, Candidate>();
  for (const list of lists) {
    const top = list[0]?.score ?? 0;
    for (const { passage, score } of list) {
      const s = top > 0 ? Math.max(0, score / top) : 0;
      if (s > (best.get(passage.id)?.s ?? -1)) best.set(passage.id, { passage, s });
    }
  }
  return [...best.values()].sort((x, y) => y.s - x.s);
}

function poolOf(first: readonly FoundPassage[], second: SecondHop, { svo, pool, keepFirst }: Parameters): readonly Candidate[] {
  const bySvo = unionMax(second.svo.map(({ found }) => found)).slice(0, svo);
  const lists = [bySvo.map(({ passage, s }) => ({ passage, score: s })), ...second.entities.map(({ found }) => found)];
  return unionMax(keepFirst || !leadsOn(first, second) ? [first, ...lists] : lists).slice(0, pool);
}

/** The score of each candidate from 0 to 10, null without one; undefined where no candidate has one. One call for all. */
async function judge(
  ctx: RunContext,
  node: string,
  question: string,
  b: Passage,
  entities: readonly string[],
  P: readonly Candidate[],
): Promise<readonly (number | null)[] | undefined> {
  ctx.trace.doing(node, { kind: 'reranking' });
  const passages = [b, ...P.flatMap(({ passage }) => (passage.id === b.id ? [] : [passage]))];
  const { scores } = (await perform(ctx, node, bridgeRoles.judge, { question, entities, passages })).output;
  const byId = new Map(passages.map(({ id }, i) => [id, scores[i] ?? null]));
  const judged = P.map(({ passage }) => byId.get(passage.id) ?? null);
  const missing = judged.filter((score) => score === null).length;
  if (missing === judged.length) return undefined;
  if (missing > 0) ctx.trace.flagNode(node, `not_judged:${missing}`);
  return judged;
}

/** The same by the reranker, from pairs of question with bridge and candidate, which models shorten to what they read. */
async function scorePairs(
  ctx: RunContext,
  node: string,
  question: string,
  b: Passage,
  P: readonly Candidate[],
): Promise<readonly (number | null)[] | undefined> {
  ctx.trace.doing(node, { kind: 'reranking', done: 0, of: P.length });
  const ids = P.map(({ passage }) => passage.id);
  const scores = await ctx.reranker.score(`${question}\n${b.text}`, ids, { node, signal: ctx.signal });
  if (scores.some((score) => score !== null)) return scores;
  ctx.trace.flagNode(node, 'rerank_failed');
  return undefined;
}

/** PIT(s, c) = |{c′ ∈ P : s(c′) ≤ s(c)}| / |P|, in the order of the scores. */
export function percentileRanks(scores: readonly number[]): readonly number[] {
  const ascending = scores.toSorted((x, y) => x - y);
  return scores.map((score) => (ascending.lastIndexOf(score) + 1) / scores.length);
}

interface RankedCandidate extends Candidate {
  /** (1 − α) · PIT(judge) + α · PIT(s); PIT(s) where nothing is judged. */
  readonly f: number;
}

/**
 * Best first by f, ties in the order of the pool.
 * @param judged one that has no score is behind all that have one
 */
export function rank(P: readonly Candidate[], judged: readonly (number | null)[] | undefined, alpha: number): readonly RankedCandidate[] {
  const bySimilarity = percentileRanks(P.map(({ s }) => s));
  const byJudge = judged && percentileRanks(judged.map((score) => score ?? -1));
  return P.map((candidate, i) => {
    const similarity = bySimilarity[i] ?? 0;
    return { ...candidate, f: byJudge ? (1 - alpha) * (byJudge[i] ?? 0) + alpha * similarity : similarity };
  }).sort((x, y) => y.f - x.f);
}

/** The first entity that both the bridge and the passage have, where the bridge has it. */
function leadTo(ctx: RunContext, b: Passage, entities: readonly string[], { id, title, text }: Passage) {
  if (id === b.id) return undefined;
  const shared = entities.filter((entity) => new PhraseFinder([entity]).areIn(title, text));
  return shared.map((entity) => ctx.mentionOf(b, entity)).find((place) => place !== undefined);
}

/** Records the whole ranking. @returns the best k of it that do not nearly repeat a better one, which are read */
function tellEvidence(
  ctx: RunContext,
  node: string,
  ranking: readonly RankedCandidate[],
  k: number,
  leadOf: (passage: Passage) => ReturnType<typeof leadTo>,
): readonly Passage[] {
  const passages = ranking.map(({ passage }) => passage);
  const isFolded = foldDuplicates(ctx, node, passages);
  const read = passages.filter((_, i) => isFolded[i] !== true).slice(0, k);
  ctx.trace.evidence(
    node,
    ranking.map(({ passage, f }) => {
      const mentionedBy = leadOf(passage);
      return { passage, score: f, used: read.includes(passage), source: 'initial', ...(mentionedBy && { mentionedBy }) };
    }),
  );
  return read;
}

const parameters = z.object({
  K1: z.int().min(1).max(100).default(5).describe('Passages of the first hop; the best of them is the bridge'),
  N: z.int().min(0).max(10).default(3).describe('Queries of the second hop at most, written from question and bridge; 0 asks for none'),
  k2: z.int().min(1).max(100).default(10).describe('Passages retrieved per query'),
  svo: z.int().min(1).max(100).default(15).describe('Passages kept of all queries'),
  ke: z.int().min(0).max(100).default(5).describe('Passages retrieved per entity of question and bridge; 0 names none'),
  pool: z.int().min(1).max(100).default(20).describe('Candidates at most, which are judged with question and bridge'),
  alpha: z.number().min(0).max(1).default(0.1).describe('Weight of the similarity beside the judge; at 1 nothing is judged'),
  k: z.int().min(1).max(100).default(5).describe('Passages read'),
  judge: z
    .enum(['model', 'reranker'])
    .default('model')
    .describe('Who scores candidates with question and bridge: the chat model, or the reranker, also without a chat model'),
  keepFirst: z
    .boolean()
    .default(true)
    .describe('Whether the passages of the first hop are candidates too; as published only what the second hop finds'),
});
type Parameters = z.output<typeof parameters>;

export const bridgeRag = definePipeline({
  id: 'bridge-rag',
  title: 'BridgeRAG',
  description: 'Looks up what the best passage leads to, and judges it together with that passage.',
  paper: 'Bacellar 2026, BridgeRAG: Training-Free Bridge-Conditioned Retrieval for Multi-Hop Question Answering',
  parameters,
  passages: ['k'],
  plans: true,
  bound: ({ N, ke, alpha, judge, pool }) => ({
    llmCalls: (N > 0 ? 1 : 0) + (ke > 0 ? 1 : 0) + (alpha < 1 && judge === 'model' ? 1 : 0) + 1,
    retrievals: 1 + N + (ke > 0 ? 2 : 0),
    rerankPairs: alpha < 1 && judge === 'reranker' ? pool : 0,
    nliPairs: 0,
  }),
  run: crossBridge,
});
