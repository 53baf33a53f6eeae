import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchedPart } from '../../../src/run/candidates.ts';
import { planAsk, planRerun, runOf } from '../../../src/run/plan.ts';
import { builtinModels, defaultFirstStage, firstStageMethod, type RerunRequest } from '../../../src/protocol/engine.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { withBaselines } from '../../support/allPipelines.ts';
import { settings } from '../../../src/extension/contributions.ts';

withBaselines();

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

test('what answers may rest on goes to pipelines that read documents, unless their parameters say it', () => {
  assert.equal(planAsk(asked).params['knowledge'], 'evidence');
  assert.equal(settings['ariadne.knowledge']?.default, 'evidence');
  const knowledge = 'evidence-then-memory';
  assert.equal(planAsk({ ...asked, knowledge }).params['knowledge'], knowledge);
  assert.equal(planAsk({ ...asked, knowledge, params: { knowledge: 'as-published' } }).params['knowledge'], 'as-published');
  assert.equal('knowledge' in planAsk({ ...asked, knowledge, pipeline: 'direct' }).params, false);
});

test('made again from a log, a run keeps what it may rest on; with another pipeline, or all asked again, it gets what is chosen now', () => {
  const again = (more: Partial<RerunRequest>) =>
    planRerun(loggedWith(), { runId: 'again', from: { runId: 'run' }, edits: {}, knowledge: 'evidence-then-memory', ...more });
  assert.equal(again({}).params['knowledge'], 'evidence');
  assert.equal(again({ isFresh: true }).params['knowledge'], 'evidence-then-memory');
  assert.equal(again({ pipeline: 'self-ask' }).params['knowledge'], 'evidence-then-memory');
});

test('a log that names no first stage is of a run with BM25, whatever the default is now', () => {
  assert.equal(runOf(loggedWith()).firstStage, 'bm25');
  for (const method of firstStageMethod.options) assert.equal(runOf(loggedWith(method)).firstStage, method);
});

test('asked again, a question can be limited otherwise, or asked of all documents alike; otherwise both stay', () => {
  const scope = { text: 'in:a.md', documents: 1, passages: 2 };
  const limited = loggedWith('linked').map((event) =>
    event.kind === 'run-started' ? { ...event, scope, anyDocument: true as const } : event,
  );
  const again = (more: Partial<RerunRequest>) => {
    const run = planRerun(limited, { runId: 'again', from: { runId: 'run' }, edits: {}, ...more });
    return [run.scope, run.anyDocument];
  };
  assert.deepEqual(again({}), ['in:a.md', true]);
  assert.deepEqual(again({ isFresh: true, scope: 'in:"b c.md"', anyDocument: false }), ['in:"b c.md"', false]);
  assert.throws(() => again({ scope: 'year:>' }), { code: 'scope-invalid' });
  assert.equal(planAsk({ ...asked, anyDocument: true }).anyDocument, true);
  assert.equal(runOf(loggedWith()).anyDocument, undefined);
});

test('a search of all documents alike is another one in the log, and others keep the keys of older logs', () => {
  assert.equal(searchedPart({ params: {} }), undefined);
  assert.equal(searchedPart({ params: {}, anyDocument: false }), undefined);
  assert.equal(searchedPart({ params: {}, anyDocument: true })?.anyDocument, true);
});
