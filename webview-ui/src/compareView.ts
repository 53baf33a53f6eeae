/** Compares two runs of a question: their answers, their differences and their costs. Pure. */
import { t } from '@vscode/l10n';
import { askedFormOf } from '../../src/protocol/writtenAnswer.ts';
import type { Evidence, Trace, TraceNode } from '../../src/protocol/trace.ts';
import { askedText } from '../../src/protocol/noAnswer.ts';
import { quoteChanges, type QuoteChanges } from '../../src/trace/quoteChanges.ts';
import type { AnswerForm } from '../../src/protocol/writtenAnswer.ts';
import type { Change, Changes } from './changes.ts';
import { changesSentence } from './changesView.ts';
import { comparedDag, type MarkedDag } from './cardMarks.ts';
import { dagView, type CardView, type DagView } from '../../src/trace/dag/viewModel.ts';
import { paidFor } from './costView.ts';
import { duration } from '../../src/trace/dag/words.ts';
import { count, grouped, plural } from '../../src/base/amounts.ts';

export interface CompareView {
  /** How the later run was made. */
  readonly made: string;
  /** A sentence that says whether the answer differs. */
  readonly outcome: string;
  readonly cost: { readonly before: string; readonly now: string };
  /** Steps that differ, in the order of the later run, followed by those that only the earlier run has. */
  readonly steps: readonly StepDifference[];
  readonly sameSteps: number;
  readonly quotes: QuoteChanges;
  /** Both graphs, in which steps that differ are marked. */
  readonly graphs: { readonly before: MarkedDag; readonly now: MarkedDag };
  /** A sentence that says how many passages both have read; empty where none has read any. */
  readonly overlap: string;
  /** Whether only the way differs that the answer is written in. */
  readonly isRewritten: boolean;
}

export interface StepDifference {
  readonly key: string;
  readonly label: string;
  /** The step in each run that has it. */
  readonly ids: Pair;
  readonly kind: 'changed' | 'only-before' | 'only-now';
  readonly question: Pair;
  readonly answer: Pair;
  /** `2 passages new, 1 gone`; empty if both have the same in the same order. */
  readonly evidence: string;
}

/** The values of both runs; undefined if they are equal, or if a run has none. */
export interface Pair {
  readonly before?: string;
  readonly now?: string;
}

/** @param titleOf returns a pipeline's display name */
export function compareView(before: Trace, now: Trace, titleOf: (pipeline: string) => string): CompareView {
  const [was, is] = [answerOf(before), answerOf(now)];
  const dags = { before: dagView(before), now: dagView(now) };
  const steps = stepPairs(before, now, dags);
  const quotes = quoteChanges(before, now);
  const different = steps.flatMap(({ old, new: latest }) => difference(before, now, old, latest) ?? []);
  return {
    made: madeSentence(before, now, titleOf),
    outcome: unfinishedSentence(now) ?? [outcomeSentence(was, is, quotes), ...conflictSentence(before, now)].join(' '),
    cost: { before: traceCostWords(before), now: traceCostWords(now) },
    steps: different,
    sameSteps: steps.length - different.length,
    quotes,
    graphs: { before: comparedDag(dags.before, marksIn(different, 'before')), now: comparedDag(dags.now, marksIn(different, 'now')) },
    overlap: overlapSentence(before, now),
    isRewritten: askedFormOf(now) !== askedFormOf(before) && sameText(was, is) && different.length === 0,
  };
}

/** A sentence that says how a run was made. */
export function madeSentence(before: Trace, now: Trace, titleOf: (pipeline: string) => string): string {
  if (keyOf(before.question) !== keyOf(now.question)) return t('These are two questions.');
  if (before.pipeline !== now.pipeline) return t('Answered with {0} instead of {1}.', titleOf(now.pipeline), titleOf(before.pipeline));
  if (now.from?.runId !== before.runId) return t('The same question, asked at a different time.');
  if (now.from.isFresh) return t('The same question, asked again from the start.');
  if (now.from.searchesAgain) return t('Asked again, because documents had changed.');
  const changes = changesSentence(changesMade(before, now));
  if (changes !== '') return t('Made from the earlier answer: {0}.', changes);
  return askedFormOf(now) === askedFormOf(before) ? t('Continues the earlier answer.') : writtenAs[askedFormOf(now)];
}

const writtenAs: Readonly<Record<AnswerForm, string>> = {
  short: t('The earlier answer, short.'),
  explained: t('The earlier answer, explained.'),
  list: t('The earlier answer as a list.'),
  table: t('The earlier answer as a table.'),
  auto: t('The earlier answer, written out.'),
};

