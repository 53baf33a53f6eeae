import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate, type CalibrationCase } from '../../../../lab/evaluation/calibration.ts';
import { branchOf } from '../../../../src/pipelines/selfDc.ts';

const calls = { retrieve: 2, generate: 3, decompose: 6 };
const defaults = { alpha: 0.6, beta: 0.1 };

/** The model knows what it is at least `from` sure of; what is at most `to` has to be looked up, the rest split. */
function casesOf(count: number, { to, from }: { readonly to: number; readonly from: number }): readonly CalibrationCase[] {
  return Array.from({ length: count }, (_, i) => {
    const confidence = ((i * 5) % 21) / 20;
    const best = confidence >= from ? 'generate' : confidence <= to ? 'retrieve' : 'decompose';
    const scoreOf = (way: string): number => Number(way === best);
    return { confidence, calls, score: { retrieve: scoreOf('retrieve'), generate: scoreOf('generate'), decompose: scoreOf('decompose') } };
  });
}

test('thresholds that separate the ways are found, and hold for questions that were left out', () => {
  const found = calibrate(casesOf(105, { to: 0.2, from: 0.7 }), defaults, branchOf);
  assert.deepEqual([found.chosen, found.score], [{ alpha: 0.45, beta: 0.25 }, 1]);
  assert.ok(found.heldOut > 0.9 && found.byDefault.score < 0.9, JSON.stringify(found));
  assert.ok(Math.abs(found.shares.retrieve + found.shares.generate + found.shares.decompose - 1) < 1e-9);
});

test('of equal scores the fewest calls count, then the defaults', () => {
  const same = casesOf(21, { to: 0.2, from: 0.7 }).map((one) => ({ ...one, score: { retrieve: 1, generate: 1, decompose: 1 } }));
  const found = calibrate(same, defaults, branchOf);
  // A confidence of 1 is never looked up.
  assert.deepEqual(found.shares, { retrieve: 20 / 21, generate: 1 / 21, decompose: 0 });
  const free = same.map((one) => ({ ...one, calls: { retrieve: 1, generate: 1, decompose: 1 } }));
  assert.deepEqual(calibrate(free, defaults, branchOf).chosen, defaults);
});

test('a question without confidence is looked up by every choice', () => {
  const blind = casesOf(21, { to: 0.2, from: 0.7 }).map((one) => ({ ...one, confidence: null }));
  assert.equal(calibrate(blind, defaults, branchOf).shares.retrieve, 1);
});
