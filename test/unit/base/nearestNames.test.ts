import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestNames } from '../../../src/base/nearestNames.ts';
import { pipelines } from '../../../src/pipelines/registry.ts';

const ids = pipelines.map(({ id }) => id);
const cases: readonly (readonly [string, readonly string[]])[] = [
  ['sunar-nra', ['sunar-nar']],
  ['SUNAR', ['sunar', 'sunar-nar']],
  ['leap-query', ['leapquery']],
  ['selfdc', ['self-dc']],
  ['drr', ['drr-rag']],
  ['retrieve', ['retrieve-read']],
  ['gpt-5', []],
  ['', []],
];
for (const [given, near] of cases) {
  test(`“${given}” is ${near.length === 0 ? 'near no pipeline' : near.join(' or ')}`, () =>
    assert.deepEqual(nearestNames(given, ids), near));
}
