/** Runs with models of this machine in every role: indexed, asked, named in the log, and executed again from it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { modelsLine } from '../../src/cli/printTrace.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels, type ModelIds } from '../../src/protocol/runSpec.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import type { Writing } from '../../src/protocol/writing.ts';
import { replay } from '../../src/run/replay.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { falseCitations, openEngine, type TestEngine } from '../support/engine.ts';
import {
  chatFolder,
  embedderFolder,
  entailmentFolder,
  failingFolder,
  readerFolder,
  rerankerFolder,
} from '../support/models/roleFolders.ts';
import { tempFolder, type Ending } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';
import { noSignals } from '../support/windows.ts';

const { signal } = new AbortController();
const question = 'Who designed the Kelmouth light?';
const small = { b: 4, c: 8, l: 4 };
const named = /^folder:[^/]+#fp32\/[0-9a-f]{12}$/;
const onlyNamed = /^folder:[^/#]+$/;
const one = await world({ after });

interface World extends TestEngine {
  readonly folder: string;
  readonly storage: string;
  readonly models: ModelIds;
}

async function world(t: Ending): Promise<World> {
  const notes = Array.from({ length: 10 }, (_, i): readonly [string, string] => [
    `note${i}.md`,
    `# Note ${i}\n\nThe ferry of quay ${i} was painted. Its captain was born in town ${i}.\n`,
  ]);
  const folder = tempFolder(t, {
    'light.md': '# The Kelmouth light\n\nThe Kelmouth light was designed by Ilse Brandvik. It was lit in 1911.\n',
    'ilse.md': '# Ilse Brandvik\n\nIlse Brandvik was born in Tarnholm, a harbor town.\n',
    ...Object.fromEntries(notes),
  });
  const storage = tempFolder(t);
  const models: ModelIds = {
    ...builtinModels,
    embedder: `folder:${embedderFolder(t, ['kelmouth', 'light', 'designed', 'brandvik'])}`,
    reranker: `folder:${rerankerFolder(t, 'designed', 'brandvik')}`,
    entailment: `folder:${entailmentFolder(t)}`,
  };
  const opened = await openEngine(folder, storage);
  t.after(() => opened.engine.close());
  await opened.engine.index(defaultDiscovery, models, { signal });
  assert.equal((await opened.engine.learn(models, signal)).outcome, 'adopted');
  return { ...opened, folder, storage, models };
}

/** Every model in its log is of a folder, and the log alone gives the same events again, byte for byte. */
async function assertReplayed(trace: Trace, needs: readonly string[]): Promise<void> {
  const { folder, storage } = one;
  assert.equal(trace.status, 'ok', trace.failure ?? '');
  assert.deepEqual(falseCitations(folder, trace), []);
  assert.match(trace.models.embedder, named);
  // What a pipeline does not need is not opened, so that only its name is known.
  for (const role of ['reranker', 'entailment'] as const) assert.match(trace.models[role] ?? '', needs.includes(role) ? named : onlyNamed);
  const { difference, trace: again } = await replay(await readRunLog(join(storage, 'runs', `${trace.runId}.jsonl`)));
  assert.equal(difference, undefined);
  // The log has no roles without a model.
  assert.deepEqual(again.models, JSON.parse(JSON.stringify(trace.models)));
}

/** A chat model whose sampled answers differ, so that they are compared, and which asks the same step again. */
function chatOf(t: Ending): string {
  const reply = {
    reasoning: 'It is asked who drew it.',
    action: 'ask',
    sub_question: question,
    citations: [1],
    abstain: false,
  };
  return `folder:${chatFolder(
    t,
    ['Ilse Brandvik', 'Brandvik'].map((answer) => ({ ...reply, answer })),
  )}`;
}

