import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAbort } from '../../../../src/base/abort.ts';
import { isAriadneError } from '../../../../src/base/errors.ts';
import { AlignmentReranker } from '../../../../src/models/builtin/alignmentReranker.ts';
import { learnModel, makePlainModel, roundsOver, type LearnedModel } from '../../../../src/models/builtin/learnModels.ts';
import { LearningKernel } from '../../../../src/models/builtin/learningKernel.ts';
import { StaticEmbedder } from '../../../../src/models/builtin/staticEmbedder.ts';
import { pack, staticDimension, type StaticModel } from '../../../../src/models/builtin/staticModel.ts';
import { decodeStaticModel, encodeStaticModel } from '../../../../src/models/builtin/staticModelFile.ts';
import { engineFiles } from '../../../support/kernel.ts';

const texts = [
  'The lighthouse at Tarnholm was built in 1907.',
  'The harbor of Tarnholm has a glass museum.',
  'A ferry crosses the sound in winter.',
  'The keeper of the lighthouse painted the ferry.',
  'Glass was blown in the harbor until 1950.',
];
const item = (text: string) => ({ title: '', headings: [], text });
const kernel = await LearningKernel.load(join(engineFiles().kernels, 'learning.onnx'));

/** Passages about four crafts, each with its own words that its sentences share at random. */
function crafts(): readonly { title: string; headings: string[]; text: string }[] {
  const words = [
    ['kiln', 'clay', 'glaze', 'potter', 'firing'],
    ['loom', 'warp', 'weft', 'weaver', 'shuttle'],
    ['forge', 'anvil', 'hammer', 'smith', 'tongs'],
    ['hive', 'honey', 'smoker', 'keeper', 'comb'],
  ];
  return Array.from({ length: 120 }, (_, i) => {
    const of = words[i % 4] ?? [];
    const sentence = (j: number) => `In the workshop the ${of[j % 5]} lies beside the ${of[(j + 1 + (i % 3)) % 5]} today.`;
    return { title: `Craft ${i}`, headings: [], text: [0, 1, 2, 3].map((j) => sentence(i + j)).join(' ') };
  });
}

function learn(seed: number): Promise<LearnedModel> {
  return learnModel(crafts(), kernel, { seed });
}
const plain = makePlainModel(texts.map(item));
const { model: learned } = await learn(1);
const models: readonly StaticModel[] = [plain, learned];

test('learned twice from the same passages it is the same model, bit for bit; from others, or with another seed, it is another', async () => {
  const again = await learn(1);
  assert.deepEqual(again.model.vectors.all(), learned.vectors.all());
  assert.deepEqual(
    [again.model.id === learned.id, (await learn(2)).model.id === learned.id, makePlainModel(texts.map(item)).id === plain.id],
    [true, false, true],
  );
  assert.notEqual(makePlainModel(texts.slice(1).map(item)).id, plain.id);
});

test('words that are together in the passages come to lie together', async () => {
  const cosine = async (model: StaticModel, a: string, b: string) => {
    const rows = await new StaticEmbedder(model).embed([a, b]);
    return rows.subarray(0, staticDimension).reduce((sum, x, j) => sum + x * (rows[staticDimension + j] ?? 0), 0);
  };
  const unlearned = makePlainModel(crafts());
  assert.ok((await cosine(learned, 'kiln', 'glaze')) > (await cosine(unlearned, 'kiln', 'glaze')) + 0.2);
  assert.ok((await cosine(learned, 'kiln', 'glaze')) > (await cosine(learned, 'kiln', 'anvil')) + 0.2);
});

test('progress ascends to 1', async () => {
  const shares: number[] = [];
  await learnModel(crafts(), kernel, { seed: 1, onProgress: (share) => shares.push(share) });
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => a - b),
  );
  assert.equal(shares.at(-1), 1);
});

test('few pairs are learned from often, many at least twice and never more than 160,000 in all', () => {
  assert.deepEqual([0, 1, 20_000, 40_000, 80_000].map(roundsOver), [6, 6, 6, 4, 2]);
});

test('stored and loaded it keeps its id and gives the same vectors', async () => {
  for (const model of models) {
    const loaded = decodeStaticModel(encodeStaticModel(model));
    assert.deepEqual(
      [loaded.id, loaded.kind, loaded.wordPiece.pieces, loaded.idf],
      [model.id, model.kind, model.wordPiece.pieces, model.idf],
    );
    assert.deepEqual(await new StaticEmbedder(loaded).embed(texts), await new StaticEmbedder(model).embed(texts));
  }
});

test('a model of English texts keeps the id it has always had', () => {
  assert.equal(makePlainModel(texts.map(item)).id, 'builtin-static-256-b11ed7a2dfe9');
});

