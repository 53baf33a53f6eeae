/** Which proposed sub-questions can be asked. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import { questionKey } from '../base/questionKey.ts';
import type { PathStep } from '../reasoning/pathStep.ts';
import { dependenciesOf } from './drr/placeholders.ts';

/** Whether a sub-question has a placeholder or words for the answer to another, so that it cannot be asked on its own. */
export function needsAnother(sub: string): boolean {
  return dependenciesOf(sub).length > 0 || /\banswer (?:to|of|from) (?:the (?:first|previous|other)|(?:sub-?)?question \d)/i.test(sub);
}

/**
 * Whether a sub-question stands for what no step has found, with a placeholder or a word such as "unknown" in its place: "When was unknown
 * born?". A word that the question has itself stands for nothing else.
 */
export function namesUnknown(sub: string, question: string): boolean {
  if (needsAnother(sub)) return true;
  const [asked, whole] = [sub, question].map((text) => ` ${questionKey(text)} `);
  return unknowns.some((word) => asked?.includes(` ${word} `) === true && whole?.includes(` ${word} `) === false);
}

/** Words that may as well be about something, such as "none", are left out. */
const unknowns = [...assumedLanguage.abstention.wholeAnswers].filter((words) => /^(?:un|not |no answer|cannot |insufficient )/.test(words));

/**
 * Whether a sub-question was asked before, or after the first asks the question again. One whose call failed may be asked once more, since
 * that says nothing about the documents.
 */
export function isRepeated(sub: string, question: string, path: readonly Asked[]): boolean {
  const before = path.filter((step) => questionKey(step.question) === questionKey(sub));
  if (before.length === 1 && before.every(({ answer, failed }) => answer === null && failed !== undefined)) return false;
  return before.length > 0 || (path.length > 0 && repeatsQuestion(sub, question));
}

type Asked = Pick<PathStep, 'question' | 'answer' | 'failed'>;

/** Whether a sub-question asks the question again: its words, in any order. */
export function repeatsQuestion(sub: string, question: string): boolean {
  return inOrder(sub) === inOrder(question);
}

function inOrder(text: string): string {
  return questionKey(text).split(' ').toSorted().join(' ');
}
