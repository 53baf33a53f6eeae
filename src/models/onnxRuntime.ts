/** ONNX Runtime as a native library, or its WebAssembly build where that does not load. */
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as native from 'onnxruntime-node';
import { afterNativeFault } from '../base/childEnvironment.ts';
import { loadFailure, type LoadFailure } from '../base/nativeLibrary.ts';

/** What both builds have. */
export type OnnxRuntime = Pick<typeof native, 'InferenceSession' | 'Tensor'>;

/** What takes the place of the native library. */
export interface OnnxFallBack {
  /** Folder of onnxruntime-web's WebAssembly files. */
  readonly wasm: string;
  /** Called with a sentence for the user when the native library does not load or is not used. */
  readonly onNotice: (sentence: string) => void;
}

/** @throws when the native library does not load, and the other build neither */
export async function loadOnnxRuntime(fallBack?: OnnxFallBack): Promise<OnnxRuntime> {
  const isAvoided = process.env['ARIADNE_ONNX'] === afterNativeFault.ARIADNE_ONNX;
  let notice = "Search and learning use ONNX Runtime's WebAssembly build, which is slower (ARIADNE_ONNX is wasm, as after a crash).";
  try {
    if (!fallBack || !isAvoided) return loadNative();
  } catch (error) {
    if (!fallBack) throw error;
    notice = slowerNotice(loadFailure(error));
  }
  const runtime = await loadWasm(fallBack.wasm);
  fallBack.onNotice(notice);
  return runtime;
}

export function loadNative(): OnnxRuntime {
  return createRequire(import.meta.url)('onnxruntime-node') as OnnxRuntime;
}

export async function loadWasm(folder: string): Promise<OnnxRuntime> {
  await access(join(folder, 'ort-wasm-simd-threaded.wasm'));
  const web = await import('onnxruntime-web');
  // Without a path the files would be loaded from a public server.
  web.env.wasm.wasmPaths = pathToFileURL(join(folder, '/')).href;
  web.env.wasm.numThreads = Math.min(4, availableParallelism());
  return web;
}

/** What to tell the user, once. */
export function slowerNotice({ reason, remedy }: Pick<LoadFailure, 'reason' | 'remedy'>): string {
  const way = remedy === undefined ? '' : ` ${remedy}`;
  return `ONNX Runtime's native library does not work here (${reason}). Models use its WebAssembly build, which is slower.${way}`;
}
