import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishFrom, nextStep } from '../../../../src/reasoning/extractive/plan.ts';
import type { PathStep } from '../../../../src/reasoning/pathStep.ts';
import { allParts } from '../../../../src/reasoning/extractive/parts.ts';

/** Asks until the reasoner finishes, answering from `answers` in order (null once they run out). */
function walk(question: string, answers: readonly (string | null)[]): { asked: string[]; answer: string | null } {
  const path: PathStep[] = [];
  for (;;) {
    const step = nextStep(allParts, { question, path });
    if (step.action === 'finish') return { asked: path.map((done) => done.question), answer: step.answer };
    path.push({ question: step.subQuestion, answer: answers[path.length] ?? null });
    assert.ok(path.length < 10, 'the plan must end');
  }
}

const PLANS: readonly (readonly [
  question: string,
  answers: readonly (string | null)[],
  asked: readonly string[],
  answer: string | null,
])[] = [
  ['Who designed the Orrin barrage?', ['Ines Tarrow'], ['Who designed the Orrin barrage?'], 'Ines Tarrow'],
  // What follows a name without a verb belongs to it.
  ['Who is the director of Salad by the Roots?', ['Georges Lautner'], ['Who is the director of Salad by the Roots?'], 'Georges Lautner'],
  [
    'When is the founder of Suez Canal Company ’s birthday?',
    ['Ferdinand de Lesseps', '19 November 1805'],
    ['Who is the founder of Suez Canal Company?', 'When is Ferdinand de Lesseps ’s birthday?'],
    '19 November 1805',
  ],
  [
    'Where was the engineer who designed the Orrin barrage born?',
    ['Ines Tarrow', 'Kelmouth'],
    ['Which engineer designed the Orrin barrage?', 'Where was Ines Tarrow born?'],
    'Kelmouth',
  ],
  [
    'What is the birthplace of the designer of the Quillan Gate plant?',
    ['Ruben Istad', 'Nether Coll'],
    ['Who is the designer of the Quillan Gate plant?', 'What is the birthplace of Ruben Istad?'],
    'Nether Coll',
  ],
  [
    'When did the daughter of the founder of the company that built the Orrin barrage die?',
    ['Varrow Company', 'Rosalind Achterby', 'Sybil Achterby', '22 January 1943'],
    [
      'Which company built the Orrin barrage?',
      'Who is the founder of Varrow Company?',
      'Who is the daughter of Rosalind Achterby?',
      'When did Sybil Achterby die?',
    ],
    '22 January 1943',
  ],
  [
    "Who is Ines Tarrow's husband's father?",
    ['Henrik Aldous', 'Jon Aldous'],
    ['Who is the husband of Ines Tarrow?', "Who is Henrik Aldous's father?"],
    'Jon Aldous',
  ],
  [
    'Who is the paternal grandfather of Otto Brand?',
    ['Karl Brand', 'Emil Brand'],
    ['Who is the father of Otto Brand?', 'Who is the father of Karl Brand?'],
    'Emil Brand',
  ],
  [
    "Who is Otto Brand's mother-in-law?",
    ['Anna Lund', 'Vera Lund'],
    ['Who is the spouse of Otto Brand?', 'Who is the mother of Anna Lund?'],
    'Vera Lund',
  ],
  [
    'On which island was the author of Weeds of the Ebb born?',
    ['Josephine Tarrow', 'Brae Tolly', 'Tamsay'],
    ['Who is the author of Weeds of the Ebb?', 'Where was Josephine Tarrow born?', 'On which island is Brae Tolly?'],
    'Tamsay',
  ],
  [
    'In the town where Ines Tarrow was born, what is the tide gauge called?',
    ['Kelmouth', 'Old Nick'],
    ['What is the town where Ines Tarrow was born?', 'In Kelmouth, what is the tide gauge called?'],
    'Old Nick',
  ],
  [
    'Which was commissioned first, the Orrin barrage or the Tamsay Narrows station?',
    ['14 September 1911', '3 May 1926'],
    ['When was the Orrin barrage commissioned?', 'When was the Tamsay Narrows station commissioned?'],
    'the Orrin barrage',
  ],
  [
    'Who is older, Ines Tarrow or Osric Vane?',
    ['1871', '1880'],
    ['When was Ines Tarrow born?', 'When was Osric Vane born?'],
    'Ines Tarrow',
  ],
  [
    'Who is younger, Ines Tarrow or Osric Vane?',
    ['1871', '1880'],
    ['When was Ines Tarrow born?', 'When was Osric Vane born?'],
    'Osric Vane',
  ],
  [
    'Who lived longer, Ines Tarrow or Osric Vane?',
    ['4 March 1871', '19 November 1944', '30 September 1880', '17 May 1957'],
    ['When was Ines Tarrow born?', 'When did Ines Tarrow die?', 'When was Osric Vane born?', 'When did Osric Vane die?'],
    'Osric Vane',
  ],
  [
    'Which film has the director who died earlier, Red Sand or Blue Sand?',
    ['Ann Lee', 'Bo Li', '1970', '1964'],
    [
      'Who is the director of the film Red Sand?',
      'Who is the director of the film Blue Sand?',
      'When did Ann Lee die?',
      'When did Bo Li die?',
    ],
    'Blue Sand',
  ],
  [
    'Are the directors of Red Sand and Blue Sand from the same country?',
    ['Ann Lee', 'Bo Li', 'Danish', 'Denmark'],
    [
      'Who is the director of Red Sand?',
      'Who is the director of Blue Sand?',
      'Which country is Ann Lee from?',
      'Which country is Bo Li from?',
    ],
    'yes',
  ],
  [
    'Were Étienne Maravel and Nadia Ferrant born in the same town?',
    ['Saint-Éloy', 'Hallan'],
    ['Where was Étienne Maravel born?', 'Where was Nadia Ferrant born?'],
    'no',
  ],
  [
    'Which has more turbines, the Orrin barrage or the Tamsay Narrows station?',
    ['8', 'seven'],
    ['How many turbines does the Orrin barrage have?', 'How many turbines does the Tamsay Narrows station have?'],
    'the Orrin barrage',
  ],
  [
    'Did the Orrin barrage open before the Quillan Gate?',
    ['1911', '1955'],
    ['When did the Orrin barrage open?', 'When did the Quillan Gate open?'],
    'yes',
  ],
];

