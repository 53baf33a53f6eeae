import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildKernels } from '../../scripts/buildKernels.ts';
import type { EngineFiles } from '../../src/models/library/localProviders.ts';
import { NearestKernel } from '../../src/models/nearest.ts';

/** The engine's files from source, and kernels as the build makes them, in a folder that is deleted with this process. */
export function engineFiles(): EngineFiles {
  return (built ??= build());
}

let built: EngineFiles | undefined;

function build(): EngineFiles {
  const kernels = mkdtempSync(join(tmpdir(), 'ariadne-kernels-'));
  process.once('exit', () => rmSync(kernels, { recursive: true, force: true }));
  buildKernels(kernels);
  const source = join(import.meta.dirname, '..', '..', 'src');
  return {
    kernels,
    reader: join(source, 'corpus', 'readWorker.ts'),
    learner: join(source, 'folder', 'learner.ts'),
    models: {
      entry: join(source, 'models', 'local', 'process', 'main.ts'),
      wasm: join(source, '..', 'node_modules', 'onnxruntime-web', 'dist'),
    },
  };
}

export async function loadKernel(): Promise<NearestKernel> {
  return NearestKernel.load(engineFiles().kernels);
}
