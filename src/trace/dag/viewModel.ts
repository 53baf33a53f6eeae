/** Derives the map of sub-questions from the trace: cards and edges. Pure. */
import { t } from '@vscode/l10n';
import type { EdgeKind, Trace, TraceEdge, TraceNode } from '../../protocol/trace.ts';
import { doubtOfNode } from '../confirm.ts';
import { cardAside, planText } from './nodeFacts.ts';
import { shownEvidence } from './shownEvidence.ts';
import { foundNoAnswer, nodeStateWords, timeWords, wasReached, wasStopped, type StateWords } from './words.ts';

export interface CardView {
  readonly id: string;
  /** `1`, `2`; `1′` in the plan before the last; a name for cards that are not sub-questions. */
  readonly label: string;
  readonly isStep: boolean;
  /** The card of the question itself. */
  readonly isQuestion: boolean;
  /** The card of the final answer, which is below all others. */
  readonly isAnswer: boolean;
  readonly state: StateWords;
  /** The question as searched, with earlier answers filled in, or another card's topic; empty if that is the question of the run. */
  readonly question: string;
  /** The question as planned, if it differs. */
  readonly plannedQuestion?: string;
  /** True if there is an answer, or may be one. */
  readonly hasAnswer: boolean;
  readonly answer?: string;
  /** The answer before it was checked against its evidence; empty when there was none. */
  readonly replacedAnswer?: string;
  readonly failure?: string;
  readonly evidenceCount: number;
  readonly viaNeighbors: number;
  readonly viaMentions: number;
  /** The answer's basis if it is not documents: text that the model wrote, or sub-questions. */
  readonly restsOn?: 'memory' | 'parts';
  /** Votes or confidence in a few words. */
  readonly aside?: string;
  /** Empty until the node has run, and if nothing was done for it. */
  readonly time: string;
  /** False if nothing was done for the node: its turn had not come, or its input was missing. */
  readonly isReached: boolean;
  /** True if its run ended while it was active. */
  readonly isStopped: boolean;
  /** True if anything was searched for the node, whatever was found. */
  readonly isSearched: boolean;
  readonly isGhost: boolean;
  /** Proposed but not asked. */
  readonly isRejected: boolean;
  readonly parent: string | null;
}

export interface EdgeView {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** An edge from or to an abandoned card, or to the answer from a step that contributed nothing. */
  readonly isGhost: boolean;
}

export interface DagView {
  /** In the order in which the run made them. */
  readonly cards: readonly CardView[];
  readonly edges: readonly EdgeView[];
}

export function dagView(trace: Trace): DagView {
  const nodes = trace.nodes.filter((node) => !isFolded(node, trace)).toSorted((a, b) => a.order - b.order);
  const labels = labelsOf(nodes);
  const needs = Map.groupBy(
    trace.edges.filter(({ kind }) => kind === 'depends_on' || kind === 'then'),
    ({ to }) => to,
  );
  const ghosts = new Set(nodes.filter((node) => node.status === 'superseded' || node.status === 'rejected').map((node) => node.id));
  return {
    cards: nodes.map((node) => cardOf(node, trace, labels, waitsFor(node, trace, needs, labels), ghosts.has(node.id))),
    edges: [
      ...drawnEdges(trace, nodes).map((edge) => ({ ...edge, isGhost: ghosts.has(edge.from) || ghosts.has(edge.to) })),
      ...vainEdges(
        trace,
        nodes.filter((node) => !ghosts.has(node.id)),
      ),
    ],
  };
}

/**
 * The card to show until the user chooses one: the active step, otherwise the last one that ended; without steps the last card with
 * evidence, otherwise the first.
 */
export function followedCard(dag: DagView): string | undefined {
  const steps = dag.cards.filter((card) => card.isStep && !card.isGhost);
  const atWork = steps.findLast((card) => card.state.tone === 'running');
  const ended = steps.findLast((card) => card.state.tone !== 'waiting');
  const withEvidence = dag.cards.findLast((card) => card.evidenceCount > 0);
  return (atWork ?? ended ?? steps[0] ?? withEvidence ?? dag.cards[0])?.id;
}

