import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOtherLanguage } from '../../../src/search/otherLanguage.ts';
import { otherLanguageSentence } from '../../../src/protocol/otherLanguage.ts';

function index(counts: Readonly<Record<string, number>>) {
  return { languages: async () => new Map(Object.entries(counts)) };
}

test('a question in a language that no document is in is told apart from all others', async () => {
  const asked = async (question: string, counts: Readonly<Record<string, number>>, embedder = 'builtin-static-1') => {
    const found = await findOtherLanguage(question, index(counts), embedder);
    return found && [found.question, ...found.documents];
  };
  assert.deepEqual(await asked('谁设计了灯塔？', { en: 90, de: 9, zh: 1 }), ['zh', 'en', 'de']);
  assert.deepEqual(await asked('When was the lighthouse built?', { ru: 5 }), ['en', 'ru']);
  assert.deepEqual(await asked('Wer hat den Leuchtturm im Hafen gebaut?', { en: 50 }), ['de', 'en']);
  for (const [question, counts, embedder] of [
    ['When was the lighthouse built?', { en: 5, ru: 90 }],
    ['Wer hat den Leuchtturm im Hafen gebaut?', { en: 90, de: 4 }],
    ['Ines Holm', { zh: 5 }],
    ['What does the text say about 灯塔?', { zh: 5 }],
    ['Коли було збудовано маяк і хто його збудував?', { uk: 5 }],
    ['谁设计了灯塔？', {}],
    ['谁设计了灯塔？', { en: 90 }, 'hf:Xenova/multilingual-e5-small@abc#q8'],
    ['谁设计了灯塔？', { en: 90 }, 'openai:some-embedder'],
  ] as const)
    assert.equal(await asked(question, counts, embedder), undefined, question);
  assert.deepEqual(await asked('谁设计了灯塔？', { en: 90 }, 'hf:Xenova/all-MiniLM-L6-v2#q8'), ['zh', 'en']);
});

test('the sentence names the languages and what helps', async () => {
  const found = await findOtherLanguage('谁设计了灯塔？', index({ en: 90, de: 9 }), 'builtin-static-1');
  assert.equal(
    found && otherLanguageSentence(found),
    'The question is in Chinese, most documents are in English and German. There, only words that both have, such as names and numbers, are found. ' +
      'Ask in English, or choose an embedder for many languages, such as hf:Xenova/multilingual-e5-small.',
  );
});
