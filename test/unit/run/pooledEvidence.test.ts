import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewRunEvent } from '../../../src/protocol/events.ts';
import { evidenceToWrite } from '../../../src/run/pooledEvidence.ts';
import { fold } from '../../../src/trace/fold.ts';
import { passageOf } from '../../support/passages.ts';

const ids = Array.from({ length: 12 }, (_, i) => `p${i}`);

/** What is written from where a node has found twelve passages with these scores. */
function writtenFrom(scores: readonly (number | null)[], cites: readonly string[] = []): readonly string[] {
  const events: NewRunEvent[] = [
    { kind: 'node-added', node: { id: 'root', kind: 'root', text: 'Q?', parent: null, attempt: 0, depth: 0, order: 0 } },
    {
      kind: 'evidence-found',
      node: 'root',
      evidence: ids.map((passageId, rank) => ({ passageId, rank, score: scores[rank] ?? null, used: true, source: 'initial' })),
      passages: ids.map((id) => passageOf(id)),
    },
    { kind: 'node-changed', node: 'root', status: 'answered', set: { answer: 'a', cites: [...cites] } },
  ];
  return evidenceToWrite(fold(events.map((event, n) => ({ ...event, n, at: n })))).map(({ id }) => id);
}

test('after the first eight, what is far behind the best is not written from, unless it is cited', () => {
  const scores = ids.map((_, i) => 0.9 - 0.06 * i);
  assert.deepEqual(writtenFrom(scores), ids.slice(0, 8));
  assert.deepEqual(writtenFrom(scores, ['p11']), ['p11', ...ids.slice(0, 8)]);
  assert.deepEqual(writtenFrom(scores.map((score) => 0.5 + score / 2)), ids);
});

test('scores that cannot be compared leave nothing out', () => {
  for (const scores of [ids.map((_, i) => 9 - i), ids.map((_, i) => -i), ids.map(() => null)]) assert.deepEqual(writtenFrom(scores), ids);
});
