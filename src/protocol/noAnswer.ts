/** What is said of a run that ended without an answer. Pure. */
import { t } from '@vscode/l10n';
import { languageName, otherLanguageSentence } from './otherLanguage.ts';
import type { DigestQuote, Trace, TraceNode } from './trace.ts';

/** For people, below the digest. */
export function noAnswerSentence(trace: Trace): string {
  return [whatIsMissing(trace), ...whyMissing(trace)].join(' ');
}

/** Why there is no answer, in sentences, where it is about the question's language. */
export function whyMissing({ models, nodes, otherLanguage }: Trace): readonly string[] {
  const flags = models.chat === 'builtin' || models.chat === '' ? nodes.flatMap((node) => node.flags) : [];
  const unread = flags.find((flag) => flag.startsWith(`${languageNotRead}:`));
  return [
    ...(unread === undefined ? [] : [languageNotReadSentence(unread.slice(languageNotRead.length + 1))]),
    ...(otherLanguage === undefined ? [] : [otherLanguageSentence(otherLanguage)]),
  ];
}

/** What the answer leaves open, in the model's words; undefined where nothing is, or where a written answer says it. */
export function leftOpen({ missing, written }: Pick<Trace, 'missing' | 'written'>): string | undefined {
  return written !== undefined && written.notStated.length > 0 ? undefined : missing;
}

/** Whether a written answer takes the place of the short one. */
export function isInPlace({ written }: Pick<Trace, 'written'>): boolean {
  return written?.leads === true && written.blocks.length > 0;
}

/** One sentence. */
export function whatIsMissing({ models, retrievals, nodes }: Trace): string {
  const hasFound = nodes.some(({ evidence }) => evidence.some(({ source }) => source !== 'generated'));
  // A search without results still counts as a look at the documents.
  if (!hasFound)
    return retrievals.length > 0
      ? t('Nothing was found in the documents.')
      : t('The model does not know the answer. No document was read.');
  if (models.chat !== 'builtin' && models.chat !== '') return t('The model found no answer in the passages.');
  return t('No short answer was found.');
}

/** Flag of a node whose question is in a language that is not read without a model, with the language after a colon. */
export const languageNotRead = 'language_not_read';

/** @param language BCP 47 */
export function languageNotReadSentence(language: string): string {
  return t('Without a language model, only questions in English are answered, and this one is in {0}.', languageName(language));
}

/** The first step that found no answer, so that the steps after it could not; undefined where the question was not divided. */
export function stepNotFound({ nodes, answer, question }: Trace): TraceNode | undefined {
  if (answer !== null) return undefined;
  const missing = nodes.find(({ kind, status, answer: own }) => kind === 'sub_question' && own === null && !isAbandoned(status));
  return missing && askedText(missing) !== question ? missing : undefined;
}

/** What a step asked: with the answers of earlier steps, where it needs them. */
export function askedText({ text, resolvedText = text }: TraceNode): string {
  return resolvedText;
}

/** Whether a node belongs to a plan that was given up. */
export function isAbandoned(status: TraceNode['status']): boolean {
  return status === 'superseded' || status === 'rejected';
}

export interface QuestionQuotes {
  /** Absent for a question that was not divided. */
  readonly heading?: string;
  readonly nodeId: string;
  readonly quotes: readonly DigestQuote[];
}

/**
 * Quotes of a digest by what was asked, in order.
 * @param all the digest, where `quotes` are a part of it
 */
export function quotesByQuestion(
  quotes: readonly DigestQuote[],
  { question }: Pick<Trace, 'question'>,
  all = quotes,
): readonly QuestionQuotes[] {
  const isDivided = all.some(({ subQuestion }) => subQuestion !== question);
  return [...Map.groupBy(quotes, ({ nodeId }) => nodeId)].map(([nodeId, own]) => {
    const asked = own[0]?.subQuestion ?? question;
    return { nodeId, quotes: own, ...(isDivided ? { heading: asked === question ? t('The question as a whole') : asked } : {}) };
  });
}
