/**
 * The one door to the network. The engine asks its host, and the host fetches through this class, which rejects destinations that the user
 * has not chosen, adds the key, masks it in everything that comes back, limits the size of replies, and counts.
 */
import { Emitter } from '../base/emitter.ts';
import { isEventStream } from '../base/eventStream.ts';
import { brokenOff, keyInvalid, loginRefused, lostOnTheWay, notAnswered, redirected, tooLarge, unreadable } from './doorErrors.ts';
import { AriadneError } from '../base/errors.ts';
import type { DoorHead, DoorRequest } from '../protocol/door.ts';
import { maskedEvents } from './eventMask.ts';
import { KeyMask } from './keyMask.ts';
import { RunTraffic, type Traffic } from './runTraffic.ts';

export interface HostDoorReply {
  readonly head: DoorHead;
  /** Can be read once. Its pieces are counted as they pass. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface LedgerLine {
  readonly atUtc: string;
  readonly host: string;
  readonly purpose: string;
  /** Absent for indexing and downloads. */
  readonly runId?: string | undefined;
  /** Bytes of the body without headers. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Null without a reply: rejected here, or the server could not be reached. */
  readonly status: number | null;
}

export interface HostDoorOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Undefined when the destination is allowed, otherwise a sentence that says why not and what to do. */
  readonly refusal: (url: URL) => string | undefined;
  /** The key of this destination, if it has one. */
  readonly getKey: (url: URL) => Promise<string | undefined>;
  /** Whether models are downloaded from there: such replies may be large and lead to other hosts. Default: from nowhere. */
  readonly isHub?: (url: URL) => boolean;
  /** Headers that the user has set for this destination, with names in lower case. Never the key. */
  readonly headersFor?: (url: URL) => Readonly<Record<string, string>>;
  readonly now?: () => Date;
  /** Limit for a reply's decompressed body in bytes. */
  readonly maxReplyBytes?: number;
}

/** Ten long completions with the probabilities of all their tokens take about 8 MB. */
const usualMaxReplyBytes = 16_000_000;

