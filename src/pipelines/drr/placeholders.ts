import { questionKey } from '../../base/questionKey.ts';
import type { Qualified } from '../../reasoning/qualifier.ts';

/**
 * Ids whose answers a sub-question refers to by placeholder, in order of first appearance, each once and without leading zeros. Forms:
 * `{sub_question_3_answer}`, `{{…}}`, `{answer_3}`, `<answer_3>`, `[answer_3]`. Source: pipelines.md 5.2.
 */
export function dependenciesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(({ groups }) => idIn(groups)))];
}

/**
 * Replaces placeholders with answers in one pass, so that text in an answer is never taken for a placeholder. A placeholder without a value
 * stays.
 */
export function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(placeholder, (written, ...rest: unknown[]) => values.get(idIn(rest.at(-1))) ?? written);
}

/** An answer as a question names it: with what tells it apart, unless the question says that already. */
export function named(answer: string, { qualifier }: Qualified, question: string): string {
  return qualifier === undefined || questionKey(question).includes(questionKey(qualifier)) ? answer : `${answer} (${qualifier})`;
}

const name = (n: number): string => `sub_?question_(?<s${n}>\\d+)_answer|answer_(?<a${n}>\\d+)`;
const placeholder = new RegExp(
  [
    `\\{\\{\\s*(?:${name(1)})\\s*\\}\\}`,
    `\\{\\s*(?:${name(2)})\\s*\\}`,
    '<\\s*answer_(?<a3>\\d+)\\s*>',
    '\\[\\s*answer_(?<a4>\\d+)\\s*\\]',
  ].join('|'),
  'gi',
);

/** Exactly one group of a match contains the number. */
function idIn(groups: unknown): string {
  const digits = Object.values(groups ?? {}).find((group): group is string => typeof group === 'string') ?? '';
  return digits.replace(/^0+(?=\d)/, '');
}
