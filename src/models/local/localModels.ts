/** Models in folders on this computer, in a process of theirs. They know nothing of downloads and never touch the network. */
import type { ChatModel, Embedder, Entailment, Reader, Reranker, TokenEncoder } from '../models.ts';
import { localChat, type ChatSettings } from './localChat.ts';
import { localEmbedder, type EmbedderSettings } from './localEmbedder.ts';
import type { LoadOptions, LocalModel } from './localModel.ts';
import { localEntailment, localReranker } from './localPairs.ts';
import { localReader, type ReaderSettings } from './localReader.ts';
import { localTokenEncoder } from './localTokenEncoder.ts';
import { ModelProcess, type ModelProcessOptions } from './modelProcess.ts';

export class LocalModels {
  readonly #encoders: ModelProcess;
  /** Apart from the others: a reply takes seconds, and its memory comes and goes. */
  readonly #decoders: ModelProcess;

  constructor(options: ModelProcessOptions) {
    let isTold = false;
    const onNotice = (message: string): void => {
      if (!isTold) options.onNotice(message);
      isTold = true;
    };
    this.#encoders = new ModelProcess({ ...options, onNotice });
    this.#decoders = new ModelProcess({ ...options, onNotice });
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

  /** @throws as `embedder` */
  encoder(model: LocalModel, options: LoadOptions = {}): Promise<TokenEncoder> {
    return localTokenEncoder(this.#encoders, model, options);
  }

  /** @throws as `embedder` */
  chat(model: LocalModel, settings: ChatSettings = {}, options: LoadOptions = {}): Promise<ChatModel> {
    return localChat(this.#decoders, model, settings, options);
  }

  /** Ends the processes. What is being computed ends with AbortError. */
  dispose(): void {
    this.#encoders.dispose();
    this.#decoders.dispose();
  }
}
