/** Names of the forms, and what is said of sentences that documents do not carry. Pure. */
import { t } from '@vscode/l10n';
import type { AnswerForm, Shown, WrittenForm, WrittenSentence } from './writtenAnswer.ts';

export const formLabels: Readonly<Record<AnswerForm, string>> = {
  short: t('Short'),
  explained: t('Explained'),
  list: t('List'),
  table: t('Table'),
  auto: t('Automatic'),
};

/** Say why a model was asked to write what no person chose. */
export const chosenSentences: Readonly<Record<WrittenForm, string>> = {
  explained: t('The model was asked to explain, because the question asks why or how.'),
  list: t('The model was asked for a list, because the question asks for several things.'),
  table: t('The model was asked for a table, because the question compares things.'),
};

/** Says how many sentences were left out. */
export function droppedSentence(count: number): string {
  return count === 1
    ? t('1 sentence left out, because nothing supports it.')
    : t('{0} sentences left out, because nothing supports them.', count);
}

/** For a sentence of which rules found nothing wrong. */
export const notChecked = t('Not checked');
export const notCheckedSentence = t(
  'Not checked: nothing in it disagrees with its quotes, but it does not say the same in the same words. Read them.',
);

/** Names the words of a sentence that is not checked which nothing shows; undefined for any other. */
export function unshownSentence({ support, unshown = [] }: Pick<WrittenSentence, 'support' | 'unshown'>): string | undefined {
  if (support !== 'not-checked' || unshown.length === 0) return undefined;
  const [words, more] = [unshown.slice(0, mostUnshown).map((word) => `“${word}”`), unshown.length - mostUnshown];
  return more > 0
    ? t('Not shown by the quote: {0} and {1} more', words.join(', '), more)
    : t('Not shown by the quote: {0}', words.join(', '));
}

const mostUnshown = 5;

/** Says what of a sentence no quote has, and what its documents are known by shows; undefined where there is nothing. */
export function shownSentence({ shown = [] }: Pick<WrittenSentence, 'shown'>): string | undefined {
  if (shown.length === 0) return undefined;
  return shown.map(({ words, from, path }) => t('“{0}” from {1} of {2}', words, placesShown[from], path)).join('; ');
}

const placesShown: Readonly<Record<Shown['from'], string>> = {
  title: t('the title'),
  headings: t('the headings'),
  fileName: t('the file name'),
  folder: t('the folder'),
  firstPage: t('the first page'),
  runningLines: t('the page headers'),
  metadata: t('the metadata'),
  mentions: t('what other documents call the title'),
  bibliography: t('the bibliography entry'),
  passages: t('the text'),
};

/** Undefined for a sentence that its documents carry, or that is not checked. */
export function doubtSentence({ support, why }: Pick<WrittenSentence, 'support' | 'why'>): string | undefined {
  if (support === 'own-knowledge') return t('From the model’s memory, not from the documents.');
  if (support !== 'unsupported' && support !== 'contradicted') return undefined;
  const words = why?.words ?? '';
  switch (why?.kind) {
    case 'quote-missing':
      return words === '' ? t('No document has the quoted words.') : t('No document has the quoted words “{0}”.', words);
    case 'quote-differs':
      return t('The quote has “{0}” where the document has “{1}”.', words, why.has ?? '');
    case 'number':
    case 'date':
      return support === 'contradicted' ? t('The quote says otherwise than “{0}”.', words) : t('The quote does not say “{0}”.', words);
    case 'name':
      return t('The quote does not name “{0}”.', words);
    case 'negation':
      return support === 'contradicted' ? t('The quote seems to say the opposite.') : t('The quote denies nothing.');
    case 'words':
      return t('The quote is about something else.');
    case 'model':
      return support === 'contradicted'
        ? t('The quote says the opposite, by the entailment model.')
        : t('The quote does not say this, by the entailment model.');
    case 'no-quote':
    case undefined:
      return t('No document is cited for this.');
  }
}
