import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedFor } from '../../../src/language/requests.ts';
import { english } from '../../../src/language/english.ts';

const cases: readonly (readonly [string, string])[] = [
  ['How do I pin a version?', 'pin a version?'],
  ['  What is the default index strategy?', 'the default index strategy?'],
  ['Can I use uv with Azure?', 'use uv with Azure?'],
  ['In which city did he live?', 'In which city did he live?'],
  ['pin how many versions', 'pin how many versions'],
  ['Whose?', 'Whose?'],
  ['How do I', 'I'],
  ['Howard was here', 'Howard was here'],
  ['do-nothing loops', 'do-nothing loops'],
  ['', ''],
  ['List the bells of the tower.', 'the bells of the tower.'],
  ['Please show me all invoices of 2020', 'invoices of 2020'],
  ['Summarise what the documents say about Quenby.', 'Quenby.'],
  ['What is the difference between a lease and a licence?', 'a lease and a licence?'],
  ['Which pages describe interceptors?', 'interceptors?'],
  ['name resolution in the cache', 'name resolution in the cache'],
  ['explain plan', 'explain plan'],
  ['show jumping rules', 'show jumping rules'],
  ["What was the toll? If it is not available, return 'N/A'. Give me the sum.", 'the toll?'],
  ['Was the bridge sold? Please answer in one word.', 'the bridge sold?'],
  ['Was it sold? If it was sold, what was the price?', 'it sold? If it was sold, what was the price?'],
  ['If it rains, give way to ferries.', 'If it rains, give way to ferries.'],
  ['The gate is shut. Use of the bell?', 'The gate is shut. Use of the bell?'],
];

for (const [question, rest] of cases) test(`“${question}” asks for “${rest}”`, () => assert.equal(askedFor(question, english), rest));
