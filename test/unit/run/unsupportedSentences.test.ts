import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unsupportedSentences } from '../../../src/run/cite.ts';
import type { Citation } from '../../../src/protocol/trace.ts';

function citing(quote: string): Citation {
  return { n: 1, path: 'a.md', startLine: 1, endLine: 1, quote, documentHash: '', nodeId: 'final', passageId: 'a', linesHash: '' };
}

const cases: readonly {
  readonly name: string;
  readonly answer: string;
  readonly quotes: readonly string[];
  readonly unsupported: readonly string[];
}[] = [
  { name: 'nothing is cited', answer: 'Kelmouth', quotes: [], unsupported: ['Kelmouth'] },
  { name: 'a few words with a citation', answer: 'Kelmouth', quotes: ['She was born in Kelmouth.'], unsupported: [] },
  { name: 'yes, which is in no quote', answer: 'yes', quotes: ['Both were born in Kelmouth.'], unsupported: [] },
  {
    name: 'one sentence of two',
    answer: 'Ines Tarrow was born in Kelmouth. The moon is made of green cheese.',
    quotes: ['Ines Tarrow, the engineer, was born in Kelmouth and died there.'],
    unsupported: ['The moon is made of green cheese.'],
  },
];

for (const { name, answer, quotes, unsupported } of cases) {
  test(`sentences without support: ${name}`, () => {
    const found = unsupportedSentences(answer, quotes.map(citing)).map(({ start, end }) => answer.slice(start, end));
    assert.deepEqual(found, unsupported);
  });
}
