/** What happens to the process of local models: native trouble, crashes, growth, and files that are not what they should be. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAbort } from '../../../../src/base/abort.ts';
import { startLocalModels } from '../../../support/models/localModels.ts';
import { makeModelFolder, type MadeModelOptions } from '../../../support/models/modelFolder.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { noSignals } from '../../../support/windows.ts';

const local = startLocalModels();

/** Code that the process runs before it does anything else. */
const before = (code: string): { readonly execArgv: readonly string[] } => ({
  execArgv: ['--import', `data:text/javascript,${encodeURIComponent(code)}`],
});

const onNativeLibrary = (code: string): string =>
  `const open = process.dlopen; process.dlopen = (...all) => { if (/onnxruntime/.test(all[1])) { ${code} } return open.apply(process, all); };`;

const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

const troubles: Readonly<Record<string, readonly [code: string, reason: RegExp]>> = {
  'a library that is missing': [
    onNativeLibrary("throw new Error('libonnxruntime.so.1: cannot open shared object file')"),
    /cannot open shared object/,
  ],
  'an instruction that the processor does not have': [onNativeLibrary(`process.kill(process.pid, 'SIGILL'); ${wait}`), /SIGILL/],
  'a crash while a model is loaded': [
    `process.on('message', (message) => { if (message.kind === 'start' && message.runtime === 'wasm') globalThis.isWasm = true; });
     const { createRequire } = process.getBuiltinModule('module');
     const require = createRequire(${JSON.stringify(import.meta.filename)});
     const fs = require('fs'); const { readFileSync, promises, open } = fs;
     const path = require.resolve('onnxruntime-node');
     process.once('message', () => setImmediate(() => { if (globalThis.isWasm) return; const ort = require(path); ort.InferenceSession.create = () => process.kill(process.pid, 'SIGSEGV'); }));`,
    /SIGSEGV/,
  ],
  'a crash at the first computation': [
    `import { createRequire } from 'node:module';
     process.on('message', (message) => { if (message.kind === 'start' && message.runtime === 'wasm') globalThis.isWasm = true; if (message.kind === 'call' && !globalThis.isWasm) process.kill(process.pid, 'SIGSEGV'); });`,
    /SIGSEGV/,
  ],
};
for (const [name, [code, reason]] of Object.entries(troubles)) {
  test(
    `with ${name} the WebAssembly build takes over, and says so once`,
    { skip: reason.source.includes('SIG') && noSignals },
    async (t) => {
      const notices: string[] = [];
      const { folder } = makeModelFolder(t, { hasWeightsBeside: true });
      const embedder = await startLocalModels({ onNotice: (message) => notices.push(message), ...before(code) }).embedder({
        name: 'small',
        folder,
      });
      const native = await local.embedder({ name: 'small', folder });
      const [a, b] = [await embedder.embed(['the river is in france']), await native.embed(['the river is in france'])];
      a.forEach((value, d) => assert.ok(Math.abs(value - b[d]!) < 1e-4));
      assert.equal(notices.length, 1);
      assert.match(notices[0]!, reason);
      assert.match(notices[0]!, /native library does not work here .* WebAssembly build/);
    },
  );
}

const ends: Readonly<Record<string, readonly [code: string, reason: RegExp]>> = {
  'an instruction that the processor does not have': [`process.kill(process.pid, 'SIGILL'); ${wait}`, /SIGILL/],
  'a library that ends the process': ['process.abort();', /SIGABRT/],
};
for (const [name, [code, reason]] of Object.entries(ends)) {
  test(
    `with ${name} the other build is tried, and where that does not run either, one sentence says what to choose`,
    { skip: noSignals },
    async (t) => {
      const notices: string[] = [];
      const { folder } = makeModelFolder(t);
      const models = startLocalModels({ onNotice: (message) => notices.push(message), wasm: '/missing', ...before(onNativeLibrary(code)) });
      await assert.rejects(models.embedder({ name: 'small', folder }), {
        code: 'model-crashed',
        message: /^Local models cannot run here \(.*\/missing.*\)\. Choose the built-in models or an endpoint\.$/,
      });
      assert.equal(notices.length, 1);
      assert.match(notices[0]!, reason);
    },
  );
}

