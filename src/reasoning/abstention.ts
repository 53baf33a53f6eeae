import { questionKey } from '../base/questionKey.ts';

/** Whether a text is a way of saying "I cannot answer". Bare `no` is an answer. Source: pipelines.md 1.6. */
export function isAbstention(answer: string | null): boolean {
  if (answer === null) return true;
  const key = questionKey(answer.replaceAll('’', "'"));
  return wholeAnswers.has(key) || beginnings.some((beginning) => key === beginning || key.startsWith(`${beginning} `));
}

/** Keys of answers that abstain when they are all that is said. */
const wholeAnswers: ReadonlySet<string> = new Set([
  '',
  'unknown',
  'unanswerable',
  'none',
  'null',
  'na',
  'no answer',
  'noanswer',
  'not known',
  'i dont know',
  'i do not know',
  'dont know',
  'do not know',
  'not mentioned',
  'not specified',
  'not stated',
  'not provided',
  'not available',
  'inconclusive',
  'undetermined',
  'cannot be determined',
  'can not be determined',
  'cant be determined',
  'cannot determine',
  'not enough information',
  'insufficient information',
  'no information',
  'not possible to determine',
]);

/** Keys that abstain also when more words follow. */
const beginnings: readonly string[] = [
  'i dont know',
  'i do not know',
  'im sorry but',
  'im sorry i',
  'i am sorry but',
  'i am sorry i',
  'sorry but',
  'sorry i',
  'as an ai language',
  'as an ai model',
  'as an ai assistant',
  'as a language model',
  'i cannot answer',
  'i cant answer',
  'i am unable to',
  'im unable to',
  'unable to answer',
  'unable to determine',
  'cannot answer',
  'cannot be determined',
  'it cannot be determined',
  'not mentioned in',
  'not specified in',
  'not stated in',
  'not provided in',
  'there is not enough information',
  'there is no information',
  'insufficient information',
  'not enough information',
  'the passage does not',
  'the passages do not',
  'the context does not',
  'the document does not',
  'the documents do not',
  'the provided passages do not',
  'the provided context does not',
  'the provided documents do not',
];
