import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameAnswer, sayRelation } from '../../../../lab/simulation/wording.ts';
import type { PathStep } from '../../../../src/reasoning/pathStep.ts';
import { director, outputOf, passagesOf, sameTown, simulatedRoles, when, who } from './simulatedRoles.ts';

const unanswerable = 'Who built the glass museum?';
const otherWho = 'Who is the director of Winter Ferry?';
const [born, otherBorn] = ['where was Ilse Brandvik born', 'where was Odo Maas born'];
const seaSalt = 'Why is the sea salt?';

const steps = (...pairs: readonly (readonly [string, string | null])[]): readonly PathStep[] =>
  pairs.map(([question, answer]) => ({ question, answer }));
const ask = (subQuestion: string): unknown => ({ action: 'ask', subQuestion });
const finish = (answer: string | null, missing?: string): unknown => ({
  action: 'finish',
  answer,
  ...(missing === undefined ? {} : { missing }),
});

test('steps follow the gold sub-questions with the answers of the path put in', (t) => {
  const perform = simulatedRoles(t);
  const step = (...path: readonly (readonly [string, string | null])[]): unknown =>
    outputOf(perform('sunar.step', { question: director, path: steps(...path) }));
  assert.deepEqual(step(), ask(who));
  assert.deepEqual(step([who, 'Ilse Brandvik']), ask(when));
  assert.deepEqual(step([who, 'Ilse Brandvik'], [when, '9 June 1988']), finish('9 June 1988'));
  assert.deepEqual(step([who, null]), finish(null, who.slice(0, -1)));
  assert.deepEqual(step([who, 'Nobody']), ask('What is the date of death of Nobody?'));
  assert.deepEqual(
    step([who, 'Nobody'], ['What is the date of death of Nobody?', null]),
    finish(null, 'What is the date of death of Nobody'),
  );
  // A wrong step carries over to the answer.
  assert.deepEqual(step([who, 'Nobody'], ['What is the date of death of Nobody?', '1 May 1900']), finish('1 May 1900'));
});

test('a comparison finishes after its look-ups, and goes on where one has failed', (t) => {
  const perform = simulatedRoles(t);
  const step = (path: readonly PathStep[]): unknown => outputOf(perform('sunar.step', { question: sameTown, path }));
  const end = (path: readonly PathStep[]): unknown => outputOf(perform('sunar.finish', { question: sameTown, path }));
  const path = steps([who, 'Ilse Brandvik'], [otherWho, 'Odo Maas'], [born, 'Tarnholm']);
  const whole = [...path, ...steps([otherBorn, 'Tarnholm'])];
  assert.deepEqual(step(path), ask(otherBorn));
  assert.deepEqual(step(whole), finish('yes'));
  assert.deepEqual(step(steps([who, null])), ask(otherWho));
  assert.deepEqual([end(path), end(whole)], [{ answer: null, missing: otherBorn }, { answer: 'yes' }]);
});

test('only what the needed passages say is read, and they are cited', (t) => {
  const perform = simulatedRoles(t);
  const read = (question: string, ...ids: readonly string[]): unknown => {
    const { answer, citations } = outputOf(perform('read', { question, passages: passagesOf(...ids), cot: false }));
    return answer === null ? null : [answer, ...citations];
  };
  assert.deepEqual(read(when, 'p5', 'p4', 'p2'), ['9 June 1988', 2]);
  assert.deepEqual(read(when, 'p5', 'p4'), null);
  assert.deepEqual(read(otherBorn, 'p5', 'p2', 'p4'), ['Tarnholm', 2]);
  assert.deepEqual(read(director, 'p1', 'p2'), ['9 June 1988', 1]);
  // No matter who Ilse Brandvik is, nothing here says that she made the film.
  assert.deepEqual(read(director, 'p2'), null);
  assert.deepEqual(read(sameTown, 'p1', 'p2', 'p5', 'p3', 'p4'), ['yes', 0, 1, 3, 4]);
  assert.deepEqual(read(sameTown, 'p1', 'p2', 'p5'), null);
  assert.deepEqual([read(director), read(seaSalt, 'p1'), read(unanswerable, 'p5')], [null, null, null]);
});

