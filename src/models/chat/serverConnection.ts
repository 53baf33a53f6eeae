/** Requests to one OpenAI-compatible server, and what its replies and failures mean. Shared by chat, embeddings and reranking. */
import OpenAI, { APIConnectionError, APIError } from 'openai';
import * as z from 'zod';
import { abortError } from '../../base/abort.ts';
import { isEventStream } from '../../base/eventStream.ts';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import type { Fetch } from '../models.ts';
import {
  type AskedServer,
  cutOff,
  isHtml,
  rejected,
  type Rejection,
  saidNothing,
  timedOut,
  unexpected,
  serverUnreachable,
  unusableReply,
  webPage,
} from './chatErrors.ts';
import { errorIn, inOneForm, saidError } from './readError.ts';
import { assertParsable, UnusableReply } from './replyLimits.ts';
import { type FailedTry, readRetryAfter } from './retry.ts';
import type { StreamedReply } from './streamedReply.ts';

export interface ServerConnectionOptions {
  readonly asked: Omit<AskedServer, 'baseUrl'>;
  /** The address up to and including `/v1`. A query, such as Azure's `?api-version=…`, is added to every request. */
  readonly baseUrl: string;
  /** Sends all requests and adds the key, if there is one. */
  readonly fetch: Fetch;
  /** The reason for the requests in the network ledger. */
  readonly purpose: string;
  /** Called with what each response says about rate limits. */
  readonly onHeaders?: (headers: Headers, status: number) => void;
  /** Limit for one request, from its start to the last byte of the response. */
  readonly timeoutMs: number;
  /** Limit for the first part of a streamed response, if that is less. */
  readonly firstTokenMs?: number;
}

export type Sent<T> =
  | { readonly value: T; readonly failure?: undefined; readonly rejection?: undefined }
  | { readonly value?: undefined; readonly failure: FailedTry; readonly rejection?: Rejection };

export interface SendOptions<T> {
  /** Below the base URL, with a leading slash. */
  readonly path: string;
  readonly body: object;
  /**
   * The value of a reply's parsed body.
   * @throws z.ZodError when it is something else; UnusableReply when its content cannot be used
   */
  readonly read: (body: unknown) => T;
  /** Collects a reply that comes in parts. Not every server sends parts. */
  readonly stream?: StreamedReply;
  /** The most time this request may take, if that is less than the limit of every request. */
  readonly remainingMs: number;
  readonly signal: AbortSignal | undefined;
}

export class ServerConnection {
  readonly asked: AskedServer;
  readonly #client: OpenAI;
  readonly #timeoutMs: number;
  readonly #firstTokenMs: number;

  constructor({ asked, baseUrl, fetch, purpose, timeoutMs, firstTokenMs = Infinity, onHeaders }: ServerConnectionOptions) {
    const trimmed = baseUrl.replace(/\/+$/, '');
    this.asked = { ...asked, baseUrl: withoutSecrets(trimmed) };
    this.#client = makeClient(trimmed, fetch, purpose, onHeaders);
    this.#timeoutMs = timeoutMs;
    this.#firstTokenMs = firstTokenMs;
  }

