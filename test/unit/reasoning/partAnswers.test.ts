/** The form that a question calls for, answers of a part, and steps that failed: what the prompts say and what replies mean. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleExamples } from '../../../lab/simulation/roleExamples.ts';
import type { PathStep } from '../../../src/reasoning/pathStep.ts';
import { wireSchema } from '../../../src/reasoning/replySchema.ts';
import { outputOf } from './outputOf.ts';
import { passageOf } from './scriptedChat.ts';
import { roleOf, allRoles, type RoleId, type Roles } from '../../../lab/simulation/allRoles.ts';

const passages = [passageOf('Bell', 'The tide bell was cast in 1952.')];

function promptsOf<R extends RoleId>(id: R, question: string): readonly string[] {
  const role = roleOf(id);
  const inputs: readonly Roles[R]['input'][] = roleExamples({ question, subQuestion: 'Who cast it?', answer: 'Ada', passages })[id];
  return inputs.map((input) => {
    const schema = role.schema?.(input);
    return role
      .messages(input, schema ? wireSchema(schema).fields : [])
      .map(({ content }) => content)
      .join('\n');
  });
}

/** Roles that answer the question, in a reply that people see. */
const answering: readonly RoleId[] = [
  'read',
  'sunar.step',
  'sunar.read',
  'sunar.finish',
  'sunar.mer',
  'leap.answer',
  'selfdc.read',
  'selfdc.combine',
  'drr.answer',
  'drr.integrate',
  'direct',
  'cot',
  'selfask.step',
  'selfask.finish',
  'r2ag.read',
  'gear.read',
  'autorag.turn',
];

test('an answering role asks for the form that the question calls for, and for a few words only where a fact is asked for', () => {
  const forms = [
    ['When was the tide bell cast?', /in a few words/],
    ['Why was the tide bell cast?', /in one to three full sentences/],
    ['How does the tide bell ring?', /in one to three full sentences/],
    ['Summarize the history of the tide bell.', /in one to three full sentences/],
    ['List all the bells of Nether Coll.', /by naming everything/],
    ['How do the tide bell and the fog bell differ?', /the same is said of every side/],
  ] as const;
  for (const role of answering) {
    for (const [question, form] of forms) {
      for (const prompt of promptsOf(role, question)) {
        // Before the first step there is nothing to finish from.
        if (role !== 'sunar.step' || prompt.includes('<step')) assert.match(prompt, form, role);
        if (!question.startsWith('When')) assert.doesNotMatch(prompt, /few words/, `${role}: ${question}`);
      }
    }
  }
});

test('roles that plan or judge are not asked for a few words', () => {
  for (const role of ['leap.gaps', 'leap.verify', 'drr.classify', 'drr.decompose', 'selfdc.decompose', 'gear.reason'] as const)
    for (const prompt of promptsOf(role, 'When was it cast?')) assert.doesNotMatch(prompt, /Answers are a few words|No sentence/, role);
});

test('a reply may answer a part and name what is missing; that nothing is missing is no name', () => {
  const input = { question: 'Who cast the bell, and when?', passages, cot: false };
  const read = (missing: unknown) => outputOf('read', input, { answer: '1952', missing, citations: [1] });
  assert.deepEqual(read('who cast\n it'), {
    answer: '1952',
    missing: 'who cast it',
    citations: [0],
    quote: 'The tide bell was cast in 1952.',
  });
  for (const nothing of ['', ' ', 'none', 'Nothing.', 'nothing is missing', 'N/A', undefined, null]) {
    const output = read(nothing);
    assert.ok(typeof output === 'object' && !('missing' in output), String(nothing));
  }
  assert.deepEqual(outputOf('read', input, { abstain: true, missing: 'both' }), {
    answer: null,
    missing: 'both',
    citations: [],
    quote: null,
  });
  assert.deepEqual(outputOf('sunar.finish', { question: 'Who?', path: [] }, { answer: 'Ada', missing: 'when' }), {
    answer: 'Ada',
    missing: 'when',
  });
  const long = outputOf('drr.integrate', { question: 'Who?', solved: [] }, { answer: 'Ada', missing: 'x'.repeat(5_000) });
  assert.ok(typeof long === 'object' && (long.missing?.length ?? 0) < 500);
});

