import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isAbort } from '../../../src/base/abort.ts';
import { isAriadneError } from '../../../src/base/errors.ts';
import { shouldLearn } from '../../../src/folder/builtinModels.ts';
import { learnInProcess, type LearnOptions } from '../../../src/folder/learnProcess.ts';
import { learnModel, sampleFor } from '../../../src/models/builtin/learnModels.ts';
import { LearningKernel } from '../../../src/models/builtin/learningKernel.ts';
import { engineFiles } from '../../support/kernel.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { noSignals } from '../../support/windows.ts';

const { kernels, learner, models } = engineFiles();
const kernel = join(kernels, 'learning.onnx');
const passages = Array.from({ length: 60 }, (_, i) => ({
  title: `Note ${i}`,
  headings: ['Harbor'],
  text: `The ferry ${i} leaves the harbor at noon. The keeper of pier ${i % 7} rings the bell. Nobody waits for the fog to lift.`,
}));

async function* batches(of = passages) {
  yield of.slice(0, 20);
  yield of.slice(20);
}

function options(over: Partial<LearnOptions> = {}): LearnOptions {
  return { learner, kernel, wasm: models.wasm, seed: 1, signal: new AbortController().signal, onShare: () => undefined, ...over };
}

test('the process gives the model that learning here would give, whatever the order of the passages, and tells how far it is', async () => {
  const shares: number[] = [];
  const there = await learnInProcess(batches(passages.toReversed()), options({ onShare: (share) => shares.push(share) }));
  const sample = sampleFor('learned', 1);
  for (const passage of passages) sample.offer(passage);
  const here = await learnModel(sample.passages(), await LearningKernel.load(kernel), { seed: 1 });
  assert.deepEqual([there.model.id, there.pairs, there.model.vectors], [here.model.id, here.pairs, here.model.vectors]);
  assert.deepEqual([shares.at(-1), shares], [1, [...shares].sort((a, b) => a - b)]);
});

test('cancelled before or while it learns, it throws as cancelled', async () => {
  await assert.rejects(learnInProcess(batches(), options({ signal: AbortSignal.abort() })), isAbort);
  const controller = new AbortController();
  await assert.rejects(learnInProcess(batches(), options({ signal: controller.signal, onShare: () => controller.abort() })), isAbort);
});

test('a process that fails, or cannot be started, is an error that says so', async () => {
  const hasFailed = (error: unknown): boolean => isAriadneError(error, 'learning-failed');
  await assert.rejects(learnInProcess(batches(), options({ kernel: join(kernels, 'missing.onnx') })), hasFailed);
  await assert.rejects(learnInProcess(batches(), options({ learner: join(kernels, 'missing.js') })), hasFailed);
});

test('where native code crashes it learns the same without; where it crashes again, it says how', { skip: noSignals }, async (t) => {
  const crashes = (when: string): string => `if (${when}) process.kill(process.pid, 'SIGSEGV');
    await import(${JSON.stringify(pathToFileURL(learner).href)});`;
  const folder = tempFolder(t, { 'once.mjs': crashes("process.env.ARIADNE_ONNX !== 'wasm'"), 'always.mjs': crashes('true') });
  const [plain, once] = await Promise.all(
    [learner, join(folder, 'once.mjs')].map((entry) => learnInProcess(batches(), options({ learner: entry }))),
  );
  assert.equal(once?.pairs, plain?.pairs);
  const expected = plain!.model.vectors.all();
  once?.model.vectors.all().forEach((value, i) => assert.ok(Math.abs(value - expected[i]!) < 0.05));
  await assert.rejects(learnInProcess(batches(), options({ learner: join(folder, 'always.mjs') })), {
    code: 'learning-failed',
    message: /\(it ended with SIGSEGV\)/,
  });
});

test('learning has the priority of the process that asked for it', async (t) => {
  const tells = `import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
    await import(${JSON.stringify(pathToFileURL(learner).href)});
    process.send({ kind: 'failed', reason: \`priority \${getPriority()}\` });`;
  const entry = join(tempFolder(t, { 'tells.mjs': tells }), 'tells.mjs');
  await assert.rejects(learnInProcess(batches(), options({ learner: entry })), (error: Error) =>
    error.message.includes(`(priority ${getPriority()})`),
  );
});

test('a folder is learned from when it is large enough and has no learned vectors, or has changed a lot since', () => {
  const tokens = { learnedTokens: { tokens: 100_000, fragments: 5_000 }, newTokens: { tokens: 0, fragments: 0 } };
  const state = { model: 'builtin-adapted-256-1', passages: 1000, changedPassages: 0, learnedPassages: 1000, ...tokens };
  assert.deepEqual(
    [
      state,
      { ...state, changedPassages: 201 },
      { ...state, model: 'builtin-static-256-1' },
      { ...state, model: 'builtin-static-256-1', passages: 40 },
      { ...state, passages: 40, changedPassages: 960 },
      // Ordinary words, then words of another language.
      { ...state, newTokens: { tokens: 30_000, fragments: 1_500 } },
      { ...state, newTokens: { tokens: 30_000, fragments: 20_000 } },
    ].map(shouldLearn),
    [false, true, true, false, false, false, true],
  );
});

test('it is started without keys and tokens', async (t) => {
  const folder = tempFolder(t);
  const [spy, file] = [join(folder, 'spy.mjs'), join(folder, 'environment.json')];
  writeFileSync(
    spy,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env)); process.exit(1);`,
  );
  const before = { ...process.env };
  t.after(() => (process.env = before));
  Object.assign(process.env, {
    OPENAI_API_KEY: 'sk-any',
    HF_TOKEN: 'hf_any',
    HTTPS_PROXY: 'http://user:word@proxy.test',
    ARIADNE_ANY: 'kept',
  });
  await assert.rejects(learnInProcess(batches(), options({ learner: spy })));
  const found = readFileSync(file, 'utf8');
  assert.deepEqual([/sk-any|hf_any|user:word/.test(found), found.includes('ARIADNE_ANY')], [false, true]);
});
