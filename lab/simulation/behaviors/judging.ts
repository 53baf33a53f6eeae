/** The judge of an evaluation. */
import { normalizeAnswer } from '../../../src/language/normalizeAnswer.ts';
import type { Behavior } from './behavior.ts';
import { english } from '../../../src/language/english.ts';

/** The prediction is right if it contains the words of an accepted answer. */
export const judge: Behavior = (mind, { question, text, sample }) => {
  const prediction = /<prediction>\n([\s\S]*?)\n<\/prediction>/.exec(text)?.[1] ?? '';
  const golds = [...text.matchAll(/<accepted number="\d+">\n([\s\S]*?)\n<\/accepted>/g)].map(([, gold = '']) => gold);
  const isRight = golds.some((gold) => normalizeAnswer(gold, english) !== '' && words(prediction).includes(words(gold)));
  const correct = mind.draws.errs('judge', question, prediction, ...golds, String(sample)) ? !isRight : isRight;
  return { reply: { reasoning: correct ? 'It says what is accepted.' : 'It does not say what is accepted.', correct } };
};

function words(text: string): string {
  return ` ${normalizeAnswer(text, english)} `;
}