test('a stored model has the id of its contents, whatever their script, and damage shows', async () => {
  const chinese = makePlainModel(['清华大学位于北京。', '北京大学也在北京。'].map(item));
  for (const model of [...models, chinese]) {
    assert.equal(decodeStaticModel(encodeStaticModel(model)).id, model.id);
    assert.throws(() => decodeStaticModel(encodeStaticModel(model).map((byte, i) => (i === 150 ? byte ^ 1 : byte))));
  }
  assert.equal(
    (await new AlignmentReranker(chinese).score('清华大学在哪里?', [item('清华大学位于北京。'), item('上海')]))[0] !== null,
    true,
  );
});

test('damaged bytes are refused, wherever the damage is', () => {
  for (const model of models) {
    const bytes = encodeStaticModel(model);
    const refused = (damaged: Uint8Array) =>
      assert.throws(
        () => decodeStaticModel(damaged),
        (error) => isAriadneError(error, 'model-unreadable'),
      );
    fc.assert(fc.property(fc.nat(bytes.length - 1), (length) => refused(bytes.subarray(0, length))));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) =>
        refused(bytes.map((byte, i) => (i === at ? byte ^ change : byte))),
      ),
    );
  }
});

test('packed, an element is off by half a step at most', () => {
  const element = fc.float({ min: -1000, max: 1000, noNaN: true });
  fc.assert(
    fc.property(fc.array(element, { minLength: staticDimension, maxLength: staticDimension }), (row) => {
      const { units, values } = pack(Float32Array.from(row));
      const unit = units[0] ?? 0;
      assert.ok(row.every((value, j) => Math.abs(value - unit * (values[j] ?? 0)) <= unit * 0.5001));
    }),
  );
});

test('weights are positive, rarer pieces weigh more', () => {
  assert.ok(plain.idf.every((weight) => weight > 0));
  const weightOf = (word: string) => plain.idf[plain.wordPiece.encode(word)[0] ?? -1] ?? 0;
  assert.ok(weightOf('lighthouse') > weightOf('the'));
});

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...texts), fc.constant(''));

test('rows have length 1, or are zeros when no piece is known', async () => {
  for (const model of models) {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { maxLength: 8 }), async (some) => {
        const rows = await new StaticEmbedder(model).embed(some);
        assert.equal(rows.length, some.length * staticDimension);
        some.forEach((text, i) => {
          const length = Math.hypot(...rows.subarray(i * staticDimension, (i + 1) * staticDimension));
          const expected = model.wordPiece.encode(text).length === 0 ? 0 : 1;
          assert.ok(Math.abs(length - expected) < 1e-5, `${length} for ${JSON.stringify(text)}`);
        });
      }),
    );
  }
});

test('a row does not depend on the texts embedded with it', async () => {
  const many = Array.from({ length: 150 }, (_, i) => `${texts[i % texts.length]} ${texts[(i * 3) % texts.length]}`);
  const together = await new StaticEmbedder(plain).embed(many);
  for (const [i, text] of many.entries()) {
    assert.deepEqual(await new StaticEmbedder(plain).embed([text]), together.slice(i * staticDimension, (i + 1) * staticDimension));
  }
});

test('a text is nearest to itself', async () => {
  const rows = await new StaticEmbedder(plain).embed(texts);
  const dot = (a: number, b: number) =>
    rows.subarray(a * staticDimension, (a + 1) * staticDimension).reduce((sum, x, j) => sum + x * (rows[b * staticDimension + j] ?? 0), 0);
  for (let a = 0; a < texts.length; a++) for (let b = 0; b < texts.length; b++) if (a !== b) assert.ok(dot(a, a) > dot(a, b) + 0.1);
});

test('scores are in [0, 1]; null exactly when nothing of the query is known', async () => {
  for (const model of models) {
    const reranker = new AlignmentReranker(model);
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
  }
});

test('a passage with all words of the query scores above one with some, that above one with none; headings count', async () => {
  const passages = [
    item('Once the glass museum burned.'),
    item('Glass is brittle.'),
    item('A ferry crosses.'),
    { title: 'Glass', headings: ['Museum'], text: 'Closed.' },
  ];
  const scores = await new AlignmentReranker(plain).score('glass museum', passages);
  const [all = 0, some = 0, none = 1, inHeadings = 0] = scores.map((score) => score ?? undefined);
  assert.ok(all > some && some > none && inHeadings > some, JSON.stringify([all, some, none, inHeadings]));
});

test('a stopped embedding or scoring throws', async () => {
  const signal = AbortSignal.abort();
  await assert.rejects(new StaticEmbedder(plain).embed(texts, { signal }), isAbort);
  await assert.rejects(new AlignmentReranker(plain).score('glass', texts.map(item), { signal }), isAbort);
});
