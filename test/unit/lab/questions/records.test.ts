import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '../../../../lab/questions/interfaces.ts';
import { recordsOf } from '../../../../lab/questions/records.ts';
import { sourcePassages } from './questionDocuments.ts';

const closings: readonly (readonly [source: string, upTo: string, quote: string])[] = [
  ['author: "Jane Doe"\nText.', 'author: "Jane Doe', 'author: "Jane Doe"'],
  ['\\author{Jane Doe}\nText.', 'author{Jane Doe', 'author{Jane Doe}'],
  ['author: Jane Doe"\nText.', 'author: Jane Doe', 'author: Jane Doe'],
  ['author: "Jane" Doe"\nText.', 'author: "Jane" Doe', 'author: "Jane" Doe'],
];
for (const [text, upTo, quote] of closings) {
  test(`the quote ${JSON.stringify(upTo)} becomes ${JSON.stringify(quote)}`, () => {
    const [source] = sourcePassages({ 'a.md': { title: 'A', text } });
    assert.ok(source);
    const start = text.indexOf(upTo);
    const places = [{ passage: source.passage, start, end: start + upTo.length }];
    const draft: Draft = {
      question: 'Who is the author of A?',
      answers: ['Jane Doe'],
      type: 'bridge',
      pattern: 'ABC',
      isHard: false,
      steps: [{ question: 'Who is the author of A?', answer: 'Jane Doe', dependsOn: [], places }],
      key: 'author',
      trust: 1,
    };
    const [record] = recordsOf([draft], () => text);
    const place = record?.decomposition[0]?.places[0];
    assert.equal(place?.quote, quote);
    assert.equal(text.slice(place.startOffset, place.endOffset), quote);
  });
}
