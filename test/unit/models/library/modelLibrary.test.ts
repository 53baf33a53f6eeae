import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLogger } from '../../../../src/base/logger.ts';
import { ChatServers } from '../../../../src/models/library/chatServers.ts';
import { ModelLibrary } from '../../../../src/models/library/modelLibrary.ts';
import { allProviders } from '../../../../src/models/library/providers.ts';
import { testModels } from '../../../../src/models/library/testModels.ts';
import { catalog, catalogId } from '../../../../src/models/hub/catalog.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { DownloadProgress, NamedRole } from '../../../../src/protocol/modelLibrary.ts';
import { hubDoor, type HubServer } from '../../../support/hubServer.ts';
import { modelProcessFiles } from '../../../support/models/localModels.ts';
import { startModelHub } from '../../../support/models/modelHub.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { join } from 'node:path';

const { signal } = new AbortController();

async function setUp(t: TestContext): Promise<{ readonly hub: HubServer; readonly library: ModelLibrary }> {
  const hub = await startModelHub(t);
  const before = { ...process.env };
  t.after(() => void (process.env = before));
  process.env = { ...before, HF_ENDPOINT: hub.url, ARIADNE_OFFLINE: '', ARIADNE_MODELS: '' };
  return { hub, library: new ModelLibrary(hubDoor(hub.url).fetch, join(tempFolder(t), 'models')) };
}

function offered(role: NamedRole): string {
  const entry = catalog.find((one) => one.role === role);
  assert.ok(entry);
  return catalogId(entry);
}

const models = { ...builtinModels, embedder: offered('embedder'), reranker: offered('reranker'), reader: offered('reader') };

test('what would be downloaded is known before the first byte, and is nothing once it is on this machine', async (t) => {
  const { hub, library } = await setUp(t);
  const offers = await library.offers(models, signal);
  assert.deepEqual(
    offers.map(({ name, dtype, license }) => [name, dtype, license]),
    [
      ['weakit-v/tinyroberta-squad2-onnx', 'q8', 'cc-by-4.0'],
      ['onnx-community/granite-embedding-small-english-r2-ONNX', 'q8', 'apache-2.0'],
      ['Xenova/ms-marco-MiniLM-L-6-v2', 'q8', 'apache-2.0'],
    ],
  );
  assert.ok(hub.calls.every(({ path }) => path.startsWith('/api/')));
  const [, first] = offers;
  assert.ok(first && first.sizeBytes > 0 && first.hasBytes === 0);
  await library.ensure({ name: first.name }, 'embedder', { signal, consent: () => Promise.resolve(true) });
  assert.equal((await library.offers(models, signal)).length, 2);
});

test('a download that is stopped says so, is told to have ended, and goes on where it was', async (t) => {
  const { hub, library } = await setUp(t);
  const seen: DownloadProgress[] = [];
  hub.trick = ({ at }) => (at === 'cdn' ? { kind: 'hang', afterBytes: 3_000 } : undefined);
  const name = 'Xenova/ms-marco-MiniLM-L-6-v2';
  const onProgress = (progress: DownloadProgress): void => {
    seen.push(progress);
    if (progress.doneBytes > 0) library.stop(name);
  };
  const consent = (): Promise<boolean> => Promise.resolve(true);
  await assert.rejects(library.ensure({ name }, 'reranker', { signal, consent, onProgress }), {
    code: 'model-declined',
    message: /^The download of Xenova\/ms-marco-MiniLM-L-6-v2 was stopped\. What has arrived is kept/,
  });
  assert.equal(seen.at(-1)?.isOver, true);
  const { unfinishedBytes } = await library.list();
  assert.ok(unfinishedBytes > 0);
  hub.trick = () => undefined;
  assert.equal((await library.offers({ reranker: `hf:${name}` }, signal))[0]?.hasBytes, unfinishedBytes);
  assert.equal(await library.removeAll(undefined), unfinishedBytes);
  assert.equal((await library.list()).unfinishedBytes, 0);
});

test('what is on this machine is listed with what it is for and for what it is chosen', async (t) => {
  const { library } = await setUp(t);
  const consent = (): Promise<boolean> => Promise.resolve(true);
  for (const entry of catalog.filter(({ role }) => role === 'reader' || role === 'entailment')) {
    await library.ensure({ name: entry.name }, entry.role, { signal, consent });
  }
  const { models: installed } = await library.list({ ...models, entailment: 'hf:Xenova/nli-deberta-v3-small' });
  assert.deepEqual(
    installed.map(({ id, role, usedAs }) => [id.replace(/@.*/, ''), role, usedAs]),
    [
      ['hf:Xenova/nli-deberta-v3-small', 'entailment', ['entailment']],
      ['hf:Xenova/nli-deberta-v3-xsmall', 'entailment', []],
      ['hf:weakit-v/tinyroberta-squad2-onnx', 'reader', ['reader']],
    ],
  );
});

test('a model on this machine is asked one question of its role', async (t) => {
  const { library } = await setUp(t);
  const servers = new ChatServers({ file: join(tempFolder(t), 'servers.json'), logger: silentLogger });
  const host = { consent: () => Promise.resolve(true), onDownload: () => undefined };
  const onNotice = (message: string): void => assert.fail(message);
  const providers = allProviders({
    openai: { baseUrl: () => undefined, chatTimeoutMs: undefined, servers, logger: silentLogger },
    local: { library, files: modelProcessFiles, host, onNotice },
  });
  t.after(() => providers.close());
  const asked = {
    embedder: offered('embedder'),
    reranker: offered('reranker'),
    reader: offered('reader'),
    entailment: offered('entailment'),
  };
  const tested = await testModels(providers, asked, { fetch: () => Promise.reject(new Error('no network')), signal });
  assert.deepEqual(
    tested.map(({ role, works }) => [role, works]),
    [
      ['reader', true],
      ['embedder', true],
      ['reranker', true],
      ['entailment', true],
    ],
  );
  const facts = tested.flatMap((one) => one.facts);
  for (const expected of ['gives vectors of 32 numbers', 'ranks the right passage first', 'quotes the right answer']) {
    assert.ok(facts.includes(expected), facts.join('\n'));
  }
  // Its weights are drawn, so it knows nothing: the test says what it says instead.
  assert.match(facts.join('\n'), /^does not tell what follows, what does not and what contradicts apart \(/m);
  const ofEmbedder = tested.find(({ role }) => role === 'embedder')?.facts ?? [];
  assert.match(ofEmbedder.join('\n'), /^reads \d+(\.\d)? passages of fifty words per second$/m);
  const [wrong] = await testModels(
    providers,
    { reader: offered('reranker') },
    { fetch: () => Promise.reject(new Error('no network')), signal },
  );
  assert.equal(wrong?.works, false);
});
