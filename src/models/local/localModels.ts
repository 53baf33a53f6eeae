/** Models in folders on this computer, in a process of theirs. They know nothing of downloads and never touch the network. */
import type { Embedder, Entailment, Reader, Reranker } from '../models.ts';
import { localEmbedder, type EmbedderSettings } from './localEmbedder.ts';
import type { LoadOptions, LocalModel } from './localModel.ts';
import { localEntailment, localReranker } from './localPairs.ts';
import { localReader, type ReaderSettings } from './localReader.ts';
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

  /** @throws as `embedder` */
  reranker(model: LocalModel, options: LoadOptions = {}): Promise<Reranker> {
    return localReranker(this.#encoders, model, options);
  }

  /** @throws as `embedder` */
  entailment(model: LocalModel, options: LoadOptions = {}): Promise<Entailment> {
    return localEntailment(this.#encoders, model, options);
  }

  /** @throws as `embedder` */
  reader(model: LocalModel, settings: ReaderSettings = {}, options: LoadOptions = {}): Promise<Reader> {
    return localReader(this.#encoders, model, settings, options);
  }

  /** Ends the process. What is being computed ends with AbortError. */
  dispose(): void {
    this.#encoders.dispose();
  }
}
