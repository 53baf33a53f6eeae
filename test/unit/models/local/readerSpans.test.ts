/** What holds for the quotes of a reader whatever the passages are: drawn from words, signs and scripts that tokenizers treat unlike. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { seededRandom } from '../../../../src/base/seededRandom.ts';
import type { ReadSpan } from '../../../../src/models/models.ts';
import { constructedShape, spanWeights, withoutPositions } from '../../../support/models/constructed.ts';
import { startLocalModels } from '../../../support/models/localModels.ts';
import { makeModelFolder } from '../../../support/models/modelFolder.ts';

const sets = { first: ['paris', 'cafe'], second: ['france', 'noel'] };
const { folder } = makeModelFolder(
  { after },
  {
    head: 'spans',
    words: [...sets.first, ...sets.second],
    shape: { ...constructedShape, maxTokens: 40 },
    given: (tokenizer, shape) => withoutPositions(spanWeights(tokenizer, sets), shape),
  },
);
const reader = await startLocalModels().reader({ name: 'drawn', folder });
const question = 'where is it';

const pieces = [
  ...['Paris', 'CAFÉ', 'Cafe\u0301', 'France', 'Noël', 'the', 'river', 'zebra', 'Straße', 'İİ', 'x', '3.5'],
  ...['東京都', '首', '👩\u200d👩\u200d👧', '🇫🇷', '𠮷', '☃', '\u00ad', '\u200b', '\u0007', '(', ').', ',', '\r\n', '\t', '  ', '—'],
];

function passage(random: () => number): string {
  const count = Math.floor(random() * 60);
  const parts = Array.from({ length: count }, () => pieces[Math.floor(random() * pieces.length)]! + (random() < 0.7 ? ' ' : ''));
  return parts.join('');
}

const drawn = ((random) => Array.from({ length: 40 }, () => Array.from({ length: 1 + Math.floor(random() * 4) }, () => passage(random))))(
  seededRandom(7),
);

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

function assertExact(passages: readonly string[], spans: readonly ReadSpan[]): void {
  for (const [i, { passage: of, start, end, score }] of spans.entries()) {
    const text = passages[of]!;
    assert.ok(Number.isInteger(start) && 0 <= start && start < end && end <= text.length, JSON.stringify(spans[i]));
    const bounds = new Set([...characters.segment(text)].map(({ index }) => index).concat(text.length));
    assert.ok(bounds.has(start) && bounds.has(end), `cuts a character: ${JSON.stringify(text.slice(start, end))}`);
    assert.ok(text.slice(start, end).trim() !== '' && score >= 0 && score <= 1);
    assert.ok(score <= (spans[i - 1]?.score ?? 1), 'best first');
    const others = spans.slice(0, i).filter((one) => one.passage === of);
    assert.ok(!others.some((one) => start < one.end && one.start < end), 'two quotes share text');
  }
}

test('every quote is a piece of its passage between characters, shares no text with another, and the best is first', async () => {
  let quotes = 0;
  for (const passages of drawn) {
    const spans = await reader.read(question, passages);
    assertExact(passages, spans);
    quotes += spans.length;
  }
  assert.ok(quotes > 300, String(quotes));
});

test('passages do not change each other’s scores: together they give the best of what each gives alone', async () => {
  for (const passages of drawn.slice(0, 15)) {
    const together = await reader.read(question, passages);
    const alone = await Promise.all(passages.map((text) => reader.read(question, [text])));
    const all = alone.flatMap((spans, of) => spans.map((span) => ({ ...span, passage: of })));
    const best = (spans: readonly ReadSpan[]): number => Math.max(0, ...spans.map(({ score }) => score));
    assert.ok(Math.abs(best(together) - best(all)) < 1e-4);
    for (const span of together) {
      const same = all.find(({ passage, start, end }) => passage === span.passage && start === span.start && end === span.end);
      assert.ok(same && Math.abs(same.score - span.score) < 1e-4, JSON.stringify(span));
    }
  }
});

test('the score of a quote is its share against “not in this text”, wherever in a long passage it is', async () => {
  const scores: number[] = [];
  for (const before of [0, 15, 60, 150]) {
    const text = `${'the river '.repeat(before)}Paris in France${' a city'.repeat(150 - before)}`;
    const [best] = await reader.read(question, [text, 'the river']);
    assert.equal(text.slice(best!.start, best!.end), 'Paris in France');
    scores.push(best!.score);
  }
  const [none] = await reader.read(question, ['the river is in the city', 'a river']);
  assert.ok(Math.min(...scores) > 0.9 && (none?.score ?? 0) < 0.1, `${scores.join()} ${none?.score}`);
});
