import { after } from 'node:test';
import { join } from 'node:path';
import { localChat } from '../../../src/models/local/localChat.ts';
import { localEmbedder, type EmbedderSettings } from '../../../src/models/local/localEmbedder.ts';
import { localProcesses } from '../../../src/models/local/localModels.ts';
import { localEntailment, localReranker } from '../../../src/models/local/localPairs.ts';
import { localReader, type ReaderSettings } from '../../../src/models/local/localReader.ts';
import type { LoadOptions, LocalModel } from '../../../src/models/local/modelFiles.ts';
import type { ModelProcessOptions } from '../../../src/models/local/modelProcess.ts';
import { root } from '../cli.ts';

export const modelProcessFiles = {
  entry: join(root, 'src', 'models', 'local', 'process', 'main.ts'),
  wasm: join(root, 'node_modules', 'onnxruntime-web', 'dist'),
};

/** Local models from source, whose processes end with the test file. */
export function startLocalModels(options: Partial<ModelProcessOptions> = {}) {
  const { encoders, indexing, decoders, dispose } = localProcesses({
    ...modelProcessFiles,
    onNotice: (message) => {
      throw new Error(message);
    },
    ...options,
  });
  after(dispose);
  const embedding = { questions: encoders, passages: indexing };
  return {
    dispose,
    embedder: (model: LocalModel, settings: EmbedderSettings = {}, load: LoadOptions = {}) =>
      localEmbedder(embedding, model, settings, load),
    reranker: (model: LocalModel, load: LoadOptions = {}) => localReranker(encoders, model, load),
    entailment: (model: LocalModel, load: LoadOptions = {}) => localEntailment(encoders, model, load),
    reader: (model: LocalModel, settings: ReaderSettings = {}, load: LoadOptions = {}) => localReader(encoders, model, settings, load),
    chat: (model: LocalModel, load: LoadOptions = {}) => localChat(decoders, model, load),
  };
}
