/** Derives the written answer of the panel from the trace: its sentences with their citations and doubts, in their blocks. Pure. */
import { t } from '@vscode/l10n';
import { writtenFormOf, type WrittenForm } from '../../src/protocol/writtenAnswer.ts';
import type { Citation, Trace, WrittenAnswer } from '../../src/protocol/trace.ts';
import type { Support } from '../../src/protocol/writtenAnswer.ts';
import {
  doubtSentence,
  droppedSentence,
  formLabels,
  notCheckedSentence,
  shownSentence,
  unshownSentence,
} from '../../src/protocol/writtenWords.ts';
import { isWithoutChat } from '../../src/trace/otherMethod.ts';
import { count } from '../../src/base/amounts.ts';

export interface WrittenView {
  /** Present for quotes that no model wrote. */
  readonly heading?: string;
  /** What an empty cell says. */
  readonly empty: string;
  readonly blocks: readonly WrittenBlockView[];
  /** How documents disagree, a sentence each, with what they say. */
  readonly conflicts: readonly ConflictView[];
  /** What the documents do not say, a sentence each. */
  readonly notStated: readonly string[];
  /** Says how many sentences were left out. */
  readonly dropped?: string;
  /** How many sentences the documents do not carry or contradict. */
  readonly doubted: number;
  /** How many are neither supported nor doubted. */
  readonly notChecked: number;
  /** What a screen reader says when it is there. */
  readonly spoken: string;
}

export type WrittenBlockView =
  | { readonly kind: 'paragraph'; readonly sentences: Sentences }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly Sentences[] }
  | {
      readonly kind: 'table';
      readonly corner: string;
      readonly columns: readonly string[];
      readonly rows: readonly { readonly name: string; readonly cells: readonly Sentences[] }[];
    };

export type Sentences = readonly SentenceView[];

export interface SentenceView {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly doubt?: Doubted;
  /** What only the identity of a document shows. */
  readonly shown?: string;
}

interface Doubted {
  readonly support: Extract<Support, 'not-checked' | 'unsupported' | 'contradicted' | 'own-knowledge'>;
  readonly why: string;
}

export interface ConflictView {
  readonly sentence: SentenceView;
  readonly quotes: readonly Citation[];
}

/** @returns undefined without a written answer */
export function writtenView({ written, models }: Trace): WrittenView | undefined {
  if (written === undefined) return undefined;
  const sentences = written.sentences.map((sentence): SentenceView => {
    const { text, support } = sentence;
    const unshown = unshownSentence(sentence);
    const why =
      support === 'not-checked'
        ? [notCheckedSentence, ...(unshown === undefined ? [] : [`${unshown}.`])].join(' ')
        : doubtSentence(sentence);
    const isDoubted = support !== 'quoted' && support !== 'supported';
    const shown = shownSentence(sentence);
    return {
      text,
      citations: written.citations.filter(({ n }) => sentence.citations.includes(n)),
      ...(isDoubted && why !== undefined ? { doubt: { support, why } } : {}),
      ...(shown === undefined ? {} : { shown }),
    };
  });
  const at = (positions: readonly number[]): Sentences => positions.flatMap((position) => sentences[position] ?? []);
  const { dropped } = written;
  const isOfQuotes = isWithoutChat(models);
  return {
    ...(isOfQuotes ? { heading: t('Quotes') } : {}),
    empty: isOfQuotes ? t('no quote') : t('not stated'),
    blocks: written.blocks.map((block) => blockView(block, at)),
    conflicts: at(written.conflicts).map((sentence) => ({ sentence, quotes: sentence.citations })),
    notStated: written.notStated,
    ...(dropped === undefined ? {} : { dropped: droppedSentence(dropped) }),
    doubted: sentences.filter(({ doubt }) => doubt?.support === 'unsupported' || doubt?.support === 'contradicted').length,
    notChecked: sentences.filter(({ doubt }) => doubt?.support === 'not-checked').length,
    spoken: spokenForm(written),
  };
}

/** How passages disagree, below an answer that is not written out. */
export function conflictViews({ conflicts = [] }: Trace): readonly ConflictView[] {
  return conflicts.map(({ text, citations }) => ({ sentence: { text, citations }, quotes: citations }));
}

/** Forms that the answer of an ended run can be written in: quotes alone make no prose. */
export function formsFor({ models, written }: Pick<Trace, 'models' | 'written'>): readonly FormChoice[] {
  const forms = isWithoutChat(models) ? (['list', 'table'] as const) : (['explained', 'list', 'table'] as const);
  return forms.map((value) => ({ value, label: formLabels[value], isCurrent: written !== undefined && value === writtenFormOf(written) }));
}

export interface FormChoice {
  readonly value: WrittenForm;
  readonly label: string;
  readonly isCurrent: boolean;
}

function blockView(block: WrittenAnswer['blocks'][number], at: (positions: readonly number[]) => Sentences): WrittenBlockView {
  if (block.kind === 'paragraph') return { kind: 'paragraph', sentences: at(block.sentences) };
  if (block.kind === 'list') return { kind: 'list', isOrdered: block.isOrdered, items: block.items.map(at) };
  const [corner = '', ...columns] = block.columns;
  return { kind: 'table', corner, columns, rows: block.rows.map(({ name, cells }) => ({ name, cells: cells.map(at) })) };
}

function spokenForm({ blocks, sentences }: WrittenAnswer): string {
  const table = blocks.find((block) => block.kind === 'table');
  if (table) return t('Written as a table with {0}.', count(table.rows.length, 'row'));
  const list = blocks.find((block) => block.kind === 'list');
  if (list) return t('Written as a list with {0}.', count(list.items.length, 'item'));
  return blocks.length === 0 ? '' : t('Written out in {0}.', count(sentences.length, 'sentence'));
}
