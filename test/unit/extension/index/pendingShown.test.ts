import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingShown, type PendingFacts } from '../../../../src/extension/index/pendingShown.ts';

function shown(facts: Partial<PendingFacts>) {
  const { text, command } = pendingShown({ pending: 6, forMs: 5_000, standstill: undefined, ...facts }) ?? {};
  return text === undefined ? undefined : [text, command];
}

test('changes that take long to index, or are not being indexed, are in the status bar', () => {
  const cases: readonly (readonly [Partial<PendingFacts>, readonly string[] | undefined])[] = [
    [{}, ['$(sync~spin) Indexing 6 changed files', 'ariadne.index.focus']],
    [{ pending: 1 }, ['$(sync~spin) Indexing 1 changed file', 'ariadne.index.focus']],
    [{ forMs: 1_900 }, undefined],
    [{ pending: 0 }, undefined],
    [{ pending: 'all' }, undefined],
    [{ standstill: 'held', forMs: 0 }, ['$(history) 6 changed files not indexed', 'ariadne.index']],
    [{ standstill: 'held', pending: 'all' }, ['$(history) Changes not indexed', 'ariadne.index']],
    [{ standstill: 'held', pending: 0 }, undefined],
    [{ standstill: 'waiting' }, ['$(clock) 6 changed files not indexed', 'ariadne.index.focus']],
  ];
  assert.deepEqual(
    cases.map(([facts]) => shown(facts)),
    cases.map(([, wanted]) => wanted),
  );
});

test('a single file is told of in the singular', () => {
  assert.equal(
    pendingShown({ pending: 1, forMs: 0, standstill: 'held' })?.tooltip,
    '1 changed file is not indexed yet, so answers do not know it. Click to index now.',
  );
});
