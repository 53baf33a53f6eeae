import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatReasoner } from '../../../src/reasoning/chatReasoner.ts';
import { wireSchema } from '../../../src/reasoning/replySchema.ts';
import { roleExamples } from '../../../lab/simulation/roleExamples.ts';
import { MapMemo, passageOf, RecordingTrace, ScriptedChatModel } from './scriptedChat.ts';
import { roleOf, allRoles, type RoleId, type Roles } from '../../../lab/simulation/allRoles.ts';
import { reasonerOf } from '../../../src/reasoning/reasoner.ts';

const examples = roleExamples({
  question: 'What is the capital of France?',
  subQuestion: 'Where is Paris?',
  answer: 'Paris',
  passages: [passageOf('Paris', 'Paris is the capital of France.')],
});

/** What a role makes of one reply, and how many calls that took. */
async function perform<R extends RoleId>(role: R, reply: string) {
  const model = new ScriptedChatModel(reply, reply);
  const reasoner = reasonerOf(new ChatReasoner({ model, trace: new RecordingTrace(), memo: new MapMemo() }));
  const { output, flags } = await reasoner.perform(roleOf(role), inputOf(role), { node: 'root', signal: new AbortController().signal });
  return { output, flags, calls: model.requests.length, topP: model.requests[0]?.topP };
}

function inputOf<R extends RoleId>(role: R): Roles[R]['input'] {
  const inputs: readonly Roles[R]['input'][] = examples[role];
  return inputs[0] ?? assert.fail(role);
}

const nothing = { answer: null, citations: [], quote: null };
const answering: readonly (readonly [RoleId, output: object])[] = [
  ['read', nothing],
  ['sunar.step', { action: 'finish', answer: null }],
  ['sunar.read', nothing],
  ['sunar.asu', { answer: null }],
  ['sunar.finish', { answer: null }],
  ['sunar.mer', nothing],
  ['leap.answer', nothing],
  ['selfdc.confidence', { confidence: null, answer: null }],
  ['selfdc.read', nothing],
  ['selfdc.combine', { answer: null }],
  ['drr.answer', nothing],
  ['drr.integrate', { answer: null }],
  ['direct', { answer: null }],
  ['cot', { reasoning: '', answer: null }],
  ['selfask.step', { action: 'answer', answer: null }],
  ['selfask.finish', { answer: null }],
  ['r2ag.read', nothing],
  ['gear.read', nothing],
  ['autorag.turn', { action: 'final', ...nothing }],
];

for (const [role, output] of answering) {
  test(`${role}: a reply that abstains gave no answer, whatever the text says, and is not asked again`, async () => {
    for (const reply of ['{"answer": "Paris", "abstain": true}', '{"abstain": true}', '{"answer": "Paris", "abstain": "yes"}']) {
      const performed = await perform(role, reply);
      assert.deepEqual({ ...performed, topP: 0 }, { output, flags: [], calls: 1, topP: 0 }, reply);
    }
  });
}

test('every schema with an answer lets the model abstain, except those that show doubt in another way', () => {
  const able = Object.keys(allRoles)
    .filter(isRole)
    .filter((role) => fieldsOf(role).includes('answer'));
  assert.deepEqual(
    able.filter((role) => !fieldsOf(role).includes('abstain')),
    // Samples disagree; confidence may be 0; a cell of a table says whether it is stated.
    ['sunar.asu', 'selfdc.confidence', 'table.cell'],
  );
  // Of a passage that gives no answer something else is said as well.
  assert.deepEqual(new Set(able), new Set([...answering.map(([role]) => role), 'selfrag.assess', 'table.cell']));
});

