/** Which reasoner serves a run. */
import { AriadneError, isAriadneError } from '../base/errors.ts';
import { OpenAIChatModel } from '../models/chat/openaiChatModel.ts';
import type { Fetch } from '../models/models.ts';
import { ChatReasoner } from '../reasoning/chatReasoner.ts';
import { chatRoles } from '../reasoning/chatRoles.ts';
import { ExtractiveReasoner } from '../reasoning/extractive/extractiveReasoner.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from '../reasoning/reasoner.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';

export interface ReasonerOptions {
  readonly recorder: TraceSink & Memo;
  readonly fetch: Fetch;
  readonly baseUrl: string | undefined;
  /** For one request to the chat server; three times as long for all its retries. */
  readonly chatTimeoutMs: number | undefined;
}

/** @throws AriadneError `model-unknown` or `chat-base-url-missing` */
export function createReasoner(chat: string, { recorder, fetch, baseUrl, chatTimeoutMs }: ReasonerOptions): Reasoner {
  if (chat === 'builtin') return new RememberedReasoner(new ExtractiveReasoner(), recorder);
  const [, model] = /^openai:(.+)$/.exec(chat) ?? [];
  if (model === undefined) throw unknownModel('chat', chat, 'builtin, openai:MODEL');
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    throw new AriadneError(
      'chat-base-url-missing',
      `To use ${chat}, say where it is served: set OPENAI_BASE_URL (in VS Code: "Ariadne: Choose Models"), e.g. http://127.0.0.1:11434/v1.`,
    );
  }
  const times = chatTimeoutMs === undefined ? {} : { timeoutMs: chatTimeoutMs, deadlineMs: 3 * chatTimeoutMs };
  const chatModel = new OpenAIChatModel({ model, baseUrl, fetch, ...times });
  return new ForgivingReasoner(new ChatReasoner({ model: chatModel, trace: recorder, memo: recorder }), recorder);
}

/** Only the built-in models of these roles exist so far. @throws AriadneError `model-unknown` */
export function requireBuiltin(role: 'embedder' | 'reranker' | 'entailment', id: string): void {
  if (id !== 'builtin') throw unknownModel(role, id, 'builtin');
}

function unknownModel(role: string, id: string, known: string): AriadneError {
  return new AriadneError('model-unknown', `There is no ${role} model "${id}" in this version. There is: ${known}.`);
}

/** Remembers whole roles: a reasoner without a model has no calls of its own to remember. */
export class RememberedReasoner implements Reasoner {
  readonly id: string;
  readonly can: Reasoner['can'];
  readonly #inner: Reasoner;
  readonly #memo: Memo;

  constructor(inner: Reasoner, memo: Memo) {
    this.id = inner.id;
    this.can = inner.can;
    this.#inner = inner;
    this.#memo = memo;
  }

  perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    return this.#memo.remember('reason', { role, input, sample: call.sample ?? 0 }, () => this.#inner.perform(role, input, call));
  }
}

/** A server that failed for one call may serve the next; one that refuses the key, or is not there, will not. */
const passing: ReadonlySet<string> = new Set([
  'chat-timeout',
  'chat-rate-limited',
  'chat-server-error',
  'chat-cut-off',
  'chat-context-too-long',
]);

/** Lets a run go on with a role's fallback when one of its calls failed for good, and tells the node why (pipelines.md 1.5). */
export class ForgivingReasoner implements Reasoner {
  readonly id: string;
  readonly can: Reasoner['can'];
  readonly #inner: Reasoner;
  readonly #trace: TraceSink;

  constructor(inner: Reasoner, trace: TraceSink) {
    this.id = inner.id;
    this.can = inner.can;
    this.#inner = inner;
    this.#trace = trace;
  }

  async perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    try {
      return await this.#inner.perform(role, input, call);
    } catch (error) {
      if (!isAriadneError(error) || !passing.has(error.code)) throw error;
      this.#trace.emit({ kind: 'node-changed', node: call.node, set: { failure: error.message }, flag: error.code });
      return { output: chatRoles[role].fallback(input, ''), flags: [`call_failed:${role}`] };
    }
  }
}
