/** Screen reader announcements when a run progresses. Pure. */
import { t } from '@vscode/l10n';
import type { AnswerView } from './answerView.ts';
import type { DagView } from '../../src/trace/dag/viewModel.ts';
import { count } from '../../src/base/amounts.ts';

export interface Announced {
  readonly dag: DagView;
  readonly answer: AnswerView;
}

/** Sentences for what has ended between two views; empty when nothing has, so that a busy run stays quiet. */
export function announcement(before: Announced | undefined, after: Announced): string {
  const steps = after.dag.cards.filter((card) => card.isStep && !card.isGhost);
  const wasOpen = (id: string): boolean => {
    const card = before?.dag.cards.find((candidate) => candidate.id === id);
    return card === undefined || isOpen(card.state.tone);
  };
  const sentences = steps.flatMap((card, i) => {
    if (isOpen(card.state.tone) || !wasOpen(card.id)) return [];
    const [n, all, { words }] = [i + 1, steps.length, card.state];
    return [
      card.answer === undefined
        ? t('Sub-question {0} of {1} {2}.', n, all, words)
        : t('Sub-question {0} of {1} {2}: {3}.', n, all, words, card.answer),
    ];
  });
  if (after.answer.kind !== 'running' && before?.answer.kind !== after.answer.kind) {
    const { markdown, sentence = '', unconfirmed, written, conflicts, digest } = after.answer;
    const answer = unconfirmed === undefined ? t('Answer') : t('Answer, not verified');
    if (markdown === undefined && digest) sentences.push(t('{0} from your documents.', count(digest.count, 'quote')));
    sentences.push(markdown === undefined ? sentence : `${answer}: ${spoken(markdown)}${written || conflicts.length > 0 ? '.' : ''}`);
    if (written) sentences.push(written.spoken);
    if (conflicts.length + (written?.conflicts.length ?? 0) > 0) sentences.push(t('Documents disagree.'));
  }
  return sentences.join(' ');
}

/** Markdown without its syntax and citation numbers. */
function spoken(markdown: string): string {
  return markdown.replace(/(?<!\s)\s*\[\d+(?:\s*,\s*\d+)*\]/g, '').replace(/[*_`#]/g, '');
}

function isOpen(tone: string): boolean {
  return tone === 'waiting' || tone === 'running';
}
