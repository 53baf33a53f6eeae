import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../support/models/closeTo.ts';
import { constructedShape, spanWeights, withoutPositions } from '../../../support/models/constructed.ts';
import { startLocalModels } from '../../../support/models/localModels.ts';
import { makeModelFolder } from '../../../support/models/modelFolder.ts';
import type { Reader } from '../../../../src/models/models.ts';
import type { Ending } from '../../../support/tempFolder.ts';

const local = startLocalModels();

/** A reader that quotes from a word of `first` to the next one of `second`. */
function readerOf(t: Ending, first: readonly string[], second: readonly string[], maxTokens = 64): Promise<Reader> {
  const { folder } = makeModelFolder(t, {
    head: 'spans',
    words: [...first, ...second],
    shape: { ...constructedShape, maxTokens },
    given: (tokenizer, shape) => withoutPositions(spanWeights(tokenizer, { first, second }), shape),
  });
  return local.reader({ name: 'known', folder });
}

test('the best quotes of all passages come first, with what they have over "not in this text"', async (t) => {
  const reader = await readerOf(t, ['paris'], ['france']);
  const passages = ['The river is in London.', 'It is Paris in France.', 'Paris is a city in France, a river is not.'];
  const spans = await reader.read('where is it', passages);
  assert.deepEqual(quotes(passages, spans.slice(0, 2)).sort(), ['Paris in France', 'Paris is a city in France']);
  assert.ok(spans.slice(0, 2).every(({ score }) => score > 0.9));
  assert.ok(spans.slice(2).every(({ score }) => score < 0.1));
  assert.deepEqual(
    spans.map(({ score }) => score),
    spans.map(({ score }) => score).sort((a, b) => b - a),
  );
});

const unicode: Readonly<Record<string, readonly [text: string, first: string, second: string, quote: string]>> = {
  'accents that the tokenizer strips': ['Nous étions au Café Noël, hier.', 'cafe', 'noel', 'Café Noël'],
  'accents as combining marks': ['au Cafe\u0301 Noe\u0308l.', 'cafe', 'noel', 'Cafe\u0301 Noe\u0308l'],
  'Chinese without spaces': ['首都是東京都です', '東', '京', '東京'],
  'emoji of several code points': ['a 👩\u200d👩\u200d👧 and 🇫🇷 b', '👩👩👧', '🇫🇷', '👩\u200d👩\u200d👧 and 🇫🇷'],
  'characters that the tokenizer drops': ['the\u00ad \u200bpa\u00adris of\u0007 france.', 'paris', 'france', 'pa\u00adris of\u0007 france'],
  'unknown words before and between': ['☃☃ ☃x paris ☃ (☃) france', 'paris', 'france', 'paris ☃ (☃) france'],
  'capital letters that are two small ones': ['İİİ is PARIS FRANCE', 'paris', 'france', 'PARIS FRANCE'],
  'line breaks and many spaces': ['\r\n\t the  paris \n\n  of   france\n', 'paris', 'france', 'paris \n\n  of   france'],
  'a surrogate pair before': ['𝔘𝔫𝔦 𠮷 paris france', 'paris', 'france', 'paris france'],
};
for (const [name, [text, first, second, quote]] of Object.entries(unicode)) {
  test(`a quote has the exact place in the text: ${name}`, async (t) => {
    const reader = await readerOf(t, [first], [second]);
    const [best] = await reader.read('where', [text]);
    assert.equal(text.slice(best!.start, best!.end), quote);
    assert.ok(best!.score > 0.9);
  });
}

test('a passage longer than the model is read in windows, and each quote is found once', async (t) => {
  const reader = await readerOf(t, ['paris'], ['france'], 32);
  for (const before of [0, 10, 20, 21, 22, 23, 24, 25, 26, 27, 28, 60]) {
    const text = `${'the river '.repeat(before)}Paris is in France${' and a city'.repeat(30)}`;
    const spans = await reader.read('where is it', [text]);
    assert.equal(text.slice(spans[0]!.start, spans[0]!.end), 'Paris is in France');
    assert.ok(spans.slice(1).every(({ start, end }) => end <= spans[0]!.start || start >= spans[0]!.end));
  }
});

test('what a model needs more than "not in this text" is a setting', async (t) => {
  const { folder } = makeModelFolder(t, {
    head: 'spans',
    shape: constructedShape,
    given: (tokenizer, shape) => withoutPositions(spanWeights(tokenizer, { first: ['paris'], second: ['france'] }), shape),
  });
  const score = async (settings: object): Promise<number> =>
    (await (await local.reader({ name: 'known', folder }, settings)).read('where', ['paris france']))[0]!.score;
  const logit = (share: number): number => Math.log(share / (1 - share));
  const margin = logit(await score({}));
  assert.ok(margin > 2);
  // At its margin a quote is as likely as that there is none, and each logit more or less counts as one, divided by the temperature.
  assertClose([await score({ nullThreshold: margin })], [0.5]);
  assertClose([logit(await score({ nullThreshold: margin + 1 })), logit(await score({ nullThreshold: -1 }))], [-1, margin + 1]);
  assertClose([logit(await score({ nullThreshold: margin - 3, temperature: 2 }))], [1.5]);
});

test('without text there is no quote', async (t) => {
  const reader = await readerOf(t, ['paris'], ['france']);
  assert.deepEqual(await reader.read('where', []), []);
  assert.deepEqual(await reader.read('where', ['', '  ']), []);
});

function quotes(passages: readonly string[], spans: Awaited<ReturnType<Reader['read']>>): string[] {
  return spans.map(({ passage, start, end }) => passages[passage]!.slice(start, end));
}
