/** The models of an engine: where each comes from, and those on this machine. */
import { join } from 'node:path';
import { AriadneError } from '../../base/errors.ts';
import type { ModelIds } from '../../protocol/runSpec.ts';
import type { ChosenModels, NamedRole, TestedModel } from '../../protocol/modelLibrary.ts';
import { readModelId } from '../modelId.ts';
import type { Embedder, Entailment } from '../models.ts';
import type { ModelContext, ModelRole } from '../provider.ts';
import { ChatServers } from './chatServers.ts';
import { hostOfModels, localOf, type HostOfModels } from './localProviders.ts';
import { hubModelOf, type ModelLibrary } from './modelLibrary.ts';
import { allProviders, isBuiltin, type Providers } from './providers.ts';
import { testModels } from './testModels.ts';

export interface EngineModelsHost extends HostOfModels {
  /** Base URL of the OpenAI-compatible server, up to and with `/v1`. */
  readonly chatBaseUrl: () => string | undefined;
  /** How long one request to that server may take; by default a minute. */
  readonly chatTimeoutMs?: number;
  /** How long such a request may take until its reply begins, where it is streamed; by default as long as the whole. */
  readonly firstTokenMs?: number;
  /** Whether `fetch` also serves the editor's language models; see `editorModelsUrl`. */
  readonly hasEditorModels?: boolean;
}

export class EngineModels {
  readonly library: ModelLibrary;
  /** Without the built-in models, which come from an index. */
  readonly providers: Providers;
  readonly #host: EngineModelsHost;
  #notice: string | undefined;

  /** @param storage folder for what is learned of servers, and by default of downloaded models */
  constructor(host: EngineModelsHost, storage: string) {
    const { logger, chatBaseUrl, chatTimeoutMs, firstTokenMs, hasEditorModels } = host;
    const servers = new ChatServers({ file: join(storage, 'chat-servers.json'), logger });
    const local = localOf(host, storage, this.noticed);
    this.providers = allProviders({
      openai: { baseUrl: chatBaseUrl, chatTimeoutMs, firstTokenMs, servers, logger },
      local,
      vscode: { isInEditor: hasEditorModels, chatTimeoutMs },
    });
    this.library = local.library;
    this.#host = host;
  }

  /** Why models are slower here than elsewhere; undefined where they are not, as far as is known. */
  get notice(): string | undefined {
    return this.#notice;
  }

  readonly noticed = (sentence: string): void => {
    if (this.#notice !== undefined) return;
    this.#notice = sentence;
    this.#host.logger.log('warn', 'models', sentence);
    this.#host.onNotice?.(sentence);
  };

  context(signal: AbortSignal): ModelContext {
    return { fetch: this.#host.fetch, signal };
  }

  openEmbedder(asked: string, signal: AbortSignal, opened?: Partial<ModelContext>): Promise<Embedder> {
    return this.providers.get('embedder', asked, { ...this.context(signal), ...opened });
  }

  /** The embedder that is chosen need not be the one in use. @throws AriadneError `model-unknown` */
  requireEmbedder({ embedder }: Pick<ModelIds, 'embedder'>): void {
    if (!isBuiltin(embedder)) this.providers.require('embedder', embedder);
  }

  /** Looks whether a model can be used without a download. @throws AriadneError `model-unknown` */
  async requireHere(role: ModelRole, chosen: string): Promise<void> {
    if (isBuiltin(chosen)) return;
    this.providers.require(role, chosen);
    if (!(await this.#isHere(chosen)))
      throw new AriadneError('model-unknown', `${chosen} is not on this machine. Download it with "ariadne models pull ${chosen}".`);
  }

  /**
   * The entailment model that is chosen, loaded when it first judges. While it is not on this machine, it says nothing: nothing is
   * downloaded for it. Undefined for the built-in one, which compares short answers.
   */
  entailment(chosen: string): Entailment | undefined {
    if (isBuiltin(chosen)) return undefined;
    return {
      id: chosen,
      label: async (pairs, options = {}) => {
        if (!(await this.#isHere(chosen))) return pairs.map(() => null);
        return (await this.providers.get('entailment', chosen, this.context(options.signal ?? new AbortController().signal))).label(
          pairs,
          options,
        );
      },
    };
  }

  async #isHere(chosen: string): Promise<boolean> {
    return readModelId(chosen)?.provider !== 'hf' || (await this.library.has(chosen));
  }

  /** See `testModels`. */
  test(models: ChosenModels, signal: AbortSignal): Promise<TestedModel[]> {
    return testModels(this.providers, models, this.context(signal));
  }

  /** Downloads the model of the hub if it is not on this machine. @throws as `ModelLibrary.ensure`; AriadneError `model-unknown` */
  async pull(text: string, role: NamedRole, signal: AbortSignal): Promise<void> {
    const { consent, onDownload } = hostOfModels(this.#host);
    await this.library.ensure(hubModelOf(text), role, { signal, consent: (offer) => consent(offer, signal), onProgress: onDownload });
  }

  close(): Promise<void> {
    return this.providers.close();
  }
}
