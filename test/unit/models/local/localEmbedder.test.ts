import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { isAbort } from '../../../../src/base/abort.ts';
import { localEmbedder } from '../../../../src/models/local/localEmbedder.ts';
import { ModelProcess, type ModelProcessOptions } from '../../../../src/models/local/modelProcess.ts';
import { assertClose, unit } from '../../../support/models/closeTo.ts';
import { modelProcessFiles, startLocalModels } from '../../../support/models/localModels.ts';
import { makeModelFolder, type MadeModel } from '../../../support/models/modelFolder.ts';
import { bertRows } from '../../../support/models/referenceBert.ts';

const local = startLocalModels();
const texts = ['the river', 'paris is the capital of france', 'a city', 'zebra', ''];

test('vectors agree with plain matrix products, whatever is computed with them', async (t) => {
  const made = makeModelFolder(t);
  const embedder = await local.embedder({ name: 'small', folder: made.folder });
  assert.equal(embedder.dimension, 32);
  assert.match(embedder.id, /^small#fp32\/[0-9a-f]{12}$/);
  const together = await embedder.embed(texts);
  assertClose(
    together,
    texts.flatMap((text) => expected(made, text, mean)),
  );
  for (const [i, text] of texts.entries()) assertClose(await embedder.embed([text]), [...together.subarray(i * 32, (i + 1) * 32)]);
});

for (const [pooling, file, pool] of [
  ['the first token', { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }, (rows: number[][]) => rows[0]!],
  ['the last token', { pooling_mode_lasttoken: true }, (rows: number[][]) => rows.at(-1)!],
] as const) {
  test(`a model whose files ask for ${pooling} gets its vector from there`, async (t) => {
    const made = makeModelFolder(t, { files: { '1_Pooling/config.json': JSON.stringify(file) } });
    const embedder = await local.embedder({ name: 'small', folder: made.folder });
    assertClose(
      await embedder.embed(texts),
      texts.flatMap((text) => expected(made, text, pool)),
    );
  });
}

test('questions and passages get the prefixes that the files or the settings name', async (t) => {
  const prompts = { prompts: { query: 'what is ', document: 'the answer is ' } };
  const made = makeModelFolder(t, { files: { 'config_sentence_transformers.json': JSON.stringify(prompts) } });
  const ofFiles = await local.embedder({ name: 'small', folder: made.folder });
  assertClose(await ofFiles.embed(['paris'], { as: 'query' }), expected(made, 'what is paris', mean));
  assertClose(await ofFiles.embed(['paris']), expected(made, 'the answer is paris', mean));
  const set = await local.embedder({ name: 'small', folder: made.folder }, { queryPrefix: 'where ', passagePrefix: '' });
  assertClose(await set.embed(['paris'], { as: 'query' }), expected(made, 'where paris', mean));
  assertClose(await set.embed(['paris'], { as: 'passage' }), expected(made, 'paris', mean));
  assert.notEqual(set.id, ofFiles.id);
});

test('a text that is too long is cut before the last special token', async (t) => {
  const made = makeModelFolder(t, { shape: { maxTokens: 8 } });
  const embedder = await local.embedder({ name: 'small', folder: made.folder });
  assertClose(await embedder.embed(['the '.repeat(100)]), expected(made, 'the '.repeat(6), mean));
});

test('a cut vector is the beginning of the whole one, normalized', async (t) => {
  const made = makeModelFolder(t);
  const embedder = await local.embedder({ name: 'small', folder: made.folder }, { dimension: 8 });
  assert.equal(embedder.dimension, 8);
  assertClose(
    await embedder.embed(texts),
    texts.flatMap((text) => unit(mean(rowsOf(made, text)).slice(0, 8))),
  );
  await assert.rejects(local.embedder({ name: 'small', folder: made.folder }, { dimension: 100 }), { code: 'model-unfit' });
});

test('one byte per weight comes first, and its vectors are close to those of the full weights', async (t) => {
  const full = makeModelFolder(t);
  const quantized = makeModelFolder(t, { isQuantized: true, file: 'model_quantized', files: { 'onnx/model.onnx': full.bert.onnx } });
  const embedder = await local.embedder({ name: 'small', folder: quantized.folder });
  assert.match(embedder.id, /^small#q8\//);
  const [vector] = [await embedder.embed([texts[1]!])];
  const cosine = expected(full, texts[1]!, mean).reduce((sum, value, d) => sum + value * vector[d]!, 0);
  assert.ok(cosine > 0.98 && cosine < 1 - 1e-6, String(cosine));
});

test('weights that lie beside the graph are found', async (t) => {
  const made = makeModelFolder(t, { hasWeightsBeside: true });
  const embedder = await local.embedder({ name: 'small', folder: made.folder });
  assertClose(
    await embedder.embed(texts),
    texts.flatMap((text) => expected(made, text, mean)),
  );
});

test('a tokenizer without a padding token works: padding is masked', async (t) => {
  const made = makeModelFolder(t, { tokenizerConfig: { pad_token: null } });
  const embedder = await local.embedder({ name: 'small', folder: made.folder });
  assertClose(
    await embedder.embed(texts),
    texts.flatMap((text) => expected(made, text, mean)),
  );
});

test('how far a long call is comes with every batch, and a cancelled one ends there', async (t) => {
  const { folder } = makeModelFolder(t);
  const embedder = await local.embedder({ name: 'small', folder });
  const many = Array<string>(600).fill('the river is in the city of london');
  const counts: number[] = [];
  await embedder.embed(many, { onEmbedded: (count) => counts.push(count) });
  assert.ok(counts.length > 6 && counts.at(-1) === 600, String(counts));
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  );
  const controller = new AbortController();
  const onEmbedded = (count: number): void => {
    if (count > 0) controller.abort();
    counts.push(count);
  };
  counts.length = 0;
  await assert.rejects(embedder.embed(many, { signal: controller.signal, onEmbedded }), isAbort);
  assert.ok(counts.at(-1)! > 0 && counts.at(-1)! < 100, String(counts));
});

test('a new question is answered while a folder is embedded, and a cancelled one ends at once', async (t) => {
  const { folder } = makeModelFolder(t);
  const embedder = await local.embedder({ name: 'small', folder });
  const order: string[] = [];
  const controller = new AbortController();
  const long = embedder.embed(Array<string>(4000).fill('the river is in the city'), { signal: controller.signal });
  const failed = assert.rejects(long, isAbort).then(() => order.push('long'));
  await embedder.embed(['paris'], { as: 'query' });
  order.push('question');
  controller.abort();
  await failed;
  assert.deepEqual(order, ['question', 'long']);
  assertClose(await embedder.embed(['a']), [...(await embedder.embed(['a']))]);
});

test('questions are never computed where many passages are, which has a lower priority and ends when it is done', async (t) => {
  const { folder } = makeModelFolder(t);
  const [questions, passages] = [{}, { niceness: 3, endsAfterMs: 0 }].map((more) => modelProcess(t, more)) as [ModelProcess, ModelProcess];
  const embedder = await localEmbedder({ questions, passages }, { name: 'small', folder }, {}, {});
  const few = ['the river', 'a city'];
  const [alone] = [await embedder.embed(few)];
  const priorities: (number | undefined)[] = [await priorityOf(passages)];
  const many = Array<string>(300).fill(few[0]!);
  let asked: Promise<Float32Array> | undefined;
  const onEmbedded = (): void => {
    asked ??= (async () => {
      priorities.push(await priorityOf(passages), await priorityOf(questions));
      return embedder.embed(few, { as: 'query' });
    })();
  };
  const rows = await embedder.embed(many, { onEmbedded });
  assert.deepEqual(await asked, alone);
  assertClose(rows.subarray(299 * 32), [...alone.subarray(0, 32)]);
  assert.deepEqual(priorities, [undefined, process.platform === 'win32' ? 0 : getPriority() + 3, getPriority()]);
  while ((await passages.pid()) !== undefined) await setImmediate();
  assertClose((await embedder.embed(many)).subarray(0, 32), [...alone.subarray(0, 32)]);
});

async function priorityOf(models: ModelProcess): Promise<number | undefined> {
  const pid = await models.pid();
  return pid === undefined ? undefined : getPriority(pid);
}

function modelProcess(t: TestContext, options: Partial<ModelProcessOptions>): ModelProcess {
  const models = new ModelProcess({ ...modelProcessFiles, onNotice: (message) => assert.fail(message), ...options });
  t.after(() => models.dispose());
  return models;
}

function expected(made: MadeModel, text: string, pool: (rows: number[][]) => number[]): number[] {
  return unit(pool(rowsOf(made, text)));
}

function rowsOf({ bert, tokenizer: { vocabulary } }: MadeModel, text: string): number[][] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const pieces = words.flatMap((word) =>
    vocabulary.has(word) ? [word] : [...word].map((letter, i) => (i === 0 ? letter : `##${letter}`)),
  );
  return bertRows(
    bert,
    ['[CLS]', ...pieces, '[SEP]'].map((piece) => vocabulary.get(piece)!),
  );
}

function mean(rows: number[][]): number[] {
  return rows[0]!.map((_, d) => rows.reduce((sum, row) => sum + row[d]!, 0) / rows.length);
}
