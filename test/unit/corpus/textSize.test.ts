import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_TOKENS } from '../../../src/corpus/atoms.ts';
import { sizeOf } from '../../../src/corpus/textSize.ts';
import { assertExact } from './exactMaps.ts';

test('words and tokens are counted in every script', () => {
  const texts = [
    'The gate was cast.',
    '  two\n words ',
    'Überseehafenverwaltung',
    'getElementById',
    'd41d8cd9',
    '1931',
    'a_b-c',
    '港の門は閉じた。',
    '港 gate',
    'ประตูเมือง',
    'Ворота открыты',
    'שלום לך',
    '대문이 열렸다',
    '👩‍🔬',
    '',
  ];
  assert.deepEqual(Object.fromEntries(texts.map((text) => [text, [sizeOf(text).words, sizeOf(text).tokens]])), {
    'The gate was cast.': [4, 5],
    '  two\n words ': [2, 2],
    Überseehafenverwaltung: [1, 5],
    getElementById: [1, 5],
    d41d8cd9: [1, 6],
    1931: [1, 2],
    'a_b-c': [1, 5],
    '港の門は閉じた。': [4, 8],
    '港 gate': [2, 2],
    ประตูเมือง: [3.25, 10],
    'Ворота открыты': [2, 4],
    'שלום לך': [2, 3],
    '대문이 열렸다': [2, 6],
    '👩‍🔬': [1, 5],
    '': [0, 0],
  });
});

test('the sizes of parts add up to at least that of the whole', () => {
  const text = fc.array(fc.constantFrom('a', 'Bc', 'word', ' ', '\n', '12', '中', 'ก', 'é', '-', '😀', 'ж', 'ع', 'Z'), { maxLength: 40 });
  fc.assert(
    fc.property(text, fc.nat(60), (parts, at) => {
      const whole = parts.join('');
      const cut = Math.min(at, whole.length);
      const [a, b, c] = [sizeOf(whole, 0, cut), sizeOf(whole, cut), sizeOf(whole)];
      assert(a.words + b.words >= c.words && a.tokens + b.tokens >= c.tokens);
    }),
  );
});

test('text without blanks is cut to passages of bounded tokens, at punctuation where there is some', () => {
  const chinese = '港口的大门在一九三一年由奥林公司铸造，并于同年秋天安装完毕；'.repeat(60);
  const { passages } = assertExact('a.md', chinese);
  assert.deepEqual(
    [...new Set(passages.map(({ text }) => `${/[，；]$/.test(text)}`)), passages.slice(0, -1).every(({ text }) => text.length > 200)],
    ['true', true],
  );
  for (const text of [
    'const a=b(c);'.repeat(800),
    'ประตูเมือง'.repeat(300),
    '深'.repeat(5000),
    '😀'.repeat(2000),
    'x'.repeat(9000),
    '{}[]'.repeat(900),
  ]) {
    for (const { text: passage } of assertExact('a.txt', text).passages) assert(sizeOf(passage).tokens <= MAX_TOKENS);
  }
});

test('Chinese sentences are gathered to passages of about the target size', () => {
  const { passages } = assertExact('a.md', '这座大门是在一九三一年铸造的。'.repeat(100));
  const sizes = passages.map(({ text }) => text.length);
  assert(Math.max(...sizes) <= 400 && Math.min(...sizes) >= 200, sizes.join(' '));
});
