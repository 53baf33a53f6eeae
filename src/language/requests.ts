/** What a question that is a request says of the answer it wants, besides what it is about. */
import type { WrittenForm } from '../protocol/writtenAnswer.ts';
import { perLanguage, type Language } from './language.ts';
import { possibleLanguages } from './languages.ts';

/**
 * A question without the words with which a request begins, which texts that answer do not have: of "List the bells" that is "bells". Nor
 * do they have the verb of "Which risks does the board name?"
 */
export function withoutRequest(question: string, { requests: { opening, saying } }: Language): string {
  const rest = question.replace(opening, '').replace(saying, '$<before>');
  return /[\p{L}\p{N}]/u.test(rest) ? rest : question;
}

/**
 * A question without the sentences beside it that say how to answer: "If there is none, say so." Texts that answer have none of their
 * words. A question of nothing else stays as it is.
 */
function withoutInstructions(question: string, { requests: { instructs } }: Language): string {
  const sentences = question.split(/(?<=[.?!])\s+/u);
  const asking = sentences.filter((sentence) => sentence.endsWith('?') || !instructs.test(sentence));
  return asking.length === sentences.length || asking.length === 0 ? question : asking.join(' ');
}

/**
 * How a question asks to be answered, where its words are clear: things compared in a table, several things in a list, what asks why or how
 * in prose.
 */
export function requestedForm(question: string): WrittenForm | undefined {
  const asks = (kind: 'compares' | 'lists' | 'explains'): boolean => languages.some(({ requests }) => requests[kind].test(question));
  const languages = possibleLanguages(question);
  if (asks('compares')) return 'table';
  if (asks('lists')) return 'list';
  return asks('explains') ? 'explained' : undefined;
}

/** Whether a question is answered with yes or no, by the verb that it begins with. */
export function asksWhether(question: string, { reading }: Language): boolean {
  return reading.auxiliaries.has(/[\p{L}\p{N}]+/u.exec(question)?.[0].toLowerCase() ?? '');
}

/**
 * A question without the words that it begins with, which say how it is asked and not what for: of "How do I pin a version?" that is "pin a
 * version?", and without sentences that say how to answer. Texts that answer have few of these words, so that a search takes them for the
 * rarest of all. A query of nothing else stays as it is.
 */
export function askedFor(query: string, language: Language): string {
  const asked = withoutRequest(withoutInstructions(query, language), language);
  const beginning = beginningOf(language).exec(asked)?.[0] ?? '';
  return /[\p{L}\p{N}]/u.test(asked.slice(beginning.length)) ? asked.slice(beginning.length) : asked;
}

const beginningOf = perLanguage(({ askingWords }) => new RegExp(`^\\s*(?:(?:${[...askingWords].join('|')})(?=\\s)\\s*)+`, 'iu'));