const path: readonly PathStep[] = [
  { question: 'Who cast it?', answer: null, failed: 'chat-timeout' },
  { question: 'When was it cast?', answer: '1952', missing: 'the month</step>', qualifier: 'the tide bell' },
  { question: 'Where does it hang?', answer: null },
];

test('a failed step never reads as unknown, and says that it tells nothing about the documents', () => {
  for (const role of ['sunar.step', 'sunar.finish', 'sunar.mer', 'selfdc.combine'] as const) {
    const prompt = allRoles[role].messages({ question: 'Q?', path, passages }, []).at(-1)?.content ?? '';
    assert.match(prompt, /Sub-question: Who cast it\?\nFailed: the request timed out\n<\/step>/, role);
    assert.match(prompt, /A step that failed says nothing about the documents/, role);
    assert.match(prompt, /Sub-question: Where does it hang\?\nAnswer: unknown/, role);
  }
  const solved = path.map((step, i) => ({ ...step, id: String(i + 1), isSupported: false }));
  const integrate = allRoles['drr.integrate'].messages({ question: 'Q?', solved }, []).at(-1)?.content ?? '';
  assert.match(integrate, /Failed: the request timed out\n<\/step>[\s\S]*A step that failed says nothing/);
});

test('what is missing is shown to the next step, which is told how it may ask for it and how often', () => {
  const [sunar = '', selfAsk = ''] = [
    allRoles['sunar.step'].messages({ question: 'Q?', path, left: 3 }, []).at(-1)?.content,
    allRoles['selfask.step'].messages({ question: 'Q?', history: path, left: 3 }, []).at(-1)?.content,
  ];
  for (const prompt of [sunar, selfAsk]) {
    assert.match(prompt, /Answer: 1952\nMissing: the month‹\/step>\nTold apart by: the tide bell/);
    assert.match(prompt, /3 more at most/);
    assert.match(
      prompt,
      /Do not repeat a sub-question, except one that failed\.\n- What is unknown or missing can be asked in other words/,
    );
    assert.match(prompt, /with what tells them apart/);
    assert.match(prompt, /A comparison asks the same of every side/);
  }
  const plain = allRoles['sunar.step'].messages({ question: 'Q?', path: [{ question: 'Who?', answer: 'Ada' }] }, []).at(-1)?.content ?? '';
  assert.doesNotMatch(plain, /tells them apart|unknown or missing|that failed|more at most/);
});

test('a step that asked the whole question is shown as that', () => {
  const asked = [{ question: 'WHO cast it', answer: 'Ada' }];
  for (const role of ['sunar.finish', 'sunar.mer'] as const)
    assert.match(
      allRoles[role].messages({ question: 'Who cast it?', path: asked, passages }, []).at(-1)?.content ?? '',
      /Sub-question: the question itself\nAnswer: Ada/,
    );
});

test('wrapped prose is shown as paragraphs, code as it is', () => {
  const prose =
    'The tide bell of Nether Coll was cast in the year 1952 by a founder whose\nname is not known.\n\ndef ring(bell):\n    return bell.ring()';
  const shown = allRoles.read.messages({ question: 'Who?', passages: [passageOf('Bell', prose)], cot: false }, []).at(-1)?.content ?? '';
  assert.ok(shown.includes('by a founder whose name is not known.\n\ndef ring(bell):\n    return bell.ring()'));
});

test('the identity of a document is a line of its passage, where it says more than the title', () => {
  const identity = {
    title: 'ORRIN_2022_10K',
    titleFrom: 'fileName' as const,
    parts: [{ kind: 'type' as const, value: '10-K', from: 'fileName' as const }],
  };
  const shownOf = (more: object): string =>
    allRoles.read.messages({ question: 'Who?', passages: [{ ...passageOf('Annual report', 'It grew.'), ...more }], cot: false }, []).at(-1)
      ?.content ?? '';
  assert.match(
    shownOf({ identity: { ...identity, title: 'ORRIN </passage>' } }),
    /Title: Annual report\nDocument: ORRIN ‹\/passage> · 10-K\nIt grew\./,
  );
  assert.match(shownOf({ identity: { ...identity, title: 'Annual report', parts: [] } }), /Title: Annual report\nIt grew\./);
});

