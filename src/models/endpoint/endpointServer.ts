import pLimit, { type LimitFunction } from 'p-limit';
import { abortError } from '../../base/abort.ts';
import { type AriadneError, isAriadneError } from '../../base/errors.ts';
import { overLimit, type Rejection, type Service } from '../chat/chatErrors.ts';
import { RateLimit } from '../chat/rateLimit.ts';
import { type Attempt, type RetryClock, systemClock, withRetries } from '../chat/retry.ts';
import { ServerConnection, untilAborted } from '../chat/serverConnection.ts';
import type { Fetch } from '../models.ts';

export interface EndpointOptions {
  /** The server's name for the model. */
  readonly model: string;
  /** The address up to and including `/v1`. */
  readonly baseUrl: string;
  /** Sends all requests and adds the key, if there is one. */
  readonly fetch: Fetch;
  /** Limit for one request, from its start to the last byte of the response. */
  readonly timeoutMs?: number;
  /** Limit for one request with all its retries. */
  readonly deadlineMs?: number;
  readonly maxRetries?: number;
  /** Shared by everything that uses the same server. Default: 8 concurrent requests for this model alone. */
  readonly limit?: LimitFunction;
  readonly clock?: RetryClock;
  /** Shared likewise. By default each model has its own. */
  readonly rate?: RateLimit;
}

interface Post<T> {
  readonly path: string;
  readonly body: object;
  /** As in `ServerConnection.send`. */
  readonly read: (body: unknown) => T;
  readonly signal?: AbortSignal;
  /** As of `CompletionOptions`. */
  readonly onWait?: (ms: number) => void;
}

/** Requests for embeddings or scores, with the retries of chat requests. */
export class EndpointServer {
  readonly #options: Required<EndpointOptions>;
  readonly #connection: ServerConnection;

  constructor(service: Service, purpose: string, options: EndpointOptions) {
    const { limit = pLimit(8), clock = systemClock, rate = new RateLimit(clock) } = options;
    this.#options = { timeoutMs: 60_000, deadlineMs: 180_000, maxRetries: 3, ...options, limit, clock, rate };
    const { model, baseUrl, fetch, deadlineMs, timeoutMs } = this.#options;
    this.#connection = new ServerConnection({
      asked: { service, model, deadlineMs },
      baseUrl,
      fetch,
      purpose,
      timeoutMs,
      onHeaders: (headers, status) => rate.read(headers, status),
    });
  }

  /**
   * @throws AriadneError `endpoint-…` when the request has failed permanently, with the server's words in `rejectionOf`; AbortError, with
   * the connection closed, when the signal fires
   */
  async post<T>({ path, body, read, signal, onWait }: Post<T>): Promise<T> {
    const { limit, maxRetries, deadlineMs, clock, rate } = this.#options;
    const attempt = async (remainingMs: number): Promise<Attempt<T>> => {
      // About four characters are a token.
      const tokens = Math.ceil(JSON.stringify(body).length / 4);
      const passed = await rate.pass({ tokens, mostMs: deadlineMs, signal, onWait });
      if (typeof passed === 'number') return { kind: 'failed', failure: overLimit(this.#connection.asked, passed) };
      const sent = await this.#connection.send({ path, body, read, remainingMs, signal }).finally(() => passed.done());
      if (sent.failure === undefined) return { kind: 'done', value: sent.value };
      if (sent.rejection !== undefined) rejections.set(sent.failure.error, sent.rejection);
      return { kind: 'failed', failure: sent.failure };
    };
    const answered = limit(() => {
      if (signal?.aborted) throw abortError();
      return withRetries({ maxRetries, deadlineMs }, clock, attempt, signal, onWait);
    });
    return untilAborted(answered, signal);
  }
}

const rejections = new WeakMap<AriadneError, Rejection>();

/** What the server said, if the error is its rejection of a request. */
export function rejectionOf(error: unknown): Rejection | undefined {
  return isAriadneError(error) ? rejections.get(error) : undefined;
}