test('the last check answers from a right path, else from the passages', (t) => {
  const perform = simulatedRoles(t);
  const check = (path: readonly PathStep[], ...ids: readonly string[]): unknown => {
    const { answer, citations } = outputOf(perform('sunar.mer', { question: director, path, passages: passagesOf(...ids) }));
    return [answer, ...citations];
  };
  const right = steps([who, 'Ilse Brandvik'], [when, '9 June 1988']);
  const wrong = steps([who, 'Nobody']);
  assert.deepEqual(check(right, 'p1', 'p2'), ['9 June 1988', 1]);
  assert.deepEqual(check(right, 'p5', 'p2'), ['9 June 1988', 1]);
  assert.deepEqual(check(wrong, 'p1', 'p2'), ['9 June 1988', 1]);
  assert.deepEqual(check(wrong, 'p1'), [null]);
});

test('what the documents do not answer is looked up once and not answered, and so is what the dataset does not know', (t) => {
  const perform = simulatedRoles(t);
  const step = (question: string, path: readonly PathStep[]): unknown => outputOf(perform('sunar.step', { question, path }));
  assert.deepEqual(step(unanswerable, []), ask(unanswerable));
  assert.deepEqual(step(unanswerable, steps([unanswerable, null])), finish(null));
  assert.deepEqual(step(seaSalt, []), finish(null));
});

test('a question whose only step says it in other words is answered either way', (t) => {
  const perform = simulatedRoles(t);
  const [question, other] = ['By whom was Winter Ferry made?', 'Who shot Winter Ferry?'];
  const read = (asked: string): unknown => outputOf(perform('read', { question: asked, passages: passagesOf('p3'), cot: false })).answer;
  const end = (asked: string): unknown => outputOf(perform('sunar.finish', { question, path: steps([asked, 'Odo Maas']) })).answer;
  assert.deepEqual(
    [question, other].flatMap((asked) => [read(asked), end(asked)]),
    Array(4).fill('Odo Maas'),
  );
});

test('gaps are what the passages do not say and can be asked now; none when they suffice', (t) => {
  const perform = simulatedRoles(t);
  const gaps = (question: string, asked: readonly string[], ...ids: readonly string[]): unknown => {
    const output = outputOf(
      perform('leap.gaps', { question, passages: passagesOf(...ids), asked: steps(...asked.map((one) => [one, null] as const)) }),
    );
    return output.kind === 'generated' ? output.subQuestions : 'failed';
  };
  assert.deepEqual(gaps(director, []), [who]);
  assert.deepEqual(gaps(director, [who], 'p1'), [when]);
  assert.deepEqual(gaps(director, [who, when], 'p1', 'p2'), []);
  assert.deepEqual(gaps(sameTown, []), [who, otherWho]);
  assert.deepEqual(gaps(sameTown, [who, otherWho], 'p1', 'p3', 'p2'), [otherBorn]);
  // Asked in vain: it is still missing, and there are other words for it.
  assert.deepEqual(gaps(director, [who], 'p5'), ['Who directed The Salt Choir?']);
  assert.deepEqual(gaps(director, [who, 'Who directed The Salt Choir?'], 'p5'), ['Which director made The Salt Choir?']);
  assert.deepEqual(gaps(director, [who, 'Who directed The Salt Choir?', 'Which director made The Salt Choir?'], 'p5'), []);
  assert.deepEqual(gaps(seaSalt, [], 'p5'), []);
});

test('a vote is for the steps of the question, no matter who they are about', (t) => {
  const perform = simulatedRoles(t);
  const vote = (subQuestion: string): unknown => outputOf(perform('leap.verify', { question: director, subQuestion, known: [] })).aligned;
  assert.deepEqual(
    [who, when, 'What is the date of death of Nobody?', director, otherWho, 'What is the color of The Salt Choir?'].map(vote),
    [true, true, true, true, false, false],
  );
});

test('a plan has the gold steps with placeholders, as a list or a dictionary; a question with one hop is its own plan', (t) => {
  const perform = simulatedRoles(t);
  const common = { type: 'hybrid', shots: 3, maxSubQuestions: 10, feedback: null } as const;
  const plan = (question: string, hasSchema: boolean): unknown =>
    outputOf(perform('drr.decompose', { ...common, question }, { hasSchema })).plan?.map(({ subQuestion }) => subQuestion);
  const expected = [who, otherWho, 'where was {sub_question_1_answer} born', 'where was {sub_question_2_answer} born'];
  assert.deepEqual([plan(sameTown, true), plan(sameTown, false)], [expected, expected]);
  assert.deepEqual(
    [plan(when, true), plan(seaSalt, true), plan('What kind of museum does Tarnholm have?', true)],
    [[when], [seaSalt], ['What kind of museum does Tarnholm have?']],
  );
  const typeOf = (question: string): unknown => outputOf(perform('drr.classify', { question })).type;
  assert.deepEqual([typeOf(director), typeOf(sameTown), typeOf(seaSalt)], ['inference', 'hybrid', 'hybrid']);
});

