import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decompositionOf, fairOrder, type Decomposition } from '../../../../lab/evaluation/decompositions.ts';
import { decompositionMessages } from '../../../../lab/models/decompositionMessages.ts';
import type { Trace, TraceNode } from '../../../../src/protocol/trace.ts';
import { drrRoles } from '../../../../src/reasoning/roles/drrRoles.ts';
import { fold } from '../../../../src/trace/fold.ts';
import { readGoldenRun } from '../../../support/goldenRuns.ts';

/** Answered in two steps: who designed the Orrin barrage, and where she was born. */
const run = fold(readGoldenRun('sunar').events);
const right = { isRight: true, hops: 2 };

function withSteps(change: (step: TraceNode, i: number) => Partial<TraceNode>): Trace {
  let i = 0;
  return { ...run, nodes: run.nodes.map((node) => (node.kind === 'sub_question' ? { ...node, ...change(node, i++) } : node)) };
}

function found(trace: Trace, gold: Parameters<typeof decompositionOf>[1]): Decomposition {
  const decomposition = decompositionOf(trace, gold);
  assert.ok(typeof decomposition !== 'string');
  return decomposition;
}

test('the steps of a right answer become a plan whose steps name each other by number', () => {
  const { question, type, steps, answer, verifiedBy } = found(run, right);
  assert.equal(question, 'Where was the engineer who designed the Orrin barrage born?');
  assert.deepEqual([type, answer, verifiedBy], ['inference', 'Kelmouth', 'gold']);
  assert.deepEqual(
    steps.map((step) => step.question),
    ['Who designed the Orrin barrage?', 'Where was {sub_question_1_answer} born?'],
  );
  assert.deepEqual(
    steps.map(({ documents }) => documents),
    [['sites/orrin-barrage.md'], ['people/ines-tarrow.md']],
  );
});

test('without a gold answer the documents must confirm it', () => {
  assert.equal(found(run, undefined).verifiedBy, 'confirmed');
  assert.equal(decompositionOf({ ...run, unconfirmed: 'uncited' }, undefined), 'wrong');
});

test('a wrong answer, an unsupported step and a stopped run give no plan', () => {
  assert.equal(decompositionOf(run, { isRight: false, hops: 2 }), 'wrong');
  assert.equal(decompositionOf({ ...run, answer: null }, right), 'wrong');
  assert.equal(decompositionOf({ ...run, status: 'cancelled' }, right), 'unfinished');
  assert.equal(
    decompositionOf(
      withSteps(() => ({ cites: [] })),
      right,
    ),
    'unsupported',
  );
  assert.equal(
    decompositionOf(
      withSteps((_, i) => (i === 0 ? { answer: null } : {})),
      right,
    ),
    'unsupported',
  );
  assert.equal(
    decompositionOf(
      withSteps((_, i) => (i === 0 ? { unconfirmed: 'from-memory' } : {})),
      right,
    ),
    'unsupported',
  );
});

test('a plan with a step too many is left out', () => {
  assert.equal(decompositionOf(run, { isRight: true, hops: 1 }), 'not-minimal', 'more steps than the question has hops');
  const repeated = withSteps(() => ({ text: 'Who designed the Orrin barrage?', resolvedText: 'Who designed the Orrin barrage?' }));
  assert.equal(decompositionOf(repeated, right), 'not-minimal', 'the same step twice');
  const detour = { ...run, answer: 'Hallan' };
  assert.equal(decompositionOf(detour, right), 'not-minimal', 'the last step gives another answer');
});

test('only one step is no decomposition', () => {
  const single = withSteps((_, i) => (i === 1 ? { status: 'superseded' } : {}));
  assert.equal(decompositionOf(single, right), 'single');
});

test('a line is a request that planners get, with the plan in the form that is read from their replies', () => {
  const { question, type, steps } = found(run, right);
  const messages = decompositionMessages(question, type, steps);
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['system', 'user', 'assistant'],
  );
  assert.ok(messages[1]?.content.includes(question));
  const text = messages.at(-1)?.content ?? '';
  const input = { question, type, shots: 0, maxSubQuestions: 10, feedback: null };
  const read = drrRoles.decompose.read(JSON.parse(text), input, { text });
  assert.ok(read.ok);
  assert.deepEqual(read.outcome.output.plan, [
    { id: '1', subQuestion: 'Who designed the Orrin barrage?' },
    { id: '2', subQuestion: 'Where was {sub_question_1_answer} born?' },
  ]);
});

test('a question is exported once, with its shortest plan, in an order that does not depend on the runs', () => {
  const decomposition = found(run, right);
  const longer = { decomposition: { ...decomposition, steps: [...decomposition.steps, ...decomposition.steps] } };
  const others = ['Who was first?', 'Who was second?', 'Who was third?'].map((question) => ({
    decomposition: { ...decomposition, question },
  }));
  const all = [longer, { decomposition }, ...others];
  const ordered = fairOrder(all);
  assert.equal(ordered.length, 4);
  assert.ok(ordered.every(({ decomposition: { steps } }) => steps.length === 2));
  assert.deepEqual(
    fairOrder(all.toReversed()).map((one) => one.decomposition.question),
    ordered.map((one) => one.decomposition.question),
  );
});
