/** Writes the kernels of our dense algebra. They have a few hundred bytes each, so they are made at build time and not stored. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { learningGraph } from './learningKernel.ts';
import { elementType, encodeOnnxModel } from './onnxModel.ts';
import { scanKernel } from './scanKernel.ts';

const { float, int8, int32, int64 } = elementType;

/** Computes similarities = queries · passagesᵀ, then the k largest of each row, best first, ties by lower index. */
function nearestGraph(): Uint8Array {
  return encodeOnnxModel(
    'nearest',
    [
      { opType: 'Gemm', input: ['queries', 'passages'], output: ['similarities'], attributes: { transB: 1 } },
      { opType: 'TopK', input: ['similarities', 'k'], output: ['values', 'positions'], attributes: { largest: 1, sorted: 1 } },
      { opType: 'Cast', input: ['positions'], output: ['indices'], attributes: { to: int32 } },
    ],
    [
      { name: 'queries', type: float, dims: ['m', 'd'] },
      { name: 'passages', type: float, dims: ['n', 'd'] },
      { name: 'k', type: int64, dims: ['one'] },
    ],
    [
      { name: 'values', type: float, dims: ['m', 'k'] },
      { name: 'indices', type: int32, dims: ['m', 'k'] },
    ],
  );
}

/** The same for passages with one byte per component: passages = codes · scales, with one scale per passage. */
function nearestQuantizedGraph(): Uint8Array {
  return encodeOnnxModel(
    'nearestQuantized',
    [
      { opType: 'Cast', input: ['codes'], output: ['passages'], attributes: { to: float } },
      { opType: 'Gemm', input: ['queries', 'passages'], output: ['products'], attributes: { transB: 1 } },
      { opType: 'Mul', input: ['products', 'scales'], output: ['similarities'] },
      { opType: 'TopK', input: ['similarities', 'k'], output: ['values', 'positions'], attributes: { largest: 1, sorted: 1 } },
      { opType: 'Cast', input: ['positions'], output: ['indices'], attributes: { to: int32 } },
    ],
    [
      { name: 'queries', type: float, dims: ['m', 'd'] },
      { name: 'codes', type: int8, dims: ['n', 'd'] },
      { name: 'scales', type: float, dims: ['n'] },
      { name: 'k', type: int64, dims: ['one'] },
    ],
    [
      { name: 'values', type: float, dims: ['m', 'k'] },
      { name: 'indices', type: int32, dims: ['m', 'k'] },
    ],
  );
}

/** Writes every kernel into `folder`, as `<name>.onnx` or `<name>.wasm`. */
export function buildKernels(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'nearest.onnx'), nearestGraph());
  writeFileSync(join(folder, 'nearestQuantized.onnx'), nearestQuantizedGraph());
  writeFileSync(join(folder, 'quantizedScan.wasm'), scanKernel());
  writeFileSync(join(folder, 'learning.onnx'), learningGraph());
}
