/** Which reasoner serves a run. */
import { AriadneError, isAriadneError, type ErrorCode } from '../base/errors.ts';
import { OpenAIChatModel } from '../models/chat/openaiChatModel.ts';
import type { Fetch } from '../models/models.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import { pipelines } from '../pipelines/registry.ts';
import { ChatReasoner } from '../reasoning/chatReasoner.ts';
import { chatRoles } from '../reasoning/chatRoles.ts';
import { ExtractiveReasoner } from '../reasoning/extractive/extractiveReasoner.ts';
import type { ChatRole } from '../reasoning/roles/chatRole.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from '../reasoning/reasoner.ts';
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
  if (chat === 'builtin') return new ForgivingReasoner(new RememberedReasoner(new ExtractiveReasoner(), recorder), recorder);
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
  return new ForgivingReasoner(new ChatReasoner(asked), recorder);
}

/**
 * A pipeline that would have to do without what makes it the method does not start (pipelines.md 1.11).
 * @throws AriadneError `reasoner-lacking`, naming what to choose instead
 */
export function requireServed({ title, needs = [] }: AnyPipeline, reasoner: Reasoner): void {
  if (needs.every((role) => reasoner.serves(role))) return;
  const others = pipelines.filter((pipeline) => (pipeline.needs ?? []).every((role) => reasoner.serves(role))).map(({ id }) => id);
  throw new AriadneError('reasoner-lacking', `${title} needs a language model. Choose one, or another pipeline: ${others.join(', ')}.`);
}

/** Only the built-in models of these roles exist so far. @throws AriadneError `model-unknown` */
export function requireBuiltin(role: 'embedder' | 'reranker' | 'entailment', id: string): void {
  if (id !== 'builtin') throw unknownModel(role, id, 'builtin');
}

function unknownModel(role: string, id: string, known: string): AriadneError {
  return new AriadneError('model-unknown', `There is no ${role} model "${id}" in this version. There is: ${known}.`);
}

/** Remembers whole roles: a reasoner without a model has no calls to remember. */
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

  serves(role: RoleId): boolean {
    return this.#inner.serves(role);
  }

  perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    const { node, sample = 0, isFinal = false } = call;
    return this.#memo.remember('reason', { role, input, sample }, () => this.#inner.perform(role, input, call), { node, isFinal });
  }

  sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly (Performed<R> | null)[]> {
    const samples = this.can.sample ? n : 1;
    return Promise.all(Array.from({ length: samples }, (_, sample) => this.perform(role, input, { ...call, sample })));
  }
}

/** A server that failed for one call may serve the next; one that refuses the key will not. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'chat-timeout',
  'chat-rate-limited',
  'chat-server-error',
  'chat-cut-off',
  'chat-context-too-long',
]);

/** A server that has answered before may be away for a moment; after so many calls in a row that did not reach it, it is gone. */
const missesInARow = 3;

/**
 * Lets a run continue where a role fails: with the role's fallback when one of its calls failed for good, telling the node why (pipelines.md 1.5), or
 * when the reasoner does not serve it, telling the run (1.11).
 */
export class ForgivingReasoner implements Reasoner {
  readonly id: string;
  readonly can: Reasoner['can'];
  readonly #inner: Reasoner;
  readonly #trace: TraceSink;
  /** Calls that did not reach the server, since it answered last; too many before it has answered at all. */
  #misses = missesInARow;

  constructor(inner: Reasoner, trace: TraceSink) {
    this.id = inner.id;
    this.can = inner.can;
    this.#inner = inner;
    this.#trace = trace;
  }

  serves(role: RoleId): boolean {
    return this.#inner.serves(role);
  }

  async perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    if (!this.serves(role)) return this.#withoutIt(role, input);
    try {
      const performed = await this.#inner.perform(role, input, call);
      this.#misses = 0;
      return performed;
    } catch (error) {
      this.#tell(error, call.node);
      return { output: fallbackOf(role, input), flags: [`call_failed:${role}`] };
    }
  }

  async sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly (Performed<R> | null)[]> {
    if (!this.serves(role)) return [this.#withoutIt(role, input)];
    try {
      const samples = await this.#inner.sample(role, input, n, call);
      this.#misses = 0;
      return samples;
    } catch (error) {
      this.#tell(error, call.node);
      return Array.from({ length: n }, () => null);
    }
  }

  #withoutIt<R extends RoleId>(role: R, input: Roles[R]['input']): Performed<R> {
    this.#trace.emit({ kind: 'flagged', flag: `role_unavailable:${role}` });
    return { output: fallbackOf(role, input), flags: [] };
  }

  /** @throws what does not pass */
  #tell(error: unknown, node: string): void {
    const isAway = isAriadneError(error, 'chat-unreachable') && ++this.#misses < missesInARow;
    if (!isAriadneError(error) || !(isAway || passing.has(error.code))) throw error;
    this.#trace.emit({ kind: 'node-changed', node, set: { failure: error.message }, flag: error.code });
  }
}

function fallbackOf<R extends RoleId>(role: R, input: Roles[R]['input']): Roles[R]['output'] {
  const chatRole: ChatRole<Roles[R]['input'], Roles[R]['output']> = chatRoles[role];
  return chatRole.fallback(input, '');
}
