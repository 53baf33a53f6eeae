/** A native library that the system refuses to load, in this process: Node loads a library once, so no other test file shares it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAriadneError } from '../../src/base/errors.ts';
import { LearningKernel } from '../../src/models/builtin/learningKernel.ts';
import { NearestKernel } from '../../src/models/nearest.ts';
import { engineFiles } from '../support/kernel.ts';
import { tempFolder } from '../support/tempFolder.ts';

const { kernels, models } = engineFiles();

test('where the native library does not load, the WebAssembly build computes the same and the reason is given', async (t) => {
  const broken = join(tempFolder(t, { 'onnxruntime_binding.node': 'no library' }), 'onnxruntime_binding.node');
  const dlopen = process.dlopen.bind(process);
  t.after(() => (process.dlopen = dlopen));
  process.dlopen = (module, file, ...flags) => dlopen(module, file.includes('onnxruntime') ? broken : file, ...flags);

  const notices: string[] = [];
  const fallBack = { wasm: models.wasm, onNotice: (sentence: string) => void notices.push(sentence) };
  const nearest = await NearestKernel.load(kernels, fallBack);
  const passages = Float32Array.of(1, 0, 0, 1, 1, 1);
  const { rows, similarities } = await nearest.nearest(Float32Array.of(2, 1), passages, 2, 2);
  assert.deepEqual([...rows], [2, 0]);
  assert.deepEqual([...similarities], [3, 2]);
  const quantized = { codes: Int8Array.from(passages), scales: Float32Array.of(1, 1, 0.5) };
  assert.deepEqual([...(await nearest.nearest(Float32Array.of(2, 1), quantized, 2, 2)).similarities], [2, 1.5]);

  const learning = await LearningKernel.load(join(kernels, 'learning.onnx'), fallBack);
  const { queryPush } = await learning.push(Float32Array.of(1, 0, 0, 1), Float32Array.of(1, 0, 0, 1), 2);
  const soft = Math.E / (Math.E + 1);
  [2 * soft, 2 - 2 * soft, 2 - 2 * soft, 2 * soft].forEach((value, i) => assert.ok(Math.abs(queryPush[i]! - value) < 1e-5));

  assert.equal(notices.length, 2);
  assert.match(
    notices[0]!,
    /^ONNX Runtime's native library does not work here \(.+\)\. Models use its WebAssembly build, which is slower\./,
  );
  await assert.rejects(NearestKernel.load(kernels), (error) => isAriadneError(error, 'kernel-unavailable'));
});