for (const [question, answers, asked, answer] of PLANS) {
  test(`takes apart: ${question}`, () => assert.deepEqual(walk(question, answers), { asked: [...asked], answer }));
}

test('a comparison asks its other side, for the evidence, when the first was not found, and then does not know', () => {
  assert.deepEqual(walk('Who is older, Ann Lee or Bo Li?', [null, '1950']), {
    asked: ['When was Ann Lee born?', 'When was Bo Li born?'],
    answer: null,
  });
});

test('a chain ends without an answer at the first link that was not found', () => {
  assert.deepEqual(walk('Where was the engineer who designed the Orrin barrage born?', [null]), {
    asked: ['Which engineer designed the Orrin barrage?'],
    answer: null,
  });
});

test('dates too vague to be told apart give no verdict', () => {
  assert.equal(walk('Who is older, Ann Lee or Bo Li?', ['May 1950', '1950']).answer, null);
});

test('the path alone gives the same answer as the last step', () => {
  for (const [question, answers, asked, answer] of PLANS) {
    const path = asked.map((subQuestion, index) => ({ question: subQuestion, answer: answers[index] ?? null }));
    assert.equal(finishFrom(allParts, { question, path }), answer, question);
  }
});

test('a name that looks like a pattern is put in as it is', () => {
  assert.deepEqual(walk('Where was the director of Red Sand born?', ["$& O'Neil #2", 'Oslo']).asked, [
    'Who is the director of Red Sand?',
    "Where was $& O'Neil #2 born?",
  ]);
});
