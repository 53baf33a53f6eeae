import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExtractiveReasoner } from '../../../../src/reasoning/extractive/extractiveReasoner.ts';
import { passageOf } from '../../../support/passages.ts';
import { roleOf, type RoleId, type Roles } from '../../../../lab/simulation/allRoles.ts';
import { reasonerOf } from '../../../../src/reasoning/reasoner.ts';

const film = passageOf('film', 'The Salt Choir is a 1974 film directed by Ilse Brandvik.');
const ilse = passageOf('ilse', 'Ilse Brandvik (1931 – 1990) was a director. Ilse Brandvik was born in Tarnholm.');
const town = passageOf('town', 'Tarnholm is a harbor town.');
const question = 'Where was the director of The Salt Choir born?';
const director = 'Who is the director of The Salt Choir?';
const birthplace = 'Where was Ilse Brandvik born?';

const reasoner = reasonerOf(new ExtractiveReasoner());
async function perform<R extends RoleId>(role: R, input: Roles[R]['input']): Promise<Roles[R]['output']> {
  return (await reasoner.perform(roleOf(role), input, { node: 'root', signal: new AbortController().signal })).output;
}

test('a question of two hops is read from passages that hold both', async () => {
  const { answer, citations } = await perform('read', { question, passages: [town, ilse, film], cot: false });
  assert.deepEqual({ answer, citations }, { answer: 'Tarnholm', citations: [1, 2] });
});

test('a plan at once is the chain with placeholders; after a failure it is the question itself', async () => {
  const input = { question, type: 'hybrid', shots: 0, maxSubQuestions: 10 } as const;
  assert.deepEqual(await perform('drr.classify', { question }), { type: 'inference' });
  assert.deepEqual((await perform('drr.decompose', { ...input, feedback: null })).plan, [
    { id: '1', subQuestion: director },
    { id: '2', subQuestion: 'Where was {sub_question_1_answer} born?' },
  ]);
  const feedback = { attempt: 0, previousPlan: [], answersSoFar: {}, failures: [] };
  assert.deepEqual((await perform('drr.decompose', { ...input, feedback })).plan, [{ id: '1', subQuestion: question }]);
});

test('an answer is checked by reading again: right, wrong with a correction, or without evidence', async () => {
  const evidence = 'Ilse Brandvik was born in Tarnholm.';
  const check = (answer: string | null, passages = [ilse]) => perform('drr.refine', { question: birthplace, answer, passages });
  assert.deepEqual(await check('Tarnholm'), { evidence, verdict: 'right', correctAnswer: 'Tarnholm' });
  assert.deepEqual(await check('Oslo'), { evidence, verdict: 'wrong', correctAnswer: 'Tarnholm' });
  assert.deepEqual(await check('Oslo', [town]), { evidence: null, verdict: 'wrong', correctAnswer: null });
});

test('the answers of a comparison are integrated by what it compares', async () => {
  const { answer } = await perform('drr.integrate', {
    question: 'Which was opened first, the Orrin barrage or the Quillan Gate plant?',
    solved: ['12 May 1931', '3 June 1929'].map((said, i) => ({ id: String(i + 1), question: '', answer: said, isSupported: true })),
  });
  assert.equal(answer, 'the Quillan Gate plant');
});

test('what is open after some passages is asked next, in the words of every pipeline', async () => {
  const passages = [film];
  const thought = 'The Salt Choir is a 1974 film directed by Ilse Brandvik.';
  assert.deepEqual(await perform('leap.gaps', { question, passages, asked: [] }), {
    kind: 'generated',
    found: [],
    gaps: [birthplace],
    subQuestions: [birthplace],
  });
  assert.deepEqual(await perform('selfask.step', { question, history: [{ question: director, answer: 'Ilse Brandvik' }] }), {
    action: 'ask',
    followUp: birthplace,
  });
  assert.deepEqual(await perform('ircot.next', { question, passages, cot: [] }), { sentence: thought });
  assert.deepEqual(await perform('ircot.next', { question, passages, cot: [thought] }), { sentence: birthplace });
});

test('nothing is open when the passages suffice', async () => {
  const passages = [film, ilse];
  assert.deepEqual(await perform('leap.gaps', { question, passages, asked: [] }), {
    kind: 'generated',
    found: [],
    gaps: [],
    subQuestions: [],
  });
  assert.deepEqual(await perform('ircot.next', { question, passages, cot: [] }), {
    sentence: 'So the answer is: Tarnholm.',
    answer: 'Tarnholm',
  });
});

test('a sub-question is aligned when it shares a word with the question', async () => {
  assert.deepEqual(await perform('leap.verify', { question, subQuestion: birthplace, known: [] }), { aligned: true });
  assert.deepEqual(await perform('leap.verify', { question, subQuestion: 'How tall is Mount Orrin?', known: [] }), { aligned: false });
});

test('roles that need a memory or a stated confidence are not served', () => {
  const absent: readonly RoleId[] = [
    'direct',
    'cot',
    'genread.passage',
    'refeed.draft',
    'selfdc.confidence',
    'selfdc.background',
    'sunar.asu',
  ];
  assert.deepEqual(
    absent.map((role) => reasoner.serves(roleOf(role))),
    absent.map(() => false),
  );
});