test('a crash after it has worked costs a second try, and a model that crashes again is named', { skip: noSignals }, async (t) => {
  const { folder } = makeModelFolder(t);
  const crashing = (when: string): { readonly execArgv: readonly string[] } =>
    before(
      `process.on('message', (message) => { if (message.kind === 'call' && message.call.texts.includes('crash') && (${when})) process.kill(process.pid, 'SIGSEGV'); });`,
    );
  const flag = join(tempFolder(t, { crash: '' }), 'crash');
  const once = startLocalModels(
    crashing(
      `(() => { const fs = process.getBuiltinModule('fs'); if (!fs.existsSync(${JSON.stringify(flag)})) return false; fs.rmSync(${JSON.stringify(flag)}); return true; })()`,
    ),
  );
  const embedder = await once.embedder({ name: 'small', folder });
  assert.equal((await embedder.embed(['crash'])).length, 32);
  const always = await startLocalModels(crashing('true')).embedder({ name: 'small', folder });
  await assert.rejects(always.embed(['crash']), { code: 'model-crashed', message: /^small crashed twice \(.*SIGSEGV.*\)\. Choose / });
  assert.equal((await always.embed(['the river'])).length, 32);
});

test('a process that is killed, as when memory runs out, is no reason for the other build', { skip: noSignals }, async (t) => {
  const { folder } = makeModelFolder(t);
  const models = startLocalModels(
    before(`process.on('message', ({ kind }) => { if (kind === 'call') process.kill(process.pid, 'SIGKILL'); });`),
  );
  await assert.rejects(models.embedder({ name: 'small', folder }), {
    code: 'model-crashed',
    message: 'small crashed twice (its process ended with SIGKILL, as when memory runs out). Choose a smaller or another model.',
  });
});

test('a process that has grown is replaced between two calls, with the same results', async (t) => {
  const { folder } = makeModelFolder(t);
  const pids: string[] = [];
  const file = join(tempFolder(t), 'pids');
  const models = startLocalModels({
    maxGrowth: -Infinity,
    ...before(`process.getBuiltinModule('fs').appendFileSync(${JSON.stringify(file)}, process.pid + ' ');`),
  });
  const embedder = await models.embedder({ name: 'small', folder });
  const first = await embedder.embed(['paris']);
  assert.deepEqual(await embedder.embed(['paris']), first);
  pids.push(...readFileSync(file, 'utf8').trim().split(' '));
  assert.equal(new Set(pids).size, 3);
});

test('the process has no network and no keys, and ends what it computes when it is disposed', async (t) => {
  const { folder } = makeModelFolder(t);
  const file = join(tempFolder(t), 'seen');
  process.env['TEST_API_KEY'] = 'secret';
  t.after(() => delete process.env['TEST_API_KEY']);
  const models = startLocalModels(
    before(`globalThis.fetch = () => { process.getBuiltinModule('fs').appendFileSync(${JSON.stringify(file)}, 'fetch '); throw new Error('network'); };
      process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(file)}, Object.keys(process.env).filter((name) => name === 'TEST_API_KEY').join());`),
  );
  const embedder = await models.embedder({ name: 'small', folder });
  rmSync(join(folder, 'tokenizer.json'));
  await assert.rejects(models.embedder({ name: 'small', folder }), { code: 'model-unfit' });
  assert.equal(readFileSync(file, 'utf8'), '');
  const computing = assert.rejects(embedder.embed(Array<string>(2000).fill('the river')), isAbort);
  models.dispose();
  await computing;
});

