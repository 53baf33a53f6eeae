import OpenAI, { APIConnectionError, APIError } from 'openai';
import pLimit, { type LimitFunction } from 'p-limit';
import * as z from 'zod';
import { abortError } from '../../base/abort.ts';
import { AriadneError, invariant, isAriadneError, type ErrorCode } from '../../base/errors.ts';
import type { ChatModel, ChatReply, ChatRequest, CompletionOptions, Fetch } from '../models.ts';
import {
  type Asked,
  cutOff,
  isHtml,
  notACompletion,
  rejected,
  type Rejection,
  timedOut,
  unreachable,
  unusable,
  webPage,
} from './chatErrors.ts';
import { repliesOf } from './readCompletion.ts';
import { errorIn, inOneForm, saidError } from './readError.ts';
import { assertParsable, UnusableReply } from './replyLimits.ts';
import { bodyOf, OwnShapeMemory, type RequestBody, type RequestShape, type ShapeMemory, simplify } from './requestShape.ts';
import { type Attempt, type Clock, type Failure, readRetryAfter, systemClock, withRetries } from './retry.ts';

export interface OpenAIChatModelOptions {
  /** The server's name for the model, e.g. `gpt-4.1-mini` or `llama3.2:3b`. */
  readonly model: string;
  /** The address up to and including `/v1`. */
  readonly baseUrl: string;
  /** Sends all requests and adds the key, if there is one. */
  readonly fetch: Fetch;
  /** Limit for one request, from its start to the last byte of the response. */
  readonly timeoutMs?: number;
  /** Limit for one completion with all its retries. */
  readonly deadlineMs?: number;
  readonly maxRetries?: number;
  /** Shared by everything that uses the same server. Default: 8 concurrent requests for this model alone. */
  readonly limit?: LimitFunction;
  /** Known capabilities of this model on this server. By default none are known, and learned ones last as long as this object. */
  readonly shapes?: ShapeMemory;
  readonly clock?: Clock;
}

export const usualRequestsAtOnce = 8;

/** A chat model on an OpenAI-compatible server: OpenAI, Ollama, LM Studio, vLLM, llama.cpp … */
export class OpenAIChatModel implements ChatModel {
  readonly id: string;
  readonly #options: Required<OpenAIChatModelOptions>;
  readonly #asked: Asked;
  readonly #client: OpenAI;