test('an answer is refined by the evidence in the passages', (t) => {
  const perform = simulatedRoles(t);
  const refine = (answer: string | null, ...ids: readonly string[]): unknown =>
    outputOf(perform('drr.refine', { question: when, answer, passages: passagesOf(...ids) }));
  const evidence = 'Ilse Brandvik (3 May 1920 – 9 June 1988) was a director from Tarnholm.';
  const correctAnswer = '9 June 1988';
  assert.deepEqual(refine(correctAnswer, 'p5', 'p2'), { evidence, verdict: 'right', correctAnswer });
  assert.deepEqual(refine('3 May 1920', 'p5', 'p2'), { evidence, verdict: 'wrong', correctAnswer });
  assert.deepEqual(refine(null, 'p5', 'p2'), { evidence, verdict: 'wrong', correctAnswer });
  assert.deepEqual(refine(correctAnswer, 'p5'), { evidence: null, verdict: 'unsupported', correctAnswer: null });
});

test('sub-questions that are on their own name what they need in words, and are combined', (t) => {
  const perform = simulatedRoles(t);
  const split = (question: string): readonly string[] => outputOf(perform('selfdc.decompose', { question })).subQuestions;
  const parts = [who, 'What is the date of death of the director of The Salt Choir?'];
  assert.deepEqual(split(director), parts);
  assert.deepEqual(split(parts[1] ?? ''), [who]);
  assert.deepEqual(split(who), []);
  const read = (...ids: readonly string[]): unknown =>
    outputOf(perform('selfdc.read', { question: parts[1] ?? '', passages: passagesOf(...ids), cot: false })).answer;
  assert.deepEqual([read('p1', 'p2'), read('p2')], ['9 June 1988', null]);
  const combine = (...answers: readonly (string | null)[]): unknown =>
    outputOf(
      perform('selfdc.combine', { question: director, path: parts.map((question, i) => ({ question, answer: answers[i] ?? null })) }),
    ).answer;
  assert.deepEqual(
    [combine('Ilse Brandvik', '9 June 1988'), combine('Ilse Brandvik', null), combine(null, '9 June 1988')],
    ['9 June 1988', null, '9 June 1988'],
  );
});

test('a thought states the next fact that a paragraph says, else what is to be found out, and ends with the answer', (t) => {
  const perform = simulatedRoles(t);
  const think = (cot: readonly string[], ...ids: readonly string[]) =>
    outputOf(perform('ircot.next', { question: director, passages: passagesOf(...ids), cot }));
  const [first, wonder] = [
    'The answer to "Who is the director of The Salt Choir" is Ilse Brandvik.',
    `It is not known yet: ${when.replace('?', '.')}`,
  ];
  assert.deepEqual(think([], 'p1'), { sentence: first });
  assert.deepEqual(think([first], 'p1'), { sentence: wonder });
  assert.deepEqual(think([first, wonder], 'p1'), { sentence: 'So the answer is: unknown.', answer: null });
  assert.deepEqual(think([first], 'p1', 'p2'), { sentence: 'So the answer is: 9 June 1988.', answer: '9 June 1988' });
  assert.deepEqual(think([], 'p5'), { sentence: `It is not known yet: ${who.replace('?', '.')}` });
});

test('follow-up questions and dialogue turns ask until the answer is there', (t) => {
  const perform = simulatedRoles(t);
  const followUp = (...history: readonly (readonly [string, string | null])[]): unknown =>
    outputOf(perform('selfask.step', { question: director, history: steps(...history) }));
  assert.deepEqual(followUp(), { action: 'ask', followUp: who });
  assert.deepEqual(followUp([who, 'Ilse Brandvik'], [when, '9 June 1988']), { action: 'answer', answer: '9 June 1988' });
  const turn = (mustAnswer: boolean, queries: readonly string[], ...ids: readonly string[]) => {
    const rounds = queries.map((query) => ({ query, result: 'found' as const }));
    return outputOf(perform('autorag.turn', { question: director, rounds, passages: passagesOf(...ids), mustAnswer }));
  };
  const final = (answer: string | null) => ({ action: 'final', answer });
  const said = ({ action, ...rest }: ReturnType<typeof turn>): unknown =>
    'query' in rest ? { action, query: rest.query } : final('answer' in rest ? rest.answer : null);
  assert.deepEqual(said(turn(false, [], 'p5')), { action: 'query', query: who });
  assert.deepEqual(said(turn(false, [who], 'p1')), { action: 'query', query: when });
  assert.deepEqual(said(turn(true, [who], 'p1')), final(null));
  assert.deepEqual(said(turn(false, [who, when], 'p1', 'p2')), final('9 June 1988'));
});

