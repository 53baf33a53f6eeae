/** Names of the forms, and what is said of sentences that documents do not carry. Pure. */
import type { AnswerForm, Shown, WrittenForm, WrittenSentence } from './writtenAnswer.ts';

export const formLabels: Readonly<Record<AnswerForm, string>> = {
  short: 'Short',
  explained: 'Explained',
  list: 'List',
  table: 'Table',
  auto: 'Automatic',
};

/** Say why a model was asked to write what no person chose. */
export const chosenSentences: Readonly<Record<WrittenForm, string>> = {
  explained: 'The model was asked to explain, because the question asks why or how.',
  list: 'The model was asked for a list, because the question asks for several things.',
  table: 'The model was asked for a table, because the question compares things.',
};

/** Says how many sentences were left out. */
export function droppedSentence(count: number): string {
  return count === 1 ? '1 sentence left out, because nothing supports it.' : `${count} sentences left out, because nothing supports them.`;
}

/** For a sentence of which rules found nothing wrong. */
export const notChecked = 'Not checked';
export const notCheckedSentence =
  'Not checked: nothing in it disagrees with its quotes, but it does not say the same in the same words. Read them.';

/** Names the words of a sentence that is not checked which nothing shows; undefined for any other. */
export function unshownSentence({ support, unshown = [] }: Pick<WrittenSentence, 'support' | 'unshown'>): string | undefined {
  if (support !== 'not-checked' || unshown.length === 0) return undefined;
  const [words, more] = [unshown.slice(0, mostUnshown).map((word) => `“${word}”`), unshown.length - mostUnshown];
  return `Not shown by the quote: ${words.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostUnshown = 5;

/** Says what of a sentence no quote has, and what its documents are known by shows; undefined where there is nothing. */
export function shownSentence({ shown = [] }: Pick<WrittenSentence, 'shown'>): string | undefined {
  if (shown.length === 0) return undefined;
  return shown.map(({ words, from, path }) => `“${words}” from ${placesShown[from]} of ${path}`).join('; ');
}

const placesShown: Readonly<Record<Shown['from'], string>> = {
  title: 'the title',
  headings: 'the headings',
  fileName: 'the file name',
  folder: 'the folder',
  firstPage: 'the first page',
  runningLines: 'the page headers',
  metadata: 'the metadata',
  mentions: 'what other documents call the title',
  bibliography: 'the bibliography entry',
  passages: 'the text',
};

/** Undefined for a sentence that its documents carry, or that is not checked. */
export function doubtSentence({ support, why }: Pick<WrittenSentence, 'support' | 'why'>): string | undefined {
  if (support === 'own-knowledge') return 'From the model’s memory, not from the documents.';
  if (support !== 'unsupported' && support !== 'contradicted') return undefined;
  const words = why?.words === undefined ? '' : ` “${why.words}”`;
  switch (why?.kind) {
    case 'quote-missing':
      return `No document has the quoted words${words}.`;
    case 'quote-differs':
      return `The quote has${words} where the document has “${why.has ?? ''}”.`;
    case 'number':
    case 'date':
      return support === 'contradicted' ? `The quote says otherwise than${words}.` : `The quote does not say${words}.`;
    case 'name':
      return `The quote does not name${words}.`;
    case 'negation':
      return support === 'contradicted' ? 'The quote seems to say the opposite.' : 'The quote denies nothing.';
    case 'words':
      return 'The quote is about something else.';
    case 'model':
      return support === 'contradicted'
        ? 'The quote says the opposite, by the entailment model.'
        : 'The quote does not say this, by the entailment model.';
    case 'no-quote':
    case undefined:
      return 'No document is cited for this.';
  }
}