function cardOf(
  node: TraceNode,
  trace: Trace,
  labels: ReadonlyMap<string, string>,
  waiting: readonly string[],
  isGhost: boolean,
): CardView {
  const planned = withoutPlaceholders(node.text);
  const question = cardText(node, trace);
  const evidence = shownEvidence(trace, node);
  const answer = node.answer ?? undefined;
  const replaced = node.answerBeforeRevision === undefined ? undefined : (node.answerBeforeRevision ?? '');
  const restsOn = restsOnWhat(node);
  const aside = cardAside(node);
  return {
    id: node.id,
    label: labels.get(node.id) ?? node.id,
    isStep: node.kind === 'sub_question',
    isQuestion: node.kind === 'root',
    isAnswer: node.kind === 'final',
    state: nodeStateWords(node, trace, waiting),
    question,
    ...(node.resolvedText === undefined || node.resolvedText === node.text ? {} : { plannedQuestion: planned }),
    hasAnswer: hasAnswerLine(node),
    ...(answer === undefined || foundNoAnswer(node) ? {} : { answer }),
    ...(replaced === undefined || replaced === answer ? {} : { replacedAnswer: replaced }),
    ...(node.failure === undefined || wasStopped(node, trace) ? {} : { failure: node.failure }),
    evidenceCount: evidence.length,
    viaNeighbors: evidence.filter((item) => item.source === 'frontier' && !item.mentionedBy).length,
    viaMentions: evidence.filter((item) => item.mentionedBy).length,
    ...(restsOn === undefined ? {} : { restsOn }),
    ...(aside === undefined ? {} : { aside }),
    time: timeWords(node, trace),
    isReached: wasReached(node, trace),
    isStopped: wasStopped(node, trace),
    isSearched: trace.retrievals.some((retrieval) => retrieval.node === node.id),
    isGhost,
    isRejected: node.status === 'rejected',
    parent: node.parent,
  };
}

function cardText(node: TraceNode, trace: Trace): string {
  if (node.kind === 'plan') return planText(trace, node);
  if (node.kind === 'meta') return t('Checks the question against all steps and the best passages');
  const text = node.resolvedText ?? node.text;
  return node.kind === 'final' && text === trace.question ? '' : withoutPlaceholders(text);
}

/** For a plan that is not solved yet. */
function withoutPlaceholders(text: string): string {
  return text.replace(/\{sub_question_(\d+)_answer\}/g, `‹${t('answer {0}', '$1')}›`);
}

function hasAnswerLine(node: TraceNode): boolean {
  const { kind, status, answer, failure } = node;
  if (kind === 'root' || isDraft(node)) return false;
  if (answer != null || failure !== undefined) return true;
  return (kind === 'sub_question' || kind === 'meta' || kind === 'final') && (status === 'pending' || status === 'running');
}

function restsOnWhat(node: TraceNode): CardView['restsOn'] {
  if (node.branch === 'decompose') return 'parts';
  const { evidence } = node;
  const isWritten = evidence.length > 0 && evidence.every((item) => item.source === 'generated');
  return isWritten || doubtOfNode(node) === 'from-memory' ? 'memory' : undefined;
}

/** A draft answer, written first as the query of a search. */
function isDraft({ kind, text, answer }: TraceNode): boolean {
  return kind === 'thought' && text === answer;
}

/** A passage that a model wrote for a single question is shown as that question's evidence, not as a separate card. */
function isFolded({ id, kind, parent }: TraceNode, { nodes, edges }: Trace): boolean {
  if (kind !== 'generated_doc' || edges.some((edge) => edge.from === id)) return false;
  return nodes.some((node) => node.id === parent && node.evidence.some((item) => item.passageId === `generated:${id}`));
}

const kindLabels = {
  root: t('Question'),
  generated_doc: t('Background'),
  thought: t('Thought'),
  plan: t('Plan'),
  meta: t('Check'),
  final: t('Answer'),
  compose: t('Written answer'),
} as const;

/**
 * Sub-questions are numbered within their plan, parts of a sub-question within it: `2.1`. Other cards have names, with numbers if there are
 * several.
 */
