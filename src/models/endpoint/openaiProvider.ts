/** Models on an OpenAI-compatible server. */
import type { LimitFunction } from 'p-limit';
import { AriadneError } from '../../base/errors.ts';
import { OpenAIChatModel } from '../chat/openaiChatModel.ts';
import type { RateLimit } from '../chat/rateLimit.ts';
import type { ShapeMemory } from '../chat/requestShape.ts';
import type { Logger } from '../../base/logger.ts';
import { formatModelId, type ModelId } from '../modelId.ts';
import type { ModelContext, ModelProvider } from '../provider.ts';
import { endpointEmbedder } from './endpointEmbedder.ts';
import { endpointReranker } from './endpointReranker.ts';
import type { ServerOptions } from '../chat/serverConnection.ts';

/** What all who use the same server, and the same model of it, share. */
interface SharedServers {
  sharedBy(baseUrl: string, model: string): { readonly limit: LimitFunction; readonly shapes: ShapeMemory; readonly rate: RateLimit };
}

export interface OpenAIProviderOptions {
  /** The address up to and including `/v1`; undefined when the user has not set one. */
  readonly baseUrl: () => string | undefined;
  /** For one request; three times as long for all its retries. */
  readonly chatTimeoutMs: number | undefined;
  /** Until a reply that is streamed begins. Default: as long as the whole may take. */
  readonly firstTokenMs?: number;
  readonly servers: SharedServers;
  readonly logger: Logger;
}

export function openaiProvider({ baseUrl, chatTimeoutMs, firstTokenMs, servers, logger }: OpenAIProviderOptions): ModelProvider {
  /** @throws AriadneError `chat-base-url-missing` */
  const serverOf = (id: string): string => {
    const address = baseUrl();
    if (address !== undefined && URL.canParse(address)) return address;
    throw new AriadneError(
      'chat-base-url-missing',
      `To use ${id}, set its server address: OPENAI_BASE_URL (in VS Code: "Ariadne: Choose Models"), e.g. http://127.0.0.1:11434/v1.`,
    );
  };
  const times = chatTimeoutMs === undefined ? {} : { timeoutMs: chatTimeoutMs, deadlineMs: 3 * chatTimeoutMs };
  const endpointOf = (id: ModelId, fetch: ModelContext['fetch']): ServerOptions & { readonly logger: Logger } => {
    const server = serverOf(formatModelId(id));
    const { limit, rate } = servers.sharedBy(server, id.name);
    return { model: id.name, baseUrl: server, fetch, logger, limit, rate, ...times };
  };
  const embedders = openedOnce(endpointEmbedder);
  const rerankers = openedOnce(endpointReranker);
  return {
    name: 'openai',
    chat: (id, { fetch }) => {
      const server = serverOf(formatModelId(id));
      return new OpenAIChatModel({ model: id.name, baseUrl: server, fetch, ...servers.sharedBy(server, id.name), ...times, firstTokenMs });
    },
    embedder: (id, { fetch, signal }) => embedders({ ...endpointOf(id, fetch), dimensions: id.dimension }, signal),
    reranker: (id, { fetch, signal }) => rerankers(endpointOf(id, fetch), signal),
  };
}

/** Models that show what they are only when they are asked: they are asked once. */
function openedOnce<O extends ServerOptions & { readonly dimensions?: number }, M>(
  open: (options: O, signal: AbortSignal) => Promise<(fetch: O['fetch']) => M>,
): (options: O, signal: AbortSignal) => Promise<M> {
  const opened = new Map<string, (fetch: O['fetch']) => M>();
  return async (options, signal) => {
    const key = JSON.stringify([options.baseUrl, options.model, options.dimensions]);
    const known = opened.get(key) ?? (await open(options, signal));
    opened.set(key, known);
    return known(options.fetch);
  };
}
