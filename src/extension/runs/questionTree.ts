/** The questions view as data: the tree and its texts. Pure. */
import { t } from '@vscode/l10n';
import type { EngineState, RunSummary } from '../../protocol/engine.ts';
import { ownEpoch } from '../../protocol/indexStatus.ts';
import { scoreWords } from '../../protocol/scoreWords.ts';
import { methodName } from '../../protocol/methodNames.ts';
import { askedText, noAnswerSentence, stepNotFound } from '../../protocol/noAnswer.ts';
import { listedTitle, type Passage } from '../../protocol/passage.ts';
import { staleWords, type UnreadableRun } from '../../protocol/staleReason.ts';
import type { TableStanding } from '../../protocol/table.ts';
import type { Evidence, NodeStatus, QuotedPlace, Trace, TraceNode } from '../../protocol/trace.ts';
import { unconfirmedSentences } from '../../protocol/unconfirmed.ts';
import { count, tenths } from '../../base/amounts.ts';
import { doubtAbout } from '../../trace/confirm.ts';
import { digestOf } from '../../trace/digest.ts';
import { modelAdvice, otherMethod } from '../../trace/otherMethod.ts';
import { nodeStandingWords, type NodeStanding } from './nodeStandings.ts';
import { differences, madeWords } from './runNames.ts';
import { startOfDay } from '../times.ts';

export interface DayItem {
  readonly kind: 'day';
  readonly label: string;
  /** Each with its thread. */
  readonly runs: readonly RunItem[];
  /** Those that cannot be read. */
  readonly lost?: readonly LostItem[];
}
export interface RunItem {
  readonly kind: 'run';
  readonly run: RunSummary;
  /** The questions that follow it, and those that follow them, in the order of asking. */
  readonly followUps: readonly RunItem[];
  /** It follows a run that was deleted. */
  readonly isLeft: boolean;
  /** What tells it from other runs of its name; empty where there are none. */
  readonly difference: string;
}
export interface NodeItem {
  readonly kind: 'node';
  readonly runId: string;
  readonly node: TraceNode;
  /** The question as asked; `Plan 1` for an abandoned plan. */
  readonly label: string;
  readonly standing: NodeStanding;
  /** The answer, with the answer before its check and its basis; otherwise the status, with votes. */
  readonly description: string;
  /** Parts of the sub-question, followed by its evidence. */
  readonly children: readonly (NodeItem | EvidenceTreeItem)[];
}
export interface EvidenceTreeItem {
  readonly kind: 'evidence';
  readonly runId: string;
  readonly nodeId: string;
  readonly evidence: Evidence;
  readonly passage: Passage;
  /** Written by a model, so there is no file to open. */
  readonly isGenerated: boolean;
}
/** A run whose log is damaged, or a pinned one whose log is gone. */
export interface LostItem {
  readonly kind: 'lost';
  readonly runId: string;
  readonly lost: UnreadableRun;
}
export interface TableItem {
  readonly kind: 'table';
  readonly table: TableStanding;
}
export interface TablesItem {
  readonly kind: 'tables';
  readonly tables: readonly TableItem[];
}
/** One of several folders, with its part of the view. */
export interface FolderItem {
  readonly kind: 'folder';
  readonly name: string;
  readonly roots: readonly (DayItem | TablesItem)[];
}
export type TreeItemData = FolderItem | DayItem | RunItem | NodeItem | EvidenceTreeItem | LostItem | TablesItem | TableItem;