const LEDGER_LINES = 500;
/** Only the host sets headers that identify someone. */
const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'api-key', 'x-api-key']);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class HostDoor {
  readonly onDidChange = new Emitter<void>();
  readonly #options: HostDoorOptions;
  readonly #lines: Mutable<LedgerLine>[] = [];
  readonly #traffic = new RunTraffic();
  #bytesSent = 0;
  #bytesReceived = 0;
  #known: { readonly key: string; readonly mask: KeyMask } | undefined;

  constructor(options: HostDoorOptions) {
    this.#options = options;
  }

  /** The last 500 requests, oldest first. */
  get ledger(): readonly LedgerLine[] {
    return this.#lines;
  }

  /** What each of the last 50 runs has exchanged with which server, the last run last. */
  get runs(): ReadonlyMap<string, readonly Traffic[]> {
    return this.#traffic.runs;
  }

  /** Totals of all requests since the door was created, including those no longer in the ledger. */
  get totals(): { readonly bytesSent: number; readonly bytesReceived: number } {
    return { bytesSent: this.#bytesSent, bytesReceived: this.#bytesReceived };
  }

  /**
   * Performs one request. Redirects are not followed, because they would send the body to a destination that nobody allowed, except those
   * of a download, which has no body: hubs send their large files from other hosts, which get no key. The key is masked in status, headers,
   * body and errors; see `KeyMask`.
   * @throws AriadneError `door-refused`, `door-key-invalid`, `door-redirected`, `door-certificate`, `door-proxy`, `door-unreachable`,
   * `door-reply-unreadable`; while the body is read also `door-broken` and `door-reply-too-large`, with the connection closed
   * @throws AbortError when `signal` fires, also while the body is read
   */
  async fetch(request: DoorRequest, signal?: AbortSignal): Promise<HostDoorReply> {
    const url = new URL(request.url);
    const isDownload = request.method === 'GET' && request.body === undefined && this.#options.isHub?.(url) === true;
    const line = this.#open(url, request);
    const refusal = this.#options.refusal(url);
    if (refusal !== undefined) throw new AriadneError('door-refused', refusal);
    let sent = await this.#sendTo(url, request, { line, signal, isKeyed: true });
    for (let hops = 0; isDownload && isRedirect(sent.response); hops++) {
      const next = nextHop(sent.url, sent.response);
      await sent.response.body?.cancel();
      if (next === undefined || hops === mostHops) throw lostOnTheWay(url);
      const hop = { line: this.#open(next, request), signal, isKeyed: next.origin === url.origin };
      sent = await this.#sendTo(next, request, hop);
    }
    const { response } = sent;
    const problem = headProblem(sent.url, response);
    if (problem) {
      await response.body?.cancel();
      throw problem;
    }
    // Files are checked, not shown, and may have gigabytes.
    const isFile = isDownload && response.ok;
    const passing = { mask: isFile ? undefined : sent.mask, signal, maxBytes: isFile ? Infinity : this.#maxReplyBytes };
    return { head: headOf(response, sent.mask), body: this.#read(sent, passing) };
  }

  get #maxReplyBytes(): number {
    return this.#options.maxReplyBytes ?? usualMaxReplyBytes;
  }

  async #sendTo(url: URL, request: DoorRequest, { line, signal, isKeyed }: Hop): Promise<Sent> {
    if (hasLogin(url)) throw loginRefused(url);
    const key = isKeyed ? (await this.#options.getKey(url))?.trim() : undefined;
    if (key !== undefined && unsendable.test(key)) throw keyInvalid(url);
    signal?.throwIfAborted();
    const mask = this.#maskFor(key);
    this.#countSent(line, Buffer.byteLength(request.body ?? ''));
    const response = await this.#send(url, request, { key, mask, signal });
    line.status = response.status;
    this.onDidChange.fire();
    return { url, response, line, mask };
  }

  /** Lists traffic that does not go through this door, such as that of the editor's own models. */
  record({ host, purpose, runId, bytesSent, bytesReceived, status }: Omit<LedgerLine, 'atUtc'>): void {
    const line = this.#open({ host }, { purpose, runId });
    this.#traffic.add(line, { received: bytesReceived });
    Object.assign(line, { bytesReceived, status });
    this.#bytesReceived += bytesReceived;
    this.#countSent(line, bytesSent);
  }

  /** Cached, because the same key is used many times. */
  #maskFor(key: string | undefined): KeyMask | undefined {
    if (key === undefined || key === '') return undefined;
    if (this.#known?.key !== key) this.#known = { key, mask: new KeyMask(key) };
    return this.#known.mask;
  }

  async #send(url: URL, request: DoorRequest, { key, mask, signal }: Sending): Promise<Response> {
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !CREDENTIAL_HEADERS.has(name.toLowerCase())));
    try {
      return await this.#options.fetch(url, {
        method: request.method,
        // Replies are short, so they need no compression. An uncompressed reply cannot expand a thousandfold.
        headers: {
          ...headers,
          ...this.#options.headersFor?.(url),
          'accept-encoding': 'identity',
          ...(mask === undefined ? {} : keyHeader(url, key ?? '')),
        },
        redirect: 'manual',
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw notAnswered(url, error, (text) => mask?.text(text) ?? text);
    }
  }

  #read(sent: Sent, passing: Passing): AsyncIterable<Uint8Array> {
    const pieces = this.#counted(sent, passing);
    if (!passing.mask) return pieces;
    return sent.response.ok && isEventStream(sent.response.headers) ? maskedEvents(passing.mask, pieces) : passing.mask.body(pieces);
  }

  async *#counted({ url, response, line }: Sent, { mask, signal, maxBytes }: Passing): AsyncGenerator<Uint8Array> {
    if (!response.body) return;
    let bytes = 0;
    try {
      for await (const piece of response.body) {
        bytes += piece.byteLength;
        line.bytesReceived += piece.byteLength;
        this.#traffic.add(line, { received: piece.byteLength });
        this.#bytesReceived += piece.byteLength;
        if (bytes > maxBytes) throw tooLarge(url, maxBytes);
        yield piece;
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof AriadneError ? error : brokenOff(url, error, (text) => mask?.text(text) ?? text);
    } finally {
      this.onDidChange.fire();
    }
  }

  #open({ host }: { readonly host: string }, { purpose, runId }: Pick<DoorRequest, 'purpose' | 'runId'>): Mutable<LedgerLine> {
    const atUtc = (this.#options.now?.() ?? new Date()).toISOString();
    const line = { atUtc, host, purpose, ...(runId === undefined ? {} : { runId }), bytesSent: 0, bytesReceived: 0, status: null };
    this.#traffic.add(line, { requests: 1 });
    this.#lines.push(line);
    if (this.#lines.length > LEDGER_LINES) this.#lines.shift();
    this.onDidChange.fire();
    return line;
  }

  #countSent(line: Mutable<LedgerLine>, bytes: number): void {
    line.bytesSent += bytes;
    this.#traffic.add(line, { sent: bytes });
    this.#bytesSent += bytes;
    this.onDidChange.fire();
  }
}

