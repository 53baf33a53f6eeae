import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planAsk, planRerun, runOf } from '../../../src/run/plan.ts';
import type { RerunRequest } from '../../../src/protocol/runRequests.ts';
import { builtinModels, defaultFirstStage, type RunSpec } from '../../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { runStarted } from '../../support/runStarted.ts';
import { withBaselines } from '../../support/allPipelines.ts';
import { contributedSettings } from '../../../scripts/manifest.ts';

withBaselines();

const asked = { runId: 'run', question: 'Who?', pipeline: 'retrieve-read', params: {}, models: builtinModels };

function loggedWith(spec: Partial<RunSpec> = {}): readonly RunEvent[] {
  return [{ n: 0, at: 0, ...runStarted({ spec: { pipeline: 'retrieve-read', ...spec } }) }];
}

test('a question that names no first stage gets the default, in the editor and elsewhere', () => {
  assert.equal(planAsk(asked).spec.firstStage, defaultFirstStage);
  assert.equal(contributedSettings['ariadne.firstStage']?.default, defaultFirstStage);
  assert.equal(planAsk({ ...asked, firstStage: 'bm25' }).spec.firstStage, 'bm25');
});

test('what answers may rest on goes to pipelines that read documents, unless their parameters say it', () => {
  assert.equal(planAsk(asked).spec.params['knowledge'], 'evidence');
  assert.equal(contributedSettings['ariadne.knowledge']?.default, 'evidence');
  const knowledge = 'evidence-then-memory';
  assert.equal(planAsk({ ...asked, knowledge }).spec.params['knowledge'], knowledge);
  assert.equal(planAsk({ ...asked, knowledge, params: { knowledge: 'as-published' } }).spec.params['knowledge'], 'as-published');
  assert.equal('knowledge' in planAsk({ ...asked, knowledge, pipeline: 'direct' }).spec.params, false);
});

test('made again from a log, a run keeps what it may rest on; with another pipeline, or all asked again, it gets what is chosen now', () => {
  const again = (more: Partial<RerunRequest>) =>
    planRerun(loggedWith(), { runId: 'again', from: { runId: 'run' }, edits: {}, knowledge: 'evidence-then-memory', ...more });
  assert.equal(again({}).spec.params['knowledge'], 'evidence');
  assert.equal(again({ isFresh: true }).spec.params['knowledge'], 'evidence-then-memory');
  assert.equal(again({ pipeline: 'self-ask' }).spec.params['knowledge'], 'evidence-then-memory');
});

test('asked again, a question can be limited otherwise, or asked of all documents alike; otherwise both stay', () => {
  const limited = loggedWith({ scope: 'in:a.md', anyDocument: true });
  const again = (more: Partial<RerunRequest>) => {
    const run = planRerun(limited, { runId: 'again', from: { runId: 'run' }, edits: {}, ...more });
    return [run.spec.scope, run.spec.anyDocument];
  };
  assert.deepEqual(again({}), ['in:a.md', true]);
  assert.deepEqual(again({ isFresh: true, scope: 'in:"b c.md"', anyDocument: false }), ['in:"b c.md"', false]);
  assert.throws(() => again({ scope: 'year:>' }), { code: 'scope-invalid' });
  assert.equal(planAsk({ ...asked, anyDocument: true }).spec.anyDocument, true);
  assert.equal(runOf(loggedWith()).spec.anyDocument, undefined);
});