/** The changes between two runs, one of which is based on the other. */
function changesMade(before: Trace, now: Trace): Changes {
  const { texts: oldTexts = {}, pinned: oldPins = [], banned: oldBans = [] } = before.from?.edits ?? {};
  const { texts = {}, pinned = [], banned = [], rerun = [] } = now.from?.edits ?? {};
  const isPinned = (pins: typeof pinned, pin: (typeof pinned)[number]): boolean =>
    pins.some(({ passageId, node }) => passageId === pin.passageId && node === pin.node);
  const back = (of: 'text' | 'pin' | 'ban', ids: readonly string[]): Change[] => ids.map((id) => ({ kind: 'back', of, id }));
  return [
    ...Object.entries(texts).flatMap(([node, text]): Change[] => (oldTexts[node] === text ? [] : [{ kind: 'text', node, text }])),
    ...pinned.filter((pin) => !isPinned(oldPins, pin)).map(({ passageId }): Change => ({ kind: 'pin', passageId })),
    ...banned.filter((passageId) => !oldBans.includes(passageId)).map((passageId): Change => ({ kind: 'ban', passageId })),
    ...rerun.map((node): Change => ({ kind: 'rerun', node })),
    ...back(
      'text',
      Object.keys(oldTexts).filter((node) => texts[node] === undefined),
    ),
    ...back(
      'pin',
      oldPins.filter((pin) => !isPinned(pinned, pin)).map(({ passageId }) => passageId),
    ),
    ...back(
      'ban',
      oldBans.filter((passageId) => !banned.includes(passageId)),
    ),
  ];
}

function marksIn(steps: readonly StepDifference[], run: keyof Pair): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap(({ ids, kind }) => {
      const id = ids[run];
      return id === undefined ? [] : [[id, kind === 'changed' ? t('differs') : t('only here')] as const];
    }),
  );
}

function overlapSentence(before: Trace, now: Trace): string {
  const [was, is] = [before, now].map(({ nodes }) => new Set(nodes.flatMap(({ evidence }) => evidence.map(({ passageId }) => passageId))));
  if (!was || !is || was.size + is.size === 0) return '';
  const both = [...was].filter((id) => is.has(id)).length;
  const all = was.size + is.size - both;
  if (both === all) return t('Both read the same passages.');
  return both === 0 ? t('They read no passage in common.') : t('{0} of {1} were read by both.', grouped(both), count(all, 'passage'));
}

function answerOf({ answer, abstained }: Trace): string | undefined {
  return answer === null || abstained ? undefined : answer;
}

/** Why a run says nothing of whether there is an answer. */
function unfinishedSentence({ status, answer }: Trace): string | undefined {
  if (status === 'cancelled') return t('It was stopped before its end.');
  return answer === null && (status === 'failed' || status === 'degraded') ? t('It failed before it had an answer.') : undefined;
}

function outcomeSentence(was: string | undefined, is: string | undefined, { noMore, first }: QuoteChanges): string {
  const areSame = noMore.length + first.length === 0;
  if (was === undefined && is === undefined)
    return areSame ? t('There is no answer, as before.') : t('There is no answer, as before, but the quotes are different.');
  if (sameText(was, is)) return t('The answer is the same.');
  if (was === undefined) return t('There is an answer now.');
  return is === undefined ? t('There is no longer an answer.') : t('The answer is different.');
}

/** Says when the passages of one run disagree and those of the other do not. */
function conflictSentence(before: Trace, now: Trace): readonly string[] {
  const [was, is] = [disagree(before), disagree(now)];
  if (was === is) return [];
  return [is ? t('The passages now disagree.') : t('The passages no longer disagree.')];
}

function disagree({ conflicts = [], written }: Trace): boolean {
  return conflicts.length + (written?.conflicts.length ?? 0) > 0;
}

