import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../src/base/seededRandom.ts';
import { fitReader, type Reading } from '../../../../lab/evaluation/readerCalibration.ts';

/** Readings of a model whose quotes are right with the odds `(margin - nullThreshold) / temperature`. */
function readings(count: number, border: { readonly nullThreshold: number; readonly temperature: number }): Reading[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => {
    const margin = 16 * random() - 8;
    return { margin, isRight: random() < 1 / (1 + Math.exp((border.nullThreshold - margin) / border.temperature)) };
  });
}

test('the border of a reader that is too sure is found, and gives better probabilities on readings that were left out', () => {
  const { border, byDefault, heldOut } = fitReader(readings(4000, { nullThreshold: 2.5, temperature: 1.8 })) ?? assert.fail();
  assert.ok(Math.abs(border.nullThreshold - 2.5) < 0.2, String(border.nullThreshold));
  assert.ok(Math.abs(border.temperature - 1.8) < 0.2, String(border.temperature));
  assert.ok(heldOut.logLoss < byDefault.logLoss);
  assert.ok(heldOut.right > byDefault.right && heldOut.answered < byDefault.answered);
});

test('the border of a reader that needs none stays where it is', () => {
  const { border } = fitReader(readings(4000, { nullThreshold: 0, temperature: 1 })) ?? assert.fail();
  assert.ok(Math.abs(border.nullThreshold) < 0.15 && Math.abs(border.temperature - 1) < 0.1);
});

test('readings without overlap have a border between them', () => {
  const apart = [-9, -8, -7, 1, 2, 3].map((margin) => ({ margin, isRight: margin > 0 }));
  const { border, heldOut } = fitReader(apart) ?? assert.fail();
  assert.ok(border.nullThreshold > -7 && border.nullThreshold < 1 && Number.isFinite(border.temperature));
  assert.deepEqual([heldOut.answered, heldOut.right], [0.5, 1]);
});

test('nothing is fitted to margins that say nothing, and not without right and wrong quotes', () => {
  const same = [true, false, true, false].map((isRight) => ({ margin: 3, isRight }));
  assert.equal(fitReader(same), undefined);
  assert.equal(fitReader([1, 2, 3].map((margin) => ({ margin, isRight: margin < 2 }))), undefined);
  assert.equal(fitReader(same.filter(({ isRight }) => isRight)), undefined);
  assert.equal(fitReader([]), undefined);
});
