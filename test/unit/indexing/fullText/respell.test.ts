import assert from 'node:assert/strict';
import { test } from 'node:test';
import { respelledIn } from '../../../../src/indexing/fullText/respell.ts';
import { PassageTerms } from '../../../../src/indexing/fullText/passageTerms.ts';
import { termsOf } from '../../../../src/language/terms/terms.ts';

const english = new Map([['en', 3]]);

async function respelled(query: string, texts: readonly string[], languages: ReadonlyMap<string, number> = english) {
  const passages = texts.map((text, row) => ({ row, terms: [...languages.keys()].flatMap((tag) => termsOf(text, tag)).join(' ') }));
  // The last one comes with an edit.
  const terms = PassageTerms.empty().with([], passages.slice(0, -1)).with([], passages.slice(-1));
  const found = await respelledIn(query, languages, {
    hasAny: (some) => Promise.resolve(some.some((term) => terms.containing(term) > 0)),
    terms: () => Promise.resolve(terms),
    isWritten: (word) => Promise.resolve(texts.some((text) => text.toLowerCase().split(' ').includes(word.toLowerCase()))),
  });
  return found.map(({ written, meant }) => `${written} ${meant}`);
}

test('a word that no passage has is the commonest one that is a letter away', async () => {
  const texts = ['a tutorial on bells', 'the counter of bells', 'the center of it', 'a counter'];
  assert.deepEqual(await respelled('which tuturial has the conter', texts), ['tuturial tutorial', 'conter counter']);
});

test('words that some passage has in any form, words without content, and words near nothing stay', async () => {
  assert.deepEqual(await respelled('there being shortest counters of quellish', ['three short rings', 'a counter', 'bring']), []);
});

test('a word is known in each language that many passages are in', async () => {
  const both = new Map([
    ['en', 2],
    ['de', 2],
  ]);
  assert.deepEqual(await respelled('Glocken', ['die Glocke', 'a Glucken'], both), []);
});
