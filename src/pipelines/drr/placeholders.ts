/**
 * Ids whose answers a sub-question asks for by placeholder, in order of first appearance, each once and without leading zeros.
 * Forms: `{sub_question_3_answer}`, `{{…}}`, `{answer_3}`, `<answer_3>`, `[answer_3]`. Source: pipelines.md 5.2.
 */
export function dependenciesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(({ groups }) => idIn(groups)))];
}

/** Puts answers in the place of placeholders, in one pass: what an answer holds is never taken for a placeholder. One without a value stays. */
export function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(placeholder, (written, ...rest: unknown[]) => values.get(idIn(rest.at(-1))) ?? written);
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

/** Of all groups of a match, one has the number. */
function idIn(groups: unknown): string {
  const digits = Object.values(groups ?? {}).find((group): group is string => typeof group === 'string') ?? '';
  return digits.replace(/^0+(?=\d)/, '');
}