  /**
   * One request. Aborting closes its connection.
   * @throws AbortError when the signal fires; AriadneError `door-…` when the host refuses the request for good
   */
  async send<T>({ path, body, read, stream, remainingMs, signal }: SendOptions<T>): Promise<Sent<T>> {
    const timeoutMs = Math.max(1, Math.min(this.#timeoutMs, remainingMs));
    const over = new AbortController();
    const timeout = setTimeout(() => over.abort(), timeoutMs);
    let isSilent = stream !== undefined && this.#firstTokenMs < timeoutMs;
    const silence = isSilent ? setTimeout(() => over.abort(), this.#firstTokenMs) : undefined;
    const begin = (): void => {
      isSilent = false;
      clearTimeout(silence);
    };
    if (stream) stream.onBegin = begin;
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    try {
      const call = this.#client.post(path, { body, signal: either }).asResponse();
      const response = await untilAborted(call, either);
      if (stream && isEventStream(response.headers)) return await this.#readStream(response, stream, read, either);
      begin();
      return await this.#read(response, read, either);
    } catch (error) {
      if (signal?.aborted) throw abortError();
      if (over.signal.aborted) return { failure: isSilent ? saidNothing(this.asked, this.#firstTokenMs) : timedOut(this.asked, timeoutMs) };
      return this.#explain(error);
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
      return { failure: cutOff(this.asked, error) };
    }
    if (isHtml(text)) return { failure: webPage(this.asked) };
    try {
      assertParsable(text);
      const body: unknown = JSON.parse(text);
      const said = errorIn(body);
      if (said) return this.#rejected({ ...said, parameter: said.param, status: response.status }, undefined);
      return { value: read(body) };
    } catch (error) {
      if (error instanceof UnusableReply) return { failure: unusableReply(this.asked, error) };
      // A proxy that loses its server in the middle of the body may still end the transfer properly.
      if (error instanceof SyntaxError && /^[{[]/.test(text.trimStart())) return { failure: cutOff(this.asked, error) };
      if (error instanceof SyntaxError || error instanceof z.ZodError) return { failure: unexpected(this.asked, error) };
      throw error;
    }
  }

  async #readStream<T>(response: Response, stream: StreamedReply, read: SendOptions<T>['read'], signal: AbortSignal): Promise<Sent<T>> {
    try {
      const said = await untilAborted(stream.readAll(response.body ?? [], signal), signal);
      if (said) return this.#rejected({ ...said, parameter: said.param }, undefined);
      return stream.isWhole ? { value: read(stream.body) } : { failure: cutOff(this.asked, undefined) };
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof UnusableReply) return { failure: unusableReply(this.asked, error) };
      if (error instanceof z.ZodError) return { failure: unexpected(this.asked, error) };
      // The connection, or an event, broke off.
      if (error instanceof SyntaxError || !isAriadneError(error) || error.code === 'door-broken')
        return { failure: cutOff(this.asked, error) };
      throw error;
    }
  }

  #explain(error: unknown): Sent<never> {
    const own = error instanceof APIConnectionError ? error.cause : error;
    // A rejection by the host's door is final; a failure to reach the server may be temporary.
    if (own instanceof AriadneError && own.code !== 'door-unreachable') throw own;
    if (error instanceof APIError && typeof error.status === 'number') {
      const retryAfterMs = error.headers instanceof Headers ? readRetryAfter(error.headers, Date.now()) : undefined;
      const { message, code, param } = saidError.parse(error.error ?? {});
      const rejection = { status: error.status, message, code, parameter: param };
      return this.#rejected({ ...rejection, retryAfterMs }, error);
    }
    return { failure: serverUnreachable(this.asked, own) };
  }

  #rejected(rejection: Rejection, cause: unknown): Sent<never> {
    return { failure: rejected(this.asked, rejection, cause), rejection };
  }
}

/** Addresses may contain user names, passwords and keys. */
function withoutSecrets(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  // Only the editor's models have another scheme, and these have no origin.
  if (origin === 'null') return 'VS Code';
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** The OpenAI client without its retries, logging and operating system headers. */
function makeClient(address: string, fetch: Fetch, purpose: string, onHeaders: ServerConnectionOptions['onHeaders']): OpenAI {
  const [baseURL = ''] = address.split(/[?#]/);
  const silent = ['Lang', 'Package-Version', 'OS', 'Arch', 'Runtime', 'Runtime-Version', 'Retry-Count', 'Timeout'];
  return new OpenAI({
    baseURL: baseURL.replace(/\/+$/, ''),
    defaultQuery: Object.fromEntries(new URL(address).searchParams),
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
      const response = fetch(url instanceof Request ? url.url : String(url), init, purpose);
      // The package keeps a timer while the promise is pending, so a fetch that ignores its signal must not keep it pending.
      const replied = await untilAborted(response, init.signal ?? undefined);
      onHeaders?.(replied.headers, replied.status);
      return inOneForm(replied);
    },
  });
}

/**
 * The promise's result, without waiting for it once `signal` fires.
 * @throws AbortError
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
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
