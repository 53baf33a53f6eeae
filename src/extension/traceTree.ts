/** The questions view as data: what stands under what, and in which words. Pure. */
import type { RunSummary } from '../protocol/engine.ts';
import type { Passage } from '../protocol/passage.ts';
import type { Evidence, NodeStatus, Trace, TraceNode } from '../protocol/trace.ts';

export interface DayItem {
  readonly kind: 'day';
  readonly label: string;
  readonly runs: readonly RunSummary[];
}
export interface RunItem {
  readonly kind: 'run';
  readonly run: RunSummary;
}
/** A node's status as people would say it. `stopped` and `not reached`: its run ended before it did. */
export type NodeStanding = NodeStatus | 'no answer found' | 'stopped' | 'not reached';

export interface NodeItem {
  readonly kind: 'node';
  readonly runId: string;
  readonly node: TraceNode;
  readonly standing: NodeStanding;
  readonly evidence: readonly EvidenceItem[];
}
export interface EvidenceItem {
  readonly kind: 'evidence';
  readonly runId: string;
  readonly nodeId: string;
  readonly evidence: Evidence;
  readonly passage: Passage;
}
export type TreeItemData = DayItem | RunItem | NodeItem | EvidenceItem;

/** Newest day first, newest run first within it. */
export function daysOf(runs: readonly RunSummary[], now: Date): DayItem[] {
  const sorted = runs.toSorted((a, b) => b.startedAtUtc.localeCompare(a.startedAtUtc));
  return [...Map.groupBy(sorted, (run) => dayLabel(new Date(run.startedAtUtc), now))].map(([label, ofDay]) => ({
    kind: 'day',
    label,
    runs: ofDay,
  }));
}

/**
 * Sub-questions with their evidence; of a run without sub-questions, the evidence of the question itself.
 * @param isGoingOn false also for a run whose log breaks off.
 */
export function childrenOfRun(trace: Trace, isGoingOn: boolean): readonly (NodeItem | EvidenceItem)[] {
  const nodes = trace.nodes.filter((node) => node.kind === 'sub_question').sort((a, b) => a.order - b.order);
  if (nodes.length === 0) return trace.nodes.flatMap((node) => evidenceOf(trace, node));
  return nodes.map((node) => ({
    kind: 'node',
    runId: trace.runId,
    node,
    standing: standingOf(trace, node, isGoingOn),
    evidence: evidenceOf(trace, node),
  }));
}

function standingOf(trace: Trace, node: TraceNode, isGoingOn: boolean): NodeStanding {
  const { status } = node;
  if (!isGoingOn && status === 'running') return 'stopped';
  if (!isGoingOn && status === 'pending') return 'not reached';
  // The engine ends what was open in a stopped run, and says why.
  if (trace.status === 'cancelled' && status === 'failed' && node.failure === trace.failure) return 'stopped';
  if (trace.status === 'cancelled' && status === 'blocked') return 'not reached';
  const isAnswered = status === 'answered' || status === 'supported';
  return isAnswered && (node.abstained === true || node.answer === null) ? 'no answer found' : status;
}

function evidenceOf(trace: Trace, node: TraceNode): EvidenceItem[] {
  return node.evidence.flatMap((evidence) => {
    const passage = trace.passages[evidence.docId];
    return passage ? [{ kind: 'evidence', runId: trace.runId, nodeId: node.id, evidence, passage }] : [];
  });
}

/** True when a run that has ended was answered from another state of the index than the one that is there now. @param epoch of the index now; empty when it is not known. */
export function isOfOlderIndex({ status, indexEpoch }: RunSummary, epoch: string): boolean {
  return status !== 'running' && indexEpoch !== undefined && indexEpoch !== '' && epoch !== '' && indexEpoch !== epoch;
}

/** `report.md:12–18` */
export function placeLabel({ path, range }: Passage): string {
  const name = path.split('/').at(-1) ?? path;
  return range.endLine - range.startLine <= 1 ? `${name}:${range.startLine + 1}` : `${name}:${range.startLine + 1}–${range.endLine}`;
}

/** How long ago, in the largest unit that fits. */
export function ageText(then: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}

function dayLabel(day: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(day)) / 86_400_000);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return day.toLocaleDateString(undefined, { year: 'numeric', month: 'long', day: 'numeric' });
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
