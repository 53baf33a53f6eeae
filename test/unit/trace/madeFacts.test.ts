import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFacts } from '../../../src/trace/madeFacts.ts';

const from = { runId: 'a', indexEpoch: '', edits: {} };

test('a run’s row can tell how it was made from another, and in which form', () => {
  assert.deepEqual(
    [
      {},
      { form: 'short' as const, from },
      { form: 'list' as const, from },
      { from: { ...from, isFresh: true as const } },
      { from: { ...from, searchesAgain: true as const } },
      { from: { ...from, edits: { banned: ['p'] } } },
      { from: { ...from, edits: { banned: [], texts: {} } } },
    ].map(madeFacts),
    [{}, {}, { askedForm: 'list' }, { made: 'again' }, { made: 'refreshed' }, { made: 'edited' }, {}],
  );
});
