import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../src/base/seededRandom.ts';
import { sample } from '../../../../src/models/local/process/sampling.ts';

const logits = Float32Array.of(1, 3, -50, 2, 2.9);
const probabilities = (temperature: number): number[] => {
  const powers = [...logits].map((logit) => Math.exp(logit / temperature));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
};

test('tokens are drawn as often as their probability says, at any temperature', () => {
  for (const temperature of [0.3, 1, 2]) {
    const draw = seededRandom(1);
    const counts = new Array<number>(logits.length).fill(0);
    for (let i = 0; i < 20_000; i++) counts[sample(logits, { temperature }, draw).token]!++;
    const wanted = probabilities(temperature);
    counts.forEach((count, token) => assert.ok(Math.abs(count / 20_000 - wanted[token]!) < 0.015, `${temperature}: ${counts.join()}`));
  }
});

test('of the most probable tokens only those are drawn that together have the share', () => {
  const tokensOf = (topP: number): number[] => {
    const draw = seededRandom(2);
    const tokens = Array.from({ length: 2_000 }, () => sample(logits, { temperature: 1, topP }, draw).token);
    return [...new Set(tokens)].toSorted();
  };
  assert.deepEqual([tokensOf(1e-9), tokensOf(0.5), tokensOf(0.9), tokensOf(1)], [[1], [1, 4], [1, 3, 4], [0, 1, 3, 4]]);
});

test('the likeliest tokens are named with their probabilities at temperature 1, those that are hardly possible are not', () => {
  const { alternatives = [] } = sample(logits, { temperature: 0, logprobs: true, alternatives: 3 }, () => 0);
  const all = probabilities(1);
  const ranked = [...all.keys()].filter((token) => all[token]! >= 0.001).sort((a, b) => all[b]! - all[a]!);
  assert.deepEqual(
    alternatives.map(([token]) => token),
    ranked.slice(0, 3),
  );
  for (const [token, logprob] of alternatives) assert.ok(Math.abs(logprob - Math.log(all[token]!)) < 1e-6);
  const many = sample(Float32Array.of(0, -20), { temperature: 0, logprobs: true, alternatives: 2 }, () => 0).alternatives;
  assert.deepEqual(
    many?.map(([token]) => token),
    [0],
  );
  assert.equal(sample(logits, { temperature: 0, logprobs: true }, () => 0).alternatives, undefined);
});

test('without randomness the best token is taken, and its probability is that at temperature 1', () => {
  const { token, logprob } = sample(logits, { temperature: 0, logprobs: true }, () => assert.fail('nothing is drawn'));
  assert.equal(token, 1);
  assert.ok(Math.abs(logprob! - Math.log(probabilities(1)[1]!)) < 1e-6);
  assert.equal(sample(logits, { temperature: 0 }, () => 0).logprob, undefined);
});
