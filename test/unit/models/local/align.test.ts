import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignTokens } from '../../../../src/models/local/process/align.ts';

function aligned(text: string, tokens: readonly string[], { isByteLevel = false, unknown = null as string | null } = {}): string[] {
  return alignTokens(text, { tokens, isByteLevel, unknown }).map(({ start, end }) => text.slice(start, end));
}

test('bytes that make one character together have its place', () => {
  // GPT-2 writes the bytes of é and 🙂 as letters, and a space as Ġ.
  const tokens = ['CafÃ©', 'Ġ', 'ðŁ', 'Ļ', 'Ĥ', 'Ġend'];
  assert.deepEqual(aligned('Café 🙂 end', tokens, { isByteLevel: true }), ['Café', '', '🙂', '🙂', '🙂', 'end']);
});

test('SentencePiece marks spaces, and writes unknown characters as bytes', () => {
  const tokens = ['▁Wo', 'rd', '▁', '<0xF0>', '<0x9F>', '<0x99>', '<0x82>', '▁x'];
  assert.deepEqual(aligned('Word 🙂 x', tokens), ['Wo', 'rd', '', '🙂', '🙂', '🙂', '🙂', 'x']);
});

test('normal forms change letters, not places', () => {
  assert.deepEqual(aligned('ﬁne ½ Ａ', ['fi', 'ne', '1⁄2', 'A']), ['ﬁ', 'ne', '½', 'Ａ']);
  assert.deepEqual(aligned('한국 ΟΔΟΣ', ['한', '국', 'οδος']), ['한', '국', 'ΟΔΟΣ']);
});

test('an unknown word ends where the next tokens fit', () => {
  assert.deepEqual(aligned('x☃a a b', ['[UNK]', 'a', 'b'], { unknown: '[UNK]' }), ['x☃a', 'a', 'b']);
  assert.deepEqual(aligned('☃ ☃☃ end', ['[UNK]', '[UNK]', 'end'], { unknown: '[UNK]' }), ['☃', '☃☃', 'end']);
});

test('tokens that cannot be found stay in order and inside the text', () => {
  const text = 'one two three';
  const places = alignTokens(text, { tokens: ['one', 'zzz', 'three', 'qqq', '##x'], isByteLevel: false, unknown: null });
  assert.deepEqual(
    places.map(({ start, end }) => text.slice(start, end)),
    ['one', '', 'three', '', ''],
  );
  places.forEach(({ start, end }, i) => assert.ok(end >= start && end <= text.length && (i === 0 || start >= places[i - 1]!.start)));
});