test('triples carry the facts to the judgment of sufficiency and to the answer', (t) => {
  const perform = simulatedRoles(t);
  const extract = (...ids: readonly string[]) =>
    outputOf(perform('gear.extract', { query: director, passages: passagesOf(...ids) })).triples;
  const [first, second] = extract('p5', 'p1', 'p2');
  assert.deepEqual(
    [first, second],
    [
      { head: 'The Salt Choir', relation: 'is the director of', tail: 'Ilse Brandvik', passage: 1 },
      { head: 'Ilse Brandvik', relation: 'is the date of death of', tail: '9 June 1988', passage: 2 },
    ],
  );
  const judge = (facts: ReturnType<typeof extract>): unknown => outputOf(perform('gear.reason', { question: director, facts }));
  assert.deepEqual(judge([]), { sufficient: false, nextQuery: who });
  assert.deepEqual(judge(extract('p1')), { sufficient: false, nextQuery: when });
  assert.deepEqual(judge(extract('p1', 'p2')), { sufficient: true, nextQuery: null });
  const answer = outputOf(perform('gear.read', { question: director, facts: extract('p1'), passages: passagesOf('p2') })).answer;
  assert.equal(answer, '9 June 1988');
});

test('useful passages are labeled with their words, and the next query asks for all that is open', (t) => {
  const perform = simulatedRoles(t);
  const label = (query: string, ...ids: readonly string[]): unknown =>
    outputOf(perform('efficientrag.label', { query, passages: passagesOf(...ids) })).labels;
  const words = 'It was directed by Ilse Brandvik.';
  assert.deepEqual(label(director, 'p5', 'p1'), [
    { useful: false, spans: [] },
    { useful: true, spans: [words] },
  ]);
  const next = (query: string, ...spans: readonly string[]): unknown =>
    outputOf(perform('efficientrag.next', { question: sameTown, query, spans })).nextQuery;
  const second = `${otherWho} ${born}?`;
  const third = `${otherBorn}?`;
  assert.equal(next(sameTown, words), second);
  assert.equal(next(second, 'Winter Ferry is a film directed by Odo Maas.', 'a director from Tarnholm'), third);
  assert.equal(next(third, 'born on 1 January 1931 in Tarnholm'), null);
});

test('what is known by heart is recalled, stated with confidence and written down, and what is written is read again', (t) => {
  for (const knows of [0, 1]) {
    const perform = simulatedRoles(t, { knows });
    const answer = knows === 1 ? '9 June 1988' : null;
    assert.deepEqual(
      [
        outputOf(perform('direct', { question: director })).answer,
        outputOf(perform('cot', { question: director, shots: 2 })).answer,
        outputOf(perform('refeed.draft', { question: director })).answer,
        outputOf(perform('selfrag.retrieve', { question: director })).retrieve,
      ],
      [answer, answer, answer, knows === 0],
    );
    const confidence = outputOf(perform('selfdc.confidence', { question: director })).confidence ?? -1;
    const { sureness = -1 } = perform('selfdc.confidence.prob', { question: director });
    for (const one of [confidence, sureness]) assert.ok(knows === 1 ? one >= 0.7 : one >= 0 && one <= 0.5, `${one}`);
    const { passage } = outputOf(perform('selfdc.background', { question: director }));
    const generated = passagesOf('p5').map((one) => ({ ...one, text: passage }));
    assert.equal(outputOf(perform('selfdc.read', { question: director, passages: generated, cot: false })).answer, answer);
  }
});

test('half of what is needed makes for half a confidence', (t) => {
  const halves = Array.from(
    { length: 40 },
    (_, seed) => outputOf(simulatedRoles(t, { knows: 0.5, seed })('selfdc.confidence', { question: director })).confidence ?? -1,
  );
  const middle = halves.filter((one) => one > 0.5 && one < 0.7).length;
  assert.ok(middle > 10 && middle < 30, `${middle}`);
});

test('relations become questions', () => {
  assert.deepEqual(
    ['X$& >> director', '#1 >> date of death', 'A >> located in the administrative territorial entity', 'Who?'].map(sayRelation),
    ['Who is the director of X$&?', 'What is the date of death of #1?', 'In which administrative territorial entity is A located?', 'Who?'],
  );
  assert.deepEqual([isSameAnswer('the Tarn', 'Tarn'), isSameAnswer('Tarnholm', 'Tarn'), isSameAnswer('', 'Tarn')], [true, false, false]);
});