/** The reply in the form of `fetch`. A status that allows no body has none, whatever was sent. */
export function responseOf(head: DoorHead, body: ReadableStream<Uint8Array>): Response {
  return new Response(BODILESS.has(head.status) ? null : body, head);
}

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

interface Hop {
  readonly line: Mutable<LedgerLine>;
  readonly signal: AbortSignal | undefined;
  readonly isKeyed: boolean;
}

interface Sending {
  readonly key: string | undefined;
  readonly mask: KeyMask | undefined;
  readonly signal: AbortSignal | undefined;
}

interface Sent {
  readonly url: URL;
  readonly response: Response;
  readonly line: Mutable<LedgerLine>;
  readonly mask: KeyMask | undefined;
}

interface Passing {
  readonly mask: KeyMask | undefined;
  readonly signal: AbortSignal | undefined;
  readonly maxBytes: number;
}

/** A hub needs two: from its own address to its store of large files, and on to a server nearby. */
const mostHops = 5;

/** The address that a download goes on to; undefined without one, and for one without encryption where there was some. */
function nextHop(url: URL, { headers }: Response): URL | undefined {
  const location = headers.get('location') ?? '';
  if (!URL.canParse(location, url.href)) return undefined;
  const next = new URL(location, url);
  return next.protocol === 'https:' || (next.protocol === 'http:' && url.protocol === 'http:') ? next : undefined;
}

/** Azure reads keys from another header, and takes `Authorization` for a token of Entra ID. */
function keyHeader({ hostname, pathname }: URL, key: string): Readonly<Record<string, string>> {
  const isAzure = hostname.endsWith('.azure.com') || pathname.startsWith('/openai/deployments/');
  return isAzure ? { 'api-key': key } : { authorization: `Bearer ${key}` };
}

/** Characters that no header can contain: `fetch` would reject them with an error that repeats the key. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/;

/** `fetch` would reject it with an error that repeats the password. */
function hasLogin({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** Headers without those about the body's encoding and length: it has been decompressed, and the mask changes its length. */
function headOf({ status, statusText, headers }: Response, mask: KeyMask | undefined): DoorHead {
  const masked = (text: string): string => mask?.text(text) ?? text;
  const kept = [...headers].filter(([name]) => !BODY_HEADERS.has(name));
  return {
    status,
    // Other characters of the status text are not valid in a `Response`.
    statusText: masked(statusText).replace(/[^\x20-\x7e]/g, ''),
    headers: Object.fromEntries(kept.map(([name, value]) => [name, masked(value)])),
  };
}

const BODY_HEADERS: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

function isRedirect({ status, type, headers }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && headers.has('location'));
}

function headProblem(url: URL, response: Response): AriadneError | undefined {
  const { status } = response;
  if (isRedirect(response)) return redirected(url);
  return status < 200 || status > 599 ? unreadable(url, `status ${status}`) : undefined;
}
