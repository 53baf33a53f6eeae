import type { PlanError, PlannedQuestion } from '../../reasoning/roles/drrTypes.ts';
import { dependenciesOf } from './placeholders.ts';
import { byNumber, topologyOf } from './topology.ts';

/** A plan that can be solved. */
export interface Plan {
  /** In numeric order. */
  readonly nodes: ReadonlyMap<string, PlanNode>;
  readonly levels: readonly (readonly string[])[];
  /** All ids in the order of the paper's queue. */
  readonly queue: readonly string[];
  /** Ids that were dropped because the plan was too long. */
  readonly dropped: readonly string[];
}

export interface PlanNode {
  /** The text with placeholders. */
  readonly text: string;
  /** In order of appearance. */
  readonly dependsOn: readonly string[];
  readonly level: number;
}

/**
 * Checks a plan as written, in the order of pipelines.md 5.2. If it is too long, the lowest numbers are kept, provided they do not need the
 * others.
 * @param planned null when the reply had no plan
 */
export function checkPlan(
  planned: readonly PlannedQuestion[] | null,
  maxSubQuestions: number,
): { readonly plan: Plan; readonly error?: never } | { readonly error: PlanError; readonly plan?: never } {
  if (planned === null) return { error: { code: 'malformed', ids: [] } };
  if (planned.length === 0) return { error: { code: 'empty_plan', ids: [] } };
  const all = planned.toSorted((a, b) => byNumber(a.id, b.id)).map((one) => ({ ...one, dependsOn: dependenciesOf(one.subQuestion) }));
  const kept = all.slice(0, maxSubQuestions);
  const dropped = all.slice(maxSubQuestions).map(({ id }) => id);
  const needed = dropped.filter((id) => kept.some(({ dependsOn }) => dependsOn.includes(id)));
  if (needed.length > 0) return { error: { code: 'too_many', ids: needed } };
  const ids = kept.map(({ id }) => id);
  const topology = topologyOf(ids, new Map(kept.map(({ id, dependsOn }) => [id, dependsOn])));
  if ('error' in topology) return { error: { code: topology.error, ids: topology.ids } };
  const { levels, queue } = topology;
  const nodes = kept.map(({ id, subQuestion, dependsOn }) => {
    return [id, { text: subQuestion, dependsOn, level: levels.findIndex((level) => level.includes(id)) }] as const;
  });
  return { plan: { nodes: new Map(nodes), levels, queue, dropped } };
}

/** The name of a sub-question in the trace: `0.2` is number 2 of the first plan. */
export function nodeOf(attempt: number, id: string): string {
  return `${attempt}.${id}`;
}

/** The plan when there is none: the question itself, verbatim, even if it contains something like a placeholder. */
export function singleNodePlan(question: string): Plan {
  return { nodes: new Map([['1', { text: question, dependsOn: [], level: 0 }]]), levels: [['1']], queue: ['1'], dropped: [] };
}
