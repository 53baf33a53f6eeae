import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disagreement, type Said } from '../../../src/citations/disagreement.ts';
import { english } from '../../../src/language/english.ts';

type Case = readonly [one: string | readonly [string, string], other: string | readonly [string, string]];

function saidBy(text: string | readonly [string, string]): Said {
  return typeof text === 'string' ? { text, about: 'The Varrow Isles' } : { text: text[0], about: text[1] };
}

function between([one, other]: Case, stated?: string): string | undefined {
  return disagreement(saidBy(one), saidBy(other), english, stated)?.join(' or ');
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
];
for (const [one, other, words] of disagreeing) test(`${words} is a disagreement`, () => assert.equal(between([one, other]), words));

const agreeing: readonly Case[] = [
  // The same, otherwise written or rounded.
  ['The dam is 1,240 metres long.', 'The dam is 1.24 km long.'],
  ['The town has 2,987,000 people.', 'The town has about 3 million people.'],
  ['The bell was cast in May 1952.', 'The bell was cast in 1952.'],
  // Of different things.
  [
    ['The tower is 29 metres tall.', 'Skell Head'],
    ['The tower is 41 metres tall.', 'Pellow Light'],
  ],
  ['The first cable was 37 km long.', 'The second cable was 14 km long.'],
  ['Skell Head is 29 metres tall.', 'Pellow Light is 41 metres tall.'],
  ['The barrage is 1,240 metres long.', 'The barrage is 7.3 metres wide.'],
  // At different times, or more than once.
  ['The town had 500 people in 1990.', 'The town had 700 people in 2000.'],
  ['The gates were painted in 1990.', 'The gates were painted in 2000.'],
  // One of them has both values.
  ['The draft gave 1,190 metres, but the barrage is 1,240 metres long.', 'The barrage is 1,190 metres long.'],
];
for (const [one, other] of agreeing) {
  test(`“${saidBy(one).text}” and “${saidBy(other).text}” do not disagree`, () => {
    assert.equal(between([one, other]), undefined);
    assert.equal(between([other, one]), undefined);
  });
}

test('a value that the answer does not state is not disputed', () => {
  const both = ['Seven men were lost in the accident.', 'Nine men were lost in the accident.'] as const;
  assert.equal(between(both, 'The accident cost seven lives.'), 'Seven or Nine');
  assert.equal(between(both, 'The accident was in February.'), undefined);
});
