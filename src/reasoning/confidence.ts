/** The model's confidence in its answer, in [0, 1]; null when it gave none. Source: pipelines.md 4.3 (Self-DC, *verb* and *prob*). */

/**
 * Reads a stated confidence, a number or text. A number strictly between 0 and 1 is used as it is, any other in percent (1 is 1 %). In
 * text, it is the first number after a label such as `Confidence (0-100):`; without a label, only a text that is just a number counts,
 * since answers contain numbers.
 */
export function statedConfidence(said: unknown): number | null {
  if (typeof said === 'number') return Number.isFinite(said) ? fromNumber(said) : null;
  if (typeof said !== 'string') return null;
  const labelled = /confidence[^:=\n]*[:=]([\s\S]*)/i.exec(said)?.[1];
  const found = labelled === undefined ? wholly.exec(said) : anywhere.exec(labelled);
  if (found === null) return null;
  const [, digits = '', suffix = ''] = found;
  const stated = Number(digits);
  const unit = suffix.replace(/\s/g, '');
  if (unit === '') return fromNumber(stated);
  return clamped(stated / (unit === '/10' ? 10 : 100));
}

const number = String.raw`(-?(?:\d+(?:\.\d+)?|\.\d+))(\s*(?:%|\/\s*100(?!\d)|\/\s*10(?!\d)))?`;
const anywhere = new RegExp(number);
const wholly = new RegExp(String.raw`^\s*${number}\s*$`);

function fromNumber(x: number): number {
  return clamped(x > 0 && x < 1 ? x : x / 100);
}

function clamped(x: number): number {
  return Math.min(1, Math.max(0, x));
}

/**
 * The arithmetic mean of the token probabilities, computed from their natural logarithms; not the exponential of the mean. Tokens without a
 * value are skipped.
 */
export function meanTokenProbability(logprobs: readonly (number | null)[]): number | null {
  const probabilities = logprobs.flatMap((logprob) => (logprob === null || Number.isNaN(logprob) ? [] : [Math.min(1, Math.exp(logprob))]));
  if (probabilities.length === 0) return null;
  return probabilities.reduce((sum, probability) => sum + probability, 0) / probabilities.length;
}
