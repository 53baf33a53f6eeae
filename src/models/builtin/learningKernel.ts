import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import { AriadneError } from '../../base/errors.ts';
import { kernelSession } from '../nearest.ts';
import { loadOnnxRuntime, type OnnxFallBack, type OnnxRuntime } from '../onnxRuntime.ts';

/** The dense algebra of one learning step, in ONNX Runtime. */
export class LearningKernel {
  readonly #onnx: OnnxRuntime;
  readonly #session: InferenceSession;

  private constructor(onnx: OnnxRuntime, session: InferenceSession) {
    this.#onnx = onnx;
    this.#session = session;
  }

  /** @param file path of `learning.onnx`, made by scripts/buildKernels.ts */
  static async load(file: string, fallBack?: OnnxFallBack): Promise<LearningKernel> {
    try {
      const onnx = await loadOnnxRuntime(fallBack);
      return new LearningKernel(onnx, await onnx.InferenceSession.create(await readFile(file), { ...kernelSession, intraOpNumThreads: 2 }));
    } catch (cause) {
      throw new AriadneError(
        'kernel-unavailable',
        `The part of Ariadne that learns from your documents could not be loaded (${file}). Reinstall the extension.`,
        { cause },
      );
    }
  }

  /**
   * The part of the gradient that pushes other rows apart: (softmax over rows + softmax over columns of queries · contextsᵀ) times the
   * other side. All are `n × dimension`, row-major.
   */
  async push(
    queries: Float32Array,
    contexts: Float32Array,
    dimension: number,
  ): Promise<{ readonly queryPush: Float32Array; readonly contextPush: Float32Array }> {
    const { Tensor } = this.#onnx;
    const dims = [queries.length / dimension, dimension];
    const results = await this.#session.run({
      queries: new Tensor('float32', queries, dims),
      contexts: new Tensor('float32', contexts, dims),
    });
    return { queryPush: results['queryPush']?.data as Float32Array, contextPush: results['contextPush']?.data as Float32Array };
  }
}
