/** How long an answer is: a few words for a fact, more where the question asks for more. */
import { requestedForm } from '../../language/requests.ts';

/** After "Answer the question", without a final point. */
export function inItsForm(question: string): string {
  const requested = requestedForm(question);
  return requested === undefined ? 'in a few words: a name, date, number, place, yes or no; else a sentence' : forms[requested];
}

const forms = {
  explained: 'in one to three full sentences that say all of it, its reasons or its manner too',
  list: 'by naming everything that it asks for, with semicolons between',
  table: 'in one to four full sentences that compare: the same is said of every side, and first yes, no or the name where it asks for that',
} as const;
