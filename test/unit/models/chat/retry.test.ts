import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from '../../../../src/models/chat/retry.ts';

test('servers say in seconds, in milliseconds or with a date when to come back', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const cases: readonly (readonly [Readonly<Record<string, string>>, number | undefined])[] = [
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
    [{ 'retry-after': 'Tue, 01 Jan 2030 00:00:10 GMT' }, 10_000],
    [{ 'retry-after': 'Mon, 31 Dec 2029 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '1000000000' }, 1e12],
    [{}, undefined],
  ];
  assert.deepEqual(
    cases.map(([headers]) => readRetryAfter(new Headers(headers), now)),
    cases.map(([, ms]) => ms),
  );
});
