import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RecentValues } from '../../../src/base/recentValues.ts';

test('what is used stays, what is not goes, and sizes stay within the limit', () => {
  const use = fc.record({ key: fc.nat({ max: 30 }), size: fc.integer({ min: 1, max: 5 }), isRemoved: fc.boolean() });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 200 }), (uses) => {
      const recent = new RecentValues<number, { readonly size: number }>(20);
      const kept = { size: 1 };
      recent.set(-1, kept, kept.size);
      for (const { key, size, isRemoved } of uses) {
        if (isRemoved) recent.delete(key);
        else recent.set(key, { size }, size);
        assert.equal(recent.get(key)?.size, isRemoved ? undefined : size);
        assert.equal(recent.get(-1), kept);
      }
      const sizes = Array.from({ length: 31 }, (_, key) => recent.get(key)?.size ?? 0);
      assert.ok(sizes.reduce((sum, size) => sum + size, kept.size) <= 20);
    }),
  );
});
