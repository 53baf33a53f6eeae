import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchTermsOf } from '../../../src/corpus/searchTerms.ts';
import type { Passage } from '../../../src/protocol/passage.ts';

async function termsIn(text: string): Promise<readonly string[]> {
  const [found] = await searchTermsOf([{ title: '', headings: [], text } as unknown as Passage]);
  return found?.terms.split(' ') ?? [];
}

test('what rows of a table repeat counts once, what they say counts each time', async () => {
  const terms = await termsIn(
    [
      'Sales › Orchards | Harvest 2022: 136,835 | Harvest 2021: 133,613 | in millions',
      'Sales › Gardens | Harvest 2022: 12,835 | Harvest 2021: 13,613 | in millions',
      'Sales › Gardens | Harvest 2022: 9,000 | Harvest 2021: 13,613 | in millions',
    ].join('\n'),
  );
  const count = (term: string): number => terms.filter((one) => one === term).length;
  assert.deepEqual(['sale', 'harvest', 'million', 'orchard', 'garden'].map(count), [1, 2, 1, 1, 2]);
  assert.equal((await termsIn('Sales: rivers\n\nSales: rivers')).filter((term) => term === 'sale').length, 2);
});
