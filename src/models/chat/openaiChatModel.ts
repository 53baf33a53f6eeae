import pLimit, { type LimitFunction } from 'p-limit';
import { abortError } from '../../base/abort.ts';
import { AriadneError, invariant, isAriadneError, type ErrorCode } from '../../base/errors.ts';
import type { ChatModel, ChatReply, ChatRequest, CompletionOptions, Fetch } from '../models.ts';
import { overLimit, type Service } from './chatErrors.ts';
import { repliesOf } from './readCompletion.ts';
import { requestBody, OwnShapeMemory, type RequestBody, type RequestShape, type ShapeMemory, simplify } from './requestShape.ts';
import { type Attempt, type RetryClock, systemClock, withRetries } from './retry.ts';
import { RateLimit } from './rateLimit.ts';
import { ServerConnection, untilAborted } from './serverConnection.ts';
import { StreamedReply } from './streamedReply.ts';
import { chatService } from './services.ts';

export interface OpenAIChatModelOptions {
  /** The server's name for the model, e.g. `gpt-4.1-mini` or `llama3.2:3b`. */
  readonly model: string;
  /** The address up to and including `/v1`. */
  readonly baseUrl: string;
  /** Sends all requests and adds the key, if there is one. */
  readonly fetch: Fetch;
  /** Default: `openai:` and the model. */
  readonly id?: string;
  /** The words of messages about the server. */
  readonly service?: Service;
  /** Limit for one request, from its start to the last byte of the response. */
  readonly timeoutMs?: number;
  /** Limit until a streamed response begins. Default: that of the whole. */
  readonly firstTokenMs?: number;
  /** Limit for one completion with all its retries. */
  readonly deadlineMs?: number;
  readonly maxRetries?: number;
  /** Shared by everything that uses the same server. Default: 8 concurrent requests for this model alone. */
  readonly limit?: LimitFunction;
  /** Known capabilities of this model on this server. By default none are known, and learned ones last as long as this object. */
  readonly shapes?: ShapeMemory;
  readonly clock?: RetryClock;
  /** Shared likewise. By default each model has its own. */
  readonly rate?: RateLimit;
}

export const usualRequestsAtOnce = 8;

/** A chat model on an OpenAI-compatible server: OpenAI, Ollama, LM Studio, vLLM, llama.cpp … */
export class OpenAIChatModel implements ChatModel {
  readonly id: string;
  readonly #options: Required<Omit<OpenAIChatModelOptions, 'id' | 'service' | 'firstTokenMs'>>;
  readonly #server: ServerConnection;

