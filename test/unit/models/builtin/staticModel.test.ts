import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAbort } from '../../../../src/base/abort.ts';
import { AlignmentReranker } from '../../../../src/models/builtin/alignmentReranker.ts';
import { StaticEmbedder } from '../../../../src/models/builtin/staticEmbedder.ts';
import {
  loadStaticModel,
  staticDimension,
  StaticModelLearner,
  storeStaticModel,
  type StaticModel,
} from '../../../../src/models/builtin/staticModel.ts';

const texts = [
  'The lighthouse at Tarnholm was built in 1907.',
  'The harbor of Tarnholm has a glass museum.',
  'A ferry crosses the sound in winter.',
  'The keeper of the lighthouse painted the ferry.',
  'Glass was blown in the harbor until 1950.',
];

function learn(from: readonly string[] = texts): StaticModel {
  const learner = new StaticModelLearner();
  for (const text of from) learner.countWords(text);
  for (const text of from) learner.countPieces(text);
  return learner.finish();
}
const model = learn();
const embedder = new StaticEmbedder(model);

test('learned twice from the same texts it is the same model; from others it is another', () => {
  assert.deepEqual([learn().id === model.id, learn(texts.slice(1)).id === model.id], [true, false]);
});

test('stored and loaded it keeps its id and gives the same vectors', async () => {
  const loaded = loadStaticModel(JSON.parse(JSON.stringify(storeStaticModel(model))) as ReturnType<typeof storeStaticModel>);
  assert.equal(loaded.id, model.id);
  assert.deepEqual(await new StaticEmbedder(loaded).embed(texts), await embedder.embed(texts));
});

test('weights are positive, rarer pieces weigh more', () => {
  assert.ok(model.idf.every((weight) => weight > 0));
  const weightOf = (word: string) => model.idf[model.wordPiece.encode(word)[0] ?? -1] ?? 0;
  assert.ok(weightOf('lighthouse') > weightOf('the'));
});

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...texts), fc.constant(''));

test('rows have length 1, or are zeros when no piece is known', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { maxLength: 8 }), async (some) => {
      const rows = await embedder.embed(some);
      assert.equal(rows.length, some.length * staticDimension);
      some.forEach((text, i) => {
        const length = Math.hypot(...rows.subarray(i * staticDimension, (i + 1) * staticDimension));
        const expected = model.wordPiece.encode(text).length === 0 ? 0 : 1;
        assert.ok(Math.abs(length - expected) < 1e-5, `${length} for ${JSON.stringify(text)}`);
      });
    }),
  );
});

test('a text is nearest to itself', async () => {
  const rows = await embedder.embed(texts);
  const dot = (a: number, b: number) =>
    rows.subarray(a * staticDimension, (a + 1) * staticDimension).reduce((sum, x, j) => sum + x * (rows[b * staticDimension + j] ?? 0), 0);
  for (let a = 0; a < texts.length; a++) for (let b = 0; b < texts.length; b++) if (a !== b) assert.ok(dot(a, a) > dot(a, b) + 0.1);
});

const reranker = new AlignmentReranker(model);
const item = (text: string) => ({ title: '', headings: [], text });

test('scores are in [0, 1]; null exactly when nothing of the query is known', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.array(anyText, { minLength: 1, maxLength: 6 }), async (query, some) => {
      const scores = await reranker.score(query, some.map(item));
      const isKnown = model.wordPiece.encode(query).length > 0;
      assert.ok(
        scores.every((score) => (isKnown ? score !== null && score >= 0 && score <= 1.000001 : score === null)),
        JSON.stringify(scores),
      );
    }),
  );
});

test('a passage with all words of the query scores above one with some, that above one with none; headings count', async () => {
  const passages = [
    item('Once the glass museum burned.'),
    item('Glass is brittle.'),
    item('A ferry crosses.'),
    { title: 'Glass', headings: ['Museum'], text: 'Closed.' },
  ];
  const [all = 0, some = 0, none = 1, inHeadings = 0] = (await reranker.score('glass museum', passages)).map((score) => score ?? undefined);
  assert.ok(all > some && some > none && inHeadings > some, JSON.stringify([all, some, none, inHeadings]));
});

test('a stopped embedding or scoring throws', async () => {
  const signal = AbortSignal.abort();
  await assert.rejects(embedder.embed(texts, { signal }), isAbort);
  await assert.rejects(reranker.score('glass', texts.map(item), { signal }), isAbort);
});
