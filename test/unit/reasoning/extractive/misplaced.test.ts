import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedAnswer } from '../../../../src/reasoning/extractive/askedAnswer.ts';
import { candidatesIn } from '../../../../src/reasoning/extractive/answerSpans.ts';
import { english } from '../../../../src/language/english.ts';
import { wordsOf } from '../../../../src/language/words.ts';
import { isMisplaced } from '../../../../src/reasoning/extractive/misplaced.ts';

/** The candidates of a sentence that are left, and those that are not. */
function sorted(question: string, text: string): { readonly left: readonly string[]; readonly gone: readonly string[] } {
  const asked = askedAnswer(question);
  assert.ok(asked !== null);
  const words = wordsOf(text, english);
  const sentence = {
    text,
    words,
    passage: 0,
    index: 0,
    matches: words.map(({ fold }) => asked.terms.findIndex((term) => term.stem === english.stem(fold))),
    terms: new Set<number>(),
    isAboutTopic: false,
  };
  const all = candidatesIn(text, asked);
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end);
  const isGone = (one: (typeof all)[number]): boolean => isMisplaced(asked, sentence, one);
  return { left: all.filter((one) => !isGone(one)).map(textOf), gone: all.filter(isGone).map(textOf) };
}

const cases = [
  [
    'Which company bought Orrin Marine?',
    'In 1931, Skell Works bought the Lorrimouth-based firm Orrin Marine.',
    'Skell Works',
    'Lorrimouth',
  ],
  ['Where is Orrin Marine based?', 'In 1931, Skell Works bought the Lorrimouth-based firm Orrin Marine.', 'Lorrimouth', null],
  ['Which team uses the Kelmouth Stadium?', 'The Kelmouth Stadium is used by Orrin Rovers and other TSL teams.', 'Orrin Rovers', 'TSL'],
  ['Who plays in The Turning Hour?', 'The Turning Hour (also known as "Mia Stunde") stars Nadia Ferrant.', 'Nadia Ferrant', 'Mia Stunde'],
  ['who played osric in the turning hour', 'Osric Vane was played by Ruben Istad.', 'Ruben Istad', 'Osric Vane'],
  [
    'Who played the keeper in The Turning Hour?',
    'It stars Ruben Istad as the old keeper Piet Harrowgate.',
    'Ruben Istad',
    'Piet Harrowgate',
  ],
  ['Who is the mayor of Kelmouth?', 'Anselm Corrigane (1828–1901) was the mayor of Kelmouth.', null, 'Anselm Corrigane'],
  ['Who is the mayor of Kelmouth?', 'Anselm Corrigane, mayor of Kelmouth from 1852 to 1860, left.', null, 'Anselm Corrigane'],
  ['Who was the mayor of Kelmouth?', 'Anselm Corrigane (1828–1901) was the mayor of Kelmouth.', 'Anselm Corrigane', null],
  ['Who is the father of Ines Tarrow?', 'Her father Anselm Tarrow (1828–1901) built boats.', 'Anselm Tarrow', null],
  [
    'Who stars in The Turning Hour?',
    'The Turning Hour, directed by Nadia Ferrant, has Ruben Istad as its star.',
    'Ruben Istad',
    'Nadia Ferrant',
  ],
  ['Who wrote Slack Water?', 'Slack Water was written and directed by Nadia Ferrant.', 'Nadia Ferrant', null],
  ['Who prepared the Tidal Plan?', 'The Tidal Plan was prepared for the Orrin Board by Ines Tarrow.', 'Ines Tarrow', 'Orrin Board'],
  ['Who did Ines Tarrow write Slack Water for?', 'Anselm Tarrow says that she wrote it for Ruben Istad.', 'Ruben Istad', 'Anselm Tarrow'],
  [
    'Who is the daughter of Ines Tarrow?',
    'Clemency Aldous was a child of Ines Tarrow and Henrik Aldous.',
    'Clemency Aldous',
    'Henrik Aldous',
  ],
  ['Who is the husband of Ines Tarrow?', 'Clemency Aldous was a child of Ines Tarrow and Henrik Aldous.', 'Henrik Aldous', null],
] as const;

for (const [question, text, left, gone] of cases)
  test(`${question} ${gone ?? 'nothing'} is misplaced in "${text}"`, () => {
    const found = sorted(question, text);
    if (left !== null) assert.ok(found.left.includes(left), JSON.stringify(found));
    if (gone === null) assert.deepEqual(found.gone, []);
    else assert.ok(found.gone.includes(gone) && !found.left.includes(gone), JSON.stringify(found));
  });
