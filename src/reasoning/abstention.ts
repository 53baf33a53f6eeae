import { assumedLanguage } from '../language/assumed.ts';
import { questionKey } from '../language/questionKey.ts';

const { wholeAnswers, refusals, beginnings } = assumedLanguage.abstention;

/** Whether a text is a way of saying "I cannot answer". Bare `no` is an answer. Source: pipelines.md 1.6. */
export function isAbstention(answer: string | null): boolean {
  if (answer === null) return true;
  const key = keyOf(answer);
  return wholeAnswers.has(key) || [...refusals, ...beginnings].some((beginning) => beginsWith(key, beginning));
}

/** Whether a text only says "I cannot answer", or refuses, as opposed to one that says what is unknown and continues. */
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
