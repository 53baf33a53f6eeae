/** Which reasoner serves a run. */
import { AriadneError } from '../base/errors.ts';
import { OpenAIChatModel } from '../models/chat/openaiChatModel.ts';
import type { Fetch } from '../models/models.ts';
import { ChatReasoner } from '../reasoning/chatReasoner.ts';
import { ExtractiveReasoner } from '../reasoning/extractive/extractiveReasoner.ts';
import { FallbackReasoner } from '../reasoning/fallbackReasoner.ts';
import { MemoizedReasoner } from '../reasoning/memoizedReasoner.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';
import type { ChatServers } from './chatServers.ts';

export interface ReasonerOptions {
  readonly recorder: TraceSink & Memo;
  readonly fetch: Fetch;
  readonly baseUrl: string | undefined;
  readonly servers: ChatServers;
  /** For one request to the chat server; three times as long for all its retries. */
  readonly chatTimeoutMs: number | undefined;
  readonly seedShift?: ((node: string) => number) | undefined;
}

/** @throws AriadneError `model-unknown` or `chat-base-url-missing` */
export function createReasoner(chat: string, { recorder, fetch, baseUrl, servers, chatTimeoutMs, seedShift }: ReasonerOptions): Reasoner {
  if (chat === 'builtin') return new FallbackReasoner(new MemoizedReasoner(new ExtractiveReasoner(), recorder), recorder);
  const [, model] = /^openai:(.+)$/.exec(chat) ?? [];
  if (model === undefined) throw unknownModel('chat', chat, 'builtin, openai:MODEL');
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    throw new AriadneError(
      'chat-base-url-missing',
      `To use ${chat}, set its server address: OPENAI_BASE_URL (in VS Code: "Ariadne: Choose Models"), e.g. http://127.0.0.1:11434/v1.`,
    );
  }
  const times = chatTimeoutMs === undefined ? {} : { timeoutMs: chatTimeoutMs, deadlineMs: 3 * chatTimeoutMs };
  const chatModel = new OpenAIChatModel({ model, baseUrl, fetch, ...servers.sharedBy(baseUrl, model), ...times });
  const asked = { model: chatModel, trace: recorder, memo: recorder, ...(seedShift === undefined ? {} : { seedShift }) };
  return new FallbackReasoner(new ChatReasoner(asked), recorder);
}

/** Only the built-in models of these roles exist so far. @throws AriadneError `model-unknown` */
export function requireBuiltin(role: 'embedder' | 'reranker' | 'entailment', id: string): void {
  if (id !== 'builtin') throw unknownModel(role, id, 'builtin');
}

function unknownModel(role: string, id: string, known: string): AriadneError {
  return new AriadneError('model-unknown', `There is no ${role} model "${id}" in this version. There is: ${known}.`);
}