function labelsOf(nodes: readonly TraceNode[]): ReadonlyMap<string, string> {
  const lastAttempt = Math.max(0, ...nodes.map((node) => node.attempt));
  const steps = new Map(nodes.filter((node) => node.kind === 'sub_question').map((node) => [node.id, node]));
  const named = Map.groupBy(nodes, nameOf);
  const counts = new Map<string, number>();
  const labels = new Map<string, string>();
  for (const node of nodes) {
    const above = node.kind === 'sub_question' && node.parent !== null && steps.has(node.parent) ? labels.get(node.parent) : undefined;
    const name = nameOf(node);
    const series = name ?? above ?? String(node.attempt);
    const n = (counts.get(series) ?? 0) + 1;
    counts.set(series, n);
    const isOnly = name !== undefined && named.get(name)?.length === 1;
    const prime = '′'.repeat(lastAttempt - node.attempt);
    labels.set(node.id, name === undefined ? (above === undefined ? `${n}${prime}` : `${above}.${n}`) : isOnly ? name : `${name} ${n}`);
  }
  return labels;
}

function nameOf(node: TraceNode): string | undefined {
  if (node.kind === 'sub_question') return undefined;
  if (isDraft(node)) return t('Draft');
  return kindLabels[node.kind];
}

/** The labels of unfinished nodes that a node needs before it starts. */
function waitsFor(
  { id, status }: TraceNode,
  { nodes }: Trace,
  needs: ReadonlyMap<string, readonly TraceEdge[]>,
  labels: ReadonlyMap<string, string>,
): string[] {
  const needed = new Set(status === 'pending' ? needs.get(id)?.map(({ from }) => from) : []);
  if (needed.size === 0) return [];
  return nodes
    .filter((other) => needed.has(other.id) && (other.status === 'pending' || other.status === 'running'))
    .map((other) => labels.get(other.id) ?? other.id);
}

/** The trace's edges without redundant ones, such as an edge from the question to a step that is reached through earlier steps. */
function drawnEdges(trace: Trace, nodes: readonly TraceNode[]): { from: string; to: string; kind: EdgeKind }[] {
  const ids = new Set(nodes.map((node) => node.id));
  // A node names its parent before its edges arrive. Without this edge it would first be placed beside everything else.
  const toParents = nodes.flatMap(({ id, parent }) => (parent === null ? [] : [{ from: parent, to: id, kind: 'decomposes' as const }]));
  // A replaced plan is beside the new one, not above it; its state names its replacement.
  const told = trace.edges.filter((edge) => edge.kind !== 'replaces');
  const known = [...told, ...toParents].filter((edge) => ids.has(edge.from) && ids.has(edge.to) && edge.from !== edge.to);
  const distinct = [...Map.groupBy(known, ({ from, to }) => JSON.stringify([from, to])).values()].flatMap(([first]) => first ?? []);
  const after = Map.groupBy(distinct, ({ from }) => from);
  const further = new Map<string, ReadonlySet<string>>();
  return distinct.filter(({ from, to, kind }) => {
    if (kind !== 'decomposes' && kind !== 'combines_into') return true;
    const reached = further.get(from) ?? reachedFurther(from, after);
    further.set(from, reached);
    return !reached.has(to);
  });
}

/** Edges to the answer from the last steps that contributed nothing, so that the answer is still placed after them. */
function vainEdges({ edges }: Trace, live: readonly TraceNode[]): EdgeView[] {
  const answer = live.find((node) => node.kind === 'final');
  if (!answer) return [];
  const above = new Set(live.filter((node) => node.kind === 'root' || node.kind === 'plan').map((node) => node.id));
  const leading = new Set(edges.filter(({ kind }) => kind !== 'replaces').map(({ from }) => from));
  const ends = live.filter(({ id, kind, parent }) => kind === 'sub_question' && parent !== null && above.has(parent) && !leading.has(id));
  const hasNone = ends.length === 0 && answer.parent === null && !edges.some((edge) => edge.to === answer.id);
  return (hasNone ? live.filter((node) => node.kind === 'root') : ends).map(({ id }) => ({
    from: id,
    to: answer.id,
    kind: 'combines_into',
    isGhost: true,
  }));
}

/** What is reached from a node through others. */
function reachedFurther(from: string, after: ReadonlyMap<string, readonly { readonly to: string }[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = (after.get(from) ?? []).map(({ to }) => to);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { to } of after.get(at) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return seen;
}
