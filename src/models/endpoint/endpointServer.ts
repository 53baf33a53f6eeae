import pLimit, { type LimitFunction } from 'p-limit';
import { abortError } from '../../base/abort.ts';
import { type AriadneError, isAriadneError } from '../../base/errors.ts';
import type { Rejection, Service } from '../chat/chatErrors.ts';
import { type Attempt, type Clock, systemClock, withRetries } from '../chat/retry.ts';
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
  readonly clock?: Clock;
}

interface Post<T> {
  readonly path: string;
  readonly body: object;
  /** As in `ServerConnection.send`. */
  readonly read: (body: unknown) => T;
  readonly signal: AbortSignal | undefined;
}

/** Requests for embeddings or scores, with the retries of chat requests. */
export class EndpointServer {
  readonly #options: Required<EndpointOptions>;
  readonly #connection: ServerConnection;

  constructor(service: Service, purpose: string, options: EndpointOptions) {
    const limit = options.limit ?? pLimit(8);
    this.#options = { timeoutMs: 60_000, deadlineMs: 180_000, maxRetries: 3, clock: systemClock, ...options, limit };
    const { model, baseUrl, fetch, deadlineMs, timeoutMs } = this.#options;
    this.#connection = new ServerConnection({ asked: { service, model, deadlineMs }, baseUrl, fetch, purpose, timeoutMs });
  }

  /**
   * @throws AriadneError `endpoint-…` when the request has failed permanently, with the server's words in `rejectionOf`; AbortError, with
   * the connection closed, when the signal fires
   */
  async post<T>({ path, body, read, signal }: Post<T>): Promise<T> {
    const { limit, maxRetries, deadlineMs, clock } = this.#options;
    const attempt = async (remainingMs: number): Promise<Attempt<T>> => {
      const sent = await this.#connection.send({ path, body, read, remainingMs, signal });
      if (sent.failure === undefined) return { kind: 'done', value: sent.value };
      if (sent.rejection !== undefined) rejections.set(sent.failure.error, sent.rejection);
      return { kind: 'failed', failure: sent.failure };
    };
    const answered = limit(() => {
      if (signal?.aborted) throw abortError();
      return withRetries({ maxRetries, deadlineMs }, clock, attempt, signal);
    });
    return untilAborted(answered, signal);
  }
}

const rejections = new WeakMap<AriadneError, Rejection>();

/** What the server said, if the error is its rejection of a request. */
export function rejectionOf(error: unknown): Rejection | undefined {
  return isAriadneError(error) ? rejections.get(error) : undefined;
}