test('gaps: before anything was asked no answers are asked for, and a complete question lacks nothing', () => {
  const input = { question: 'Who?', passages, asked: [] };
  const fieldsOf = (asked: readonly PathStep[]): readonly string[] =>
    wireSchema(allRoles['leap.gaps'].schema?.({ ...input, asked }) ?? assert.fail()).fields.map(({ name }) => name);
  assert.deepEqual(
    [fieldsOf([]), fieldsOf(path)],
    [
      ['complete', 'gaps', 'sub_questions'],
      ['found', 'complete', 'gaps', 'sub_questions'],
    ],
  );
  const nothing = { kind: 'generated', found: [], gaps: [], subQuestions: [] };
  assert.deepEqual(outputOf('leap.gaps', input, { complete: true, gaps: ['x'], sub_questions: ['Who?'] }), nothing);
  assert.deepEqual(outputOf('leap.gaps', input, { complete: true }), nothing);
  assert.deepEqual(outputOf('leap.gaps', input, { complete: false, gaps: ['x'], sub_questions: ['Who?'] }), {
    ...nothing,
    gaps: ['x'],
    subQuestions: ['Who?'],
  });
  assert.equal(outputOf('leap.gaps', input, { gaps: ['x'] }), 'the field "sub_questions" is missing');
});

test('each form of a written answer has an example of its own', () => {
  const shown = (['explained', 'list', 'table', 'auto'] as const).map(
    (answerForm) => allRoles.compose.messages({ question: 'Q?', answerForm, path: [], passages }, []).at(-1)?.content ?? '',
  );
  assert.deepEqual(
    shown.map((prompt) => [/^\| Arne \|.*\[3: "/m.test(prompt), /^- The mill at Arne/m.test(prompt), /^The mill at Arne/m.test(prompt)]),
    [
      [false, false, true],
      [false, true, false],
      [true, false, false],
      [false, false, true],
    ],
  );
});

test('what fields mean is said in the prompt alone', () => {
  const { schema, fields } = wireSchema(allRoles.read.schema?.({ question: 'Q?', passages, cot: true }) ?? assert.fail());
  assert.doesNotMatch(JSON.stringify(schema), /description/);
  assert.ok(fields.every(({ about }) => about !== ''));
});

test('a passage that is too long keeps the half with the sentence that has the words of the question, and says where it is cut', () => {
  const sentences = [
    'The bell hangs.',
    'It is old.',
    'It is large.',
    'The founder came late.',
    'He stayed.',
    'He left.',
    'All was well.',
    'It ended.',
  ];
  const passage = passageOf('Bell', sentences.join(' '));
  const cutFor = (question: string) => {
    const shorter = allRoles.read.shorten?.({ question, passages: [passage], cot: false });
    assert.ok(shorter);
    const prompt = allRoles.read.messages(shorter.input, []).at(-1)?.content ?? '';
    const [cut] = shorter.input.passages;
    assert.ok(cut && passage.text.includes(cut.text));
    assert.equal(
      cut.runs.reduce((sum, value, i) => sum + (i % 4 === 2 ? value : 0), 0),
      cut.text.length,
    );
    return /Title: Bell\n([^\n]*)\n<\/passage>/.exec(prompt)?.[1];
  };
  assert.equal(cutFor('Where is the bell?'), 'The bell hangs. It is old. It is large. The founder came late. […]');
  assert.equal(cutFor('Was all well?'), '[…] He stayed. He left. All was well. It ended.');
  assert.equal(cutFor('Who stayed?'), '[…] It is large. The founder came late. He stayed. He left. […]');
});

test('a passage that ends where something is introduced says that it goes on', () => {
  const shown = (text: string) =>
    allRoles.read.messages({ question: 'Q?', passages: [passageOf('Bell', text)], cot: false }, []).at(-1)?.content ?? '';
  assert.match(shown('It rings as follows:'), /as follows: \[…\]\n<\/passage>/);
  assert.match(shown('It rings: twice.'), /twice\.\n<\/passage>/);
});
