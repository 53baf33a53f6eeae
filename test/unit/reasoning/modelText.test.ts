import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { extractJson } from '../../../src/reasoning/extractJson.ts';
import { questionKey } from '../../../src/base/questionKey.ts';
import { runAbstentionCase } from '../../vectors/runners/abstention.ts';
import { runJsonExtractCase } from '../../vectors/runners/jsonExtract.ts';

const vectorFile = z.object({ format: z.literal(1), cases: z.array(z.looseObject({ id: z.string() })) });

function runAll(file: string, run: (input: unknown) => void): void {
  const { cases } = vectorFile.parse(JSON.parse(readFileSync(new URL(`../../vectors/${file}`, import.meta.url), 'utf8')));
  for (const one of cases) test(`${file} ${one.id}`, () => run(one));
}

runAll('json_extract.json', runJsonExtractCase);
runAll('abstention.json', runAbstentionCase);

test('a truncated outer object is not mistaken for one of its inner objects', () => {
  assert.deepEqual(extractJson('{"a": {"b": 1}, "c": '), { ok: false });
});

test('the liberties models take with JSON', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['{"a": 1e5, "b": 2.5E-3,}', { a: 1e5, b: 2.5e-3 }],
    ['{"a": "1,]", "b": [1,],}', { a: '1,]', b: [1] }],
    ["{'a': 'it\\'s \"so\"'}", { a: 'it\'s "so"' }],
    ['{"a": /* why */ undefined, b_1: -Infinity}', undefined],
    ['{"a": /* why */ undefined, b_1: TRUE}', { a: null, b_1: true }],
    ['{true: 1, größe: null}', { true: 1, größe: null }],
    ['{"url": "http://x/*y*/"}', { url: 'http://x/*y*/' }],
    ['\uFEFF {"a": "tab\there"}', { a: 'tab\there' }],
    ['```json {"a": 1}``` then ```{"a": 2}```', { a: 2 }],
    ['{"a": maybe}', undefined],
    ['{"a": "open', undefined],
  ];
  const found = cases.map(([text]) => extractJson(text));
  assert.deepEqual(
    found.map((one) => (one.ok ? one.value : undefined)),
    cases.map(([, value]) => value),
  );
});

test('any JSON object is found unchanged, alone, fenced and after prose', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const json = JSON.stringify(value);
      const same: unknown = JSON.parse(json);
      for (const text of [json, `\`\`\`json\n${json}\n\`\`\`\nDone.`, `The answer is\n${json}`]) {
        assert.deepEqual(extractJson(text), { ok: true, value: same, relaxed: false });
      }
    }),
    { numRuns: 100 },
  );
});

test('of very many objects the last are looked at, and comments need not end', () => {
  const many = '{a b} '.repeat(10_000);
  assert.deepEqual(
    [
      extractJson(`${many}{"a": 1}`),
      extractJson(`{"a": 1} ${many}`),
      extractJson('{"a": 1 /* '.repeat(1_000)),
      extractJson('{a: 1, /* one */ b: 2 // two\n}'),
    ],
    [{ ok: true, value: { a: 1 }, relaxed: false }, { ok: false }, { ok: false }, { ok: true, value: { a: 1, b: 2 }, relaxed: true }],
  );
});

test('a key of the prototype stays data', () => {
  const found = extractJson('{"__proto__": {"polluted": true}, "a": 1}');
  assert.equal(found.ok && Object.hasOwn(found.value, '__proto__'), true);
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
});

test('the question key drops case, punctuation and spacing, and keeps articles', () => {
  assert.equal(questionKey("  Who   wrote\tthe 'Book' (1999)?! "), 'who wrote the book 1999');
  assert.equal(questionKey('?'), '');
});
