/** Models in folders on this computer, in a process of theirs. They know nothing of downloads and never touch the network. */
import type { Embedder } from '../models.ts';
import { localEmbedder, type EmbedderSettings } from './localEmbedder.ts';
import type { LoadOptions, LocalModel } from './localModel.ts';
import { ModelProcess, type ModelProcessOptions } from './modelProcess.ts';

export class LocalModels {
  readonly #encoders: ModelProcess;

  constructor(options: ModelProcessOptions) {
    this.#encoders = new ModelProcess(options);
  }

  /** Loads the model. @throws AriadneError `model-…`; AbortError */
  embedder(model: LocalModel, settings: EmbedderSettings = {}, options: LoadOptions = {}): Promise<Embedder> {
    return localEmbedder(this.#encoders, model, settings, options);
  }

  /** Ends the process. What is being computed ends with AbortError. */
  dispose(): void {
    this.#encoders.dispose();
  }
}
