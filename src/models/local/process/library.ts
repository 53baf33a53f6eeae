/** transformers.js over one of the builds of ONNX Runtime, without any way to the network. */
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Runtime } from '../messages.ts';

export type Library = typeof import('@huggingface/transformers');

/** @param wasm folder of onnxruntime-web's WebAssembly files */
export async function loadLibrary(runtime: Runtime, wasm: string): Promise<Library> {
  const require = createRequire(import.meta.url);
  if (runtime === 'native') require('onnxruntime-node');
  else await useWasm(require, wasm);
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
async function useWasm(require: NodeJS.Require, folder: string): Promise<void> {
  await access(join(folder, 'ort-wasm-simd-threaded.wasm'));
  const web = await import('onnxruntime-web');
  // Without a path transformers.js would load the files from a public server.
  web.env.wasm.wasmPaths = pathToFileURL(join(folder, '/')).href;
  web.env.wasm.numThreads = Math.min(4, availableParallelism());
  const file = require.resolve('onnxruntime-node');
  require.cache[file] = Object.assign(new (require('node:module') as typeof import('node:module'))(file), {
    exports: web,
    filename: file,
    loaded: true,
  });
}
