/** From the trace to what the map of sub-questions shows: cards and edges. Pure. */
import type { EdgeKind, Trace, TraceNode } from '../../src/protocol/trace.ts';
import { duration, foundNoAnswer, stateWords, wasStopped, type StateWords } from './words.ts';

export interface CardView {
  readonly id: string;
  /** `1`, `2`; `1′` in the plan before the last; what it is for cards that are no sub-question. */
  readonly label: string;
  readonly isStep: boolean;
  /** The card of the question itself. */
  readonly isQuestion: boolean;
  readonly state: StateWords;
  /** The question as asked of the documents: with earlier answers filled in. */
  readonly question: string;
  /** The question as planned, when that differs. */
  readonly plannedQuestion?: string;
  readonly answer?: string;
  readonly replacedAnswer?: string;
  readonly failure?: string;
  readonly evidenceCount: number;
  readonly viaNeighbors: number;
  /** Empty until the node has run. */
  readonly time: string;
  readonly isGhost: boolean;
  readonly parent: string | null;
}

export interface EdgeView {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly isGhost: boolean;
}

export interface DagView {
  /** In the order in which the run made them. */
  readonly cards: readonly CardView[];
  readonly edges: readonly EdgeView[];
}

export function dagView(trace: Trace): DagView {
  const nodes = trace.nodes.toSorted((a, b) => a.order - b.order);
  const labels = labelsOf(nodes);
  const ghosts = new Set(nodes.filter((node) => node.status === 'superseded' || node.status === 'rejected').map((node) => node.id));
  return {
    cards: nodes.map((node) => cardOf(node, trace, labels, ghosts.has(node.id))),
    edges: drawnEdges(trace).map((edge) => ({ ...edge, isGhost: ghosts.has(edge.from) || ghosts.has(edge.to) })),
  };
}

/** The card to show while the user has chosen none: the step at work, else the last one that has ended; without steps the last card with evidence, else the first. */
export function followedCard(dag: DagView): string | undefined {
  const steps = dag.cards.filter((card) => card.isStep && !card.isGhost);
  const atWork = steps.findLast((card) => card.state.tone === 'running');
  const ended = steps.findLast((card) => card.state.tone !== 'waiting');
  const withEvidence = dag.cards.findLast((card) => card.evidenceCount > 0);
  return (atWork ?? ended ?? steps[0] ?? withEvidence ?? dag.cards[0])?.id;
}

function cardOf(node: TraceNode, trace: Trace, labels: ReadonlyMap<string, string>, isGhost: boolean): CardView {
  const question = node.resolvedText ?? node.text;
  const answer = node.answer ?? undefined;
  const replaced = node.answerBeforeRevision ?? undefined;
  const ranMs = node.endedAt - node.startedAt;
  return {
    id: node.id,
    label: labels.get(node.id) ?? node.id,
    isStep: node.kind === 'sub_question',
    isQuestion: node.kind === 'root',
    state: stateWords(node, trace, waitsFor(node, trace, labels)),
    question,
    ...(question === node.text ? {} : { plannedQuestion: node.text }),
    ...(answer === undefined || foundNoAnswer(node) ? {} : { answer }),
    ...(replaced === undefined || replaced === answer ? {} : { replacedAnswer: replaced }),
    ...(node.failure === undefined || wasStopped(node, trace) ? {} : { failure: node.failure }),
    evidenceCount: node.evidence.length,
    viaNeighbors: node.evidence.filter((item) => item.source === 'frontier').length,
    time: node.status === 'pending' || ranMs <= 0 ? '' : duration(ranMs / 1000),
    isGhost,
    parent: node.parent,
  };
}

const kindLabels = {
  root: 'Question',
  generated_doc: 'Draft',
  thought: 'Thought',
  plan: 'Plan',
  meta: 'Check',
  final: 'Answer',
} as const;

function labelsOf(nodes: readonly TraceNode[]): ReadonlyMap<string, string> {
  const lastAttempt = Math.max(0, ...nodes.map((node) => node.attempt));
  const counts = new Map<number, number>();
  const labels = new Map<string, string>();
  for (const node of nodes) {
    if (node.kind !== 'sub_question') {
      labels.set(node.id, kindLabels[node.kind]);
      continue;
    }
    const n = (counts.get(node.attempt) ?? 0) + 1;
    counts.set(node.attempt, n);
    labels.set(node.id, `${n}${'′'.repeat(lastAttempt - node.attempt)}`);
  }
  return labels;
}

function waitsFor(node: TraceNode, trace: Trace, labels: ReadonlyMap<string, string>): string[] {
  const needed = trace.edges
    .filter((edge) => edge.to === node.id && (edge.kind === 'depends_on' || edge.kind === 'then'))
    .map((edge) => edge.from);
  return trace.nodes
    .filter((other) => needed.includes(other.id) && (other.status === 'pending' || other.status === 'running'))
    .map((other) => labels.get(other.id) ?? other.id);
}

/** The trace's edges without those that say nothing new on a map: from the question to a step that is reached through earlier steps, for one. */
function drawnEdges(trace: Trace): { from: string; to: string; kind: EdgeKind }[] {
  const ids = new Set(trace.nodes.map((node) => node.id));
  // A node names its parent before its edges are told: without this it would first stand beside everything else.
  const toParents = trace.nodes.flatMap(({ id, parent }) =>
    parent === null ? [] : [{ from: parent, to: id, kind: 'decomposes' as const }],
  );
  const known = [...trace.edges, ...toParents].filter((edge) => ids.has(edge.from) && ids.has(edge.to) && edge.from !== edge.to);
  const distinct = known.filter((edge, i) => known.findIndex((other) => other.from === edge.from && other.to === edge.to) === i);
  const after = new Map<string, string[]>();
  for (const edge of distinct) after.set(edge.from, [...(after.get(edge.from) ?? []), edge.to]);
  return distinct.filter((edge) => {
    if (edge.kind !== 'decomposes' && edge.kind !== 'combines_into') return true;
    return !(after.get(edge.from) ?? []).some((middle) => middle !== edge.to && reaches(middle, edge.to, after));
  });
}

function reaches(from: string, to: string, after: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(after.get(at) ?? []));
  }
  return false;
}