const bad: Readonly<Record<string, readonly [made: MadeModelOptions, spoil: (folder: string) => void, message: RegExp]>> = {
  'a folder that does not exist': [{}, (folder) => rmSync(folder, { recursive: true }), /does not exist\. Check the path/],
  'a folder without ONNX files': [{}, (folder) => rmSync(join(folder, 'onnx', 'model.onnx')), /no ONNX files/],
  'a folder without a configuration': [{}, (folder) => rmSync(join(folder, 'config.json')), /has no config\.json/],
  'a folder without a tokenizer': [{}, (folder) => rmSync(join(folder, 'tokenizer.json')), /has no tokenizer\.json/],
  'a configuration that is cut off': [{}, (folder) => truncateSync(join(folder, 'config.json'), 20), /config\.json is damaged/],
  'a tokenizer of another kind': [{}, (folder) => writeFileSync(join(folder, 'tokenizer.json'), '{}'), /Cannot load the tokenizer of bad/],
  'a graph that is cut off': [
    {},
    (folder) => truncateSync(join(folder, 'onnx', 'model.onnx'), 5000),
    /Cannot load the model of bad .*Get its files again/,
  ],
  'weights beside the graph that are missing': [
    { hasWeightsBeside: true },
    (folder) => rmSync(join(folder, 'onnx', 'model.onnx_data')),
    /Cannot load the model of bad/,
  ],
  'only weights for graphics cards': [{ file: 'model_fp16' }, () => undefined, /only weights for graphics cards \(fp16\).*add #fp16/],
  'values that are not numbers': [
    {
      given: (_, { width, vocabulary }) =>
        new Map([['words', { dims: [vocabulary, width], data: new Float32Array(vocabulary * width).fill(NaN) }]]),
    },
    () => undefined,
    /values that are not numbers/,
  ],
  'vectors of zeros': [
    {
      given: (_, { width }) =>
        new Map(['scale', 'shift'].map((part) => [`layer1.feedForward.${part}`, { dims: [width], data: new Float32Array(width) }])),
    },
    () => undefined,
    /vectors of zeros/,
  ],
  'a layer that is not in the graph': [
    { files: { 'modules.json': JSON.stringify([{ type: 'sentence_transformers.models.Dense' }]) } },
    () => undefined,
    /needs a layer after the model/,
  ],
};
for (const [name, [made, spoil, message]] of Object.entries(bad)) {
  test(`${name}: one sentence says what to do`, async (t) => {
    const { folder } = makeModelFolder(t, made);
    spoil(folder);
    await assert.rejects(local.embedder({ name: 'bad', folder }), (error: Error & { code: string }) => {
      assert.match(error.code, /^model-(unfit|unreadable|failed)$/);
      assert.match(error.message, message);
      assert.ok(!error.message.includes('\n') && error.message.length < 400, error.message);
      return true;
    });
  });
}

test('a precision that is asked for and not there is named with those that are', async (t) => {
  const { folder } = makeModelFolder(t);
  await assert.rejects(local.embedder({ name: 'bad', folder, dtype: 'q4' }), {
    message: 'bad has no q4 weights. It has: fp32. Write one of these after "#".',
  });
});

test('half precision, where it is asked for, gives nearly the same vectors', async (t) => {
  const half = await local.embedder({
    name: 'half',
    folder: makeModelFolder(t, { isHalf: true, file: 'model_fp16' }).folder,
    dtype: 'fp16',
  });
  const full = await local.embedder({ name: 'full', folder: makeModelFolder(t).folder });
  const [a, b] = [await half.embed(['the river is in france']), await full.embed(['the river is in france'])];
  a.forEach((value, d) => assert.ok(Math.abs(value - b[d]!) < 2e-3));
});

test('files that were incomplete are read again', async (t) => {
  const { folder, bert } = makeModelFolder(t);
  const graph = join(folder, 'onnx', 'model.onnx');
  truncateSync(graph, 5000);
  await assert.rejects(local.embedder({ name: 'bad', folder }));
  writeFileSync(graph, bert.onnx);
  assert.equal((await local.embedder({ name: 'good', folder })).dimension, 32);
});