test('sunar with a chat model, a reranker, an entailment model and an embedder in folders', async (t) => {
  const trace = await one.ask(question, {
    pipeline: 'sunar',
    models: { ...one.models, chat: chatOf(t) },
    params: { ...small, m: 3, asuBatches: 'all' },
  });
  await assertReplayed(trace, ['reranker', 'entailment']);
  assert.match(trace.answer ?? '', /Brandvik$/);
  assert.match(trace.models.chat, named);
  assert.ok(trace.llmCalls.some(({ role, parse }) => role === 'sunar.asu' && parse === 'ok'));
  assert.ok(trace.nli.length > 0 && trace.reranks.length > 0);
  const evidence = trace.nodes.find(({ id }) => id === 's1')?.evidence ?? [];
  const paths = evidence.slice(0, 2).map(({ passageId }) => trace.passages[passageId]?.path ?? '');
  assert.deepEqual(paths.toSorted(), ['ilse.md', 'light.md']);
  const [line = ''] = modelsLine(trace);
  assert.match(line, /^chat folder:\S+#fp32 · embedder folder:\S+#fp32 · reranker folder:\S+#fp32 · entailment folder:\S+#fp32$/);
});

const readBy = {
  'retrieve-read': { needs: [], params: {} },
  'bridge-rag': { needs: ['reranker'], params: { judge: 'reranker' } },
  'sunar-nar': { needs: ['reranker'], params: small },
  sunar: { needs: ['reranker', 'entailment'], params: small },
};
for (const [pipeline, { needs, params }] of Object.entries(readBy)) {
  test(`${pipeline} with a reader in a folder quotes the answer`, async (t) => {
    const reader = `folder:${readerFolder(t, 'ilse', 'brandvik')}`;
    const trace = await one.ask(question, { pipeline, models: { ...one.models, reader }, params });
    await assertReplayed(trace, needs);
    assert.equal(trace.answer, 'Ilse Brandvik');
    assert.match(trace.models.reader ?? '', /^folder:/);
    assert.equal(trace.citations[0]?.path, 'light.md');
    assert.deepEqual(modelsLine({ models: { ...builtinModels, reader: trace.models.reader! } }), [
      `reader ${trace.models.reader!.replace(/\/\w+$/, '')}`,
    ]);
  });
}

test('a search or question that names another embedder is refused, and says which one is used and how to replace it', async () => {
  const { folder, storage, models } = one;
  const asked = [folder, 'light', '--storage', storage, '--embedder'];
  const hint = `--embedder has no effect. The index has vectors of ${models.embedder}, which are used. "ariadne index ${folder} --embedder builtin" replaces them.`;
  for (const command of ['search', 'ask']) {
    const { code, stderr } = await runWarmCli([command, ...asked, 'builtin']);
    assert.deepEqual([code, stderr.includes(hint)], [2, true], stderr);
  }
  assert.equal((await runWarmCli(['search', ...asked, models.embedder])).code, 0);
});

test('an entailment model that fails is seen in the run, and in its replay', async (t) => {
  const models = { ...one.models, chat: chatOf(t), entailment: `folder:${failingFolder(t, 3, 'brandvik')}` };
  const trace = await one.ask(question, { pipeline: 'sunar', models, params: { ...small, m: 3, asuBatches: 'all' } });
  assert.equal(trace.status, 'degraded');
  assert.match(trace.failure ?? '', /^The entailment model failed: folder:\S+ computes values that are not numbers .* Choose another/);
  const { difference } = await replay(await readRunLog(join(one.storage, 'runs', `${trace.runId}.jsonl`)));
  assert.equal(difference, undefined);
});

test('a model that a pipeline or search does not need is not loaded, and need not be there', async () => {
  const models = { ...one.models, reranker: 'folder:/gone/reranker', entailment: 'folder:/gone/nli' };
  const { status, models: named } = await one.ask(question, { pipeline: 'retrieve-read', models });
  assert.deepEqual([status, named.reranker, named.entailment], ['ok', 'folder:reranker', 'folder:nli']);
  assert.ok((await one.engine.search(question, { method: 'linked', k: 3, models, signal })).length > 0);
  await assert.rejects(one.ask(question, { pipeline: 'sunar-nar', models }), { code: 'model-unfit', message: /does not exist/ });
});

test('a question says which model is loaded, and nothing of those that are in memory', async (t) => {
  const reader = `folder:${readerFolder(t, 'ilse', 'brandvik')}`;
  const told: string[] = [];
  const onWriting = (_: string, { loading = 'over' }: Writing): void => void told.push(loading);
  const { engine, ask } = await openEngine(one.folder, one.storage, undefined, undefined, [], { onWriting });
  t.after(() => engine.close());
  const models = { ...one.models, reader };
  await ask(question, { pipeline: 'retrieve-read', models });
  const name = (id: string): string => `folder:${basename(id)}`;
  assert.deepEqual(told, [name(reader), 'over', name(models.embedder), 'over']);
  await ask(question, { pipeline: 'retrieve-read', models });
  assert.equal(told.length, 4);
});

/** Processes of models die at the next calls, as when memory runs out: so many as are set. */
function dying(t: TestContext): (deaths: number) => void {
  const file = join(tempFolder(t, { deaths: '0' }), 'deaths');
  const code = `const fs = process.getBuiltinModule('fs'); const file = ${JSON.stringify(file)};
    process.on('message', ({ kind }) => {
      const deaths = Number(fs.readFileSync(file, 'utf8'));
      if (kind !== 'call' || deaths === 0) return;
      fs.writeFileSync(file, String(deaths - 1));
      process.kill(process.pid, 'SIGKILL');
    });`;
  process.env['NODE_OPTIONS'] = `--import data:text/javascript,${encodeURIComponent(code)}`;
  t.after(() => delete process.env['NODE_OPTIONS']);
  return (deaths) => writeFileSync(file, String(deaths));
}

test(
  'processes of models that are killed: once costs a second try, twice fails with a sentence, and later all goes on',
  { skip: noSignals },
  async (t) => {
    const die = dying(t);
    const storage = tempFolder(t);
    const { engine, ask } = await openEngine(one.folder, storage);
    t.after(() => engine.close());
    const { models } = one;
    await engine.index(defaultDiscovery, models, { signal });
    const killed = {
      code: 'model-crashed',
      message: /crashed twice \(its process ended with SIGKILL, as when memory runs out\)\. Choose a smaller/,
    };
    die(2);
    await assert.rejects(engine.learn(models, signal), killed);
    assert.equal((await engine.status()).embedder, 'builtin');
    assert.ok((await engine.search(question, { method: 'linked', k: 3, models: builtinModels, signal })).length > 0);
    die(1);
    assert.equal((await engine.learn(models, signal)).outcome, 'adopted');

    for (const asked of [
      { ...models, reader: `folder:${readerFolder(t, 'ilse', 'brandvik')}` },
      { ...models, chat: chatOf(t) },
    ]) {
      const options = { pipeline: 'retrieve-read', models: asked };
      die(1);
      const { status, answer } = await ask(question, options);
      assert.equal(status, 'ok');
      die(2);
      await assert.rejects(ask(question, options), killed);
      assert.equal((await ask(question, options)).answer, answer);
    }
  },
);

test('a reranker that fails in a search is an error, not a list without scores', async (t) => {
  const models = { ...one.models, reranker: `folder:${failingFolder(t, 1, 'kelmouth')}` };
  await assert.rejects(one.engine.search(question, { method: 'nar', k: 3, models, signal }), {
    code: 'model-failed',
    message: /^The reranker failed: folder:\S+ computes values .* Search with another method, or choose another reranker\.$/,
  });
});