/** The view: pinned runs with those that got lost, tables, days, and what else cannot be read. */
export function rootsOf(
  days: readonly DayItem[],
  { lost: unreadable, tables }: Pick<EngineState, 'lost' | 'tables'>,
): readonly (DayItem | TablesItem)[] {
  const isPinned = ({ label }: DayItem): boolean => label === pinnedLabel;
  const [pins, others] = [true, false].map((isPin) =>
    unreadable.flatMap((lost): LostItem[] => (lost.isPinned === isPin ? [{ kind: 'lost', runId: lost.runId, lost }] : [])),
  ) as [LostItem[], LostItem[]];
  const runs = days.find(isPinned)?.runs ?? [];
  return [
    ...(pins.length + runs.length === 0 ? [] : [{ kind: 'day' as const, label: pinnedLabel, runs, lost: pins }]),
    ...(tables.length === 0 ? [] : [{ kind: 'tables' as const, tables: tables.map((table): TableItem => ({ kind: 'table', table })) }]),
    ...days.filter((day) => !isPinned(day)),
    ...(others.length === 0 ? [] : [{ kind: 'day' as const, label: unreadableLabel, runs: [], lost: others }]),
  ];
}

/** A run's row below those that contain it, the outermost first; empty where it has no row. */
export function pathTo(roots: readonly TreeItemData[], runId: string): readonly TreeItemData[] {
  for (const root of roots) {
    const below = root.kind === 'folder' ? pathTo(root.roots, runId) : [];
    if (below.length > 0) return [root, ...below];
    if (root.kind !== 'day') continue;
    for (const first of root.runs) {
      if (first.run.runId === runId) return [root, first];
      const next = first.followUps.find(({ run }) => run.runId === runId);
      if (next) return [root, first, next];
    }
  }
  return [];
}

/**
 * Pinned runs first, then days, newest first, each with its newest run first. A question that follows another is below the first of its
 * thread, which counts as asked when the last of it was.
 */
export function daysOf(runs: readonly RunSummary[], now: Date, { all = runs, nameOfMethod = String }: Around = {}): DayItem[] {
  const sorted = threadsOf(runs, all, differences(all, now, nameOfMethod)).sort(
    (a, b) => Number(b.run.isPinned ?? false) - Number(a.run.isPinned ?? false) || lastAsked(b).localeCompare(lastAsked(a)),
  );
  const labelOf = (item: RunItem): string => (item.run.isPinned ? pinnedLabel : dayLabel(new Date(lastAsked(item)), now));
  return [...Map.groupBy(sorted, labelOf)].map(([label, ofDay]) => ({ kind: 'day', label, runs: ofDay }));
}

function lastAsked({ run, followUps }: RunItem): string {
  return [run, ...followUps.map((item) => item.run)].reduce((last, { startedAtUtc }) => (startedAtUtc > last ? startedAtUtc : last), '');
}

/** A pinned run begins its own thread, so that it is where one looks for it. */
function threadsOf(runs: readonly RunSummary[], all: readonly RunSummary[], differenceOf: (run: RunSummary) => string): RunItem[] {
  const byId = new Map(runs.map((run) => [run.runId, run]));
  const known = new Set(all.map(({ runId }) => runId));
  const firstOf = (run: RunSummary): RunSummary => {
    const seen = new Set<string>();
    let first = run;
    while (!first.isPinned && first.followsRunId !== undefined && !seen.has(first.runId)) {
      seen.add(first.runId);
      const before = byId.get(first.followsRunId);
      if (!before) break;
      first = before;
    }
    return first;
  };
  const itemOf = (run: RunSummary, followUps: readonly RunItem[] = []): RunItem => {
    const isLeft = run.followsRunId !== undefined && !known.has(run.followsRunId);
    return { kind: 'run', run, followUps, isLeft, difference: differenceOf(run) };
  };
  return [...Map.groupBy(runs, firstOf)].map(([first, thread]) => {
    const rest = thread.filter((run) => run !== first).sort((a, b) => a.startedAtUtc.localeCompare(b.startedAtUtc));
    return itemOf(
      first,
      rest.map((run) => itemOf(run)),
    );
  });
}

interface Around {
  /** Also those that a search has left out. Default: the runs themselves. */
  readonly all?: readonly RunSummary[];
  /** From a pipeline's id. Default: the id. */
  readonly nameOfMethod?: (pipeline: string) => string;
}

export const pinnedLabel = t('Pinned');
const unreadableLabel = t('Cannot be read');

