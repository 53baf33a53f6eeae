/** Names of the forms, and what is said of sentences that documents do not carry. Pure. */
import type { AnswerForm, WrittenForm, WrittenSentence } from './writtenAnswer.ts';

export const formLabels: Readonly<Record<AnswerForm, string>> = {
  short: 'Short',
  explained: 'Explained',
  list: 'List',
  table: 'Table',
  auto: 'Any form',
};

/** Say why a model was asked for a form that no person chose. */
export const chosenSentences: Readonly<Record<WrittenForm, string>> = {
  explained: 'The model was asked to explain, because the question asks why or how.',
  list: 'The model was asked for a list, because the question asks for several things.',
  table: 'The model was asked for a table, because the question compares things.',
};

/** Says how many sentences were left out. */
export function droppedSentence(count: number): string {
  return count === 1 ? '1 sentence left out, because nothing supports it.' : `${count} sentences left out, because nothing supports them.`;
}

/** Undefined for a sentence that its documents carry. */
export function doubtSentence({ support, why }: Pick<WrittenSentence, 'support' | 'why'>): string | undefined {
  if (support === 'own-knowledge') return 'From the model’s memory, not from the documents.';
  if (support !== 'unsupported' && support !== 'contradicted') return undefined;
  const words = why?.words === undefined ? '' : ` “${why.words}”`;
  switch (why?.kind) {
    case 'quote-missing':
      return `No document has the quoted words${words}.`;
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
