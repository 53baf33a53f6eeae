import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage } from '../../../src/protocol/passage.ts';
import { leadsOf } from '../../../src/retrieval/leads.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

function of(path: string, count: number): readonly Passage[] {
  return Array.from({ length: count }, (_, i) => ({ ...passageOf(`${path}${i}`, 'A bell.'), path: `${path}.md` }));
}

const index = new MemoryIndex([...of('tide', 4), ...of('rope', 3), ...of('choir', 3), ...of('salt', 2)]);

/** Scores from 1 down to 0 in steps. */
function leads(ids: readonly string[], n = 2): readonly string[] {
  return leadsOf(
    ids.map((passageId, i) => ({ passageId, score: 1 - i / (ids.length - 1) })),
    index,
    n,
  );
}

test('the first passage of the document with most that suits the question, though another has the best result', () => {
  assert.deepEqual(leads(['salt0', 'tide3', 'tide1', 'tide2', 'rope2', 'rope1', 'choir1', 'choir2', 'choir0']), ['tide0', 'rope0']);
});

test('one passage alone does not tell what its document is about', () => {
  assert.deepEqual(leads(['salt0', 'rope2', 'rope1', 'salt1']), ['rope0']);
  assert.deepEqual(leads(['salt0']), []);
  assert.deepEqual(leads([]), []);
});

test('equal scores are all as good as the best', () => {
  const found = ['rope1', 'tide1', 'tide2', 'rope2', 'tide3'].map((passageId) => ({ passageId, score: 2 }));
  assert.deepEqual(leadsOf(found, index, 5), ['tide0', 'rope0']);
});

test('documents that are unknown for a moment after an edit have no lead', () => {
  const edited = {
    rowOf: (id: string) => index.rowOf(id),
    idOf: (row: number) => index.idOf(row),
    pathOf: () => undefined,
    firstOf: () => undefined,
  };
  assert.deepEqual(
    leadsOf(
      [
        { passageId: 'tide1', score: 2 },
        { passageId: 'tide2', score: 1 },
      ],
      edited,
      2,
    ),
    [],
  );
});
