/** Requests to one OpenAI-compatible server, and what its replies and failures mean. Shared by chat, embeddings and reranking. */
import OpenAI, { APIConnectionError } from 'openai';
import pLimit, { type LimitFunction } from 'p-limit';
import * as z from 'zod';
import { abortError, untilAborted } from '../../base/abort.ts';
import { isEventStream } from '../../base/eventStream.ts';
import { type AriadneError, isAriadneError } from '../../base/errors.ts';
import type { Fetch } from '../models.ts';
import * as failures from './chatErrors.ts';
import { RateLimit } from './rateLimit.ts';
import { errorIn, readError } from './readError.ts';
import { assertParsable, UnusableReply } from './replyLimits.ts';
import { type Attempt, type FailedTry, readRetryAfter, type RetryClock, systemClock, withRetries } from './retry.ts';
import type { StreamedReply } from './streamedReply.ts';

export interface ServerOptions {
  /** The server's name for the model, e.g. `gpt-4.1-mini` or `llama3.2:3b`. */
  readonly model: string;
  /** The address up to and including `/v1`. A query, such as Azure's `?api-version=…`, is added to every request. */
  readonly baseUrl: string;
  /** Sends all requests and adds the key, if there is one. */
  readonly fetch: Fetch;
  /** Limit for one request, from its start to the last byte of the response. Default: a minute. */
  readonly timeoutMs?: number;
  /** Limit until a streamed response begins. Default: that of the whole. */
  readonly firstTokenMs?: number;
  /** Limit for one request with all its retries. Default: three minutes. */
  readonly deadlineMs?: number;
  readonly maxRetries?: number;
  /** Shared by everything that uses the same server. Default: 8 concurrent requests for this model alone. */
  readonly limit?: LimitFunction;
  readonly clock?: RetryClock;
  /** Shared likewise. By default each model has its own. */
  readonly rate?: RateLimit;
}

export const usualRequestsAtOnce = 8;

export type Sent<T> =
  | { readonly value: T; readonly failure?: undefined; readonly rejection?: undefined }
  | { readonly value?: undefined; readonly failure: FailedTry; readonly rejection?: failures.Rejection };

interface Post<T> {
  /** Below the base URL, with a leading slash. */
  readonly path: string;
  readonly body: object;
  /**
   * The value of a reply's parsed body.
   * @throws z.ZodError when it is something else; UnusableReply when its content cannot be used
   */
  readonly read: (body: unknown) => T;
  readonly signal?: AbortSignal;
  /** As of `CompletionOptions`. */
  readonly onWait?: (ms: number) => void;
}

export interface SendOptions<T> extends Post<T> {
  /** Collects a reply that comes in parts. Not every server sends parts. */
  readonly stream?: StreamedReply;
  /** The most time this request may take, if that is less than the limit of every request. Waits for the rate limit do not count. */
  readonly remainingMs: number;
  /** As the server may count them. */
  readonly tokens: number;
  /** Called when the rate limit lets the request through. */
  readonly onTry?: () => void;
}

export class ServerConnection {
  readonly #asked: failures.AskedServer;
  readonly #client: OpenAI;
  readonly #options: Required<ServerOptions>;

  /** @param purpose the reason for the requests in the network ledger */
  constructor(service: failures.Service, purpose: string, options: ServerOptions) {
    const { limit = pLimit(usualRequestsAtOnce), clock = systemClock, rate = new RateLimit(clock), firstTokenMs = Infinity } = options;
    this.#options = { timeoutMs: 60_000, deadlineMs: 180_000, maxRetries: 3, ...options, limit, clock, rate, firstTokenMs };
    const { model, baseUrl, deadlineMs } = this.#options;
    this.#asked = { service, model, deadlineMs, baseUrl: withoutSecrets(baseUrl) };
    this.#client = makeClient(this.#options, purpose);
  }

