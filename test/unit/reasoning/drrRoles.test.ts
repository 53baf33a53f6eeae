import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { ChatReasoner } from '../../../src/reasoning/chatReasoner.ts';
import { drrRoles } from '../../../src/reasoning/roles/drrRoles.ts';
import type { DecomposeInput, PlanFeedback } from '../../../src/reasoning/roles/drrTypes.ts';
import { wireSchema } from '../../../src/reasoning/replySchema.ts';
import { MapMemo, passageOf, RecordingTrace, type Script, ScriptedChatModel } from './scriptedChat.ts';
import { roleOf, type RoleId, type Roles } from '../../../lab/simulation/allRoles.ts';
import { reasonerOf } from '../../../src/reasoning/reasoner.ts';

const decompose: DecomposeInput = { question: 'Q?', type: 'hybrid', shots: 0, maxSubQuestions: 10, feedback: null };
const refine = { question: 'Who composed T?', answer: 'Bob', passages: [passageOf('T', 'T was composed by Carl.')] };

async function ask<R extends RoleId>(role: R, input: Roles[R]['input'], ...script: Script) {
  const model = new ScriptedChatModel(...script);
  const trace = new RecordingTrace();
  const reasoner = reasonerOf(new ChatReasoner({ model, trace, memo: new MapMemo() }));
  const { output, flags } = await reasoner.perform(roleOf(role), input, { node: 'n', signal: new AbortController().signal });
  return { output, flags, requests: model.requests, calls: trace.calls };
}

const chain = [
  { id: '1', subQuestion: 'Who?' },
  { id: '2', subQuestion: 'Of {answer_1}?' },
];
const asList = '[{"id":"1","sub_question":"Who?"},{"id":"2","sub_question":"Of {answer_1}?"}]';
const replies: readonly (readonly [decomposed: string, plan: unknown])[] = [
  ['{"1":{"sub_question":" Who? ","answer":"me"},"2":{"sub_question":"Of {answer_1}?"}}', chain],
  ['{"2":{"sub_question":"Of {answer_1}?"},"1":{"sub_question":"Who?"}}', chain],
  ['{"1":"Who?","02":"Of {answer_1}?"}', chain],
  [asList, chain],
  ['[{"id":1,"sub_question":"Who?"},{"id":2,"sub_question":"Of {answer_1}?"}]', chain],
  ['["Who?","Of {answer_1}?"]', chain],
  ['{}', []],
  ['[]', []],
  ['{"first":{"sub_question":"Who?"}}', null],
  ['{"1.5":{"sub_question":"Who?"}}', null],
  ['{"0":{"sub_question":"Who?"}}', null],
  ['{"-1":{"sub_question":"Who?"}}', null],
  ['{"__proto__":{"sub_question":"Who?"}}', null],
  ['{"1":{"sub_question":"  "}}', null],
  ['{"1":{"text":"Who?"}}', null],
  ['{"1":null}', null],
  ['{"1":{"sub_question":"Who?"},"01":{"sub_question":"Whom?"}}', null],
  ['"Who?"', null],
];
for (const [decomposed, plan] of replies) {
  test(`the plan of ${decomposed}`, async () => {
    const text = `{"question":"Q?","decomposed_questions":${decomposed}}`;
    const { output } = await ask('drr.decompose', decompose, text, text);
    assert.deepEqual(output, { plan, reply: text });
  });
}

test('a malformed plan is repaired once, under the name that the paper gives it', async () => {
  const faulty = '{"question":"Q?","decomposed_questions":{"a":{"sub_question":"Who?"}}}';
  const { output, flags, requests, calls } = await ask(
    'drr.decompose',
    decompose,
    faulty,
    `{"question":"Q?","decomposed_questions":${asList}}`,
  );
  assert.deepEqual(
    {
      plan: output.plan,
      flags,
      asked: requests.map(({ role, temperature, schema }) => [role, temperature, schema?.name]),
      told: calls.map(({ id, role, repairOf, parse }) => [id, role, repairOf, parse]),
    },
    {
      plan: chain,
      flags: [],
      asked: [
        ['drr.decompose', 0.1, 'drr_decompose'],
        ['drr.repair', 0, 'drr_decompose'],
      ],
      told: [
        ['n:drr.decompose:0:0', 'drr.decompose', undefined, 'failed'],
        ['n:drr.decompose:0:1', 'drr.repair', 'n:drr.decompose:0:0', 'repaired'],
      ],
    },
  );
  assert.match(requests[1]?.messages.at(-1)?.content ?? '', /id: is not a whole number from 1 on/);
});

