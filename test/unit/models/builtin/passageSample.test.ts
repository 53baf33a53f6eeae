import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PassageSample } from '../../../../src/models/builtin/passageSample.ts';

const passage = (text: string) => ({ title: 'T', headings: ['H'], text });
const texts = fc.uniqueArray(fc.string(), { maxLength: 60 });
const sampled = (from: readonly string[], size: number, seed: number) => {
  const sample = new PassageSample(size, seed);
  for (const text of from) sample.offer(passage(text));
  return sample.passages().map(({ text }) => text);
};

test('the sample is of the size asked for, from what was offered, and does not depend on the order', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 20 }), fc.integer(), fc.func(fc.integer()), (all, size, seed, orderOf) => {
      const sample = sampled(all, size, seed);
      const shuffled = [...all].sort((a, b) => orderOf(a) - orderOf(b));
      assert.equal(sample.length, Math.min(size, all.length));
      assert.ok(sample.every((text) => all.includes(text)));
      assert.deepEqual(sampled(shuffled, size, seed), sample);
    }),
  );
});

test('another seed gives another sample', () => {
  const all = Array.from({ length: 1000 }, (_, i) => `passage ${i}`);
  assert.notDeepEqual(sampled(all, 10, 1), sampled(all, 10, 2));
});

test('every part of a long stream is drawn from alike', () => {
  const all = Array.from({ length: 20_000 }, (_, i) => `passage ${i}`);
  const tenths = new Array<number>(10).fill(0);
  for (const text of sampled(all, 2000, 1)) {
    const tenth = Math.floor(Number(text.slice(8)) / 2000);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  assert.ok(
    tenths.every((count) => count > 150 && count < 250),
    tenths.join(' '),
  );
});
