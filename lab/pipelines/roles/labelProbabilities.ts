import type { ReplyToken } from '../../../src/models/models.ts';

/**
 * How likely the model would have written each label as the value of a field of a JSON object. An alternative of the token that begins the
 * value counts for the label that it begins.
 * @param labels with different first letters
 * @returns probabilities with the sum 1; null when the reply has no such field, or its token no alternative that begins a label
 */
export function labelProbabilities<L extends string>(
  tokens: readonly ReplyToken[],
  field: string,
  labels: readonly L[],
): Readonly<Record<L, number>> | null {
  const before = new RegExp(`"${field}"\\s*:\\s*"?`).exec(tokens.map(({ text }) => text).join(''));
  if (!before) return null;
  const valueAt = before.index + before[0].length;
  let end = 0;
  const first = tokens.find(({ text }) => (end += text.length) > valueAt);
  const all = Object.fromEntries(labels.map((label) => [label, 0])) as Record<L, number>;
  // Tokens can have the quote or the colon before the value in them.
  for (const [text, logprob] of first?.alternatives ?? []) {
    const begun = text.toLowerCase().replace(/^[^\p{L}\p{N}]+/u, '');
    const label = labels.find((one) => begun !== '' && (one.startsWith(begun) || begun.startsWith(one)));
    if (label !== undefined) all[label] += Math.exp(logprob);
  }
  const sum = labels.reduce((total, label) => total + all[label], 0);
  if (sum === 0) return null;
  for (const label of labels) all[label] /= sum;
  return all;
}
