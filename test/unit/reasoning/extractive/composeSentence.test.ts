import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeSentence } from '../../../../src/reasoning/extractive/composeSentence.ts';

/** Question, answer, question, answer … */
function composed(...said: readonly string[]): string | null {
  const steps = said.flatMap((question, i) => (i % 2 === 0 ? [{ question, answer: said[i + 1] ?? '' }] : []));
  return composeSentence(steps)?.join('') ?? null;
}

const sentences: readonly (readonly [sentence: string, said: readonly string[]])[] = [
  [
    'Quillan Gate was designed by Ruben Istad, who was born in Nether Coll, which was flooded on 11 October 1952',
    [
      'Who designed Quillan Gate?',
      'Ruben Istad',
      'Where was Ruben Istad born?',
      'Nether Coll',
      'When was Nether Coll flooded?',
      '11 October 1952',
    ],
  ],
  [
    'The Orrin barrage was built by Varrow Company, whose founder is Rosalind Achterby, who died in 1943',
    [
      'Which company built the Orrin barrage?',
      'Varrow Company',
      'Who is the founder of Varrow Company?',
      'Rosalind Achterby',
      'When did Rosalind Achterby die?',
      '1943',
    ],
  ],
  [
    'Cara Voss wrote Grey Dunes and published Low Water in 1952',
    ['Who wrote Grey Dunes?', 'Cara Voss', 'Which book did Cara Voss publish in 1952?', 'Low Water'],
  ],
  [
    'Red Sand was founded by Ann Lee, who is from Denmark',
    ['Red Sand was founded by which woman?', 'Ann Lee', 'Ann Lee is from what country?', 'Denmark'],
  ],
  [
    "Low Tide's singer is Ann Lee; Low Tide formed in 1984",
    ["Which band's singer is Ann Lee?", 'Low Tide', 'In what year did Low Tide form?', '1984'],
  ],
  [
    'The Orrin barrage has 8 turbines; the Quillan Gate has seven turbines',
    ['How many turbines does the Orrin barrage have?', '8', 'How many turbines does the Quillan Gate have?', 'seven'],
  ],
  [
    'Orrin was opened on 14 September 1911; Skell was opened in May 1926',
    ['When was Orrin opened?', '14 September 1911', 'When was Skell opened?', 'May 1926'],
  ],
  ['Kelmouth is a harbour; Skell is not a harbour', ['Is Kelmouth a harbour?', 'yes', 'Is Skell a harbour?', 'no']],
  // An answer in lower case is still a name in the next question.
  [
    'The symbol of Orrin is the red kite, which was painted by Ann Lee',
    ['What is the symbol of Orrin?', 'the red kite', 'Who painted the red kite?', 'Ann Lee'],
  ],
];

for (const [sentence, said] of sentences) {
  test(`composes: ${sentence}`, () => assert.equal(composed(...said), sentence));
}

/** Nothing at all rather than a sentence that is not grammatical. */
const nothing: readonly (readonly string[])[] = [
  // One step says no more than its answer.
  ['Who designed Quillan Gate?', 'Ruben Istad'],
  ['Who designed Quillan Gate?', 'Ruben Istad', 'Why did Ruben Istad leave?', 'He was ill.'],
  ['Who designed Quillan Gate?', 'It was Ruben Istad. He built it too', 'Where was Ruben Istad born?', 'Coll'],
  ['Who designed Quillan Gate?', 'Ruben Istad', 'Where was Ruben Istad born?', 'a small cottage'],
  ['Who designed Quillan Gate?', 'Ruben Istad', 'Tell me more about Ruben Istad', 'Coll'],
  ['Who designed Quillan Gate?', '', 'Where was #1 born?', 'Coll'],
  ['Wer plante Orrin?', 'Ruben Istad', 'Wo wurde Ruben Istad geboren?', 'Coll'],
];

for (const said of nothing) {
  test(`composes nothing of: ${said.join(' ')}`, () => assert.equal(composed(...said), null));
}