/** Different citation numbers or white space do not make a different answer. */
function sameText(one: string | undefined, other: string | undefined): boolean {
  const bare = (text: string | undefined): string | undefined =>
    text
      ?.replace(/\s*\[\d+(?:\s*,\s*\d+)*\]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase();
  return bare(one) === bare(other);
}

interface StepPair {
  readonly old?: CardView;
  readonly new?: CardView;
}

type KeyOf = (card: CardView, trace: Trace) => string;

/** What tells two steps to be the same, the surest first: what they asked and for which question, what they asked, what was planned. */
const asked: readonly KeyOf[] = [
  (card, trace) => [card.question, ...ancestry(card, trace)].map(keyOf).join('\n'),
  ({ question }) => keyOf(question),
  ({ question, plannedQuestion = question }) => keyOf(plannedQuestion),
];
function keyOf(question: string): string {
  return question.trim().toLowerCase();
}

/** An edited step asks something else in the same place of the plan; places of two methods have nothing in common. */
const place: KeyOf = ({ id }) => id;

function stepPairs(before: Trace, now: Trace, dags: { readonly before: DagView; readonly now: DagView }): readonly StepPair[] {
  const stepsOf = ({ cards }: DagView): readonly CardView[] => cards.filter((card) => card.isStep && !card.isGhost);
  const latest = stepsOf(dags.now);
  const open = new Set(stepsOf(dags.before));
  const pairs = new Map<CardView, CardView>();
  for (const key of before.pipeline === now.pipeline ? [...asked, place] : asked) {
    const olds = Map.groupBy(open, (card) => key(card, before));
    for (const card of latest) {
      const old = pairs.has(card) ? undefined : olds.get(key(card, now))?.shift();
      if (!old) continue;
      pairs.set(card, old);
      open.delete(old);
    }
  }
  return [
    ...latest.map((card): StepPair => {
      const old = pairs.get(card);
      return { new: card, ...(old ? { old } : {}) };
    }),
    ...[...open].map((old) => ({ old })),
  ];
}

/** What the questions that a step is a part of ask. */
function ancestry({ parent }: CardView, { nodes }: Trace): readonly string[] {
  const texts: string[] = [];
  for (let id = parent; id !== null && texts.length < nodes.length;) {
    const above: TraceNode | undefined = nodes.find((node) => node.id === id);
    if (above) texts.push(askedText(above));
    id = above?.parent ?? null;
  }
  return texts;
}

/** @returns undefined if a step is the same in both */
function difference(before: Trace, now: Trace, old: CardView | undefined, latest: CardView | undefined): StepDifference | undefined {
  const card = latest ?? old;
  if (!card) return undefined;
  const question = pairOf(old?.question, latest?.question);
  const answer = pairOf(old && said(old), latest && said(latest));
  const evidence = old && latest ? evidenceWords(evidenceOf(before, old.id), evidenceOf(now, latest.id)) : '';
  if (old && latest && question.now === undefined && answer.now === undefined && evidence === '') return undefined;
  const kind = old && latest ? 'changed' : latest ? 'only-now' : 'only-before';
  const ids = { ...(old && { before: old.id }), ...(latest && { now: latest.id }) };
  return { key: `${kind} ${card.id}`, label: card.label, ids, kind, question, answer, evidence };
}

function pairOf(before: string | undefined, now: string | undefined): Pair {
  if (before !== undefined && now !== undefined && sameText(before, now)) return {};
  return { ...(before === undefined ? {} : { before }), ...(now === undefined ? {} : { now }) };
}

function said({ answer, state }: CardView): string {
  return answer ?? state.words;
}

function evidenceOf({ nodes }: Trace, id: string): readonly string[] {
  const node: TraceNode | undefined = nodes.find((one) => one.id === id);
  return (node?.evidence ?? []).map(({ passageId }: Evidence) => passageId);
}

function evidenceWords(old: readonly string[], latest: readonly string[]): string {
  const added = latest.filter((passageId) => !old.includes(passageId)).length;
  const gone = old.filter((passageId) => !latest.includes(passageId)).length;
  if (added === 0 && gone === 0) return latest.every((passageId, i) => passageId === old[i]) ? '' : t('the same passages in another order');
  return [
    ...(added === 0 ? [] : [plural(added, t('{0} passage new'), t('{0} passages new'))]),
    ...(gone === 0 ? [] : [added === 0 ? plural(gone, t('{0} passage gone'), t('{0} passages gone')) : t('{0} gone', grouped(gone))]),
  ].join(', ');
}

export function traceCostWords(trace: Trace): string {
  const { calls, reused, promptTokens, completionTokens } = paidFor(trace);
  const tokens = promptTokens + completionTokens;
  const made = calls === 0 ? t('no model calls') : count(calls, 'model call');
  return [
    reused === 0 ? made : t('{0} ({1} reused)', made, grouped(reused)),
    ...(tokens === 0 ? [] : [count(tokens, 'token')]),
    duration(trace.cost.seconds),
  ].join(' · ');
}
