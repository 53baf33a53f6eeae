import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { documentPacking, ownersPacking } from '../../../src/indexing/mentions/namedDocument.ts';
import type { KnownFile, NameOwner } from '../../../src/indexing/mentions/names.ts';
import { type Packing, PackedMap, PackedValues } from '../../../src/indexing/mentions/packedMap.ts';
import { PackedStrings } from '../../../src/indexing/mentions/packedStrings.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'binary-ascii' }),
  fc.constantFrom('', '\ud800', 'é', '東京', 'a\0b'),
);

test('every string gets its number back, and every number its string', () => {
  const longOnes = fc.constantFrom('x'.repeat(300_000), '東'.repeat(200_000), 'é'.repeat(262_144));
  const texts = fc.uniqueArray(fc.oneof({ weight: 20, arbitrary: anyText }, longOnes), { maxLength: 60 });
  fc.assert(
    fc.property(texts, anyText, (all, other) => {
      const strings = new PackedStrings();
      const numbers = all.map((text) => strings.of(text));
      assert.deepEqual(numbers, [...all.keys()]);
      assert.deepEqual([all.map((text) => strings.of(text)), all.map((text) => strings.find(text))], [numbers, numbers]);
      assert.deepEqual(
        numbers.map((number) => strings.at(number)),
        all,
      );
      assert.equal(strings.find(other), all.includes(other) ? all.indexOf(other) : undefined);
    }),
  );
});

test('a hundred thousand strings keep their numbers', () => {
  const strings = new PackedStrings();
  for (let i = 0; i < 100_000; i++) assert.equal(strings.of(`name ${i}`), i);
  for (let i = 0; i < 100_000; i += 7) assert.deepEqual([strings.find(`name ${i}`), strings.at(i)], [i, `name ${i}`]);
});

const plain = { noNullPrototype: true };
const headings = fc.array(anyText, { maxLength: 3 });
const row = fc.nat({ max: 2 ** 30 });
const document: fc.Arbitrary<KnownFile> = fc
  .record({
    path: anyText,
    title: anyText,
    aliases: fc.array(anyText, { maxLength: 3 }),
    passages: fc.array(fc.tuple(row, headings), { maxLength: 4 }),
    anchors: fc.array(
      fc.oneof(
        fc.record({ kind: fc.constantFrom('heading', 'label', 'citation', 'term', 'object'), name: anyText, row, headings }, plain),
        fc.record({ kind: fc.constantFrom('heading', 'label', 'citation', 'term', 'object'), name: anyText, row }, plain),
      ),
      { maxLength: 4 },
    ),
  })
  .map(({ passages, ...rest }) => ({ ...rest, rows: passages.map(([first]) => first), headings: passages.map(([, second]) => second) }));

const part = fc.oneof(fc.record({ headings }, plain), fc.record({ headings, row }, plain));
const kind = fc.constantFrom('link', 'title', 'alias', 'identifier', 'file', 'heading');
const owners: fc.Arbitrary<readonly NameOwner[]> = fc.array(
  fc.oneof(fc.record({ path: anyText, kind, name: anyText }, plain), fc.record({ path: anyText, kind, name: anyText, part }, plain)),
  { minLength: 1, maxLength: 4 },
);

for (const [name, check] of [
  ['documents', () => changesKeep(document, documentPacking)],
  ['owners of names', () => changesKeep(owners, ownersPacking)],
] as const) {
  test(`packed ${name} are those that were put in, after changes too`, check);
}

/** A change of more than a thousand entries makes a map pack them all again. */
function changesKeep<V>(value: fc.Arbitrary<V>, packing: Packing<V>): void {
  const key = fc.constantFrom('a', 'b', 'c', '東', 'd');
  const change = fc.record({
    changes: fc.array(fc.tuple(key, fc.option(value, { nil: undefined })), { maxLength: 4 }),
    isLarge: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 5 }), fc.array(change, { maxLength: 4 }), value, (first, steps, filling) => {
      const values = new PackedValues<V>(new PackedStrings(), packing);
      const expected = new Map<string, V>();
      for (const [at, one] of first) {
        values.put(at, one);
        assert.deepEqual(values.get(at), one);
        expected.set(at, one);
      }
      let map = new PackedMap(values);
      for (const [round, { changes, isLarge }] of steps.entries()) {
        const before = map;
        const earlier = [...expected];
        const filled = isLarge ? Array.from({ length: 1001 }, (_, i) => [`filling ${round} ${i}`, filling] as const) : [];
        map = map.with(new Map([...changes, ...filled]));
        for (const [at, one] of [...new Map([...changes, ...filled])]) {
          if (one === undefined) expected.delete(at);
          else expected.set(at, one);
        }
        for (const [at, one] of earlier) assert.deepEqual(before.get(at), one);
      }
      assert.deepEqual([...map.keys()].sort(), [...expected.keys()].sort());
      for (const [at, one] of expected) assert.deepEqual(map.get(at), one);
      assert.equal(map.get('nothing'), undefined);
    }),
    { numRuns: 40 },
  );
}
