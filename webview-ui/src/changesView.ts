/** Describes the collected changes, their effect and their cost. Pure. */
import { t } from '@vscode/l10n';
import { listedTitle } from '../../src/protocol/passage.ts';
import type { RerunPreview } from '../../src/protocol/preview.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { keptChanges, type Change, type Changes } from './changes.ts';
import type { DagView } from '../../src/trace/dag/viewModel.ts';
import { modelName } from '../../src/trace/dag/words.ts';
import { count, grouped, listed, plural } from '../../src/base/amounts.ts';

interface ChangeItem {
  readonly key: string;
  readonly icon: string;
  readonly words: string;
  readonly about: string;
}

export function changeItems(changes: Changes, trace: Trace, dag: DagView): readonly (ChangeItem & { readonly change: Change })[] {
  const names = namesOf(trace, dag, undefined);
  return changes.map((change) => ({ ...itemOf(change, names), key: JSON.stringify(change), change }));
}

export type StandingItem = ChangeItem & { readonly back: Extract<Change, { kind: 'back' }> };

/**
 * The changes that the run was made with, which the next one keeps unless they are undone.
 * @param earlier the run that this one is based on, which knows passages banned since
 */
export function standingItems(changes: Changes, trace: Trace, dag: DagView, earlier?: Trace): readonly StandingItem[] {
  const names = namesOf(trace, dag, earlier);
  const { texts = {}, pinned = [], banned = [] } = keptChanges(trace);
  const isOpen = ({ back }: StandingItem): boolean =>
    !changes.some(
      (one) =>
        (one.kind === 'back' && one.of === back.of && one.id === back.id) ||
        (back.of === 'text'
          ? one.kind === 'text' && one.node === back.id
          : (one.kind === 'pin' || one.kind === 'ban') && one.passageId === back.id),
    );
  const item = (of: StandingItem['back']['of'], id: string, icon: string, words: string): StandingItem => ({
    key: `${of} ${id}`,
    icon,
    words,
    about: t('This answer has this change, and so does the next one unless you undo it'),
    back: { kind: 'back', of, id },
  });
  return [
    ...Object.keys(texts).map((node) => item('text', node, 'edit', t('Question {0} edited', names.node(node)))),
    ...[...new Set(pinned.map(({ passageId }) => passageId))].map((passageId) =>
      item('pin', passageId, 'pinned', t('Pinned: {0}', names.passage(passageId))),
    ),
    ...banned.map((passageId) => item('ban', passageId, 'circle-slash', t('Banned: {0}', names.passage(passageId)))),
  ].filter(isOpen);
}

export function changesSentence(changes: Changes): string {
  const number = (kind: Change['kind']): number => changes.filter((one) => one.kind === kind).length;
  return [
    [number('text'), t('{0} question changed'), t('{0} questions changed')] as const,
    [number('pin'), t('{0} passage pinned'), t('{0} passages pinned')] as const,
    [number('ban'), t('{0} passage banned'), t('{0} passages banned')] as const,
    [number('rerun'), t('{0} step to be asked again'), t('{0} steps to be asked again')] as const,
    [number('back'), t('{0} earlier change undone'), t('{0} earlier changes undone')] as const,
  ]
    .flatMap(([n, one, several]) => (n === 0 ? [] : [plural(n, one, several)]))
    .join(', ');
}

export interface PreviewView {
  /** The steps that run again, that may run again, and that stay. */
  readonly effect: string;
  /** The chat model calls it takes. */
  readonly cost: string;
}

/** @param chosenModel the model that new questions use */
export function previewView(preview: RerunPreview, trace: Trace, dag: DagView, chosenModel: string): PreviewView {
  const labels = (effect: string): readonly string[] =>
    dag.cards
      .filter((card) => preview.nodes.some((one) => one.node === card.id && one.effect === effect))
      // The question's own calls decide what to ask next.
      .map(({ label, isQuestion }) => (isQuestion ? t('planning') : label));
  const [again, open, kept, gone] = [labels('again'), labels('open'), labels('kept'), labels('gone')];
  const isNew = preview.nodes.some(({ effect }) => effect === 'new');
  const parts = [
    again.length === 0 && open.length === 0 ? t('Nothing runs again') : '',
    again.length === 0 ? '' : t('Runs again: {0}', listed(again)),
    open.length === 0 ? '' : again.length === 0 ? t('May run again: {0}', listed(open)) : t('may run again: {0}', listed(open)),
    isNew ? t('new steps are added') : '',
    gone.length === 0 ? '' : gone.length === 1 ? t('{0} is removed', listed(gone)) : t('{0} are removed', listed(gone)),
    kept.length === 0 ? '' : plural(kept.length, t('{0} step is kept'), t('{0} steps are kept')),
  ];
  return { effect: `${parts.filter((part) => part !== '').join('; ')}.`, cost: costSentence(preview, trace.models.chat, chosenModel) };
}

function costSentence({ calls: { least, likely, most }, tokens, isExact }: RerunPreview, model: string, chosenModel: string): string {
  if (isExact || most === 0) return t('No model calls.');
  const range = least === likely ? t('at most {0}', grouped(most)) : t('{0} to {1}', grouped(least), grouped(most));
  const parts = [
    least === most ? count(least, 'model call') : t('Likely {0} ({1})', count(likely, 'model call'), range),
    ...(tokens === 0 ? [] : [t('about {0} tokens', grouped(tokens))]),
    ...(model === chosenModel ? [] : [t('by {0} as before', modelName(model))]),
  ];
  return `${parts.join(', ')}.`;
}

interface Names {
  readonly node: (id: string) => string;
  readonly text: (id: string) => string;
  readonly passage: (passageId: string) => string;
}

function namesOf(trace: Trace, dag: DagView, earlier: Trace | undefined): Names {
  return {
    node: (id) => dag.cards.find((card) => card.id === id)?.label ?? id,
    text: (id) => dag.cards.find((card) => card.id === id)?.question ?? '',
    passage: (passageId) => {
      const passage = trace.passages[passageId] ?? earlier?.passages[passageId];
      return passage ? listedTitle(passage) : t('a passage that was not found this time');
    },
  };
}

function itemOf(change: Change, names: Names): Omit<ChangeItem, 'key'> {
  switch (change.kind) {
    case 'text':
      return { icon: 'edit', words: `${names.node(change.node)}: ${change.text}`, about: t('Instead of “{0}”', names.text(change.node)) };
    case 'pin': {
      const about =
        change.node === undefined ? t('It comes first for every sub-question') : t('It comes first for {0}', names.node(change.node));
      return { icon: 'pinned', words: t('Pinned: {0}', names.passage(change.passageId)), about };
    }
    case 'ban':
      return { icon: 'circle-slash', words: t('Banned: {0}', names.passage(change.passageId)), about: t('It is no longer found') };
    case 'rerun':
      return {
        icon: 'debug-restart',
        words: t('Ask again: {0}', names.node(change.node)),
        about: t('Repeats its calls; later steps rerun if its answer differs'),
      };
    case 'back': {
      const words =
        change.of === 'text'
          ? t('Question {0} as before', names.node(change.id))
          : change.of === 'pin'
            ? t('No longer pinned: {0}', names.passage(change.id))
            : t('No longer banned: {0}', names.passage(change.id));
      return { icon: 'discard', words, about: t('This answer has this change; the next one does not') };
    }
  }
}
