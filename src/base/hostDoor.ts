/**
 * The one door to the network. The engine has no network of its own: it asks its host, and the host fetches through this class, which refuses
 * destinations the user has not chosen, adds the key, and counts. Types are structurally those of `protocol/engine.ts`, which this folder may not import.
 */
import { Emitter } from './emitter.ts';
import { AriadneError, messageOf } from './errors.ts';

export interface HostDoorRequest {
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly purpose: string;
}

export interface HostDoorHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface HostDoorReply {
  readonly head: HostDoorHead;
  /** Can be read once. Its pieces are counted as they pass. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface LedgerLine {
  readonly atUtc: string;
  readonly host: string;
  readonly purpose: string;
  /** Bytes of the body; headers are not counted. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Null when nothing came back: refused here, or the server could not be reached. */
  readonly status: number | null;
}

export interface HostDoorOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Undefined when the destination is allowed, else a sentence that says why not and what to do. */
  readonly refusal: (url: URL) => string | undefined;
  /** The key of this destination, if it has one. */
  readonly getKey: (url: URL) => Promise<string | undefined>;
  readonly now?: () => Date;
}

const LEDGER_LINES = 500;
/** Whatever identifies someone comes from the host alone. */
const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'api-key', 'x-api-key']);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class HostDoor {
  readonly onDidChange = new Emitter<void>();
  readonly #options: HostDoorOptions;
  readonly #lines: Mutable<LedgerLine>[] = [];
  #bytesSent = 0;
  #bytesReceived = 0;

  constructor(options: HostDoorOptions) {
    this.#options = options;
  }

  /** The last 500 requests, oldest first. */
  get ledger(): readonly LedgerLine[] {
    return this.#lines;
  }

  /** Of all requests since the door was made, also of those no longer in the ledger. */
  get totals(): { readonly bytesSent: number; readonly bytesReceived: number } {
    return { bytesSent: this.#bytesSent, bytesReceived: this.#bytesReceived };
  }

  /**
   * Performs one request. Redirects are not followed: they would carry the body to a destination nobody allowed.
   * @throws AriadneError `door-refused`, `door-redirected` or `door-unreachable`.
   * @throws AbortError when `signal` fires, also while the body is read.
   */
  async fetch(request: HostDoorRequest, signal?: AbortSignal): Promise<HostDoorReply> {
    const url = new URL(request.url);
    const line = this.#open(url, request.purpose);
    const refusal = this.#options.refusal(url);
    if (refusal !== undefined) throw new AriadneError('door-refused', refusal);
    const key = await this.#options.getKey(url);
    signal?.throwIfAborted();
    this.#countSent(line, Buffer.byteLength(request.body ?? ''));
    const response = await this.#send(url, request, key, signal);
    line.status = response.status;
    this.onDidChange.fire();
    if (response.status >= 300 && response.status < 400 && response.headers.has('location')) {
      await response.body?.cancel();
      throw new AriadneError(
        'door-redirected',
        `${url.host} redirects elsewhere. Set "ariadne.openai.baseUrl" to the address it redirects to.`,
      );
    }
    const head = { status: response.status, statusText: response.statusText, headers: Object.fromEntries(response.headers) };
    return { head, body: this.#read(response, line) };
  }

  async #send(url: URL, request: HostDoorRequest, key: string | undefined, signal: AbortSignal | undefined): Promise<Response> {
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !CREDENTIAL_HEADERS.has(name.toLowerCase())));
    try {
      return await this.#options.fetch(url, {
        method: request.method,
        headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
        redirect: 'manual',
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw new AriadneError(
        'door-unreachable',
        `${url.host} could not be reached (${causeOf(error)}). Check the address and that the server runs.`,
        {
          cause: error,
        },
      );
    }
  }

  async *#read(response: Response, line: Mutable<LedgerLine>): AsyncGenerator<Uint8Array> {
    if (!response.body) return;
    try {
      for await (const piece of response.body) {
        line.bytesReceived += piece.byteLength;
        this.#bytesReceived += piece.byteLength;
        yield piece;
      }
    } finally {
      this.onDidChange.fire();
    }
  }

  #open(url: URL, purpose: string): Mutable<LedgerLine> {
    const atUtc = (this.#options.now?.() ?? new Date()).toISOString();
    const line = { atUtc, host: url.host, purpose, bytesSent: 0, bytesReceived: 0, status: null };
    this.#lines.push(line);
    if (this.#lines.length > LEDGER_LINES) this.#lines.shift();
    this.onDidChange.fire();
    return line;
  }

  #countSent(line: Mutable<LedgerLine>, bytes: number): void {
    line.bytesSent += bytes;
    this.#bytesSent += bytes;
    this.onDidChange.fire();
  }
}

/** `fetch failed` says nothing; what it was caused by does. */
function causeOf(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
}
