import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeMarkdown } from '../../../src/base/escapeMarkdown.ts';
import { plainInPlace, plainLine, plainLines, plainMessage, plainValue } from '../../../src/base/plainText.ts';

const cases: readonly (readonly [what: string, text: string, plain: string])[] = [
  ['colors', 'a\u001b[31;1mred\u001b[0m', 'ared'],
  ['a cursor that moves', 'a\u001b[2J\u001b[1;1Hb', 'ab'],
  ['a title', 'a\u001b]0;title\u0007b', 'ab'],
  ['a link', '\u001b]8;;https://evil.test\u001b\\Open\u001b]8;;\u001b\\', 'Open'],
  ['what is written in 8 bits', 'a\u009b2Jb\u009d0;title\u009cc', 'abc'],
  ['a device control string', 'a\u001bPq#0;1\u001b\\b', 'ab'],
  ['a reset', 'a\u001bcb', 'ab'],
  ['a sequence without an end', 'a\u001b]0;title and more', 'a0;title and more'],
  ['backspaces', 'harm\b\b\b\bfine', 'harm fine'],
  ['what turns the direction', 'file\u202egnp.exe \u2066x\u2069', 'filegnp.exe x'],
  ['letters of other directions, without their marks', 'שלום\u200f! سلام\u061c \u200ea', 'שלום! سلام a'],
  ['line breaks', ' one\r\n\ttwo\rthree\n', 'one two three'],
];

for (const [what, text, plain] of cases) test(`one line is left of ${what}`, () => assert.equal(plainLine(text), plain));

test('several lines keep their breaks and tabs', () => assert.equal(plainLines('a\r\n\tb\rc\u0000d\u001b[1me'), 'a\n\tb\nc de'));

test('nothing is left that a terminal would act on', () => {
  const parts = fc.oneof(
    fc.constantFrom('\u001b', '[', ']', '\u009b', '\u009d', '\u0007', '\\', ';', '31m', '\u202e', '\u200f', '\u061c', '\r', '\n'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (texts) => {
      assert.doesNotMatch(plainLines(texts.join('')), /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      assert.doesNotMatch(escapeMarkdown(texts.join('')), /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('a long text of beginnings without an end comes to an end', () => {
  // Were the time to grow with the square of the text, this would take hours.
  for (const piece of ['\u001b]', '\u001b[', '\u009d', '\u009b;', '\u001b]a\u009b', '\u001b[1;'])
    assert.ok(plainLines(piece.repeat(1_000_000)).length < 10_000_000, JSON.stringify(piece));
});

test('in place, every character keeps its offset, so that ranges of a message stay right; paths are addresses and stay as they are', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'ש', '😀', '\u202e', '\u2069', '\u200f', '\u061c', '\u0000', '\n', '\u009b') }),
      (text) => {
        const plain = plainInPlace(text);
        assert.equal(plain.length, text.length);
        for (let i = 0; i < text.length; i++) assert.ok(plain[i] === text[i] || plain[i] === ' ' || plain[i] === '\u2060');
        assert.doesNotMatch(plain, /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      },
    ),
  );
  const message = { path: 'a\u202eb.md', rows: [{ title: 'a\u202eb', page: 3, path: '\u200f' }], at: undefined };
  assert.deepEqual(plainMessage(message), { ...message, rows: [{ title: 'a\u2060b', page: 3, path: '\u200f' }] });
});

test('a value is made plain however deep it is nested, and whatever its names are', () => {
  let deep: unknown = 'a\u202eb';
  for (let depth = 0; depth < 100_000; depth++) deep = depth % 2 === 0 ? [deep] : { in: deep };
  let inside: unknown = plainValue(deep);
  while (typeof inside === 'object' && inside !== null) [inside] = Object.values(inside) as unknown[];
  assert.equal(inside, 'ab');
  const named = JSON.parse('{"__proto__": {"a": "\u202eb"}, "n": [1, null, "\u200fc"]}') as object;
  assert.equal(JSON.stringify(plainValue(named)), '{"__proto__":{"a":"b"},"n":[1,null,"c"]}');
});
