/** transformers.js over one of the builds of ONNX Runtime, without any way to the network. */
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadNative, loadWasm } from '../../onnxRuntime.ts';
import type { Runtime } from '../messages.ts';

export type Library = typeof import('@huggingface/transformers');

/** @param wasm folder of onnxruntime-web's WebAssembly files */
export async function loadLibrary(runtime: Runtime, wasm: string): Promise<Library> {
  if (runtime === 'native') loadNative();
  else await useWasm(wasm);
  const library = await import('@huggingface/transformers');
  const { env } = library;
  env.allowRemoteModels = false;
  env.fetch = () => Promise.reject(new Error('this process has no network'));
  env.useFSCache = false;
  // The default is inside the package, which an update replaces and which may not be writable.
  env.cacheDir = join(tmpdir(), 'ariadne-models');
  env.logLevel = library.LogLevel.ERROR;
  return library;
}

/**
 * transformers.js requires the native package as soon as it is loaded, even if a host brings another runtime. Node returns what is in
 * `require.cache` without loading the library.
 */
async function useWasm(folder: string): Promise<void> {
  const exports = await loadWasm(folder);
  const require = createRequire(import.meta.url);
  const file = require.resolve('onnxruntime-node');
  require.cache[file] = Object.assign(new (require('node:module') as typeof import('node:module'))(file), {
    exports,
    filename: file,
    loaded: true,
  });
}