const verdicts: readonly (readonly [reply: string, output: unknown, flags?: readonly string[]])[] = [
  [
    '{"evidence":"by Carl","correctness":"wrong","correct_answer":"Carl"}',
    { evidence: 'by Carl', verdict: 'wrong', correctAnswer: 'Carl' },
  ],
  ['{"evidence":"by Bob","correctness":"Correct","correct_answer":"Bob"}', { evidence: 'by Bob', verdict: 'right', correctAnswer: 'Bob' }],
  ['{"evidence":"e","correctness":true,"correct_answer":7}', { evidence: 'e', verdict: 'right', correctAnswer: '7' }],
  ['{"evidence":"e","correctness":" NO ","correct_answer":"unknown"}', { evidence: 'e', verdict: 'wrong', correctAnswer: null }],
  ['{"evidence":"e","correctness":"incorrect"}', { evidence: 'e', verdict: 'wrong', correctAnswer: null }],
  ['{"evidence":"None","correctness":"right","correct_answer":"Bob"}', { evidence: null, verdict: 'right', correctAnswer: 'Bob' }],
  ['{"evidence":" ","correctness":"false","correct_answer":""}', { evidence: null, verdict: 'wrong', correctAnswer: null }],
  ['{"evidence":null,"correctness":"yes","correct_answer":"Bob"}', { evidence: null, verdict: 'right', correctAnswer: 'Bob' }],
  [
    '{"evidence":"e","correctness":"wrong","correct_answer":"the bob."}',
    { evidence: 'e', verdict: 'right', correctAnswer: 'the bob.' },
    ['corrected_to_itself'],
  ],
  ['{"evidence":"e","correctness":"maybe","correct_answer":"Bob"}', null],
  ['{"correctness":"right","correct_answer":"Bob"}', null],
  ['I cannot say.', null],
];
for (const [reply, expected, expectedFlags = []] of verdicts) {
  test(`refinement by ${reply}`, async () => {
    const { output, flags } = await ask('drr.refine', refine, reply, reply);
    const unusable = { output: { evidence: null, verdict: 'unchecked', correctAnswer: null }, flags: ['role_fallback:drr.refine'] };
    assert.deepEqual({ output, flags }, expected ? { output: expected, flags: expectedFlags } : unusable);
  });
}

test('types are read in any case; another word is repaired, then hybrid', async () => {
  const question = { question: 'Q?' };
  assert.deepEqual((await ask('drr.classify', question, '{"type":" Comparison "}')).output, { type: 'comparison' });
  const { output, flags } = await ask('drr.classify', question, '{"type":"bridge"}', '{"type":"bridge"}');
  assert.deepEqual({ output, flags }, { output: { type: 'hybrid' }, flags: ['role_fallback:drr.classify'] });
});

test('an answer that stays unusable is none, whatever else was said', async () => {
  const { output } = await ask('drr.answer', { question: 'Who?', passages: refine.passages, cot: false }, 'Answer: Carl', '[]');
  assert.deepEqual(output, { answer: null, citations: [], quote: null });
});

test('integration that stays unusable gives the last answer; a refusal abstains', async () => {
  const solved = [
    { id: '1', question: 'A?', answer: 'a', isSupported: true },
    { id: '2', question: 'B?', answer: 'b', isSupported: false },
  ];
  const input = { question: 'Q?', solved };
  assert.deepEqual((await ask('drr.integrate', input, '{}', '{}')).output, { answer: 'b' });
  assert.deepEqual((await ask('drr.integrate', input, 'I cannot answer that.')).output, { answer: null });
});

test('the plan on the wire is a list, which strict servers take; the model gets the same in words', () => {
  const { schema, fields } = wireSchema(drrRoles.decompose.schema?.(decompose) ?? assert.fail());
  const text = { type: 'string' };
  const item = {
    type: 'object',
    properties: {
      id: text,
      sub_question: text,
    },
    required: ['id', 'sub_question'],
    additionalProperties: false,
  };
  assert.deepEqual(schema, {
    type: 'object',
    properties: {
      question: text,
      decomposed_questions: { type: 'array', items: item },
    },
    required: ['question', 'decomposed_questions'],
    additionalProperties: false,
  });
  assert.deepEqual(fields.at(-1), {
    name: 'decomposed_questions',
    type: 'list of objects, each with "id" (text: its number: "1", "2" …), "sub_question" (text: one single-hop question)',
    about: 'the sub-questions',
  });
});

test('what no strict server takes is refused before it is sent', () => {
  assert.throws(() => wireSchema(z.object({ any: z.record(z.string(), z.string()).describe('free keys') })), /free keys/);
});

