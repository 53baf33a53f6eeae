/** ONNX Runtime's native library in the engine's own process: where it does not load, and where it crashes. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { writeDocuments } from '../support/documents.ts';
import { startEngine, type EngineProcess } from '../support/engineProcess.ts';
import { tempFolder, writeFile } from '../support/tempFolder.ts';
import { noSignals } from '../support/windows.ts';

function documents(t: TestContext): string {
  const folder = tempFolder(t);
  writeDocuments(folder, 40);
  writeFile(folder, 'ilse.md', '# Ilse Brandvik\n\nIlse Brandvik was born in Tarnholm.\n');
  return folder;
}

/** What it answers, and what it says of the library. */
async function answerOf({ client }: EngineProcess, runId: string): Promise<{ readonly answer: string | null; readonly notice: string }> {
  await client.request('ask', {
    runId,
    question: 'Where was Ilse Brandvik born?',
    pipeline: 'sunar-nar',
    params: {},
    models: builtinModels,
  });
  const { trace } = await client.request('snapshot', { runId });
  const { notice = '' } = await client.request('models', { models: builtinModels });
  return { answer: trace.answer, notice };
}

/** Code that the processes of the test run before they do anything else. */
function preload(t: TestContext, code: string): void {
  const { NODE_OPTIONS } = process.env;
  process.env['NODE_OPTIONS'] = `--import data:text/javascript,${encodeURIComponent(code)}`;
  t.after(() => (NODE_OPTIONS === undefined ? delete process.env['NODE_OPTIONS'] : (process.env['NODE_OPTIONS'] = NODE_OPTIONS)));
}

test('when ONNX Runtime crashes in it, the next engine indexes and answers without the native library', { skip: noSignals }, async (t) => {
  preload(
    t,
    `const { dlopen } = process; process.dlopen = (module, file, ...flags) => {
      dlopen(module, file, ...flags);
      if (!file.includes('onnxruntime')) return;
      const { InferenceSession } = module.exports;
      module.exports.InferenceSession = class extends InferenceSession { run() { process.kill(process.pid, 'SIGSEGV'); } };
    };`,
  );
  const engine = startEngine(t, documents(t), tempFolder(t));
  const said: (string | undefined)[] = [];
  engine.client.onDidEnd.on((death) => said.push(death));
  await assert.rejects(engine.client.request('index', {}), { code: 'engine-died' });
  assert.match(said.join(), /^Ariadne stopped unexpectedly \(SIGSEGV\), and what it was doing was interrupted\./);
  const { documents: indexed, graph } = await engine.client.request('index', {});
  assert.deepEqual({ indexed, exact: graph.exact, processes: engine.children.length }, { indexed: 41, exact: true, processes: 2 });
  const { answer, notice } = await answerOf(engine, 'after');
  assert.equal(answer, 'Tarnholm');
  assert.match(notice, /which is slower \(ARIADNE_ONNX is wasm/);
});

test('where ONNX Runtime does not load, it answers the same, and the list of models and the log say once that it is slower', async (t) => {
  const broken = join(tempFolder(t, { 'onnxruntime_binding.node': 'no library' }), 'onnxruntime_binding.node');
  const code = `const { dlopen } = process; process.dlopen = (module, file, ...flags) => dlopen(module, file.includes('onnxruntime') ? ${JSON.stringify(broken)} : file, ...flags);`;
  preload(t, code);
  const engine = startEngine(t, documents(t), tempFolder(t));
  await engine.client.request('index', {});
  const { answer, notice } = await answerOf(engine, 'slower');
  assert.equal(answer, 'Tarnholm');
  assert.match(notice, /^ONNX Runtime's native library does not work here \(.+\)\. Models use its WebAssembly build, which is slower\.$/);
  assert.equal(engine.log.filter((line) => line.includes('ONNX Runtime')).length, 1);
  delete process.env['NODE_OPTIONS'];
  await engine.client.restart();
  assert.deepEqual(await answerOf(engine, 'native'), { answer, notice: '' });
});