/**
 * Sub-questions and thoughts with their evidence, parts below their parents, abandoned plans last. For a run without any of these, the
 * evidence of the question, each passage once.
 * @param isGoingOn false also for a run whose log is incomplete
 */
export function childrenOfRun(trace: Trace, isGoingOn: boolean): readonly (NodeItem | EvidenceTreeItem)[] {
  const shown = trace.nodes.filter(isShown).toSorted((a, b) => Number(isPlan(a)) - Number(isPlan(b)) || a.order - b.order);
  if (shown.length === 0) {
    const all = trace.nodes.flatMap((node) => evidenceOf(trace, node));
    return all.filter((item, i) => all.findIndex((other) => other.evidence.passageId === item.evidence.passageId) === i);
  }
  const below = Map.groupBy(shown, (node) => parentOf(node, shown, trace));
  const itemOf = (node: TraceNode): NodeItem => {
    const standing = standingOf(trace, node, isGoingOn);
    const children = [...(below.get(node.id) ?? []).map(itemOf), ...evidenceOf(trace, node)];
    return { kind: 'node', runId: trace.runId, node, label: labelOf(node), standing, description: descriptionOf(node, standing), children };
  };
  return (below.get(undefined) ?? []).map(itemOf);
}

function isShown(node: TraceNode): boolean {
  return node.kind === 'sub_question' || node.kind === 'thought' || isPlan(node);
}

/** An abandoned plan. The sub-questions of the solved plan are shown without it. */
function isPlan({ kind, status }: TraceNode): boolean {
  return kind === 'plan' && (status === 'superseded' || status === 'rejected');
}

/** The nearest ancestor that is shown. */
function parentOf({ parent }: TraceNode, shown: readonly TraceNode[], { nodes }: Trace): string | undefined {
  const seen = new Set<string>();
  for (let id = parent; id !== null && !seen.has(id);) {
    if (shown.some((node) => node.id === id)) return id;
    seen.add(id);
    id = nodes.find((node) => node.id === id)?.parent ?? null;
  }
  return undefined;
}

function labelOf(node: TraceNode): string {
  if (isPlan(node)) return t('Plan {0}', node.attempt + 1);
  return (node.resolvedText ?? node.text).replace(/\{sub_question_(\d+)_answer\}/g, '‹answer $1›');
}

function descriptionOf({ answer, answerBeforeRevision, evidence, votes }: TraceNode, standing: NodeStanding): string {
  if (standing === 'running') return '…';
  if (answer == null || standing === 'rejected') {
    const yes = votes?.filter((vote) => vote === true).length;
    const words = nodeStandingWords[standing];
    return votes === undefined ? words : t('{0}, {1} of {2} votes', words, yes ?? 0, votes.length);
  }
  const revised = answerBeforeRevision === undefined ? answer : `${answerBeforeRevision ?? t('no answer')} → ${answer}`;
  const isFromMemory = evidence.length > 0 && evidence.every((item) => item.source === 'generated');
  if (isFromMemory) return `${revised} · ${t('from the model’s memory')}`;
  return standing === 'unverified' ? `${revised} · ${t('not verified')}` : revised;
}

function standingOf(trace: Trace, node: TraceNode, isGoingOn: boolean): NodeStanding {
  const { status } = node;
  if (!isGoingOn && status === 'running') return 'stopped';
  if (!isGoingOn && status === 'pending') return 'not-reached';
  // The engine ends the open nodes of a stopped run, with the reason.
  if (trace.status === 'cancelled' && status === 'failed' && node.failure === trace.failure) return 'stopped';
  if ((trace.status === 'cancelled' || trace.status === 'failed') && status === 'blocked') return 'not-reached';
  if (status === 'supported' && node.votes !== undefined && node.answer === undefined) return 'accepted';
  if (!mayBeGood.has(status)) return status;
  if (node.abstained === true || node.answer === null) return 'no-answer';
  return doubtAbout(node, trace) === undefined ? status : 'unverified';
}

const mayBeGood: ReadonlySet<NodeStatus> = new Set(['answered', 'supported', 'revised', 'reused']);

