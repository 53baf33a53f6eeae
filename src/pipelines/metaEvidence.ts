/**
 * The meta evidence reasoner (MER) of SUNAR: answers the question once more from the whole path and its pooled evidence.
 * Source: SUNAR (Venktesh et al., NAACL 2025), section on MER. Followed: pipelines.md 2.7.
 */
import type { PathStep } from '../reasoning/pathStep.ts';
import type { Ranked } from '../retrieval/retrieval.ts';
import { endWithAnswer, type GivenAnswer, type RunContext } from './pipeline.ts';
import { firstDistinct, foldDuplicates, pathStep, perform } from './steps.ts';
import { sunarRoles } from '../reasoning/roles/sunarRoles.ts';

/** An answered sub-question with its node and its ranked passages, best first, without near-duplicates of better ones among those read. */
export interface AnsweredStep extends PathStep {
  readonly node: string;
  readonly ranking: readonly Ranked[];
  /** The passages that its answer cites, best first. */
  readonly cites: readonly string[];
}

/**
 * Pools the best passages of every step, ranks them against the original question, and reads them together with the path. What nearly
 * repeats a better passage of the pool is not read. Without an answer, the sequential one is kept, unconfirmed by this step.
 */
export async function metaEvidenceReasoning(
  ctx: RunContext,
  question: string,
  path: readonly AnsweredStep[],
  sequential: GivenAnswer,
  { merPerStep, merTop }: { readonly merPerStep: number; readonly merTop: number },
): Promise<GivenAnswer> {
  const meta = ctx.trace.add({ id: 'meta', kind: 'meta', text: question });
  for (const step of path) ctx.trace.connect(step.node, meta, 'combines_into');
  const call = { node: meta, signal: ctx.signal };

  const pool = [...new Set(path.flatMap((step) => bestOf(step).slice(0, merPerStep)))];
  ctx.trace.doing(meta, { kind: 'reranking', done: 0, of: pool.length });
  const scores = await ctx.reranker.score(question, pool, call);
  if (pool.length > 0 && scores.every((score) => score === null)) ctx.trace.flagNode(meta, 'rerank_failed');
  const sorted = pool.map((passageId, i) => ({ passageId, score: scores[i] ?? null })).sort((a, b) => bestFirst(a.score, b.score));
  const ranked = withCited(sorted, new Set(path.flatMap(({ cites }) => cites.slice(0, 1))), merTop);
  const seen = await firstDistinct(ctx, ranked, merTop, call);
  const isFolded = foldDuplicates(ctx, meta, seen);
  const passages = seen.filter((_, i) => isFolded[i] !== true);
  const frontier = new Map(
    path.flatMap(({ ranking }) => ranking.flatMap(({ passageId, via }) => (via === undefined ? [] : [[passageId, via] as const]))),
  );
  ctx.trace.evidence(
    meta,
    seen.map((passage, i) => {
      const via = frontier.get(passage.id);
      return {
        passage,
        score: ranked[i]?.score ?? null,
        used: isFolded[i] !== true,
        source: via === undefined ? 'initial' : 'frontier',
        ...(via === undefined ? {} : { via }),
      };
    }),
  );

  ctx.trace.doing(meta, { kind: 'finishing' });
  const { output, unconfirmed } = await perform(
    ctx,
    meta,
    sunarRoles.mer,
    { question, path: pathSteps(path), passages },
    { isFinal: true },
  );
  const { answer, fromMemory, missing } = output;
  const open = missing === undefined ? {} : { missing };
  if (answer === null) {
    ctx.trace.flagNode(meta, 'mer_fallback');
    endWithAnswer(ctx, meta, output);
    // What the check misses without an answer is missing beside the sequential one.
    return { ...open, ...sequential, unconfirmed: unconfirmed ?? 'check-gave-none' };
  }
  endWithAnswer(ctx, meta, output, passages);
  return { answer, ...(fromMemory === undefined ? {} : { fromMemory }), ...open };
}

/** The passages of a step: those that its answer cites, which the check has to see, then by rank. */
function bestOf({ cites, ranking }: AnsweredStep): readonly string[] {
  return [...new Set([...cites, ...ranking.map(({ passageId }) => passageId)])];
}

/** Among the first `count`, cited passages take the places of the last others. */
function withCited<T extends { readonly passageId: string }>(
  ranked: readonly T[],
  cited: ReadonlySet<string>,
  count: number,
): readonly T[] {
  const isCited = ({ passageId }: T): boolean => cited.has(passageId);
  const lost = ranked.slice(count).filter(isCited);
  const first = ranked.slice(0, count);
  const others = first.filter((one) => !isCited(one));
  const out = new Set(others.slice(Math.max(0, others.length - lost.length)));
  const kept = new Set([...first.filter((one) => !out.has(one)), ...lost]);
  return [...kept, ...ranked.filter((one) => !kept.has(one))];
}

/** Higher scores first; a missing score ranks last. */
function bestFirst(a: number | null, b: number | null): number {
  const [x, y] = [a ?? -Infinity, b ?? -Infinity];
  return x < y ? 1 : x > y ? -1 : 0;
}

/** The part of the path that a reasoner sees, without rankings. */
export function pathSteps(path: readonly AnsweredStep[]): readonly PathStep[] {
  return path.map((step) => pathStep(step.question, step));
}
