/** Describes the collected changes, their effect and their cost. Pure. */
import { listedTitle } from '../../src/protocol/passage.ts';
import type { RerunPreview } from '../../src/protocol/preview.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { keptChanges, type Change, type Changes } from './changes.ts';
import type { DagView } from '../../src/trace/dag/viewModel.ts';
import { modelName } from '../../src/trace/dag/words.ts';
import { count, grouped } from '../../src/base/amounts.ts';

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
    about: 'This answer has this change, and so does the next one unless you undo it',
    back: { kind: 'back', of, id },
  });
  return [
    ...Object.keys(texts).map((node) => item('text', node, 'edit', `Question ${names.node(node)} edited`)),
    ...[...new Set(pinned.map(({ passageId }) => passageId))].map((passageId) =>
      item('pin', passageId, 'pinned', `Pinned: ${names.passage(passageId)}`),
    ),
    ...banned.map((passageId) => item('ban', passageId, 'circle-slash', `Banned: ${names.passage(passageId)}`)),
  ].filter(isOpen);
}

export function changesSentence(changes: Changes): string {
  const number = (kind: Change['kind']): number => changes.filter((one) => one.kind === kind).length;
  return [
    [number('text'), 'question', 'changed'] as const,
    [number('pin'), 'passage', 'pinned'] as const,
    [number('ban'), 'passage', 'banned'] as const,
    [number('rerun'), 'step', 'to be asked again'] as const,
    [number('back'), 'earlier change', 'undone'] as const,
  ]
    .flatMap(([n, noun, done]) => (n === 0 ? [] : [`${count(n, noun)} ${done}`]))
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
      .map(({ label, isQuestion }) => (isQuestion ? 'planning' : label));
  const [again, open, kept, gone] = [labels('again'), labels('open'), labels('kept'), labels('gone')];
  const isNew = preview.nodes.some(({ effect }) => effect === 'new');
  const parts = [
    again.length === 0 && open.length === 0 ? 'Nothing runs again' : '',
    again.length === 0 ? '' : `Runs again: ${listed(again)}`,
    open.length === 0 ? '' : `${again.length === 0 ? 'May run again' : 'may run again'}: ${listed(open)}`,
    isNew ? 'new steps are added' : '',
    gone.length === 0 ? '' : `${listed(gone)} ${gone.length === 1 ? 'is' : 'are'} removed`,
    kept.length === 0 ? '' : `${grouped(kept.length)} ${kept.length === 1 ? 'step is' : 'steps are'} kept`,
  ];
  return { effect: `${parts.filter((part) => part !== '').join('; ')}.`, cost: costSentence(preview, trace.models.chat, chosenModel) };
}

function costSentence({ calls: { least, likely, most }, tokens, isExact }: RerunPreview, model: string, chosenModel: string): string {
  if (isExact || most === 0) return 'No model calls.';
  const size = tokens === 0 ? '' : `, about ${grouped(tokens)} tokens`;
  const by = model === chosenModel ? '' : `, by ${modelName(model)} as before`;
  if (least === most) return `${count(least, 'model call')}${size}${by}.`;
  const range = least === likely ? `at most ${grouped(most)}` : `${grouped(least)} to ${grouped(most)}`;
  return `Likely ${count(likely, 'model call')} (${range})${size}${by}.`;
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
      return passage ? listedTitle(passage) : 'a passage that was not found this time';
    },
  };
}

function itemOf(change: Change, names: Names): Omit<ChangeItem, 'key'> {
  switch (change.kind) {
    case 'text':
      return { icon: 'edit', words: `${names.node(change.node)}: ${change.text}`, about: `Instead of “${names.text(change.node)}”` };
    case 'pin': {
      const where = change.node === undefined ? 'for every sub-question' : `for ${names.node(change.node)}`;
      return { icon: 'pinned', words: `Pinned: ${names.passage(change.passageId)}`, about: `It comes first ${where}` };
    }
    case 'ban':
      return { icon: 'circle-slash', words: `Banned: ${names.passage(change.passageId)}`, about: 'It is no longer found' };
    case 'rerun':
      return {
        icon: 'debug-restart',
        words: `Ask again: ${names.node(change.node)}`,
        about: 'Repeats its calls; later steps rerun if its answer differs',
      };
    case 'back': {
      const words =
        change.of === 'text'
          ? `Question ${names.node(change.id)} as before`
          : `No longer ${change.of === 'pin' ? 'pinned' : 'banned'}: ${names.passage(change.id)}`;
      return { icon: 'discard', words, about: 'This answer has this change; the next one does not' };
    }
  }
}

/** `1`, `1 and 2`, `1, 2 and 3`. */
function listed(labels: readonly string[]): string {
  const [last = ''] = labels.slice(-1);
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(', ')} and ${last}`;
}
