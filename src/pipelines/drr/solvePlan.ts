import { listedTitle } from '../../protocol/passage.ts';
import type { NodeStatus } from '../../protocol/trace.ts';
import type { PlanFailure } from '../../reasoning/roles/drrTypes.ts';
import type { RunContext } from '../pipeline.ts';
import { nodeUntilBudget } from '../steps.ts';
import { together } from '../together.ts';
import { fill, named } from './placeholders.ts';
import { nodeOf, type Plan, type PlanNode } from './plan.ts';
import { solve, type Solved, type SolveParameters } from './solve.ts';

/** One pass through a plan. */
export interface PlanAttempt {
  readonly attempt: number;
  readonly plan: Plan;
  /** By id, in the order of the levels; without ids that were not reached. */
  readonly solved: ReadonlyMap<string, Solved>;
  /** True when the budget was exhausted. */
  readonly isCutShort: boolean;
}

export interface PlanToSolve {
  readonly attempt: number;
  readonly plan: Plan;
  /** Answers of this run by question text. Reusable answers are added. */
  readonly cache: Map<string, Solved>;
  /** If true, a level with failures is the last one. Otherwise answers without evidence are kept, and the next levels are solved as far as
   * they have the answers they need. */
  readonly mayReplan: boolean;
}

export interface PlanParameters extends SolveParameters {
  readonly unanswered: 'stop' | 'ask-in-words';
}

/** Solves level by level, each completely even if part of it fails, so that feedback and counts do not depend on timing. */
export async function solvePlan(ctx: RunContext, toSolve: PlanToSolve, p: PlanParameters): Promise<PlanAttempt> {
  const { attempt, plan, cache, mayReplan } = toSolve;
  addSubQuestions(ctx, attempt, plan);
  const solved = new Map<string, Solved>();
  for (const level of plan.levels) {
    const results = await solveLevel(ctx, level, toSolve, solved, p);
    for (const [i, id] of level.entries()) {
      const result = results[i];
      if (!result) continue;
      solved.set(id, result);
      if (result.isReusable) cache.set(result.text, result);
    }
    if (results.includes(undefined)) return { attempt, plan, solved, isCutShort: true };
    if (mayReplan && failuresOf(solved).length > 0) break;
  }
  return { attempt, plan, solved, isCutShort: false };
}

/** In the order of the levels. */
export function failuresOf(solved: ReadonlyMap<string, Solved>): readonly PlanFailure[] {
  return [...solved].flatMap(([id, { text, failure, passages }]) =>
    failure ? [{ id, subQuestion: text, reason: failure, docTitles: [...new Set(passages.map(listedTitle))] }] : [],
  );
}

/** Adds all nodes in the order of the paper's queue, so that the whole plan is visible before it is solved. */
function addSubQuestions(ctx: RunContext, attempt: number, { nodes, queue }: Plan): void {
  for (const id of queue) {
    const { text = '', dependsOn = [], level = 0 } = nodes.get(id) ?? {};
    const node = ctx.trace.add({ id: nodeOf(attempt, id), kind: 'sub_question', text, parent: `plan${attempt}`, depth: 2, attempt, level });
    for (const other of dependsOn) ctx.trace.connect(nodeOf(attempt, other), node, 'depends_on');
  }
}

/**
 * Solves the sub-questions of a level concurrently; undefined for those that the budget did not reach. A text that several share is solved
 * for the lowest number.
 */
function solveLevel(
  ctx: RunContext,
  level: readonly string[],
  { attempt, plan, cache, mayReplan }: PlanToSolve,
  solved: ReadonlyMap<string, Solved>,
  p: PlanParameters,
): Promise<readonly (Solved | undefined)[]> {
  const underWay = new Map<string, Promise<Solved | undefined>>();
  return together(level, async (id) => {
    const node = nodeOf(attempt, id);
    const { text, isBlocked } = resolve(ctx, node, plan.nodes.get(id), solved);
    ctx.trace.doing(node, { kind: 'waiting' });
    ctx.trace.note(node, { resolvedText: text });
    if (isBlocked && (mayReplan || p.unanswered === 'stop')) return block(ctx, node, text);
    const known = cache.get(text) ?? underWay.get(text);
    if (known) return reuse(ctx, node, await known);
    const work = nodeUntilBudget(ctx, node, async () => end(ctx, node, await solve(ctx, node, text, p)));
    underWay.set(text, work);
    return work;
  });
}

/** The text with the answers it needs; blocked if one of them is missing. A text changed by the user is asked as changed. */
function resolve(
  ctx: RunContext,
  node: string,
  planned: PlanNode | undefined,
  solved: ReadonlyMap<string, Solved>,
): { readonly text: string; readonly isBlocked: boolean } {
  const { text = '', dependsOn = [] } = planned ?? {};
  const values = new Map(dependsOn.map((id) => [id, nameOf(id, solved.get(id), text)]));
  const filled = fill(text, values);
  const asked = ctx.edited(node, filled);
  if (asked !== filled) return { text: fill(asked, values), isBlocked: false };
  return { text: filled, isBlocked: dependsOn.some((id) => solved.get(id)?.answer == null) };
}

/** How a question refers to the answer of another: by its name and what tells it apart, or in words when there is no answer. */
function nameOf(id: string, solved: Solved | undefined, question: string): string {
  if (solved?.answer == null) return `the answer to "${solved?.text ?? id}"`;
  return named(solved.answer, solved, question);
}

function block(ctx: RunContext, node: string, text: string): Solved {
  ctx.trace.flagNode(node, 'unresolved_placeholder');
  ctx.trace.end(node, 'blocked', { answer: null });
  const failure = 'unresolved_placeholder';
  return { text, answer: null, status: 'blocked', failure, passages: [], quote: null, cites: [], isReusable: false };
}

/** Another sub-question asked the same text, so its answer and evidence, or the lack of them, apply here too. */
function reuse(ctx: RunContext, node: string, known: Solved | undefined): Solved | undefined {
  if (!known) {
    ctx.trace.end(node, 'blocked');
    return undefined;
  }
  ctx.trace.evidence(
    node,
    known.passages.map((passage, rank) => ({ passage, score: null, used: true, source: 'initial', firstStageRank: rank })),
  );
  if (known.failure) ctx.trace.flagNode(node, known.failure);
  end(ctx, node, known, known.failure ? known.status : 'reused');
  return known;
}

function end(ctx: RunContext, node: string, solved: Solved, status: NodeStatus = solved.status): Solved {
  const { answer, qualifier, missing, quote, cites, passages, answerBeforeRevision, unconfirmed } = solved;
  ctx.trace.end(node, status, {
    answer,
    ...(qualifier === undefined ? {} : { qualifier }),
    ...(missing === undefined ? {} : { missing }),
    abstained: answer === null,
    ...(answer === null || unconfirmed === undefined ? {} : { unconfirmed }),
    evidenceQuote: quote,
    cites: cites.flatMap((i) => passages[i]?.id ?? []),
    ...(answerBeforeRevision === undefined ? {} : { answerBeforeRevision }),
  });
  return solved;
}
