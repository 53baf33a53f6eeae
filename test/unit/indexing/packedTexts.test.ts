import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Stretch } from '../../../src/base/stretches.ts';
import { PackedTexts, TextPlaces } from '../../../src/indexing/packedTexts.ts';

const texts = fc.array(fc.oneof(fc.constantFrom('', 'a', 'b', 'ab'), fc.string({ unit: 'grapheme' })));

function textsOfRows(all: readonly string[]) {
  const packed = all.map((text) => Buffer.from(text));
  const offsets = Int32Array.from({ length: all.length + 1 }, (_, i) => packed.slice(0, i).reduce((sum, { length }) => sum + length, 0));
  return { bytes: Buffer.concat(packed), offsets, count: all.length };
}

test('texts come back as they were, from batches, by place, and after a change', () => {
  fc.assert(
    fc.property(texts, texts, fc.array(fc.nat()), (first, second, picked) => {
      const [all, packed] = [[...first, ...second], PackedTexts.join([textsOfRows(first), textsOfRows(second)])];
      assert.deepEqual([...packed], all);
      assert.equal(packed.at(all.length), undefined);
      const places = all.length === 0 ? [] : picked.map((place) => place % all.length);
      const changed = packed.with(
        places.map((place): Stretch => [place, place + 1]),
        second,
      );
      const expected = [...places.map((place) => all[place]!), ...second];
      assert.deepEqual([...changed], expected);
      assert.deepEqual([...changed.joined()], expected);
      assert.deepEqual(
        expected.map((_, i) => changed.at(i)),
        expected,
      );
    }),
  );
});

test('each text is found at all of its places', () => {
  fc.assert(
    fc.property(texts, texts, (all, asked) => {
      const places = new TextPlaces(PackedTexts.of(all));
      for (const text of [...all, ...asked]) {
        const bytes = Buffer.from(text);
        assert.deepEqual(
          places.of(bytes, 0, bytes.length),
          [...all.keys()].filter((i) => all[i] === text),
        );
      }
    }),
  );
});

test('halves of a character that meet do not become one', () => {
  assert.deepEqual([...PackedTexts.of(['a\ud83d', '\ude00b', '😀'])], ['a\ufffd', '\ufffdb', '😀']);
});
