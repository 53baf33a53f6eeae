/** One policy for all roles of what an answer may rest on: the prompts, the schemas, and what becomes of an answer from memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { ChatReasoner } from '../../../src/reasoning/chatReasoner.ts';
import { restingAnswersOn } from '../../../src/reasoning/middleware.ts';
import type { Knowledge } from '../../../src/protocol/knowledge.ts';
import { roleExamples } from '../../../lab/simulation/roleExamples.ts';
import { MapMemo, passageOf, RecordingTrace, ScriptedChatModel } from './scriptedChat.ts';
import { roleOf, allRoles, type RoleId, type Roles } from '../../../lab/simulation/allRoles.ts';
import { reasonerOf } from '../../../src/reasoning/reasoner.ts';

const passages = [passageOf('Film', 'The Salt Choir was directed by Ilse Brandvik.')];
const examples = roleExamples({ question: 'Who?', subQuestion: 'Who directed it?', answer: 'Ilse Brandvik', passages });

/** Roles that answer from evidence; those of others say what they know, guess on purpose, or judge. */
const answering = (
  'read sunar.read sunar.finish sunar.mer leap.answer selfdc.read selfdc.combine drr.answer drr.integrate selfask.finish ' +
  'selfrag.assess r2ag.read gear.read autorag.turn'
).split(' ');

function promptOf<R extends RoleId>(role: R, knowledge?: Knowledge): string {
  const asked = roleOf(role);
  const input: Roles[R]['input'] = examples[role].at(-1) ?? assert.fail(role);
  return asked.messages(knowledge ? { ...input, knowledge } : input, []).at(-1)?.content ?? '';
}

const roles = Object.keys(allRoles).filter((id): id is RoleId => id in allRoles);

test('every role that answers from evidence has the same rule, and it follows the policy', () => {
  const ruled = roles.filter((role) => /Use only what .* say and what plainly follows from it/.test(promptOf(role)));
  // Planning roles end with an answer too; plain text has no fields.
  assert.deepEqual(ruled.toSorted(), [...answering, 'compose', 'refeed.read', 'selfask.step', 'sunar.step'].toSorted());
  for (const role of roles.filter((one) => answering.includes(one))) {
    assert.match(
      promptOf(role),
      /no knowledge of your own; do not guess\. Of several things .* in "missing"\. If nothing is found, abstain\./,
      role,
    );
    assert.match(promptOf(role, 'evidence-then-memory'), /Only if nothing is found, answer from what you know/, role);
    assert.doesNotMatch(promptOf(role, 'as-published'), /knowledge of your own|what you know|do not guess/, role);
  }
});

const schemaOf = z.looseObject({ properties: z.record(z.string(), z.unknown()) }).transform(({ properties }) => Object.keys(properties));

async function ask<R extends RoleId>(role: R, knowledge: Knowledge, reply: object) {
  const model = new ScriptedChatModel(JSON.stringify(reply));
  const backend = new ChatReasoner({ model, trace: new RecordingTrace(), memo: new MapMemo() });
  const input: Roles[R]['input'] = examples[role].at(-1) ?? assert.fail(role);
  const call = { node: 'n', signal: new AbortController().signal };
  const { output } = await reasonerOf(backend, [restingAnswersOn(knowledge)]).perform(roleOf(role), input, call);
  return { output, fields: schemaOf.parse(model.requests[0]?.schema?.schema) };
}

const remembered = { answer: 'Tarnholm', citations: [1], abstain: false, from_memory: true };

test('an answer from memory says so and cites nothing, whatever the reply cites', async () => {
  const { output, fields } = await ask('read', 'evidence-then-memory', remembered);
  assert.deepEqual(fields, ['reasoning', 'answer', 'missing', 'citations', 'abstain', 'from_memory']);
  const { answer, citations, quote, fromMemory } = output;
  assert.deepEqual({ answer, citations, quote, fromMemory }, { answer: 'Tarnholm', citations: [], quote: null, fromMemory: true });
  assert.deepEqual((await ask('sunar.finish', 'evidence-then-memory', remembered)).output, { answer: 'Tarnholm', fromMemory: true });
});

test('an answer by the evidence, and none, are not from memory', async () => {
  const found = await ask('read', 'evidence-then-memory', { ...remembered, answer: 'Ilse Brandvik', from_memory: false });
  assert.deepEqual([found.output.citations, found.output.fromMemory], [[0], undefined]);
  const none = await ask('read', 'evidence-then-memory', { ...remembered, abstain: true });
  assert.deepEqual([none.output.answer, none.output.fromMemory], [null, undefined]);
});

test('by default nobody is asked for memory, and what is not asked for is not believed', async () => {
  const { output, fields } = await ask('read', 'evidence', remembered);
  assert.deepEqual([fields.includes('from_memory'), output.citations, output.fromMemory], [false, [0], undefined]);
  const planned = await ask('sunar.step', 'evidence-then-memory', { action: 'finish', answer: 'Tarnholm', from_memory: true });
  assert.deepEqual([planned.fields.includes('from_memory'), planned.output], [false, { action: 'finish', answer: 'Tarnholm' }]);
});

test('a step that was answered from memory is shown as such', () => {
  const path = [{ question: 'Who directed it?', answer: 'Ilse Brandvik', fromMemory: true as const }];
  const told = allRoles['sunar.finish'].messages({ question: 'Who?', path }, []).at(-1)?.content ?? '';
  assert.match(told, /Answer: Ilse Brandvik\nSource: the memory of a model, no document\n<\/step>/);
});
