import { after } from 'node:test';
import { join } from 'node:path';
import { LocalModels } from '../../../src/models/local/localModels.ts';
import type { ModelProcessOptions } from '../../../src/models/local/modelProcess.ts';
import { root } from '../cli.ts';

export const modelProcessFiles = {
  entry: join(root, 'src', 'models', 'local', 'process', 'main.ts'),
  wasm: join(root, 'node_modules', 'onnxruntime-web', 'dist'),
};

/** Local models from source, whose process ends with the test file. */
export function startLocalModels(options: Partial<ModelProcessOptions> = {}): LocalModels {
  const models = new LocalModels({
    ...modelProcessFiles,
    onNotice: (message) => {
      throw new Error(message);
    },
    ...options,
  });
  after(() => models.dispose());
  return models;
}
