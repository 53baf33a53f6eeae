/** Embedders of this machine that are no use: one sentence says what to do, and the index that is there goes on answering. */
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels, type ModelIds } from '../../src/protocol/runSpec.ts';
import type { IndexProgress } from '../../src/protocol/indexStatus.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { makeModelFolder, type MadeModelOptions } from '../support/models/modelFolder.ts';
import { checkTold } from '../support/progressCheck.ts';
import { tempFolder, type Ending } from '../support/tempFolder.ts';

const { signal } = new AbortController();
const words = ['ferry', 'painted', 'captain', 'quay'];

const notes = Array.from({ length: 8 }, (_, i) => [`note${i}.md`, `# Note ${i}\n\nThe ${words[i % 4]} of quay${i} is old.\n`] as const);

interface World extends TestEngine {
  readonly folder: string;
  readonly storage: string;
}

async function world(t: Ending): Promise<World> {
  const [folder, storage] = [tempFolder(t, Object.fromEntries(notes)), tempFolder(t)];
  const opened = await openEngine(folder, storage);
  t.after(() => opened.engine.close());
  return { ...opened, folder, storage };
}

const shared = await world({ after });
const withEmbedder = (folder: string): ModelIds => ({ ...builtinModels, embedder: `folder:${folder}` });

async function switched({ engine }: World, models: ModelIds): Promise<void> {
  await engine.index(defaultDiscovery, models, { signal });
  assert.equal((await engine.learn(models, signal)).outcome, 'adopted');
}

async function assertAnswers({ engine }: World, models: ModelIds): Promise<void> {
  const [first] = await engine.search('ferry of quay4', { method: 'dense', k: 3, models, signal });
  assert.equal(first?.passage.path, 'note4.md');
}

const isSentence = (error: Error, message: RegExp): boolean => {
  assert.equal(error.name, 'AriadneError', error.stack);
  assert.match(error.message, message);
  assert.ok(!error.message.includes('\n') && /[.!]$/.test(error.message), error.message);
  return true;
};

/** A vector that is not a number for texts with this word: the model loads, and fails in the middle of the folder. */
const failingAt = (word: string): MadeModelOptions => ({
  words,
  given: ({ vocabulary }, { width }) => {
    const data = new Float32Array(vocabulary.size * width).fill(0.1);
    data.fill(NaN, vocabulary.get(word)! * width, (vocabulary.get(word)! + 1) * width);
    return new Map([['words', { dims: [vocabulary.size, width], data }]]);
  },
});

const bad: Readonly<Record<string, readonly [made: MadeModelOptions, spoil: (folder: string) => void, message: RegExp]>> = {
  'without ONNX files': [{}, (folder) => rmSync(join(folder, 'onnx', 'model.onnx')), /no ONNX files\. Look/],
  'with half precision only': [{ file: 'model_fp16' }, () => undefined, /only weights for graphics cards \(fp16\)\. Choose/],
  'whose weights beside the graph are missing': [
    { hasWeightsBeside: true },
    (folder) => rmSync(join(folder, 'onnx', 'model.onnx_data')),
    /Get its files again, or choose another model\.$/,
  ],
  'whose values are not numbers for some passages': [failingAt('captain'), () => undefined, /not numbers .* Choose another precision/],
  'with vectors of zeros': [
    {
      given: (_, { width }) =>
        new Map(['scale', 'shift'].map((part) => [`layer1.feedForward.${part}`, { dims: [width], data: new Float32Array(width) }])),
    },
    () => undefined,
    /vectors of zeros\. Choose another/,
  ],
  'that is a reranker': [{ head: { labels: 1 } }, () => undefined, /gives no vectors of texts\. Choose an embedder/],
};
for (const [name, [made, spoil, message]] of Object.entries(bad)) {
  test(`an embedder ${name}`, async (t) => {
    const { folder } = makeModelFolder(t, made);
    spoil(folder);
    const models = withEmbedder(folder);
    await shared.engine.index(defaultDiscovery, models, { signal });
    await assert.rejects(shared.engine.learn(models, signal), (error: Error) => isSentence(error, message));
    assert.equal((await shared.engine.status()).embedder, 'builtin');
    await assertAnswers(shared, models);
  });
}

test('a switch says that it loads the model, and how many passages are embedded', async (t) => {
  const told: IndexProgress[] = [];
  const [folder, storage] = [tempFolder(t, Object.fromEntries(notes)), tempFolder(t)];
  const { engine } = await openEngine(folder, storage, undefined, (progress) => told.push(progress));
  t.after(() => engine.close());
  const models = withEmbedder(makeModelFolder(t, { words }).folder);
  await engine.index(defaultDiscovery, models, { signal });
  told.length = 0;
  await engine.learn(models, signal);
  checkTold(told);
  assert.deepEqual(
    [...new Set(told.map(({ work, stage }) => `${work} ${stage}`))],
    ['switch load', 'switch embed', 'switch graph', 'switch store'],
  );
  assert.equal(Math.max(...told.map(({ passagesDone = 0 }) => passagesDone)), notes.length);
});

test('a tokenizer without a padding token is no trouble', async (t) => {
  const models = withEmbedder(makeModelFolder(t, { words, tokenizerConfig: { pad_token: null } }).folder);
  const one = await world(t);
  await switched(one, models);
  assert.equal((await one.engine.search('the captain', { method: 'dense', k: 8, models, signal })).length, 8);
});

test('a model whose files and dimension changed under the same id: words still find, and what the message says helps', async (t) => {
  const one = await world(t);
  const { folder } = makeModelFolder(t, { words });
  const models = withEmbedder(folder);
  await switched(one, models);
  const again = await changedModel(t, one, folder);
  await assert.rejects(again.engine.search('ferry', { method: 'dense', k: 1, models, signal }), (error: Error) =>
    isSentence(error, /^The embedder folder:\S+ is no longer the one whose vectors the index has\. /),
  );
  const [first] = await again.engine.search('ferry quay4', { method: 'bm25', k: 1, models, signal });
  assert.equal(first?.passage.path, 'note4.md');
  await again.engine.index(defaultDiscovery, builtinModels, { signal });
  await assertAnswers(again, builtinModels);
  await switched(again, models);
  assert.equal((await again.engine.search('ferry', { method: 'dense', k: 3, models, signal })).length, 3);
});

/** Other files in the folder of the model, and an engine that has not opened it yet. */
async function changedModel(t: TestContext, one: World, folder: string): Promise<World> {
  await one.engine.close();
  cpSync(makeModelFolder(t, { words, shape: { width: 48 } }).folder, folder, { recursive: true });
  const opened = await openEngine(one.folder, one.storage);
  t.after(() => opened.engine.close());
  return { ...one, ...opened };
}
