/** What a question must have before anyone is asked to read it. */
import { foldText, wordsOf } from './english.ts';
import type { Draft } from './interfaces.ts';

const mostWords = 70;
const longestAnswer = 160;

/** Why a draft is no good question; undefined when it is one. */
export function flawOf(draft: Draft): string | undefined {
  const { question, answers, steps, type } = draft;
  const [answer = ''] = answers;
  if (!/^\p{Lu}.*\S\?$/u.test(question) || /\s{2}|\n|\?.*\?$/u.test(question.replaceAll(/“[^“”]*”/gu, '“”')))
    return 'is not one sentence that asks';
  if (wordsOf(question).length > mostWords) return 'is too long';
  if (foldText(answer) === '' || answer.length > longestAnswer) return 'has no short answer';
  if (type !== 'comparison' && contains(question, answer)) return 'contains its answer';
  const paths = new Set(steps.flatMap(({ places }) => places.map(({ passage }) => passage.path)));
  if (paths.size < 2) return 'needs one document only';
  if (steps.some((step) => step.places.length === 0 || foldText(step.answer) === '')) return 'has a step without a place';
  if (type === 'bridge' && !isHidden(draft)) return 'names what it should describe';
  return undefined;
}

function contains(text: string, part: string): boolean {
  return ` ${foldText(text)} `.includes(` ${foldText(part)} `);
}

/** The answer of a step that another one depends on must not be in the question. */
function isHidden({ question, steps }: Draft): boolean {
  const needed = new Set(steps.flatMap(({ dependsOn }) => dependsOn));
  return steps.every(({ answer }, i) => !needed.has(i) || !contains(question, answer));
}
