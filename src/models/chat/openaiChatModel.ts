import OpenAI, { APIConnectionError, APIError } from 'openai';
import pLimit, { type LimitFunction } from 'p-limit';
import * as z from 'zod';
import { abortError } from '../../base/abort.ts';
import { AriadneError } from '../../base/errors.ts';
import type { ChatMessage, ChatModel, ChatReply, ChatRequest, Fetch } from '../models.ts';
import { type Asked, cutOff, isHtml, notACompletion, rejected, type Rejection, timedOut, unreachable, webPage } from './chatErrors.ts';
import { bodyOf, fullShape, learn, type RequestShape, simplify } from './requestShape.ts';
import { type Attempt, type Clock, type Failure, readRetryAfter, systemClock, withRetries } from './retry.ts';

export interface OpenAIChatModelOptions {
  /** As the server knows it, e.g. `gpt-4.1-mini` or `llama3.2:3b`. */
  readonly model: string;
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** All requests go through it; it adds the key, if there is one. */
  readonly fetch: Fetch;
  /** For one request, from its start to the last byte of its answer. */
  readonly timeoutMs?: number;
  /** For one completion with all its retries. */
  readonly deadlineMs?: number;
  readonly maxRetries?: number;
  /** Requests at once; others wait. */
  readonly maxConcurrent?: number;
  readonly clock?: Clock;
}

/** A chat model behind an OpenAI-compatible server: OpenAI, Ollama, LM Studio, vLLM, llama.cpp … */
export class OpenAIChatModel implements ChatModel {
  readonly id: string;
  readonly #options: Required<OpenAIChatModelOptions>;
  readonly #asked: Asked;
  readonly #client: OpenAI;
  readonly #limit: LimitFunction;
  #shape: RequestShape = fullShape;

  constructor(options: OpenAIChatModelOptions) {
    this.#options = { timeoutMs: 60_000, deadlineMs: 180_000, maxRetries: 3, maxConcurrent: 8, clock: systemClock, ...options };
    this.#asked = { model: options.model, baseUrl: options.baseUrl.replace(/\/+$/, '') };
    this.id = `openai:${options.model}`;
    this.#limit = pLimit(this.#options.maxConcurrent);
    this.#client = makeClient(this.#asked.baseUrl, options.fetch);
  }

