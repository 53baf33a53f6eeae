/** Marks on a card for changes: those of its run, and those collected for the next one. Pure. */
import { t } from '@vscode/l10n';
import type { NodeEffect, RerunPreview } from '../../src/protocol/preview.ts';
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';
import { keptChanges, type Changes } from './changes.ts';
import type { CardView, DagView } from '../../src/trace/dag/viewModel.ts';

export interface CardMark {
  /** `done`: a change that this run was made with; `ahead`: an effect on the next run; `differs`: from another run. */
  readonly when: 'done' | 'ahead' | 'differs';
  readonly icon: 'git-compare' | 'history' | 'edit' | 'pinned' | 'debug-restart' | 'question';
  readonly words: string;
}

/** A card with the marks of changes. */
export interface MarkedCard extends CardView {
  readonly marks: readonly CardMark[];
  /** The original question, if `question` is a changed one. */
  readonly askedQuestion?: string;
  readonly isAhead: boolean;
}

export interface MarkedDag extends DagView {
  readonly cards: readonly MarkedCard[];
}

export function markedDag(dag: DagView, trace: Trace, changes: Changes, preview: RerunPreview | undefined): MarkedDag {
  const nodes = new Map(trace.nodes.map((node) => [node.id, node]));
  const effects = new Map(preview?.nodes.map(({ node, effect }) => [node, effect]));
  return {
    ...dag,
    cards: dag.cards.map((card) => {
      const node = nodes.get(card.id);
      const text = changes.find((one) => one.kind === 'text' && one.node === card.id);
      const ahead = node ? marksAhead(node, changes, effects.get(card.id)) : [];
      const marks = ahead.length > 0 || !node ? ahead : marksDone(trace, node);
      const changed = text?.kind === 'text' ? { question: text.text, askedQuestion: card.question } : {};
      return { ...card, marks, isAhead: ahead.length > 0, ...changed };
    }),
  };
}

/** @param ids cards that the other run has otherwise, or not */
export function comparedDag(dag: DagView, ids: ReadonlyMap<string, string>): MarkedDag {
  const marksOf = (id: string): readonly CardMark[] => {
    const words = ids.get(id);
    return words === undefined ? [] : [{ when: 'differs', icon: 'git-compare', words }];
  };
  return { ...dag, cards: dag.cards.map((card) => ({ ...card, marks: marksOf(card.id), isAhead: false })) };
}

function marksDone(trace: Trace, node: TraceNode): readonly CardMark[] {
  const { texts = {}, pinned = [], rerun = [] } = keptChanges(trace);
  const isPinned = pinned.some(
    (pin) => pin.node === node.id || (pin.node === undefined && node.evidence.some(({ passageId }) => passageId === pin.passageId)),
  );
  const marks: CardMark[] = [];
  if (texts[node.id] !== undefined) marks.push({ when: 'done', icon: 'edit', words: t('edited by you') });
  if (isPinned) marks.push({ when: 'done', icon: 'pinned', words: t('pinned by you') });
  if (isReused(trace, node)) marks.push({ when: 'done', icon: 'history', words: t('reused') });
  else if (rerun.includes(node.id)) marks.push({ when: 'done', icon: 'debug-restart', words: t('asked again') });
  return marks;
}

/** Whether all of the node's calls were taken from the run that this one is based on. */
function isReused({ from }: Trace, { asked }: TraceNode): boolean {
  return from !== undefined && asked !== undefined && asked.made === 0 && asked.recalled > 0;
}

function marksAhead({ id }: TraceNode, changes: Changes, effect: NodeEffect | undefined): readonly CardMark[] {
  const marks: CardMark[] = [];
  const isChanged = changes.some(
    (one) => (one.kind === 'text' && one.node === id) || (one.kind === 'back' && one.of === 'text' && one.id === id),
  );
  if (isChanged) marks.push({ when: 'ahead', icon: 'edit', words: t('edited') });
  if (effect === 'again') marks.push({ when: 'ahead', icon: 'debug-restart', words: t('runs again') });
  else if (changes.some((one) => one.kind === 'rerun' && one.node === id))
    marks.push({ when: 'ahead', icon: 'debug-restart', words: t('asks again') });
  else if (effect === 'open') marks.push({ when: 'ahead', icon: 'question', words: t('may run again') });
  else if (effect === 'gone') marks.push({ when: 'ahead', icon: 'question', words: t('is removed') });
  return marks;
}
