import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedParts } from '../../../src/language/spaceless.ts';

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['gates', ['gates']],
  ['水門', ['水門']],
  ['北水門の', ['北水', '水門', '門の']],
  ['門', ['門']],
  ['1952年に', ['1952', '年に']],
  ['ประตู', ['ปร', 'ระ', 'ะต', 'ตู']],
  ['𠮷野', ['𠮷野']],
];

for (const [word, parts] of cases) test(`${word} is compared by ${parts.join(', ')}`, () => assert.deepEqual(comparedParts(word), parts));