function evidenceOf(trace: Trace, node: TraceNode): EvidenceTreeItem[] {
  return node.evidence.flatMap((evidence) => {
    const passage = trace.passages[evidence.passageId];
    const isGenerated = evidence.source === 'generated';
    return passage ? [{ kind: 'evidence', runId: trace.runId, nodeId: node.id, evidence, passage, isGenerated }] : [];
  });
}

/** The result of a run, in words and as an icon. */
export function runStanding({ status, abstained, answer, quotes, unconfirmed }: RunSummary): RunStanding {
  if (status === 'ok' && abstained)
    return quotes === undefined ? { words: t('nothing found'), icon: 'question' } : { words: count(quotes, 'quote'), icon: 'quote' };
  if (status === 'degraded' && answer === null) return runStandings.failed;
  if (unconfirmed === undefined) return runStandings[status];
  return status === 'ok' ? unconfirmedRun : { ...runStandings[status], words: t('{0}, not verified', runStandings[status].words) };
}

/** Whether something that a pinned run rests on has changed. */
export function isStale({ isPinned, standing }: Pick<RunSummary, 'isPinned' | 'standing'>): boolean {
  return isPinned === true && (standing?.reasons.length ?? 0) > 0;
}

/** As its row shows it: an answer is only green while nothing that it rests on is known to have changed, or may have. */
export function rowStanding(run: RunSummary, epoch: string): RunStanding & { readonly mark?: string } {
  if (isStale(run)) return { ...staleStanding, mark: t('stale') };
  const { color, ...standing } = runStanding(run);
  if (isUnchecked(run, epoch)) return { ...standing, words: t('{0}, not checked', standing.words), mark: t('not checked') };
  return { ...standing, color };
}

/** A pinned run of an earlier index, before it is checked or where it could not be. */
function isUnchecked(run: RunSummary, epoch: string): boolean {
  const { isPinned, status, standing, unchecked } = run;
  const isOpen = unchecked !== undefined || (isOfOlderIndex(run, epoch) && ownEpoch(standing?.epoch ?? '') !== epoch);
  return isPinned === true && isOpen && (status === 'ok' || status === 'degraded');
}

interface Found {
  readonly trace: Trace;
  /** Of the folder. */
  readonly runs: readonly RunSummary[];
  /** From a pipeline's id. */
  readonly nameOfMethod: (pipeline: string) => string;
}

/**
 * Describes the result of a run in paragraphs.
 * @param found for a run without an answer
 */
export function runTooltip(run: RunSummary, isOlder: boolean, found?: Found): string {
  const { question, typed = question, pipeline, seconds, unconfirmed, abstained } = run;
  return [
    question,
    typed === question ? '' : t('Typed as “{0}”', typed),
    abstained ? '' : (run.answer ?? ''),
    unconfirmed === undefined ? '' : unconfirmedSentences[unconfirmed],
    [runStanding(run).words, ...madeWords(run), methodText(pipeline), t('{0} s', tenths(seconds))].join(' · '),
    ...(found ? noAnswerLines(found) : []),
    ...standingWords(run, isOlder),
  ]
    .filter((line) => line !== '')
    .join('\n\n');
}

/** With the id, which settings and the command line take. */
function methodText(pipeline: string): string {
  const name = methodName(pipeline, []);
  return name === pipeline ? name : `${name} (${pipeline})`;
}

const stillHolds = t('Documents have changed, but nothing that this answer rests on.');
const citedHolds = t('Documents have changed, but not what this answer cites.');

function notAskedSentence(embedder: string): string {
  return t('Its searches were not repeated, because that would call {0}. Refresh to do so.', embedder);
}