  async complete(request: ChatRequest, { signal }: { readonly signal?: AbortSignal } = {}): Promise<ChatReply> {
    const completion = this.#limit(async () => {
      if (signal?.aborted) throw abortError();
      const { maxRetries, deadlineMs, clock } = this.#options;
      return withRetries({ maxRetries, deadlineMs }, clock, (remainingMs) => this.#attempt(request, remainingMs, signal), signal);
    });
    return untilAborted(completion, signal);
  }

  /** One try; asking again because the server did not like the form of the request belongs to it. */
  async #attempt(request: ChatRequest, remainingMs: number, signal: AbortSignal | undefined): Promise<Attempt<ChatReply>> {
    for (;;) {
      const used = this.#shape;
      const { response, failure, rejection } = await this.#send(request, used, remainingMs, signal);
      if (response !== undefined) return { kind: 'done', value: response };
      const isAboutForm = rejection !== undefined && !formUnrelated.has(failure.error.code);
      const change = isAboutForm ? simplify(used, request.schema !== undefined, rejection.message) : null;
      if (change === null) return { kind: 'failed', failure };
      this.#shape = learn(this.#shape, used, change);
    }
  }

  async #send(request: ChatRequest, shape: RequestShape, remainingMs: number, signal: AbortSignal | undefined): Promise<Sent> {
    const timeoutMs = Math.max(1, Math.min(this.#options.timeoutMs, remainingMs));
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(), timeoutMs);
    const either = signal ? AbortSignal.any([signal, timer.signal]) : timer.signal;
    try {
      const call = this.#client.chat.completions.create(bodyOf(this.#asked.model, request, shape), { signal: either }).asResponse();
      const response = await untilAborted(call, either);
      return await this.#read(response, request, either);
    } catch (error) {
      if (signal?.aborted) throw abortError();
      if (timer.signal.aborted) return { failure: timedOut(this.#asked, timeoutMs) };
      return this.#explain(error);
    } finally {
      clearTimeout(timeout);
    }
  }

  async #read(response: Response, request: ChatRequest, signal: AbortSignal): Promise<Sent> {
    let text: string;
    try {
      text = await untilAborted(response.text(), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return { failure: cutOff(this.#asked, error) };
    }
    if (isHtml(text)) return { failure: webPage(this.#asked) };
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (error) {
      // A proxy that loses its server in the middle of the body can still end the transfer properly.
      return { failure: text.trimStart().startsWith('{') ? cutOff(this.#asked, error) : notACompletion(this.#asked, error) };
    }
    const parsed = completionBody.safeParse(body);
    return parsed.success ? { response: replyOf(parsed.data, request.messages) } : { failure: notACompletion(this.#asked, parsed.error) };
  }

  #explain(error: unknown): Sent {
    const own = error instanceof APIConnectionError ? error.cause : error;
    // What the host's door refuses stays refused; that it could not reach the server may pass.
    if (own instanceof AriadneError && own.code !== 'door-unreachable') throw own;
    if (error instanceof APIError && typeof error.status === 'number') {
      const retryAfterMs = error.headers instanceof Headers ? readRetryAfter(error.headers, Date.now()) : undefined;
      const said = errorBody.parse(error.error ?? {});
      const rejection = {
        status: error.status,
        message: said.message,
        code: said.code,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
      return { failure: rejected(this.#asked, rejection, error), rejection };
    }
    return { failure: unreachable(this.#asked, own) };
  }
}

type Sent =
  | { readonly response: ChatReply; readonly failure?: undefined; readonly rejection?: undefined }
  | { readonly response?: undefined; readonly failure: Failure; readonly rejection?: Rejection };

const formUnrelated: ReadonlySet<string> = new Set(['chat-unauthorized', 'chat-rate-limited', 'chat-context-too-long']);

/** The package with its own retries, logging and telling of the operating system switched off. */
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
      // The package keeps a timer for as long as the promise is open, so a fetch deaf to its signal must not keep it open.
      return sayErrorsAlike(await untilAborted(response, init.signal ?? undefined));
    },
  });
}

/** The package reads errors in OpenAI's form only; other servers put the message elsewhere (`message`, `detail`, a bare string) and it would be lost. */
async function sayErrorsAlike(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name);
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify({ error: readError(text) }), { status: response.status, headers });
}

const errorBody = z.object({ message: z.string().catch(''), code: z.string().catch('') });
const errorText = z.union([
  z.object({ error: z.looseObject({ message: z.string() }) }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => ({ message: error })),
  z.looseObject({ message: z.string() }),
  z.object({ detail: z.unknown() }).transform(({ detail }) => ({ message: typeof detail === 'string' ? detail : JSON.stringify(detail) })),
]);

function readError(text: string): z.infer<typeof errorBody> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { message: text, code: '' };
  }
  const found = errorText.safeParse(body);
  return found.success ? errorBody.parse(found.data) : { message: text, code: '' };
}

const contentPart = z.object({ type: z.string(), text: z.string().optional() });
const completionBody = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.union([z.string(), z.array(contentPart)]).nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});

function replyOf({ choices, usage }: z.infer<typeof completionBody>, messages: readonly ChatMessage[]): ChatReply {
  const { message, finish_reason: finishReason } = choices[0] ?? { message: {}, finish_reason: null };
  const { content, refusal } = message;
  const raw =
    typeof content === 'string' ? content : (content ?? []).map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
  // Open reasoning models served without a reasoning parser write their thoughts first.
  const text = raw.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '');
  const refused = text === '' && refusal !== null && refusal !== undefined && refusal !== '';
  const tokens = usage
    ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens, estimated: false }
    : { promptTokens: estimateTokens(messages.map((one) => one.content).join('')), completionTokens: estimateTokens(raw), estimated: true };
  return { text: refused ? refusal : text, ...tokens, finishReason: refused ? 'refusal' : (finishReason ?? 'stop') };
}

/** About four characters are a token in English. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * The promise's result, but without waiting for whoever holds it back when `signal` fires.
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