  /**
   * Tries until there is a value, when it is this request's turn.
   * @throws AriadneError `chat-…` or `endpoint-…` when it has failed permanently; AbortError at once when the signal fires
   */
  async withRetries<T>(
    attempt: (remainingMs: number) => Promise<Attempt<T>>,
    signal: AbortSignal | undefined,
    onWait: ((ms: number) => void) | undefined,
  ): Promise<T> {
    const { limit, clock } = this.#options;
    const answered = limit(() => {
      if (signal?.aborted) throw abortError();
      return withRetries(this.#options, clock, attempt, signal, onWait);
    });
    return untilAborted(answered, signal);
  }

  /** One request with its retries. @throws as `withRetries`, with the server's words in `rejectionOf` */
  post<T>(post: Post<T>): Promise<T> {
    // About four characters are a token.
    const tokens = Math.ceil(JSON.stringify(post.body).length / 4);
    const attempt = async (remainingMs: number): Promise<Attempt<T>> => {
      const sent = await this.send({ ...post, tokens, remainingMs });
      if (sent.failure === undefined) return { kind: 'done', value: sent.value };
      if (sent.rejection !== undefined) rejections.set(sent.failure.error, sent.rejection);
      return { kind: 'failed', failure: sent.failure };
    };
    return this.withRetries(attempt, post.signal, post.onWait);
  }

  /**
   * One request, as soon as the rate limit lets it through. Aborting closes its connection.
   * @throws AbortError when the signal fires; AriadneError `door-…` when the host refuses the request for good
   */
  async send<T>(options: SendOptions<T>): Promise<Sent<T>> {
    const { tokens, signal, onWait, onTry } = options;
    const { rate, deadlineMs } = this.#options;
    const passed = await rate.pass({ tokens, mostMs: deadlineMs, signal, onWait });
    if (typeof passed === 'number') return { failure: failures.overLimit(this.#asked, passed) };
    onTry?.();
    return this.#sendNow(options).finally(() => passed.done());
  }

  async #sendNow<T>({ path, body, read, stream, remainingMs, signal }: SendOptions<T>): Promise<Sent<T>> {
    const { firstTokenMs } = this.#options;
    const timeoutMs = Math.max(1, Math.min(this.#options.timeoutMs, remainingMs));
    const over = new AbortController();
    const timeout = setTimeout(() => over.abort(), timeoutMs);
    let isSilent = stream !== undefined && firstTokenMs < timeoutMs;
    const silence = isSilent ? setTimeout(() => over.abort(), firstTokenMs) : undefined;
    const begin = (): void => {
      isSilent = false;
      clearTimeout(silence);
    };
    if (stream) stream.onBegin = begin;
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    try {
      const response = await untilAborted(this.#client.post(path, { body, signal: either }).asResponse(), either);
      if (stream && isEventStream(response.headers)) return await this.#readStream(response, stream, read, either);
      begin();
      return await this.#read(response, read, either);
    } catch (error) {
      if (signal?.aborted) throw abortError();
      if (over.signal.aborted) return { failure: failures.timedOut(this.#asked, isSilent ? firstTokenMs : timeoutMs, isSilent) };
      const own = error instanceof APIConnectionError ? error.cause : error;
      if (own instanceof Rejected) return this.#rejected(own.rejection);
      // A rejection by the host's door is final; a failure to reach the server may be temporary.
      if (isAriadneError(own) && own.code !== 'door-unreachable') throw own;
      return { failure: failures.serverUnreachable(this.#asked, own) };
    } finally {
      clearTimeout(timeout);
      clearTimeout(silence);
      // Closes the connection instead of waiting for the rest of a reply that was not read to its end.
      over.abort();
    }
  }

  async #read<T>(response: Response, read: SendOptions<T>['read'], signal: AbortSignal): Promise<Sent<T>> {
    let text: string;
    try {
      text = await untilAborted(response.text(), signal);
    } catch (error) {
      if (signal.aborted || (isAriadneError(error) && error.code !== 'door-broken')) throw error;
      return { failure: failures.cutOff(this.#asked, error) };
    }
    if (failures.isHtml(text)) return { failure: failures.webPage(this.#asked) };
    try {
      assertParsable(text);
      const body: unknown = JSON.parse(text);
      const said = errorIn(body);
      if (said) return this.#rejected({ ...said, status: response.status });
      return { value: read(body) };
    } catch (error) {
      if (error instanceof UnusableReply) return { failure: failures.unusableReply(this.#asked, error) };
      // A proxy that loses its server in the middle of the body may still end the transfer properly.
      if (error instanceof SyntaxError && /^[{[]/.test(text.trimStart())) return { failure: failures.cutOff(this.#asked, error) };
      if (error instanceof SyntaxError || error instanceof z.ZodError) return { failure: failures.unexpected(this.#asked, error) };
      throw error;
    }
  }

  async #readStream<T>(response: Response, stream: StreamedReply, read: SendOptions<T>['read'], signal: AbortSignal): Promise<Sent<T>> {
    try {
      const said = await untilAborted(stream.readAll(response.body ?? [], signal), signal);
      if (said) return this.#rejected(said);
      return stream.isWhole ? { value: read(stream.body) } : { failure: failures.cutOff(this.#asked, undefined) };
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof UnusableReply) return { failure: failures.unusableReply(this.#asked, error) };
      if (error instanceof z.ZodError) return { failure: failures.unexpected(this.#asked, error) };
      // The connection, or an event, broke off.
      if (error instanceof SyntaxError || !isAriadneError(error) || error.code === 'door-broken')
        return { failure: failures.cutOff(this.#asked, error) };
      throw error;
    }
  }

  #rejected(rejection: failures.Rejection): Sent<never> {
    return { failure: failures.rejected(this.#asked, rejection), rejection };
  }
}

const rejections = new WeakMap<AriadneError, failures.Rejection>();

/** What the server said, if the error is its rejection of a request. */
export function rejectionOf(error: unknown): failures.Rejection | undefined {
  return isAriadneError(error) ? rejections.get(error) : undefined;
}

/** Addresses may contain user names, passwords and keys. */
function withoutSecrets(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  // Only the editor's models have another scheme, and these have no origin.
  if (origin === 'null') return 'VS Code';
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** An error response, whose words are read here: servers put them at different places, and the client knows one. */
class Rejected extends Error {
  readonly rejection: failures.Rejection;

  constructor(rejection: failures.Rejection) {
    super('rejected');
    this.rejection = rejection;
  }
}

/** The OpenAI client without its retries, logging and operating system headers. */
function makeClient({ baseUrl, fetch, rate }: Required<ServerOptions>, purpose: string): OpenAI {
  const { origin, protocol, host, pathname, searchParams } = new URL(baseUrl);
  const silent = ['Lang', 'Package-Version', 'OS', 'Arch', 'Runtime', 'Runtime-Version', 'Retry-Count', 'Timeout'];
  return new OpenAI({
    // Only the editor's models have another scheme, and these have no origin.
    baseURL: `${origin === 'null' ? `${protocol}//${host}` : origin}${pathname.replace(/\/+$/, '')}`,
    defaultQuery: Object.fromEntries(searchParams),
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
      const asked = fetch(url instanceof Request ? url.url : String(url), init, purpose);
      // The client keeps a timer while the promise is pending, so a fetch that ignores its signal must not keep it pending.
      const response = await untilAborted(asked, init.signal ?? undefined);
      const { headers, status } = response;
      rate.read(headers, status);
      if (response.ok) return response;
      throw new Rejected({ ...(await readError(response)), status, retryAfterMs: readRetryAfter(headers, Date.now()) });
    },
  });
}
