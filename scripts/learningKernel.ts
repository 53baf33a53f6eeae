import { elementType, encodeOnnxModel } from './onnxModel.ts';

/**
 * One step of contrastive learning: symmetric cross-entropy over the scores of `n` queries against `n` contexts, where context i belongs to
 * query i. scores = queries · contextsᵀ; softmax over each row and over each column; their sum times the other side. The rest of the
 * gradient, the pull of a pair's partner, is one subtraction per row and left to the caller.
 */
export function learningGraph(): Uint8Array {
  const { float } = elementType;
  const rows = (name: string) => ({ name, type: float, dims: ['n', 'd'] });
  return encodeOnnxModel(
    'learning',
    [
      { opType: 'Gemm', input: ['queries', 'contexts'], output: ['scores'], attributes: { transB: 1 } },
      { opType: 'Softmax', input: ['scores'], output: ['ofContexts'], attributes: { axis: 1 } },
      { opType: 'Softmax', input: ['scores'], output: ['ofQueries'], attributes: { axis: 0 } },
      { opType: 'Add', input: ['ofContexts', 'ofQueries'], output: ['shares'] },
      { opType: 'MatMul', input: ['shares', 'contexts'], output: ['queryPush'] },
      { opType: 'Gemm', input: ['shares', 'queries'], output: ['contextPush'], attributes: { transA: 1 } },
    ],
    [rows('queries'), rows('contexts')],
    [rows('queryPush'), rows('contextPush')],
  );
}