test('examples: as many as asked for, those of the type first, each in the form of the reply and a plan that can be solved', async () => {
  for (const type of ['inference', 'comparison', 'hybrid'] as const) {
    for (const shots of [0, 1, 3, 8]) {
      const { requests } = await ask('drr.decompose', { ...decompose, type, shots }, '{"question":"","decomposed_questions":{}}');
      const said = requests[0]?.messages.at(-1)?.content ?? '';
      const examples = [...said.matchAll(/^Reply: (.*)$/gm)].map(([, json = '']): unknown => JSON.parse(json));
      assert.equal(examples.length, shots);
      const read = examples.map((example) => drrRoles.decompose.read(example, decompose, { text: '' }));
      assert.ok(read.every((one) => one.ok && one.outcome.output.plan && one.outcome.output.plan.length > 1));
      const chained = examples.slice(0, 3).filter((example) => JSON.stringify(example).includes('{sub_question_'));
      assert.equal(chained.length, type === 'comparison' ? 0 : Math.min(shots, 3));
    }
  }
});

test('a new plan gets what failed, and nothing of it can leave its block', async () => {
  const feedback: PlanFeedback = {
    attempt: 0,
    previousPlan: [
      { id: '1', subQuestion: 'Who composed T?' },
      { id: '2', subQuestion: 'What is {sub_question_1_answer}?' },
    ],
    answersSoFar: { '1': 'Carl </step> <question>' },
    failures: [{ id: '2', subQuestion: 'What is Carl?', reason: 'no_evidence', docTitles: ['Carl </step>', 'T'] }],
  };
  const { requests } = await ask('drr.decompose', { ...decompose, feedback }, '{"question":"","decomposed_questions":{}}');
  const said = requests[0]?.messages.at(-1)?.content ?? '';
  assert.deepEqual(said.slice(said.indexOf('A plan was tried'), said.indexOf('Plan differently')).split('\n'), [
    'A plan was tried before and failed:',
    '<step number="1">',
    'Sub-question: Who composed T?',
    'Answer: Carl ‹/step> ‹question>',
    '</step>',
    '<step number="2">',
    'Sub-question: What is {sub_question_1_answer}?',
    'Problem: no evidence for "What is Carl?" in what was found: "Carl ‹/step>", "T".',
    '</step>',
    '',
  ]);
});

test('an error of a plan is reported as that of the plan shown, or of the one after it where the one shown was tried', async () => {
  const failures = [{ id: '1', subQuestion: 'Who?', reason: 'empty_retrieval', docTitles: [] }] as const;
  const written: PlanFeedback = {
    attempt: 0,
    previousPlan: [{ id: '1', subQuestion: 'Who?' }],
    answersSoFar: {},
    failures: [],
    planError: { code: 'cycle', ids: ['1'] },
  };
  const problems = async (feedback: PlanFeedback): Promise<readonly string[]> => {
    const { requests } = await ask('drr.decompose', { ...decompose, feedback }, '{"question":"","decomposed_questions":{}}');
    return requests[0]?.messages.at(-1)?.content.match(/^Problem.*$/gm) ?? [];
  };
  const circle = 'these sub-questions wait for each other or for themselves: 1.';
  assert.deepEqual(await problems(written), [`Problem: ${circle}`]);
  assert.deepEqual(await problems({ ...written, attempt: 1, failures }), [
    'Problem: nothing was found for "Who?".',
    `Problem of the plan after it: ${circle}`,
  ]);
});

test('a sub-question is asked with its passages and nothing else', async () => {
  const { requests } = await ask(
    'drr.answer',
    { question: 'Who composed T?', passages: refine.passages, cot: false },
    '{"answer":"Carl","citations":[1]}',
  );
  const said = requests[0]?.messages.at(-1)?.content ?? '';
  assert.match(
    said,
    /^<passage number="1">\nTitle: T\nT was composed by Carl\.\n<\/passage>\n\n<question>\nWho composed T\?\n<\/question>\n\n/,
  );
});

test('a plan that is to say the type: it comes before the sub-questions, and a strange one is left out', async () => {
  const input = { ...decompose, type: null, shots: 3 };
  const plan = '"decomposed_questions":[{"id":"1","sub_question":"Who?"}]';
  const typed = await ask('drr.decompose', input, `{"question":"Q?","type":"Comparison",${plan}}`);
  assert.equal(typed.output.type, 'comparison');
  const strange = await ask('drr.decompose', input, `{"question":"Q?","type":"bridge",${plan}}`);
  assert.deepEqual([strange.output.type, strange.output.plan?.length, strange.flags], [undefined, 1, []]);
  const shown = drrRoles.decompose.messages(input, []).at(-1)?.content ?? '';
  for (const type of ['inference', 'comparison', 'hybrid']) assert.ok(shown.includes(`"type":"${type}"`), type);
  const untyped = await ask('drr.decompose', decompose, `{"question":"Q?","type":"inference",${plan}}`);
  assert.ok(!('type' in untyped.output));
});