/** Whether an answer still holds, as sentences: known of pinned runs only. */
export function standingWords({ isPinned, standing, unchecked }: RunSummary, isOlder: boolean): readonly string[] {
  if (isPinned && unchecked !== undefined) return [t('It could not be checked whether this still holds. {0}', unchecked)];
  if (isPinned && standing) {
    const { reasons, notAsked } = standing;
    const unsearched = notAsked === undefined ? [] : [notAskedSentence(notAsked)];
    if (reasons.length > 0) return [t('Stale:'), ...reasons.map(staleWords), ...unsearched];
    return notAsked === undefined ? (isOlder ? [stillHolds] : []) : [citedHolds, ...unsearched];
  }
  return isOlder ? [t('The index has changed since.')] : [];
}

/** The closest passages when no answer was found, and what to try. */
function noAnswerLines({ trace, runs, nameOfMethod }: Found): readonly string[] {
  const missing = stepNotFound(trace);
  const quotes = digestOf(trace)
    .slice(0, mostQuotes)
    .map(({ quote, text = quote, ...place }) => `“${text}” ${linesLabel(place)}`);
  const method = otherMethod(trace, runs);
  const advice = modelAdvice(trace.models);
  return [
    ...quotes,
    noAnswerSentence(trace),
    ...(missing ? [t('Not found: “{0}”', askedText(missing))] : []),
    ...(method ? [`${t('Try {0}.', nameOfMethod(method.pipeline))} ${method.why}`] : []),
    ...(advice === undefined ? [] : [`${t('Choose a language model.')} ${advice}`]),
  ];
}

const mostQuotes = 3;

export interface RunStanding {
  readonly words: string;
  /** Name of a VS Code icon. */
  readonly icon: string;
  readonly color?: string;
}

const warning = 'list.warningForeground';
const unconfirmedRun: RunStanding = { words: t('not verified'), icon: 'unverified', color: warning };
/** Of a pinned run that rests on something that has changed. */
const staleStanding: RunStanding = { words: t('stale'), icon: 'history', color: warning };
const runStandings: Readonly<Record<RunSummary['status'], RunStanding>> = {
  running: { words: t('being answered'), icon: 'sync~spin' },
  ok: { words: t('answered'), icon: 'pass-filled', color: 'testing.iconPassed' },
  degraded: { words: t('answered in part'), icon: 'warning', color: warning },
  failed: { words: t('failed'), icon: 'error', color: 'list.errorForeground' },
  cancelled: { words: t('cancelled'), icon: 'circle-slash' },
  interrupted: { words: t('interrupted'), icon: 'debug-disconnect' },
};

/**
 * True when an ended run was answered from another state of the index than the current one.
 * @param epoch epoch of the current index; empty when unknown
 */
export function isOfOlderIndex({ status, indexEpoch }: RunSummary, epoch: string): boolean {
  return status !== 'running' && indexEpoch !== undefined && indexEpoch !== '' && epoch !== '' && ownEpoch(indexEpoch) !== epoch;
}

/** `report.md:12–18` */
export function placeLabel({ path, range }: Passage): string {
  return linesLabel({ path, startLine: range.startLine + 1, endLine: Math.max(range.endLine, range.startLine + 1) });
}

/** Lines are 1-based and inclusive. */
function linesLabel({ path, startLine, endLine }: Pick<QuotedPlace, 'path' | 'startLine' | 'endLine'>): string {
  const name = path.split('/').at(-1) ?? path;
  return startLine === endLine ? `${name}:${startLine}` : `${name}:${startLine}–${endLine}`;
}

/** The text a screen reader reads for evidence: everything but the passage, which may be long. */
export function evidenceLabel({ evidence: { rank, score }, passage, isGenerated }: EvidenceTreeItem): string {
  const from = isGenerated ? [t('written by the model, not from your documents')] : [listedTitle(passage), placeLabel(passage)];
  return [t('Evidence {0}', rank + 1), ...from, ...(score === null ? [] : [t('score {0}', scoreWords(score))])].join(', ');
}

function dayLabel(day: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(day)) / 86_400_000);
  if (days <= 0) return t('Today');
  if (days === 1) return t('Yesterday');
  return day.toLocaleDateString(undefined, { year: 'numeric', month: 'long', day: 'numeric' });
}
