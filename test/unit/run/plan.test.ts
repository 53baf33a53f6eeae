import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planAsk, runOf } from '../../../src/run/plan.ts';
import { builtinModels, defaultFirstStage, firstStageMethod } from '../../../src/protocol/engine.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { settings } from '../../../src/extension/contributions.ts';

const asked = { runId: 'run', question: 'Who?', pipeline: 'retrieve-read', params: {}, models: builtinModels };

function loggedWith(firstStage?: string): readonly RunEvent[] {
  return [
    {
      n: 0,
      at: 0,
      kind: 'run-started',
      logVersion: 2,
      runId: 'run',
      pipeline: 'retrieve-read',
      params: {},
      question: 'Who?',
      startedAtUtc: '2026-01-01T00:00:00.000Z',
      folder: '/docs',
      models: builtinModels,
      indexEpoch: 'epoch',
      ...(firstStage === undefined ? {} : { firstStage }),
    },
  ];
}

test('a question that names no first stage gets the default, in the editor and elsewhere', () => {
  assert.equal(planAsk(asked).firstStage, defaultFirstStage);
  assert.equal(settings['ariadne.firstStage']?.default, defaultFirstStage);
  assert.equal(planAsk({ ...asked, firstStage: 'bm25' }).firstStage, 'bm25');
});

test('a log that names no first stage is of a run with BM25, whatever the default is now', () => {
  assert.equal(runOf(loggedWith()).firstStage, 'bm25');
  for (const method of firstStageMethod.options) assert.equal(runOf(loggedWith(method)).firstStage, method);
});
