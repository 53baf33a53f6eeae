import { questionKey } from '../language/questionKey.ts';

/** Whether a text is a way of saying "I cannot answer". Bare `no` is an answer. Source: pipelines.md 1.6. */
export function isAbstention(answer: string | null): boolean {
  if (answer === null) return true;
  const key = keyOf(answer);
  return wholeAnswers.has(key) || beginnings.some((beginning) => beginsWith(key, beginning));
}

/** Whether a text says nothing but "I cannot answer", or refuses to, as against one that says what is not known and goes on. */
export function declines(text: string): boolean {
  const key = keyOf(text);
  return wholeAnswers.has(key) || refusals.some((beginning) => beginsWith(key, beginning));
}

function keyOf(text: string): string {
  return questionKey(text.replaceAll('’', "'"));
}

function beginsWith(key: string, beginning: string): boolean {
  return key === beginning || key.startsWith(`${beginning} `);
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

/** Keys that refuse, whatever follows. */
const refusals: readonly string[] = [
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
  'i am unable to answer',
  'im unable to answer',
  'unable to answer',
  'cannot answer',
];

/** Keys that abstain also when more words follow. */
const beginnings: readonly string[] = [
  ...refusals,
  'i dont know',
  'i do not know',
  'i am unable to',
  'im unable to',
  'unable to determine',
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
