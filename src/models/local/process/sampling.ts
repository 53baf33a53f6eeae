/** Which token comes next. */

export interface Sampling {
  /** 0 takes the most probable token. */
  readonly temperature: number;
  /** Of the most probable tokens, those that together have this share. Default: 1. */
  readonly topP?: number;
  /** Whether to say how probable the token is, which takes as long as drawing it. */
  readonly logprobs?: boolean;
  /** How many likely tokens to name beside it. Default: none. */
  readonly alternatives?: number;
}

export interface Sampled {
  readonly token: number;
  /** Natural logarithm of its probability at temperature 1. */
  readonly logprob?: number;
  /** The most probable tokens, itself among them if it is one, with the same logarithms; the most probable first. */
  readonly alternatives?: readonly (readonly [token: number, logprob: number])[];
}

/** Of the logarithm of a probability beside that of the best token: a whole vocabulary below it has less than a millionth. */
const negligible = -30;

/** @param draw in [0, 1) */
export function sample(logits: Float32Array, sampling: Sampling, draw: () => number): Sampled {
  const { temperature, topP = 1, logprobs = false, alternatives } = sampling;
  let best = 0;
  for (let token = 1; token < logits.length; token++) if (logits[token]! > logits[best]!) best = token;
  const token = temperature <= 0 ? best : drawn(logits, logits[best]!, temperature, topP, draw());
  if (!logprobs) return { token };
  const whole = wholeOf(logits, logits[best]!);
  const likely = alternatives === undefined ? {} : { alternatives: likeliest(logits, whole, alternatives) };
  return { token, logprob: logits[token]! - whole, ...likely };
}

/** What is taken from a logit to make it the logarithm of a probability. */
function wholeOf(logits: Float32Array, most: number): number {
  let sum = 0;
  for (let i = 0; i < logits.length; i++) {
    const less = logits[i]! - most;
    if (less > negligible) sum += Math.exp(less);
  }
  return most + Math.log(sum);
}

/** Less likely ones are not worth a place in a log. */
const leastLogprob = Math.log(0.001);

function likeliest(logits: Float32Array, whole: number, count: number): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let token = 0; token < logits.length; token++) {
    const logprob = logits[token]! - whole;
    if (logprob >= leastLogprob) found.push([token, logprob]);
  }
  return found.sort(([a, p], [b, q]) => q - p || a - b).slice(0, count);
}

/** Vocabularies have more than a hundred thousand tokens, and this runs for each token: few passes, and the exponential of few. */
function drawn(logits: Float32Array, most: number, temperature: number, topP: number, share: number): number {
  const [tokens, all] = [new Int32Array(logits.length), new Float64Array(logits.length)];
  let count = 0;
  let total = 0;
  for (let token = 0; token < logits.length; token++) {
    const less = (logits[token]! - most) / temperature;
    if (less < negligible) continue;
    tokens[count] = token;
    total += all[count++] = Math.exp(less);
  }
  const weights = all.subarray(0, count);
  if (topP >= 1) return tokens[tokenAt(share * total, weights)]!;
  const kept = nucleus(weights, total, topP);
  const ofKept = Float64Array.from(kept, (at) => weights[at]!);
  const sum = ofKept.reduce((before, weight) => before + weight, 0);
  return tokens[kept[tokenAt(share * sum, ofKept)]!]!;
}

/** The position at which the sum of the weights passes `left`. */
function tokenAt(left: number, weights: Float64Array): number {
  for (let at = 0; at < weights.length - 1; at++) {
    left -= weights[at]!;
    if (left < 0) return at;
  }
  return weights.length - 1;
}

/** The fewest tokens that together have this share of the total, most probable first. */
function nucleus(weights: Float64Array, total: number, topP: number): readonly number[] {
  // All tokens below this together have less than what may be left out, so only the others are sorted.
  const least = ((1 - topP) * total) / weights.length;
  const likely: number[] = [];
  for (let token = 0; token < weights.length; token++) if (weights[token]! >= least) likely.push(token);
  likely.sort((a, b) => weights[b]! - weights[a]! || a - b);
  let sum = 0;
  let count = 0;
  while (count < likely.length && sum < topP * total) sum += weights[likely[count++]!]!;
  return likely.slice(0, Math.max(1, count));
}
