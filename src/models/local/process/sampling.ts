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

function drawn(logits: Float32Array, most: number, temperature: number, topP: number, share: number): number {
  const weights = Float64Array.from(logits, (logit) => Math.exp((logit - most) / temperature));
  const total = weights.reduce((a, b) => a + b, 0);
  const order = topP < 1 ? [...weights.keys()].sort((a, b) => weights[b]! - weights[a]! || a - b) : [...weights.keys()];
  let kept = total;
  let count = order.length;
  if (topP < 1) {
    kept = 0;
    for (count = 0; count < order.length && kept < topP * total; count++) kept += weights[order[count]!]!;
  }
  let left = share * kept;
  for (const token of order.slice(0, count)) {
    left -= weights[token]!;
    if (left < 0) return token;
  }
  return order[count - 1]!;
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