  constructor(options: OpenAIChatModelOptions) {
    const { limit = pLimit(usualRequestsAtOnce), shapes = new OwnShapeMemory() } = options;
    this.#options = { timeoutMs: 60_000, deadlineMs: 180_000, maxRetries: 3, clock: systemClock, ...options, limit, shapes };
    const baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#asked = { model: options.model, baseUrl: withoutSecrets(baseUrl), deadlineMs: this.#options.deadlineMs };
    this.id = `openai:${options.model}`;
    this.#client = makeClient(baseUrl, options.fetch);
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

  async #request(request: ChatRequest, { signal }: CompletionOptions): Promise<readonly ChatReply[]> {
    const { limit, maxRetries, deadlineMs, clock } = this.#options;
    let tries = 0;
    const onTry = (): void => void tries++;
    const completion = limit(async () => {
      if (signal?.aborted) throw abortError();
      return withRetries({ maxRetries, deadlineMs }, clock, (remainingMs) => this.#attempt(request, remainingMs, onTry, signal), signal);
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
    signal: AbortSignal | undefined,
  ): Promise<Attempt<readonly ChatReply[]>> {
    const { shapes, clock } = this.#options;
    const { n = 1 } = request;
    const endsAt = clock.now() + remainingMs;
    for (;;) {
      const used = shapes.shape;
      const body = bodyOf(this.#asked.model, request, used);
      onTry();
      const { replies, failure, rejection } = await this.#send(request, body, endsAt - clock.now(), signal);
      if (replies !== undefined) {
        this.#noticeSilence(replies, body, used);
        return { kind: 'done', value: replies };
      }
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

  async #send(request: ChatRequest, body: RequestBody, remainingMs: number, signal: AbortSignal | undefined): Promise<Sent> {
    const timeoutMs = Math.max(1, Math.min(this.#options.timeoutMs, remainingMs));
    const over = new AbortController();
    const timeout = setTimeout(() => over.abort(), timeoutMs);
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    try {
      const call = this.#client.chat.completions.create(body, { signal: either }).asResponse();
      const response = await untilAborted(call, either);
      return await this.#read(response, request, either);
    } catch (error) {
      if (signal?.aborted) throw abortError();
      if (over.signal.aborted) return { failure: timedOut(this.#asked, timeoutMs) };
      return this.#explain(error);
    } finally {
      clearTimeout(timeout);
      // Closes the connection instead of waiting for the rest of a reply that was not read to its end.
      over.abort();
    }
  }

  async #read(response: Response, request: ChatRequest, signal: AbortSignal): Promise<Sent> {
    let text: string;
    try {
      text = await untilAborted(response.text(), signal);
    } catch (error) {
      if (signal.aborted || (isAriadneError(error) && error.code !== 'door-broken')) throw error;
      return { failure: cutOff(this.#asked, error) };
    }
    if (isHtml(text)) return { failure: webPage(this.#asked) };
    try {
      assertParsable(text);
      const body: unknown = JSON.parse(text);
      const said = errorIn(body);
      if (said) return this.#rejected({ ...said, parameter: said.param, status: response.status }, undefined);
      return { replies: repliesOf(body, request) };
    } catch (error) {
      if (error instanceof UnusableReply) return { failure: unusable(this.#asked, error) };
      // A proxy that loses its server in the middle of the body may still end the transfer properly.
      if (error instanceof SyntaxError && text.trimStart().startsWith('{')) return { failure: cutOff(this.#asked, error) };
      if (error instanceof SyntaxError || error instanceof z.ZodError) return { failure: notACompletion(this.#asked, error) };
      throw error;
    }
  }

  #explain(error: unknown): Sent {
    const own = error instanceof APIConnectionError ? error.cause : error;
    // A rejection by the host's door is final; a failure to reach the server may be temporary.
    if (own instanceof AriadneError && own.code !== 'door-unreachable') throw own;
    if (error instanceof APIError && typeof error.status === 'number') {
      const retryAfterMs = error.headers instanceof Headers ? readRetryAfter(error.headers, Date.now()) : undefined;
      const { message, code, param } = saidError.parse(error.error ?? {});
      const rejection = { status: error.status, message, code, parameter: param };
      return this.#rejected({ ...rejection, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }, error);
    }
    return { failure: unreachable(this.#asked, own) };
  }

  #rejected(rejection: Rejection, cause: unknown): Sent {
    return { failure: rejected(this.#asked, rejection, cause), rejection };
  }
}

type Sent =
  | { readonly replies: readonly ChatReply[]; readonly failure?: undefined; readonly rejection?: undefined }
  | { readonly replies?: undefined; readonly failure: Failure; readonly rejection?: Rejection };

const formUnrelated: ReadonlySet<ErrorCode> = new Set(['chat-unauthorized', 'chat-rate-limited', 'chat-context-too-long']);

/** Addresses may contain user names, passwords and keys. */
function withoutSecrets(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** The OpenAI client without its retries, logging and operating system headers. */
function makeClient(baseURL: string, fetch: Fetch): OpenAI {
  const silent = ['Lang', 'Package-Version', 'OS', 'Arch', 'Runtime', 'Runtime-Version', 'Retry-Count', 'Timeout'];
  return new OpenAI({
    baseURL,
    apiKey: 'added by the host',
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    defaultHeaders: {
      Authorization: null,
      'User-Agent': 'ariadne',
      ...Object.fromEntries(silent.map((name) => [`X-Stainless-${name}`, null])),
    },
    fetch: async (url, init = {}) => {
      const response = fetch(url instanceof Request ? url.url : String(url), init, 'chat');
      // The package keeps a timer while the promise is pending, so a fetch that ignores its signal must not keep it pending.
      return inOneForm(await untilAborted(response, init.signal ?? undefined));
    },
  });
}

/**
 * The promise's result, without waiting for it once `signal` fires.
 * @throws AbortError
 */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(abortError());
  });
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([promise, aborted]);
  } catch (error) {
    if (signal.aborted) throw abortError();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
