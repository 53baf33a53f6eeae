/** An index with the embedder of a server: chosen, switched back and forth, interrupted, failing. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels, type ModelIds } from '../../src/protocol/runSpec.ts';
import { type EmbeddingServer, embeddingServer } from '../support/embeddingServer.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { fold } from '../../src/trace/fold.ts';
import { replay } from '../../src/run/replay.ts';
import { tempFolder } from '../support/tempFolder.ts';

const { signal } = new AbortController();
const chosen: ModelIds = { ...builtinModels, embedder: 'openai:words' };
const things = ['harbor', 'lamp', 'keeper', 'ferry', 'captain', 'letter', 'bridge', 'chapel', 'engine', 'island', 'orchard', 'violin'];

interface World extends TestEngine {
  readonly server: EmbeddingServer;
  readonly folder: string;
  readonly storage: string;
}

async function world(t: TestContext, documents = 12): Promise<World> {
  const [folder, storage, server] = [tempFolder(t), tempFolder(t), await embeddingServer(t)];
  for (let i = 0; i < documents; i++) write(folder, i);
  const opened = await openEngine(folder, storage, server.baseUrl);
  t.after(() => opened.engine.close());
  return { ...opened, server, folder, storage };
}

function write(folder: string, i: number, edition = 0): void {
  const thing = things[i % things.length];
  writeFileSync(join(folder, `note${i}.md`), `# Note ${i}\n\nThe ${thing} of quay${i} was painted ${edition === 0 ? 'early' : 'late'}.\n`);
}

async function index({ engine }: World, models: ModelIds): Promise<void> {
  await engine.index(defaultDiscovery, models, { signal });
}

async function switched(one: World): Promise<void> {
  await index(one, chosen);
  assert.equal((await one.engine.learn(chosen, signal)).outcome, 'adopted');
}

async function found({ engine }: World, query: string, models = chosen): Promise<string | undefined> {
  const [first] = await engine.search(query, { method: 'dense', k: 3, models, signal });
  return first?.passage.path;
}

test('chosen for a new folder: it is indexed with the built-in one first, then switched', async (t) => {
  const one = await world(t);
  await index(one, chosen);
  assert.equal(one.server.asked.length, 0);
  assert.equal((await one.engine.status()).learningDue, true);
  assert.equal(await found(one, 'ferry quay3'), 'note3.md');
  assert.equal(one.server.asked.length, 0);
  await switched(one);
  assert.equal(one.server.asked.length, 12);
  const status = await one.engine.status();
  assert.deepEqual([status.learningDue, status.embedder], [false, 'openai:words']);
  assert.equal(await found(one, 'ferry quay3'), 'note3.md');
  assert.equal(one.server.asked.at(-1), 'ferry quay3');
  assert.equal((await one.engine.learn(chosen, signal)).outcome, 'current');
});

test('changed files are embedded by it, and a run names it and reranks with the built-in one', async (t) => {
  const one = await world(t);
  await switched(one);
  const before = one.server.asked.length;
  write(one.folder, 4, 1);
  assert.equal((await one.engine.update(['note4.md'], defaultDiscovery, chosen, signal)).outcome, 'updated');
  assert.equal(one.server.asked.length, before + 1);
  assert.equal(await found(one, 'late'), 'note4.md');
  const trace = await one.ask('When was the ferry painted?', { models: chosen });
  assert.equal(trace.models.embedder, 'openai:words');
  assert.match(trace.models.reranker, /^builtin/);
  const [sent, ...others] = trace.sent ?? [];
  assert.deepEqual([sent?.host, sent?.bytesSent, others], [new URL(one.server.baseUrl).host, trace.bytesSent, []]);
  assert.equal((await replay(await one.engine.runs.events(trace.runId, 0))).difference, undefined);
});

test('whether a pinned run still holds is checked with the vectors in its log: nothing is sent', async (t) => {
  const one = await world(t);
  await switched(one);
  const { runId } = await one.ask('When was the "ferry" painted?', { models: chosen });
  one.engine.runs.store.note(runId, { isPinned: true });
  write(one.folder, 3, 1);
  writeFileSync(join(one.folder, 'harbor.md'), '# Quay\n\nThe ferry of quay3 was painted white.\n');
  await one.engine.update(['note3.md', 'harbor.md'], defaultDiscovery, chosen, signal);
  const sent = one.server.asked.length;
  const { reasons, notAsked } = await one.engine.runs.check(runId, chosen, signal, false);
  assert.ok(reasons.some(({ kind }) => kind === 'search'));
  assert.deepEqual([notAsked, one.server.asked.length], [undefined, sent]);
  assert.equal((await replay(await one.engine.runs.events(runId, 0))).difference, undefined);
});

test('a table is checked in the background without asking the server: a row whose document has changed is stale', async (t) => {
  const one = await world(t);
  await switched(one);
  const out = join(one.folder, 'painted.ariadne-table.json');
  const order = { questions: ['When was the thing painted?'], out, scope: 'in:note3.md', models: chosen };
  await one.engine.tables.fill(order, { signal, onProgress: () => undefined });
  write(one.folder, 3, 1);
  await one.engine.update(['note3.md'], defaultDiscovery, chosen, signal);
  const sent = one.server.asked.length;
  const [standing] = await one.engine.tables.check([out], signal, false);
  assert.deepEqual([standing?.age?.changed, one.server.asked.length], [['note3.md'], sent]);
  await one.engine.tables.check([out], signal);
  assert.equal(one.server.asked.length, sent + 1);
});

test('switching back and forth embeds nothing twice, also after a restart', async (t) => {
  const one = await world(t);
  await switched(one);
  await index(one, builtinModels);
  assert.equal((await one.engine.status()).embedder, 'builtin');
  one.server.behavior = 'down';
  assert.equal(await found(one, 'ferry quay3', builtinModels), 'note3.md');
  one.server.behavior = 'well';
  await one.engine.close();
  const again = { ...one, ...(await openEngine(one.folder, one.storage, one.server.baseUrl)) };
  t.after(() => again.engine.close());
  const before = one.server.asked.length;
  write(one.folder, 4, 1);
  await switched(again);
  assert.equal(one.server.asked.length, before + 1);
  assert.equal(await found(again, 'late'), 'note4.md');
});

test('a server that goes down leaves the old index answering, and the next attempt goes on where it was', async (t) => {
  const one = await world(t, 300);
  await index(one, chosen);
  one.server.lastRequests = 4;
  await assert.rejects(one.engine.learn(chosen, signal), /the model is gone/);
  assert.ok(one.server.asked.length > 0 && one.server.asked.length < 300);
  assert.equal((await one.engine.status()).embedder, 'builtin');
  assert.equal(await found(one, 'ferry quay3'), 'note3.md');
  const before = new Set(one.server.asked).size;
  one.server.lastRequests = undefined;
  assert.equal((await one.engine.learn(chosen, signal)).outcome, 'adopted');
  assert.equal(new Set(one.server.asked).size, 300);
  assert.ok(one.server.asked.length < before + 300, 'nothing that was stored is embedded again');
});

test('stopped in the middle, the old index goes on answering, and the next switch embeds only the rest', async (t) => {
  const one = await world(t, 300);
  await index(one, chosen);
  const stop = new AbortController();
  // Texts are embedded and stored 256 at a time.
  one.server.onAsked = (count) => count > 256 && stop.abort();
  await assert.rejects(one.engine.learn(chosen, stop.signal), { name: 'AbortError' });
  one.server.onAsked = () => undefined;
  const { embedder, learningDue } = await one.engine.status();
  assert.deepEqual([embedder, learningDue], ['builtin', true]);
  assert.equal(await found(one, 'ferry quay3'), 'note3.md');
  one.server.asked.length = 0;
  assert.equal((await one.engine.learn(chosen, signal)).outcome, 'adopted');
  assert.equal(one.server.asked.length, 300 - 256);
  assert.equal(await found(one, 'chapel quay7'), 'note7.md');
});

test('a server that is down, or whose vectors are no use, is not switched to', async (t) => {
  const one = await world(t);
  await index(one, chosen);
  for (const behavior of ['down', 'nan', 'zero', 'shorter'] as const) {
    one.server.behavior = behavior;
    await assert.rejects(one.engine.learn(chosen, signal), (error: Error) => error.name === 'AriadneError', behavior);
  }
  assert.equal((await one.engine.status()).embedder, 'builtin');
  assert.equal(await found(one, 'ferry quay3'), 'note3.md');
});

test('vectors of another length under the same name: words still find, and the message says what to do', async (t) => {
  const one = await world(t);
  await switched(one);
  await one.engine.close();
  one.server.dimension = 64;
  const again = { ...one, ...(await openEngine(one.folder, one.storage, one.server.baseUrl)) };
  t.after(() => again.engine.close());
  await assert.rejects(found(again, 'ferry quay3'), { code: 'embedder-changed', message: /then choose it again/ });
  const [first] = await again.engine.search('ferry', { method: 'bm25', k: 1, models: chosen, signal });
  assert.equal(first?.passage.path, 'note3.md');
  await index(again, builtinModels);
  await switched(again);
  assert.equal(await found(again, 'ferry quay3'), 'note3.md');
});

test('while the embedder in use fails, words answer searches and questions, which say so; then vectors answer again', async (t) => {
  const one = await world(t);
  await switched(one);
  one.server.behavior = 'nan';
  let reason = '';
  const search = { k: 3, models: chosen, onWordsOnly: (told: string) => (reason = told), signal };
  const [first] = await one.engine.search('The ferry of quay3', { ...search, method: 'linked' });
  assert.equal(first?.passage.path, 'note3.md');
  assert.match(reason, /not a number/);
  await assert.rejects(one.engine.search('ferry', { ...search, method: 'dense' }), /not a number/);
  const question = 'When was the ferry painted?';
  const { retrievals, status, failure = '', runId } = await one.ask(question, { models: chosen, pipeline: 'retrieve-read' });
  assert.equal(status, 'degraded');
  assert.ok(retrievals.every(({ results }) => results.length > 0));
  assert.match(failure, /^Only words were searched, because the embedder failed\. .*not a number/);
  assert.equal((await replay(await one.engine.runs.events(runId, 0))).difference, undefined);
  one.server.behavior = 'well';
  await one.engine.runs.rerun({ runId: 'again', from: { runId }, edits: {}, models: chosen }, signal);
  const again = fold(await one.engine.runs.events('again', 0));
  assert.deepEqual([again.status, again.failure], ['ok', undefined]);
});

test('an id that no provider has is refused before anything is done', async (t) => {
  const one = await world(t);
  await assert.rejects(index(one, { ...builtinModels, embedder: 'vscode:a/b' }), {
    code: 'model-unknown',
    message: /Choose builtin or .*openai:MODEL/,
  });
  assert.equal((await one.engine.status()).state, 'none');
});