const steps: readonly (readonly [RoleId, reply: string, output: object])[] = [
  ['sunar.step', '{"action": "finish", "answer": "Paris", "abstain": true}', { action: 'finish', answer: null }],
  ['sunar.step', '{"action": "finish", "answer": "Paris", "abstain": false}', { action: 'finish', answer: 'Paris' }],
  ['sunar.step', '{"action": "ask", "sub_question": "Who?", "abstain": true}', { action: 'ask', subQuestion: 'Who?' }],
  ['selfask.step', '{"needs_follow_up": false, "answer": "Paris", "abstain": true}', { action: 'answer', answer: null }],
  ['selfask.step', '{"needs_follow_up": true, "follow_up": "Who?", "abstain": true}', { action: 'ask', followUp: 'Who?' }],
  ['autorag.turn', '{"action": "final", "answer": "Paris", "abstain": true}', { action: 'final', ...nothing }],
  ['autorag.turn', '{"action": "query", "query": "Who?", "abstain": true}', { action: 'query', query: 'Who?' }],
  ['selfdc.confidence', '{"answer": "Paris", "confidence": 20, "abstain": true}', { confidence: 0.2, answer: null }],
  // The method's original form.
  ['selfask.step', 'Yes.\nFollow up: Who?\nIntermediate answer: me', { action: 'ask', followUp: 'Who?' }],
  ['selfask.step', 'So the final answer is: Paris', { action: 'answer', answer: 'Paris' }],
];

for (const [role, reply, output] of steps) {
  test(`${role} in one call: ${reply}`, async () => {
    const performed = await perform(role, reply);
    assert.deepEqual({ ...performed, topP: 0 }, { output, flags: [], calls: 1, topP: 0 });
  });
}

test('a step in other words is repaired, then the fallback holds', async () => {
  const { output, flags, calls } = await perform('selfask.step', 'Hm.');
  assert.deepEqual(
    { output, flags, calls },
    { output: { action: 'answer', answer: null }, flags: ['role_fallback:selfask.step'], calls: 2 },
  );
});

test('the baselines read with top-p 0.1, the other methods as their papers say', async () => {
  const readers = ['read', 'sunar.read', 'leap.answer', 'selfdc.read', 'drr.answer', 'r2ag.read', 'gear.read'] as const;
  const performed = await Promise.all(readers.map(async (role) => [role, (await perform(role, '{"answer": "Paris"}')).topP] as const));
  assert.deepEqual(Object.fromEntries(performed), {
    read: 0.1,
    'sunar.read': undefined,
    'leap.answer': undefined,
    'selfdc.read': 0.1,
    'drr.answer': undefined,
    'r2ag.read': 0.1,
    'gear.read': 0.1,
  });
});

function fieldsOf<R extends RoleId>(id: R): readonly string[] {
  const role = roleOf(id);
  const schema = role.schema?.(inputOf(id));
  return schema ? wireSchema(schema).fields.map(({ name }) => name) : [];
}

function isRole(id: string): id is RoleId {
  return Object.hasOwn(allRoles, id);
}

test('a short answer keeps no numbers of passages, which would be read as those of citations', async () => {
  for (const said of ['Paris [1]', 'Paris [0]', 'Paris [1][2].', 'Paris. [1, 7]', 'Paris [^3]', 'Paris [1-9]', 'Paris  [12] [999]']) {
    const { output } = await perform('read', JSON.stringify({ answer: said, citations: [1] }));
    assert.match(output.answer ?? '', /^Paris\.?$/, said);
    const cell = await perform('table.cell', JSON.stringify({ stated: true, answer: said, quote: 'Paris is the capital of France.' }));
    assert.match(cell.output.answers[0]?.answer ?? '', /^Paris\.?$/, said);
    const thought = await perform('ircot.next', `So the answer is: ${said}`);
    assert.match(thought.output.answer ?? '', /^Paris\.?$/, said);
  }
  for (const said of ['argv[1]', '[0, 1]', 'Paris [x]', '1[2]3']) {
    assert.equal((await perform('read', JSON.stringify({ answer: said }))).output.answer, said);
  }
});

test('numbers of passages that were not shown cite nothing', async () => {
  for (const citations of [[0], [2], [-1], [1e9], ['１'], ['1-9999999'], [1.5], ['x'], [null], 'length']) {
    const { output } = await perform('read', JSON.stringify({ answer: 'Lyon', citations }));
    assert.deepEqual(output.citations, [], JSON.stringify(citations));
  }
});
