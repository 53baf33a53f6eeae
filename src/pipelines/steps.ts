/** Steps that many systems share. */
import { isAriadneError } from '../base/errors.ts';
import type { Passage } from '../protocol/passage.ts';
import type { Unconfirmed } from '../protocol/unconfirmed.ts';
import type { PathStep } from '../reasoning/pathStep.ts';
import type { ReasonerCall } from '../reasoning/reasoner.ts';
import type { Role } from '../reasoning/role.ts';
import { readRole, type ReadInput, type ReadOutput } from '../reasoning/roles/readRoles.ts';
import type { CallOptions } from '../retrieval/retrieval.ts';
import { nearDuplicates } from './nearDuplicates.ts';
import { endWithAnswer, type RunContext } from './pipeline.ts';

/** A passage as a search found it. */
export interface FoundPassage {
  readonly passage: Passage;
  readonly score: number;
}

/**
 * One retrieval on behalf of a node. The results, best first, become its evidence; without any, it gets the flag `empty_retrieval`.
 * Near-duplicates of better results are evidence that is not used, and counted in the flag `folded`.
 */
export async function searchPassages(ctx: RunContext, node: string, query: string, n: number): Promise<readonly FoundPassage[]> {
  const call = { node, signal: ctx.signal };
  ctx.trace.doing(node, { kind: 'retrieving' });
  const results = await ctx.retriever.search(query, n, call);
  if (results.length === 0) ctx.trace.flagNode(node, 'empty_retrieval');
  const passages = await ctx.passages.passages(
    results.map(({ passageId }) => passageId),
    call,
  );
  const isFolded = foldDuplicates(ctx, node, passages);
  const found = passages.map((passage, i) => ({ passage, score: results[i]?.score ?? 0 }));
  ctx.trace.evidence(
    node,
    found.map((one, i) => ({ ...one, used: isFolded[i] !== true, source: 'initial', firstStageRank: i })),
  );
  return found.filter((_, i) => isFolded[i] !== true);
}

/** Which passages nearly repeat a better one, which the node's flag `folded` tells. */
export function foldDuplicates(ctx: RunContext, node: string, passages: readonly Passage[]): readonly boolean[] {
  const isFolded = nearDuplicates(passages);
  const count = isFolded.filter(Boolean).length;
  if (count > 0) ctx.trace.flagNode(node, `folded:${count}`);
  return isFolded;
}

/** The best passages of a ranking, as many as it takes for `count` that do not nearly repeat a better one. */
export async function firstDistinct(
  ctx: RunContext,
  ranking: readonly { readonly passageId: string }[],
  count: number,
  call: CallOptions,
): Promise<readonly Passage[]> {
  const seen: Passage[] = [];
  let missing = count;
  while (missing > 0 && seen.length < ranking.length) {
    const next = ranking.slice(seen.length, seen.length + missing).map(({ passageId }) => passageId);
    seen.push(...(await ctx.passages.passages(next, call)));
    missing = count - nearDuplicates(seen).filter((isNear) => !isNear).length;
  }
  return seen;
}

/** Like `search`, for callers that need only the passages. */
export async function retrieve(ctx: RunContext, node: string, query: string, n: number): Promise<readonly Passage[]> {
  return (await searchPassages(ctx, node, query, n)).map(({ passage }) => passage);
}

interface Done<O> {
  readonly output: O;
  /** Why the output is a fallback; undefined if it is not. */
  readonly unconfirmed: Unconfirmed | undefined;
  /** The same as a code, for those who plan the next step: that of the failed call, or `reply-unusable`. */
  readonly failed: string | undefined;
}

/** The output of a role on behalf of a node, which gets the role's flags. */
export async function perform<I, O>(
  ctx: RunContext,
  node: string,
  role: Role<I, O>,
  input: NoInfer<I>,
  options: Omit<ReasonerCall, 'node' | 'signal'> = {},
): Promise<Done<O>> {
  const { output, flags, failed } = await ctx.reasoner.perform(role, input, { node, signal: ctx.signal, ...options });
  ctx.trace.flagNode(node, ...flags);
  const unconfirmed = fellBack(flags);
  return { output, unconfirmed, failed: failed ?? unconfirmed };
}

/** Why a role's answer is a fallback; undefined if it is not. */
function fellBack(flags: readonly string[]): Unconfirmed | undefined {
  if (flags.some((flag) => flag.startsWith('call_failed:'))) return 'call-failed';
  return flags.some((flag) => flag.startsWith('role_fallback:')) ? 'reply-unusable' : undefined;
}

interface ToRead extends ReadInput {
  readonly isFinal?: boolean;
  /** About any answer to the question. */
  readonly doubt?: Unconfirmed;
}

/** Answers from passages (pipelines.md 1.8) and ends the node with the answer. */
export async function answerFromPassages(
  ctx: RunContext,
  node: string,
  { isFinal = false, doubt, ...input }: ToRead,
): Promise<ReadOutput & { readonly failed: string | undefined }> {
  ctx.trace.doing(node, { kind: 'reading' });
  const { output, unconfirmed = doubt, failed } = await perform(ctx, node, readRole, input, { isFinal });
  endWithAnswer(ctx, node, { ...output, unconfirmed }, input.passages);
  return { ...output, failed };
}

/**
 * Records which guesses a sub-question takes for granted, not those that the user has edited away, and returns the doubt about its answer.
 */
export function noteGuesses(ctx: RunContext, node: string, text: string, guessed: readonly string[] = []): Unconfirmed | undefined {
  const kept = guessed.filter((guess) => text.includes(guess));
  if (kept.length === 0) return undefined;
  ctx.trace.note(node, { guessed: kept });
  return 'guessed';
}

/** A finished step as a reasoner sees it. */
export function pathStep(
  question: string,
  { answer, guess, fromMemory, qualifier, missing, failed }: Omit<PathStep, 'question' | 'failed'> & { readonly failed?: string },
): PathStep {
  return {
    question,
    answer,
    ...(guess === undefined ? {} : { guess }),
    ...(fromMemory === undefined ? {} : { fromMemory }),
    ...(qualifier === undefined ? {} : { qualifier }),
    ...(missing === undefined ? {} : { missing }),
    ...(failed === undefined ? {} : { failed }),
  };
}

/**
 * The result of `work`; undefined, with the flag `budget_exhausted`, when the run's budget is spent before. Callers then go to the last
 * answering step (pipelines.md 1.5).
 */
export async function untilBudget<T>(ctx: RunContext, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isAriadneError(error, 'budget-exhausted')) throw error;
    ctx.trace.flag('budget_exhausted');
    return undefined;
  }
}

/** Like `untilBudget`, for the work of a node, which ends as blocked when the budget is exhausted. */
export async function nodeUntilBudget<T>(ctx: RunContext, node: string, work: () => Promise<T>): Promise<T | undefined> {
  const result = await untilBudget(ctx, async () => ({ value: await work() }));
  if (!result) ctx.trace.end(node, 'blocked');
  return result?.value;
}
