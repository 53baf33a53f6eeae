import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageOf } from '../../support/passages.ts';
import { yesOrNo, oneOf, passageNamed, sources, text, texts } from '../../../src/reasoning/roles/replyValues.ts';

const flags: readonly (readonly [said: unknown, read: boolean | null | 'invalid'])[] = [
  ...[true, 'true', ' TRUE ', 'yes', 'Y', '1', 1, 'Yes, it is.', '**true**'].map((said) => [said, true] as const),
  ...[false, 'False', 'no', 'N', '0', 0, 'No: a chain'].map((said) => [said, false] as const),
  ...[null, '', ' '].map((said) => [said, null] as const),
  ...['maybe', 'not sure', 'yes and no', 'n/a', 'nothing', 2, {}, []].map((said) => [said, 'invalid'] as const),
];

for (const [said, read] of flags) {
  test(`the yesOrNo ${JSON.stringify(said)} is ${String(read)}`, () => {
    const parsed = yesOrNo.safeParse(said);
    assert.equal(parsed.success ? parsed.data : 'invalid', read);
  });
}

const shown = [
  { ...passageOf('a', 'The edition came out in October.'), path: 'texts/3085-edition-2021.md', title: 'edition 2021' },
  passageOf('b', 'Types take constants.'),
  passageOf('c', 'The tide bell hangs there.'),
].map((passage, i) => (i === 1 ? { ...passage, title: 'Const generics' } : passage));

/** Undefined stands for what names no passage that is shown. */
const named: readonly (readonly [said: unknown, read: readonly (number | undefined)[]])[] = [
  [undefined, []],
  [null, []],
  ['', []],
  [2, [1]],
  ['passage 2', [1]],
  ['1, [3]', [0, 2]],
  [
    [1, '2', '[3]', '3.0', { passage: 2, words: 'x' }],
    [0, 1, 2, 2, 1],
  ],
  [[0, 4, 'x', 2.5, '2.5', '-1', -1, null, 'unknown', true, 1e300], Array.from({ length: 11 }, () => undefined)],
  ['passages 1–3', [0, 1, 2]],
  ['1-9999999', [undefined]],
  ['[RFC 3085]', [0]],
  ['passage 2 (RFC 3085)', [1]],
  ['Const Generics', [1]],
  ['Document: edition 2021', [0]],
  ['RFC 9999', [undefined]],
];

for (const [said, read] of named) {
  test(`the passages of ${JSON.stringify(said) ?? 'nothing'}`, () => {
    assert.deepEqual(
      sources.parse(said).map((source) => passageNamed(source, shown)),
      read,
    );
  });
}

test('a text may be a list, a number or in bold type, with line breaks escaped twice', () => {
  const read = (said: unknown): unknown => text.safeParse(said).data;
  assert.equal(read(['cast in 1952', 'hung **in** 1953']), 'cast in 1952; hung in 1953');
  assert.equal(read('It was **cast in 1952**.'), 'It was cast in 1952.');
  assert.equal(read('First it rang.\\nThen it hung.'), 'First it rang.\nThen it hung.');
  for (const kept of ['2**3**4', 'C:\\new', '__init__', 'a ** b ** c', '**', 'print("a\\n")']) assert.equal(read(kept), kept);
  assert.equal(read({ Arne: '1902', Leth: null, Holt: { lost: 1911, rebuilt: '1912' } }), 'Arne: 1902; Holt: 1911, 1912');
  assert.equal(read([{ mill: 'Arne', lost: 1902 }, 'Leth']), 'Arne, 1902; Leth');
  for (const deep of [{ a: { b: { c: 'd' } } }, [[['x']]], [{ a: ['x'] }]]) assert.equal(text.safeParse(deep).success, false);
});

test('texts may be a numbered list in one text, have marks of lists, or be in objects', () => {
  for (const said of [
    '1. Who cast it?\n2. When?',
    ['- Who cast it?', '2) When?'],
    [{ gap: 'the founder of it all', sub_question: 'Who cast it?' }, { question: 'When?' }],
    ['Who **cast** it?', 'When?'],
  ])
    assert.deepEqual(texts.parse(said), ['Who cast it?', 'When?'], JSON.stringify(said));
  assert.deepEqual(texts.parse('Who cast it?'), ['Who cast it?']);
  assert.deepEqual(texts.parse(['1952 was when?', '3.5 km from where?']), ['1952 was when?', '3.5 km from where?']);
  assert.equal(texts.safeParse([{ n: 1 }]).success, false);
});

test('a word of a choice may have more behind it, not before it', () => {
  const choice = oneOf(['right', 'wrong']);
  for (const said of ['right', ' Right. ', '**right**', 'Right (as the passage says)'])
    assert.equal(choice.safeParse(said).data, 'right', said);
  for (const said of ['partially right', 'rightly', '', 1]) assert.equal(choice.safeParse(said).success, false, String(said));
});
