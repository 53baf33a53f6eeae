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
  // Whatever the noun: only how phrases nest counts.
  [
    "Who is the great-aunt of Otto Brand's godfather?",
    ['Emil Lund', 'Vera Lund'],
    ['Who is the godfather of Otto Brand?', 'Who is the great-aunt of Emil Lund?'],
    'Vera Lund',
  ],
  // What is no single thing with a name is not asked for: several things, amounts, what is not counted.
  ...[
    "Why did Harrow Group's sales fall in the 2023 fiscal year?",
    "How many shares did Harrow Group's shareholders vote for the auditor?",
    'How much did the shares of Harrow Group fall?',
    "How did Harrow Group's operating income change in 2022?",
    "Which port exceeds Nether Coll's population?",
    "Where did Ann Lee's children go to school?",
    'When did the people who founded Low Tide meet?',
    'Where were the Red Sand directors born?',
  ].map((question) => [question, [null], [question], null] as const),
  [
    "What is the population of Harrow Group's headquarters?",
    ['Hallan', '12,000'],
    ['What is the headquarters of Harrow Group?', 'What is the population of Hallan?'],
    '12,000',
  ],
  // The question word at the end, inside, after a preposition, or not at all.
  [
    'In what year did the band whose singer is Ann Lee form?',
    ['Low Tide', '1984'],
    ["Which band's singer is Ann Lee?", 'In what year did Low Tide form?'],
    '1984',
  ],
  [
    'For which club did the player who scored the winning goal in the 1998 Harbour Cup play?',
    ['Bo Li', 'Kelmouth'],
    ['Which player scored the winning goal in the 1998 Harbour Cup?', 'For which club did Bo Li play?'],
    'Kelmouth',
  ],
  [
    'Name the town where the designer of the Orrin barrage was born.',
    ['Ines Tarrow', 'Kelmouth'],
    ['Who is the designer of the Orrin barrage?', 'What is the town where Ines Tarrow was born?'],
    'Kelmouth',
  ],
  // Relative clauses with and without their pronoun.
  [
    'Who wrote the book on which the film Red Sand is based?',
    ['Grey Dunes', 'Cara Voss'],
    ['What is the book on which the film Red Sand is based?', 'Who wrote Grey Dunes?'],
    'Cara Voss',
  ],
  [
    'The company that acquired Norvik Systems in 2019 is led by whom?',
    ['Harrow Group', 'Ann Lee'],
    ['Which company acquired Norvik Systems in 2019?', 'Harrow Group is led by whom?'],
    'Ann Lee',
  ],
  [
    'What is the population of the city Ann Lee moved to?',
    ['Hallan', '12,000'],
    ['What is the city Ann Lee moved to?', 'What is the population of Hallan?'],
    '12,000',
  ],
  [
    'When did the woman who portrayed Mira Voss in the film Red Sand retire?',
    ['Ann Lee', '1999'],
    ['Who portrayed Mira Voss in the film Red Sand?', 'When did Ann Lee retire?'],
    '1999',
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
    'Which film has the director who died earlier, Red Sand or Blue Sand?',
    ['Ann Lee', 'Bo Li', '1970', '1964'],
    ['Who is the director of Red Sand?', 'Who is the director of Blue Sand?', 'When did Ann Lee die?', 'When did Bo Li die?'],
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
    'Which bridge opened earlier Orrin Crossing or Skell Viaduct?',
    ['1911', '1955'],
    ['When was Orrin Crossing opened?', 'When was Skell Viaduct opened?'],
    'Orrin Crossing',
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

/** Questions without a structure that helps, or of which a part has no sense. */
const WHOLE = [
  'Why was Ann Lee dismissed?',
  'What is the name of the harbour of Kelmouth?',
  'What is Ann Lee’s opinion of the plan?',
  // A measure that people do not have.
  'Who is wider known, Ann Lee or Bo Li?',
  'Who is wider, Ann Lee or Bo Li?',
  // Yes or no about one thing.
  'Did the director of Red Sand like boats?',
  // Nothing that has a name.
  'What was said about the harbour according to Ann Lee?',
  'Who gave Ann Lee their favourite poem from Red Sand?',
  'What did Ann Lee do when Bo Li left Kelmouth?',
  'Which firm, recently discussed by both Orrin Times and Skell Post, sells boats and nets?',
  // No one thing: `only` is an adverb here.
  'How do I build a wall that is only needed for flooding?',
  'How do I run a pump with a spare valve that is fitted only for that storm?',
  // Not one question.
  'Ann Lee designed a barrage. Where did she live?',
  'What does Ann Lee say made Bo Li angry?',
  'Wer war der Vater der Architektin von Orrin Ness?',
  '谁设计了这座大坝?',
  'How do I install the package?',
];

test('a question is asked as it is where no part of it is a question with a name for an answer', () => {
  for (const question of WHOLE) assert.deepEqual(allParts.plan(question).steps, [question]);
});

test('any text gives a plan whose steps refer to earlier ones only', () => {
  const words = [
    ...'the a of in who which that whose whom where when what how is was did does and or both between than first older whom , ? . \' " ( ) -'.split(
      ' ',
    ),
    ..."Ann Lee Orrin Kelmouth director band city film wrote born designed mother #1 #9 12 1998 's ’s X\ue000 \u{1f600} \ud83d \u0130 你好 Ärger".split(
      ' ',
    ),
  ];
  let state = 7;
  const next = (below: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 1 + next(30) }, () => words[next(words.length)]).join(' ');
    const { steps, verdict } = allParts.plan(text);
    assert.ok(steps.length > 0, text);
    for (const [index, step] of steps.entries()) {
      if (text.includes('#')) continue;
      for (const [, number] of step.matchAll(/#(\d+)/gu)) assert.ok(Number(number) <= index, `${text} → ${steps.join(' | ')}`);
    }
    if (verdict.kind !== 'last' && 'values' in verdict) assert.ok(verdict.values.every((value) => value < steps.length));
  }
  assert.equal(allParts.plan('of the '.repeat(20_000)).steps.length, 1);
});

test('a chain ends without an answer at the first link that was not found', () => {
  assert.deepEqual(walk('Where was the engineer who designed the Orrin barrage born?', [null]), {
    asked: ['Which engineer designed the Orrin barrage?'],
    answer: null,
  });
});

test('what follows from a guess is asked, and says so, but gives no answer', () => {
  const question = 'Where was the engineer who designed the Orrin barrage born?';
  const first = { question: 'Which engineer designed the Orrin barrage?', answer: null, guess: 'Ines Tarrow' };
  assert.deepEqual(nextStep(allParts, { question, path: [first] }), {
    action: 'ask',
    subQuestion: 'Where was Ines Tarrow born?',
    guessed: ['Ines Tarrow'],
  });
  const path = [first, { question: 'Where was Ines Tarrow born?', answer: 'Kelmouth' }];
  assert.deepEqual(nextStep(allParts, { question, path }), { action: 'finish', answer: null });
  assert.equal(finishFrom(allParts, { question, path }), null);
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
