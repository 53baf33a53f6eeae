import { normalized } from '../../../../lab/evaluation/answerText.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answerMeasures, emCoverRaw, f1Hotpot, f1Squad, rougeL, scoreAnswer } from '../../../../lab/evaluation/answerScores.ts';
import { answerTokens } from '../../../../lab/evaluation/answerText.ts';

/** Texts with what the normalizer is about: articles, punctuation, odd white space, marks, words that close a question. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'An',
        'the',
        'yes',
        'no',
        'noanswer',
        'Paris',
        'north',
        'é',
        'u\u0301',
        '1,000',
        '–',
        '_',
        '\u001c',
        '\u0085',
        ' ',
      ),
      fc.constantFrom('\ufeff', '\u200b', '.', '-', 'İ', 'Σ'),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .chain((parts) => fc.constantFrom('', ' ').map((gap) => parts.join(gap)));

test('white space and word boundaries are those of Python, not those of JavaScript', () => {
  assert.deepEqual(
    ['x\u001cy', 'x\u0085y', 'x\ufeffy', 'x\u200by', 'éa b', 'a\u0301', 'U.S.', 'the-end', 'A.', '1,000', '3.14', 'a_b', '“a”'].map(
      normalized,
    ),
    ['x y', 'x y', 'x\ufeffy', 'x\u200by', 'éa b', '\u0301', 'us', 'theend', '', '1000', '314', 'ab', '“ ”'],
  );
});

test('the edge cases of metrics.md 10', () => {
  const cases: readonly (readonly [string, string, readonly number[]])[] = [
    ['', '', [1, 0, 0, 1, 0]],
    ['', 'Paris', [0, 0, 0, 0, 0]],
    ['Paris', 'the', [0, 0, 0, 0, 0]],
    ['yes it is', 'yes', [0, 1, 0, 0.5, 0.5]],
    ['north', 'no', [0, 1, 0, 0, 0]],
  ];
  for (const [prediction, gold, expected] of cases) {
    const scores = scoreAnswer(prediction, [gold]);
    assert.deepEqual(scores && [scores.em, scores.em_cover, scores.f1_hotpot, scores.f1_squad, scores.rouge_l], expected, prediction);
  }
});

test('without an accepted answer there is no score', () => {
  assert.equal(scoreAnswer('Paris', []), null);
});

test('the raw cover of SUNAR keeps punctuation but for commas, hyphens and en dashes', () => {
  assert.deepEqual(
    [emCoverRaw('It is Jean–Luc.', 'jean-luc'), emCoverRaw('1,000 m', '1000'), emCoverRaw('U.S.A.', 'usa'), emCoverRaw('x', ',')],
    [1, 1, 0, 0],
  );
});

test('normalizing twice is normalizing once', () => {
  fc.assert(fc.property(text, (one) => assert.equal(normalized(normalized(one)), normalized(one))));
});

test('every score is in [0, 1], and the covers keep their order', () => {
  fc.assert(
    fc.property(text, text, (prediction, gold) => {
      const scores = scoreAnswer(prediction, [gold]);
      assert.ok(scores);
      for (const measure of answerMeasures) assert.ok(scores[measure] >= 0 && scores[measure] <= 1, measure);
      if (normalized(gold) !== '') assert.ok(scores.em <= scores.em_cover_tokens && scores.em_cover_tokens <= scores.em_cover);
      if (scores.em === 1) assert.equal(scores.f1_squad, 1);
    }),
  );
});

test('a text with tokens scores 1 against itself', () => {
  fc.assert(
    fc.property(text, (one) => {
      fc.pre(answerTokens(one).length > 0);
      const { rouge_l, em_cover_raw, ...scores } = scoreAnswer(one, [one]) ?? assert.fail();
      assert.deepEqual(new Set(Object.values(scores)), new Set([1]));
      assert.equal(rouge_l, Number(/[a-z0-9]/.test(one.toLowerCase())));
      assert.equal(em_cover_raw, Number(one.replace(/[,–-]/g, '') !== ''));
    }),
  );
});

test('F1 and ROUGE-L do not care which of the texts is the prediction', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      for (const score of [f1Hotpot, f1Squad, rougeL]) assert.ok(Math.abs(score(a, b).f - score(b, a).f) < 1e-12);
    }),
  );
});

test('one more accepted answer never lowers a score', () => {
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), text, (prediction, accepted, more) => {
      const [before, after] = [scoreAnswer(prediction, accepted), scoreAnswer(prediction, [...accepted, more])];
      for (const measure of answerMeasures) assert.ok((after?.[measure] ?? 0) >= (before?.[measure] ?? 0), measure);
    }),
  );
});
