/** Models in folders on this computer, in processes of theirs. They know nothing of downloads and never touch the network. */
import type { ChatModel, Embedder, Entailment, Reader, Reranker, TokenEncoder, TokenVectors } from '../models.ts';
import { localChat, type ChatSettings } from './localChat.ts';
import { localEmbedder, type EmbedderSettings } from './localEmbedder.ts';
import { type LoadOptions, type LocalModel, readModelFiles, specOf } from './modelFiles.ts';
import { localEntailment, localReranker } from './localPairs.ts';
import { localReader, type ReaderSettings } from './localReader.ts';
import { ModelProcess, type ModelProcessOptions } from './modelProcess.ts';
import { createHash } from 'node:crypto';

/** While a question is embedded, the process that embeds passages gets about half as much of the processor. */
const indexingNiceness = 3;
/** Its memory is worth more than the second that it takes to load the model for the next change of many files. */
const indexingEndsAfterMs = 30_000;

export class LocalModels {
  readonly #encoders: ModelProcess;
  /** Embeds many passages. ONNX Runtime cannot be interrupted, so a question would wait for the batch that is being computed. */
  readonly #indexing: ModelProcess;
  /** Apart from the others: a reply takes seconds, and its memory comes and goes. */
  readonly #decoders: ModelProcess;

  constructor(options: ModelProcessOptions) {
    let isReported = false;
    const onNotice = (message: string): void => {
      if (!isReported) options.onNotice(message);
      isReported = true;
    };
    this.#encoders = new ModelProcess({ ...options, onNotice });
    this.#indexing = new ModelProcess({ ...options, onNotice, niceness: indexingNiceness, endsAfterMs: indexingEndsAfterMs });
    this.#decoders = new ModelProcess({ ...options, onNotice });
  }

  /** Loads the model. @throws AriadneError `model-…`; AbortError */
  embedder(model: LocalModel, settings: EmbedderSettings = {}, options: LoadOptions = {}): Promise<Embedder> {
    return localEmbedder({ questions: this.#encoders, passages: this.#indexing }, model, settings, options);
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
    this.#indexing.dispose();
    this.#decoders.dispose();
  }
}

/** A long text has megabytes of vectors, which are held in two processes. */
const textsPerCall = 16;
const mostTokens = 512;

async function localTokenEncoder(process: ModelProcess, model: LocalModel, load: LoadOptions): Promise<TokenEncoder> {
  const files = readModelFiles(model);
  const maxTokens = Math.min(files.maxTokens, mostTokens);
  const spec = specOf(model.name, { ...files, maxTokens });
  // Loads the model, and says whether it has such vectors.
  await process.request(spec, { task: 'tokens', texts: ['a'] }, load);
  const version = createHash('sha256').update(JSON.stringify([files.fingerprint, maxTokens]));
  return {
    id: `${model.name}#${files.dtype}/${version.digest('hex').slice(0, 12)}`,
    async encode(texts, { signal } = {}) {
      const found: TokenVectors[] = [];
      for (let from = 0; from < texts.length; from += textsPerCall)
        found.push(...(await process.request(spec, { task: 'tokens', texts: texts.slice(from, from + textsPerCall) }, { signal })));
      return found;
    },
  };
}
