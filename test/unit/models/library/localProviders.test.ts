import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { localProviders, type ModelsHost } from '../../../../src/models/library/localProviders.ts';
import { ModelLibrary } from '../../../../src/models/library/modelLibrary.ts';
import { Providers } from '../../../../src/models/library/providers.ts';
import type { DownloadOffer } from '../../../../src/protocol/modelLibrary.ts';
import type { ModelContext } from '../../../../src/models/provider.ts';
import { hubDoor, startHub, type HubServer } from '../../../support/hubServer.ts';
import { modelProcessFiles } from '../../../support/models/localModels.ts';
import { makeModelFolder } from '../../../support/models/modelFolder.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

type Progress = Parameters<NonNullable<ModelContext['onProgress']>>[0];

interface Rig {
  readonly hub: HubServer;
  readonly providers: Providers;
  readonly made: string;
  readonly context: ModelContext;
  readonly progress: Progress[];
}

/** A hub with a generated reranker, and the providers that find, download and run it. */
async function setUp(t: TestContext, consent: ModelsHost['consent']): Promise<Rig> {
  const made = makeModelFolder(t, { head: { labels: 1 } }).folder;
  const hub = await startHub(t, { 'org/reranker': { files: filesIn(made) } });
  const before = { ...process.env };
  t.after(() => void (process.env = before));
  process.env = { ...before, HF_ENDPOINT: hub.url, ARIADNE_OFFLINE: '', ARIADNE_MODELS: '' };
  const { fetch } = hubDoor(hub.url);
  const library = new ModelLibrary(fetch, tempFolder(t));
  const onNotice = (message: string): void => assert.fail(message);
  const providers = new Providers(
    localProviders({ library, files: modelProcessFiles, host: { consent, onDownload: () => undefined }, onNotice }),
  );
  t.after(() => providers.close());
  const progress: Progress[] = [];
  const context = { fetch, signal: new AbortController().signal, onProgress: (one: Progress) => progress.push(one) };
  return { hub, providers, made, context, progress };
}

function filesIn(folder: string): Readonly<Record<string, Uint8Array>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]));
}

test('a model of the hub is downloaded after consent and scores as the same files in a folder do', async (t) => {
  const offers: DownloadOffer[] = [];
  const { providers, context, made, progress, hub } = await setUp(t, (offer) => Promise.resolve(offers.push(offer) > 0));
  const passages = ['the capital of france is paris', 'the river'].map((text) => ({ title: '', headings: [], text }));
  const downloaded = await providers.get('reranker', 'hf:org/reranker', context);
  const scores = await downloaded.score('what is the capital', passages);
  const placed = await providers.get('reranker', `folder:${made}`, context);
  assert.deepEqual(scores, await placed.score('what is the capital', passages));
  assert.match(downloaded.id, /^hf:org\/reranker#/);
  assert.deepEqual(
    offers.map(({ name }) => name),
    ['org/reranker'],
  );
  const model = 'hf:org/reranker';
  assert.deepEqual(
    progress.findLast(({ stage }) => stage === 'download'),
    { stage: 'download', model, fraction: 1 },
  );
  const loading = progress.filter((one) => one.stage === 'load' && one.model === model);
  assert.deepEqual(loading, [
    { stage: 'load', model },
    { stage: 'load', model, isOver: true },
  ]);
  const told = progress.length;
  const calls = hub.calls.length;
  await providers.get('reranker', 'hf:org/reranker', context);
  assert.deepEqual([hub.calls.length, progress.length], [calls, told]);
});

test('of a chat model the weights with fewest bits are downloaded, of others those that are fastest to compute with', async (t) => {
  const offered: string[] = [];
  const { hub, providers, context } = await setUp(t, ({ dtype }) => Promise.resolve(offered.push(dtype) < 0));
  const weights = { 'onnx/model_q4.onnx': Buffer.from('4'), 'onnx/model_quantized.onnx': Buffer.from('8') };
  const files = { 'config.json': Buffer.from('{}'), 'tokenizer.json': Buffer.from('{}'), ...weights };
  hub.repositories.set('org/both', { files });
  await assert.rejects(providers.get('chat', 'hf:org/both', context), { code: 'model-declined' });
  await assert.rejects(providers.get('reader', 'hf:org/both', context), { code: 'model-declined' });
  assert.deepEqual(offered, ['q4', 'q8']);
});

test('without consent, or for a role that nothing local serves, a sentence says what to do', async (t) => {
  const { providers, context } = await setUp(t, () => Promise.resolve(false));
  await assert.rejects(providers.get('reranker', 'hf:org/reranker', context), { code: 'model-declined', message: /you did not agree/ });
  await assert.rejects(providers.get('reranker', 'hf:org/other', context), { code: 'model-refused', message: /no model "org\/other"/ });
});

test('the id of an embedder can say how many numbers of its vectors are kept', async (t) => {
  const { providers, context } = await setUp(t, () => Promise.resolve(true));
  const { folder } = makeModelFolder(t);
  const [whole, cut] = [
    await providers.get('embedder', `folder:${folder}`, context),
    await providers.get('embedder', `folder:${folder}#fp32#8d`, context),
  ];
  assert.deepEqual([whole.dimension, cut.dimension], [32, 8]);
  assert.match(cut.id, /^folder:[^/]+#fp32#8d\/[0-9a-f]{12}$/);
  await assert.rejects(providers.get('embedder', `folder:${folder}#64d`, context), {
    code: 'model-unfit',
    message: /Choose at most 32\.$/,
  });
});
