/** Models on an OpenAI-compatible server. */
import type { LimitFunction } from 'p-limit';
import { AriadneError } from '../../base/errors.ts';
import { OpenAIChatModel } from '../chat/openaiChatModel.ts';
import type { ShapeMemory } from '../chat/requestShape.ts';
import { formatModelId } from '../modelId.ts';
import type { ModelProvider } from '../provider.ts';

/** What all who use the same server, and the same model of it, share. */
interface SharedServers {
  sharedBy(baseUrl: string, model: string): { readonly limit: LimitFunction; readonly shapes: ShapeMemory };
}

export interface OpenAIProviderOptions {
  /** The address up to and including `/v1`; undefined when the user has not set one. */
  readonly baseUrl: () => string | undefined;
  /** For one request; three times as long for all its retries. */
  readonly chatTimeoutMs: number | undefined;
  readonly servers: SharedServers;
}

export function openaiProvider({ baseUrl, chatTimeoutMs, servers }: OpenAIProviderOptions): ModelProvider {
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
  return {
    name: 'openai',
    chat: (id, { fetch }) => {
      const server = serverOf(formatModelId(id));
      return new OpenAIChatModel({ model: id.name, baseUrl: server, fetch, ...servers.sharedBy(server, id.name), ...times });
    },
  };
}
