/** Which token comes next. */

export interface Sampling {
  /** 0 takes the most probable token. */
  readonly temperature: number;
  /** Of the most probable tokens, those that together have this share. Default: 1. */
  readonly topP?: number | undefined;
}

export interface Sampled {
  readonly token: number;
  /** Natural logarithm of its probability at temperature 1. */
  readonly logprob: number;
}

/** @param draw in [0, 1) */
export function sample(logits: Float32Array, { temperature, topP = 1 }: Sampling, draw: () => number): Sampled {
  let best = 0;
  for (let token = 1; token < logits.length; token++) if (logits[token]! > logits[best]!) best = token;
  const most = logits[best]!;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - most);
  const logprob = (token: number): number => logits[token]! - most - Math.log(sum);
  if (temperature <= 0) return { token: best, logprob: logprob(best) };
  const token = drawn(logits, most, temperature, topP, draw());
  return { token, logprob: logprob(token) };
}

/** Vocabularies have more than a hundred thousand tokens, and this runs for each token: few passes, no list of all. */
function drawn(logits: Float32Array, most: number, temperature: number, topP: number, share: number): number {
  const weights = new Float64Array(logits.length);
  let total = 0;
  for (let token = 0; token < logits.length; token++) total += weights[token] = Math.exp((logits[token]! - most) / temperature);
  if (topP >= 1) return tokenAt(share * total, weights);
  const kept = nucleus(weights, total, topP);
  const sum = kept.reduce((before, token) => before + weights[token]!, 0);
  return kept[
    tokenAt(
      share * sum,
      Float64Array.from(kept, (token) => weights[token]!),
    )
  ]!;
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
  const candidates: number[] = [];
  for (let token = 0; token < weights.length; token++) if (weights[token]! >= least) candidates.push(token);
  candidates.sort((a, b) => weights[b]! - weights[a]! || a - b);
  let sum = 0;
  let count = 0;
  while (count < candidates.length && sum < topP * total) sum += weights[candidates[count++]!]!;
  return candidates.slice(0, Math.max(1, count));
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function draws(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
