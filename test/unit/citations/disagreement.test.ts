import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disagreement, statementOf, type Said } from '../../../src/citations/disagreement.ts';
import { english } from '../../../src/language/english.ts';

type Case = readonly [one: string | readonly [string, string], other: string | readonly [string, string]];

function saidBy(text: string | readonly [string, string], document: string): Said {
  return typeof text === 'string' ? { text, about: 'The Varrow Isles', document } : { text: text[0], about: text[1], document };
}

function between([one, other]: Case, stated?: string): string | undefined {
  return disagreement(statementOf(saidBy(one, 'a.md'), english), statementOf(saidBy(other, 'b.md'), english), stated)?.join(' or ');
}

const disagreeing: readonly (readonly [...Case, string])[] = [
  [
    'The Orrin barrage is 1,240 metres long between abutment faces, with a crest width of 7.3 metres.',
    'Scaled from the drawing, the Orrin barrage is 1,190 metres long, with a crest width of 7.3 metres.',
    '1,240 metres or 1,190 metres',
  ],
  ['Ines Tarrow was born in Kelmouth on 4 March 1871.', 'Ines Tarrow was born in 1872 in Kelmouth.', '4 March 1871 or 1872'],
  ['Seven men were lost in the accident.', 'Nine men were lost in the accident.', 'Seven or Nine'],
  [['The tide bell was cast in 1952.', 'Tide bell'], ['It was cast in 1949.', 'Tide bell'], '1952 or 1949'],
  // The same word for word but for one value or name.
  [
    'Anna Holt (22 May 1838 – 3 June 1910) kept the mill.',
    'Anna Holt (22 May 1872 – 3 June 1910) kept the mill.',
    '22 May 1838 or 22 May 1872',
  ],
  ['Night Ferry is a 1944 film about a pilot.', 'Night Ferry is a 1948 film about a pilot.', '1944 or 1948'],
  ['The mill was designed by Anna Holt for the town.', 'The mill was designed by Osric Vane for the town.', 'Anna Holt or Osric Vane'],
  ['Ada Lorne was born in Kelmouth, a port.', 'Ada Lorne was born in Dunmarra, a port.', 'Kelmouth or Dunmarra'],
  ['Anna Holt designed the old mill alone.', 'Osric Vane designed the old mill alone.', 'Anna Holt or Osric Vane'],
  [
    'The firm was founded in 1896 by Anna Holt and grew.',
    'The firm was founded in 1896 by Osric Vane and grew.',
    'Anna Holt or Osric Vane',
  ],
];
for (const [one, other, words] of disagreeing) test(`${words} is a disagreement`, () => assert.equal(between([one, other]), words));

const agreeing: readonly Case[] = [
  // The same, otherwise written or rounded.
  ['The dam is 1,240 metres long.', 'The dam is 1.24 km long.'],
  ['The town has 2,987,000 people.', 'The town has about 3 million people.'],
  ['The bell was cast in May 1952.', 'The bell was cast in 1952.'],
  // Of different things.
  [
    'Interest income | Three Months Ended June 25, 2022: $722 | June 26, 2021: $2,184 | in millions',
    'Total comprehensive income | Three Months Ended June 25, 2022: $16,639 | June 26, 2021: $74,593 | in millions',
  ],
  [
    ['The tower is 29 metres tall.', 'Skell Head'],
    ['The tower is 41 metres tall.', 'Pellow Light'],
  ],
  ['The first cable was 37 km long.', 'The second cable was 14 km long.'],
  ['Skell Head is 29 metres tall.', 'Pellow Light is 41 metres tall.'],
  ['The barrage is 1,240 metres long.', 'The barrage is 7.3 metres wide.'],
  [
    'C/2013 R1 (Holt) is a comet discovered on 7 September 2013 by Osric Vane.',
    'C/2014 Q2 (Holt) is a comet discovered on 17 August 2014 by Osric Vane.',
  ],
  [
    ['Holt died in 1733, an old man.', 'Anna Holt'],
    ['Holt died in 1449, a young man.', 'Ines Holt'],
  ],
  [
    ['He died in Lima, Peru, in 1977.', 'Aldo Reyes'],
    ['He died in Lima, Peru, in 1995.', 'Marco Ruiz'],
  ],
  [
    ['The film was first shown on TNT on 18 May 1998.', 'Low Tide'],
    ['The film was first shown on TNT on 8 May 1990.', 'High Tide'],
  ],
  ['Anna Holt played for Kelmouth as a girl.', 'Anna Holt played for Dunmarra as a girl.'],
  ['The mill was designed by Anna Holt alone.', 'The mill was designed by A. Holt alone.'],
  ['The mill was built by Anna Holt in a year.', 'The mill was built by Holt Works in a year.'],
  ['The ferry to Coll leaves at 10:06 daily.', 'The ferry to Coll leaves at 10:36 daily.'],
  ['Coll won the final game 4–2 at home.', 'Coll won the final game 4–3 at home.'],
  ['The print has the ISBN 978-0-7627-5062-7.', 'The print has the ISBN 978-0-7627-4337-7.'],
  // At different times, or more than once.
  ['The town had 500 people in 1990.', 'The town had 700 people in 2000.'],
  ['The gates were painted in 1990.', 'The gates were painted in 2000.'],
  // One of them has both values.
  ['The draft gave 1,190 metres, but the barrage is 1,240 metres long.', 'The barrage is 1,190 metres long.'],
];
for (const [one, other] of agreeing) {
  test(`“${[one].flat()[0]}” and “${[other].flat()[0]}” do not disagree`, () => {
    assert.equal(between([one, other]), undefined);
    assert.equal(between([other, one]), undefined);
  });
}

test('a value that the answer does not state is not disputed', () => {
  const both = ['Seven men were lost in the accident.', 'Nine men were lost in the accident.'] as const;
  assert.equal(between(both, 'The accident cost seven lives.'), 'Seven or Nine');
  assert.equal(between(both, 'The accident was in February.'), undefined);
});

test('reports on different periods do not disagree, two on one period do', () => {
  const said = (metres: string, document: string, periods?: readonly string[]) =>
    statementOf({ ...saidBy(`The dam is ${metres} long.`, document), ...(periods ? { periods } : {}) }, english);
  const beside = (periods: readonly string[], others?: readonly string[]) =>
    disagreement(said('1,240 metres', 'a.md', periods), said('1,190 metres', 'b.md', others)) !== undefined;
  assert.equal(beside(['fiscal year 2021'], ['fiscal year 2022']), false);
  assert.equal(beside(['fiscal year 2022', 'Q3 2022'], ['Q3 2022']), true);
  assert.equal(beside(['fiscal year 2021']), true);
  // A fiscal quarter of one is a calendar quarter of the other.
  assert.equal(beside(['Q3 2022', 'Q3 2023', 'quarter ended 2022-10-30'], ['Q3 2023', 'quarter ended 2023-10-29']), false);
});
