import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Perform } from './simulatedRoles.ts';
import { director, outputOf, passagesOf, simulatedRoles, when, who } from './simulatedRoles.ts';
import { rephrasings } from '../../../../lab/simulation/wording.ts';

const rate = 0.3;
const seeds = 200;

/** Share of the seeds for which something is so. */
function share(t: TestContext, isSo: (perform: Perform) => boolean, error = rate): number {
  const found = Array.from({ length: seeds }, (_, seed) => isSo(simulatedRoles(t, { seed, error })));
  return found.filter(Boolean).length / seeds;
}

function assertNear(actual: number, expected: number, about: string): void {
  // Three standard deviations of a share of so many draws.
  assert.ok(
    Math.abs(actual - expected) <= 3 * Math.sqrt((expected * (1 - expected)) / seeds) + 0.01,
    `${about}: ${actual}, not about ${expected}`,
  );
}

const read = (perform: Perform, sample: number, ...ids: readonly string[]): string | null =>
  outputOf(perform('read', { question: when, passages: passagesOf(...ids), cot: false }, { sample })).answer;

test('an answer that the evidence allows is wrong as often as said, and an answer without evidence is invented as often', (t) => {
  assertNear(
    share(t, (perform) => read(perform, 0, 'p1', 'p2') !== '9 June 1988'),
    rate,
    'wrong',
  );
  assertNear(
    share(t, (perform) => read(perform, 0, 'p4', 'p5') !== null),
    rate,
    'invented',
  );
  assert.equal(
    share(t, (perform) => read(perform, 0, 'p1', 'p2') !== '9 June 1988', 1),
    1,
  );
});

test('wrong answers are of the same kind and from the same passages', (t) => {
  const wrong = new Set(Array.from({ length: 20 }, (_, seed) => read(simulatedRoles(t, { seed, error: 1 }), 0, 'p2', 'p4')));
  assert.deepEqual([...wrong], ['3 May 1920']);
  const invented = Array.from({ length: 60 }, (_, seed) => read(simulatedRoles(t, { seed, error: 1 }), 0, 'p4', 'p5'));
  assert.deepEqual([...new Set(invented)], ['1 January 1931']);
});

test('samples about an easy fact agree, and so do not those about a hard one or without evidence', (t) => {
  const setsOf = (seed: number, ...ids: readonly string[]): number => {
    const perform = simulatedRoles(t, { seed, error: rate });
    const answers = Array.from(
      { length: 10 },
      (_, sample) => outputOf(perform('sunar.asu', { question: who, passages: passagesOf(...ids) }, { sample }))?.answer,
    );
    return new Set(answers).size;
  };
  const all = Array.from({ length: 60 }, (_, seed) => ({ seen: setsOf(seed, 'p1', 'p2'), unseen: setsOf(seed, 'p3', 'p5', 'p4') }));
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const certain = all.filter(({ seen }) => seen === 1).length / all.length;
  // A fact is easy with chance 1 - √0.3.
  assert.ok(certain > 0.3 && certain < 0.6, `${certain}`);
  assert.ok(mean(all.map(({ unseen }) => unseen)) > mean(all.map(({ seen }) => seen)) + 0.7);
});

test('without evidence, samples that must answer guess differently even at error rate 0', (t) => {
  const perform = simulatedRoles(t, { seed: 0, error: 0 });
  const answersFrom = (...ids: readonly string[]) =>
    Array.from(
      { length: 10 },
      (_, sample) => outputOf(perform('sunar.asu', { question: who, passages: passagesOf(...ids) }, { sample }))?.answer,
    );
  assert.equal(new Set(answersFrom('p1', 'p2')).size, 1);
  const guesses = answersFrom('p3', 'p5', 'p4');
  assert.ok(new Set(guesses).size > 1, guesses.join(', '));
  assert.ok(!guesses.includes(null));
});

test('the more passages about something else, the more often the reader is misled; without the option never', (t) => {
  const misled = (distraction: number, ...ids: readonly string[]): number => {
    const answers = Array.from({ length: seeds }, (_, seed) => read(simulatedRoles(t, { seed, error: 0, distraction }), 0, ...ids));
    return answers.filter((answer) => answer !== '9 June 1988').length / answers.length;
  };
  assert.equal(misled(0, 'p1', 'p2', 'p3', 'p4', 'p5'), 0);
  assertNear(misled(0.1, 'p2', 'p3'), 0.1, 'one other');
  assertNear(misled(0.1, 'p2', 'p3', 'p4', 'p5'), 1 - 0.9 ** 3, 'three others');
});

