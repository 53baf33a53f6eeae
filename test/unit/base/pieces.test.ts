import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PiecedList } from '../../../src/base/pieces.ts';
import { stretchesWithout } from '../../../src/base/stretches.ts';

test('changes in pieces are what they are in a list', () => {
  const changes = fc.array(fc.record({ removed: fc.array(fc.nat(30)), added: fc.array(fc.string()) }));
  fc.assert(
    fc.property(fc.array(fc.string()), changes, (first, changed) => {
      let [list, pieces] = [first, PiecedList.of(first)];
      for (const { removed, added } of changed) {
        pieces = pieces.with(stretchesWithout(Int32Array.from(list.keys()), removed), added);
        list = [...list.filter((_, i) => !removed.includes(i)), ...added];
        assert.deepEqual(
          [...list.keys(), list.length].map((place) => pieces.at(place)),
          [...list, undefined],
        );
        assert.deepEqual([[...pieces], pieces.length], [list, list.length]);
      }
    }),
  );
});