  constructor(options: OpenAIChatModelOptions) {
    const { limit = pLimit(usualRequestsAtOnce), shapes = new OwnShapeMemory() } = options;
    const { clock = systemClock, rate = new RateLimit(clock) } = options;
    this.#options = { timeoutMs: 60_000, deadlineMs: 180_000, maxRetries: 3, clock, ...options, limit, shapes, rate };
    const { model, baseUrl, fetch, id = `openai:${model}`, service = chatService, firstTokenMs } = options;
    const { deadlineMs, timeoutMs } = this.#options;
    this.id = id;
    this.#server = new ServerConnection({
      asked: { service, model, deadlineMs },
      baseUrl,
      fetch,
      purpose: 'chat',
      timeoutMs,
      firstTokenMs,
      onHeaders: (headers, status) => rate.read(headers, status),
    });
  }

  get gives(): { readonly schema: boolean; readonly n: boolean; readonly logprobs: boolean } {
    const { format, n, logprobs } = this.#options.shapes.shape;
    return { schema: format === 'json_schema', n, logprobs };
  }

  async complete(request: ChatRequest, options: CompletionOptions = {}): Promise<ChatReply> {
    const [reply] = await this.#request({ ...request, n: 1 }, options);
    invariant(reply, 'a completion without a choice');
    return reply;
  }

  async completeMany(request: ChatRequest, options: CompletionOptions = {}): Promise<readonly ChatReply[]> {
    const { n = 1, temperature } = request;
    // Servers reject several samples of the most probable text, which implies nothing for other requests.
    return n > 1 && (!this.gives.n || temperature === 0) ? [] : this.#request(request, options);
  }

  async #request(request: ChatRequest, options: CompletionOptions): Promise<readonly ChatReply[]> {
    const { signal, onWait } = options;
    const { limit, maxRetries, deadlineMs, clock } = this.#options;
    let tries = 0;
    const onTry = (): void => void tries++;
    const completion = limit(async () => {
      if (signal?.aborted) throw abortError();
      return withRetries(
        { maxRetries, deadlineMs },
        clock,
        (remainingMs) => this.#attempt(request, remainingMs, onTry, options),
        signal,
        onWait,
      );
    });
    try {
      const replies = await untilAborted(completion, signal);
      return replies.map((reply, i) => (i === 0 && tries === 1 ? reply : { ...reply, tries: i === 0 ? tries : 0 }));
    } catch (error) {
      throw isAriadneError(error) ? new AriadneError(error.code, error.message, { cause: error.cause, tries }) : error;
    }
  }

  /** One try, including repeated requests after the server rejected the request's shape. */
  async #attempt(
    request: ChatRequest,
    remainingMs: number,
    onTry: () => void,
    { signal, onText, onRestart, onWait }: CompletionOptions,
  ): Promise<Attempt<readonly ChatReply[]>> {
    const { model, shapes, clock, rate, deadlineMs } = this.#options;
    const { n = 1, logprobs = false } = request;
    let endsAt = clock.now() + remainingMs;
    for (;;) {
      const used = shapes.shape;
      // Servers differ in how they stream probabilities.
      const stream = onText && used.stream && n === 1 && !logprobs ? new StreamedReply(onText) : undefined;
      const body = requestBody(model, request, used, stream !== undefined);
      const askedAt = clock.now();
      const passed = await rate.pass({ tokens: tokensOf(request), mostMs: deadlineMs, signal, onWait });
      if (typeof passed === 'number') return { kind: 'failed', failure: overLimit(this.#server.asked, passed) };
      // The server has all its time after the wait.
      endsAt += clock.now() - askedAt;
      onTry();
      const read = (reply: unknown): readonly ChatReply[] => repliesOf(reply, request);
      const remainingMs = endsAt - clock.now();
      const sent = await this.#server
        .send({ path: '/chat/completions', body, read, stream, remainingMs, signal })
        .finally(() => passed.done());
      const { value: replies, failure, rejection } = sent;
      if (replies !== undefined) {
        this.#noticeSilence(replies, body, used);
        return { kind: 'done', value: replies };
      }
      if (stream?.hasText === true) onRestart?.();
      const isAboutForm = rejection !== undefined && !formUnrelated.has(failure.error.code);
      const change = isAboutForm ? simplify(used, body, `${rejection.message} ${rejection.parameter}`) : null;
      if (change !== null) shapes.learn(used, change);
      // If completions are now requested separately, the others need not wait for the first.
      if (n > 1 && (change?.n === false || (change === null && failure.error.code === 'chat-refused'))) return { kind: 'done', value: [] };
      if (change === null) return { kind: 'failed', failure };
    }
  }

  /** Learns which fields the server ignores: a server that does not know a field usually reports no error. */
  #noticeSilence(replies: readonly ChatReply[], body: RequestBody, used: RequestShape): void {
    const [first] = replies;
    const { shapes } = this.#options;
    if ((body.n ?? 1) > 1 && replies.length === 1) shapes.learn(used, { n: false });
    const isSaid = first !== undefined && first.finishReason !== 'refusal' && first.text !== '';
    if (body.logprobs === true && isSaid && first.logprobs === undefined) shapes.learn(used, { logprobs: false });
  }
}

const formUnrelated: ReadonlySet<ErrorCode> = new Set(['chat-unauthorized', 'chat-rate-limited', 'chat-context-too-long']);

/** As servers count before they have answered: in English, about four characters are a token, and the reply may be as long as allowed. */
function tokensOf({ messages, maxTokens, n = 1 }: ChatRequest): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4) + n * maxTokens;
}