test('votes err one by one', (t) => {
  const wrongVotes = (perform: Perform, subQuestion: string): readonly boolean[] =>
    [0, 1, 2].map(
      (sample) =>
        outputOf(perform('leap.verify', { question: director, subQuestion, known: [] }, { sample })).aligned !== (subQuestion === who),
    );
  for (const subQuestion of [who, 'What is the color of The Salt Choir?']) {
    assertNear(
      share(t, (perform) => wrongVotes(perform, subQuestion)[0] === true),
      rate,
      'one vote',
    );
    assertNear(
      share(t, (perform) => wrongVotes(perform, subQuestion).filter(Boolean).length >= 2),
      rate ** 3 + 3 * rate ** 2 * (1 - rate),
      'the majority',
    );
  }
});

test('refinement misses a wrong answer as often as said, and leaves a right one alone', (t) => {
  const refine = (perform: Perform, answer: string): string => {
    const { verdict, correctAnswer } = outputOf(perform('drr.refine', { question: when, answer, passages: passagesOf('p2') }));
    return `${verdict} ${correctAnswer}`;
  };
  assertNear(
    share(t, (perform) => refine(perform, '3 May 1920') === 'right 3 May 1920'),
    rate,
    'missed',
  );
  assert.equal(
    share(t, (perform) => refine(perform, '9 June 1988') === 'right 9 June 1988'),
    1,
  );
});

test('a bad plan has a step that no passage answers; another attempt is another draw', (t) => {
  const plan = { question: director, type: 'inference', shots: 0, maxSubQuestions: 10 } as const;
  const asked = (perform: Perform, feedback: Parameters<typeof feedbackFor>[0] | null): readonly string[] =>
    outputOf(perform('drr.decompose', { ...plan, feedback: feedback && feedbackFor(feedback) })).plan?.map(
      ({ subQuestion }) => subQuestion,
    ) ?? [];
  const good = [who, 'What is the date of death of {sub_question_1_answer}?'];
  // After feedback a right step may be in other words.
  const isBad = (steps: readonly string[]): boolean =>
    steps.some((step, i) => ![good[i] ?? '', ...rephrasings(good[i] ?? '')].includes(step));
  assertNear(
    share(t, (perform) => isBad(asked(perform, null))),
    rate,
    'bad',
  );
  let [bad, again] = [0, 0];
  for (let seed = 0; seed < seeds; seed++) {
    const perform = simulatedRoles(t, { seed, error: rate });
    const first = asked(perform, null);
    if (!isBad(first)) continue;
    bad++;
    const wrong = first.find((step) => !good.includes(step)) ?? '';
    const passages = passagesOf('p1', 'p2', 'p3', 'p4', 'p5');
    const evidence = outputOf(
      simulatedRoles(t, { seed })('drr.refine', { question: wrong.replace(/\{.*\}/, 'Ilse Brandvik'), answer: 'x', passages }),
    ).evidence;
    assert.equal(evidence, null, wrong);
    if (isBad(asked(perform, first))) again++;
  }
  assert.ok(again > 0 && again < bad / 2, `${again} of ${bad}`);
});

test('the wrong thing is asked as often as said, and gaps are overlooked or missed', (t) => {
  assertNear(
    share(t, (perform) => {
      const step = outputOf(perform('sunar.step', { question: director, path: [] }));
      return !('subQuestion' in step) || step.subQuestion !== who;
    }),
    rate,
    'asked',
  );
  const gaps = Array.from({ length: seeds }, (_, seed) =>
    outputOf(simulatedRoles(t, { seed, error: rate })('leap.gaps', { question: director, passages: passagesOf('p1'), asked: [] })),
  );
  const said = gaps.map((one) => (one.kind === 'generated' ? one.subQuestions.join() : 'failed'));
  const [overlooked, right] = [said.filter((one) => one === '').length / seeds, said.filter((one) => one === when).length / seeds];
  assertNear(overlooked, rate / 2, 'overlooked');
  assertNear(right, 1 - rate, 'right');
});

test('who is sure of what it does not know errs as often as said', (t) => {
  assertNear(
    share(t, (perform) => (outputOf(perform('selfdc.confidence', { question: director })).confidence ?? 0) > 0.7),
    rate,
    'overconfident',
  );
});

function feedbackFor(previous: readonly string[]) {
  return {
    attempt: 0,
    previousPlan: previous.map((subQuestion, i) => ({ id: String(i + 1), subQuestion })),
    answersSoFar: {},
    failures: [{ id: '1', subQuestion: previous[0] ?? '', reason: 'no_evidence' as const, docTitles: [] }],
  };
}
