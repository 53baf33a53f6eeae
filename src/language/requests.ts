/** What a question that is a request says of the answer it wants, besides what it is about. */
import type { Language } from './language.ts';
import { possibleLanguages } from './languages.ts';

/** A question without the words with which a request begins, which texts that answer do not have: of "List the bells" that is "bells". */
export function withoutRequest(question: string, { requests: { opening } }: Language): string {
  const rest = question.replace(opening, '');
  return /[\p{L}\p{N}]/u.test(rest) ? rest : question;
}

/** Which form a question calls for beyond a sentence or a few: things compared in a table, several things in a list. */
export function requestedForm(question: string): 'table' | 'list' | undefined {
  const languages = possibleLanguages(question);
  if (languages.some(({ requests }) => requests.compares.test(question))) return 'table';
  return languages.some(({ requests }) => requests.lists.test(question)) ? 'list' : undefined;
}
