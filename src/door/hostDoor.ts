/**
 * The one door to the network. The engine asks its host, and the host fetches through this class, which rejects destinations that the user
 * has not chosen, adds the key, masks it in everything that comes back, limits the size of replies, and counts.
 */
import { lookup as lookupName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Emitter } from '../base/emitter.ts';
import { isEventStream } from '../base/eventStream.ts';
import { brokenOff, keyInvalid, loginRefused, notAnswered, notFollowed, redirected, tooLarge, unreadable } from './doorErrors.ts';
import { AriadneError } from '../base/errors.ts';
import type { DoorHead, DoorRequest } from '../protocol/door.ts';
import { lookupOnTheWay, nextHop } from './downloadHops.ts';
import { maskedEvents } from './eventMask.ts';
import { KeyMask } from './keyMask.ts';
import { offlineRefusal } from './offline.ts';

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
  readonly runId?: string;
  /** Bytes of the body without headers. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Null without a reply: rejected here, or the server could not be reached. */
  readonly status: number | null;
}

export interface HostDoorOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Undefined when the destination is allowed, otherwise a sentence that says why not and what to do. Asked again at each redirect. */
  readonly refusal: (url: URL) => string | undefined;
  /** Whether nothing may leave this machine, redirects of downloads included. Default: it may. */
  readonly isOffline?: () => boolean;
  /** The key of this destination, if it has one. */
  readonly getKey: (url: URL) => Promise<string | undefined>;
  /** Where models are downloaded from: such replies may be large and lead to other hosts. Default: nowhere. */
  readonly hub?: Hub;
  /** Headers that the user has set for this destination, with names in lower case. Never the key. */
  readonly headersFor?: (url: URL) => Readonly<Record<string, string>>;
  readonly now?: () => Date;
  /** Limit for a reply's decompressed body in bytes. */
  readonly maxReplyBytes?: number;
}

export interface Hub {
  readonly isAt: (url: URL) => boolean;
  /** Like `fetch`, without a body. Resolves the host's name with `lookup`, unless a proxy does so where it is. */
  readonly fetch: (url: URL, init: RequestInit, lookup: LookupFunction) => Promise<Response>;
  /** Default: that of the system. */
  readonly lookup?: LookupFunction;
}

/** Ten long completions with the probabilities of all their tokens take about 8 MB. */
const usualMaxReplyBytes = 16_000_000;

/** The questions of hours; a thorough one takes some two hundred. */
const LEDGER_LINES = 5_000;
/** Only the host sets headers that identify someone. */
const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'api-key', 'x-api-key']);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class HostDoor {
  readonly onDidChange = new Emitter<void>();
  readonly #options: HostDoorOptions;
  readonly #lines: Mutable<LedgerLine>[] = [];
  #bytesSent = 0;
  #bytesReceived = 0;
  #known: { readonly key: string; readonly mask: KeyMask } | undefined;

  constructor(options: HostDoorOptions) {
    this.#options = options;
  }

  /** The last 5,000 requests, oldest first. */
  get ledger(): readonly LedgerLine[] {
    return this.#lines;
  }

  /** Totals of all requests since the door was created, including those no longer in the ledger. */
  get totals(): { readonly bytesSent: number; readonly bytesReceived: number } {
    return { bytesSent: this.#bytesSent, bytesReceived: this.#bytesReceived };
  }

  /**
   * Performs one request. Redirects are not followed, because they would send the body to a destination that nobody allowed, except those
   * of a download, which has no body: hubs send their large files from other hosts, which get no key (`downloadHops.ts` says which hosts).
   * The key is masked in status, headers, body and errors; see `KeyMask`.
   * @throws AriadneError `door-refused`, `door-key-invalid`, `door-redirected`, `door-certificate`, `door-proxy`, `door-unreachable`,
   * `door-reply-unreadable`; while the body is read also `door-broken` and `door-reply-too-large`, with the connection closed
   * @throws AbortError when `signal` fires, also while the body is read
   */
  async fetch(request: DoorRequest, signal?: AbortSignal): Promise<HostDoorReply> {
    const url = new URL(request.url);
    const { hub } = this.#options;
    const isDownload = request.method === 'GET' && request.body === undefined && hub?.isAt(url) === true;
    let sent = await this.#hop(url, request, { from: url, signal });
    for (let hops = 0; isDownload && isRedirect(sent.response); hops++) {
      await sent.response.body?.cancel();
      const next = nextHop(url, sent.url, sent.response);
      if (hops === mostHops) throw notFollowed(url, `more than ${mostHops} times`);
      sent = await this.#hop(next, request, { from: url, signal, lookup: lookupOnTheWay(url, next, hub.lookup ?? lookupName) });
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

  /** Sends the request to its address, or to one that a download from there leads to. */
  async #hop(url: URL, request: DoorRequest, { from, signal, lookup }: Hop): Promise<Sent> {
    const line = this.#open(url, request);
    const offline = this.#options.isOffline?.() === true ? offlineRefusal(url) : undefined;
    const refusal = offline ?? this.#options.refusal(from);
    if (refusal !== undefined) throw new AriadneError('door-refused', refusal);
    if (hasLogin(url)) throw loginRefused(url);
    const key = url.origin === from.origin ? (await this.#options.getKey(url))?.trim() : undefined;
    if (key !== undefined && unsendable.test(key)) throw keyInvalid(url);
    signal?.throwIfAborted();
    const mask = this.#maskFor(key);
    this.#countSent(line, Buffer.byteLength(request.body ?? ''));
    const response = await this.#send(url, request, { key, mask, signal, lookup });
    line.status = response.status;
    this.onDidChange.fire();
    return { url, response, line, mask };
  }

  /** Lists traffic that does not go through this door, such as that of the editor's own models. */
  record({ host, purpose, runId, bytesSent, bytesReceived, status }: Omit<LedgerLine, 'atUtc'>): void {
    const line = this.#open({ host }, { purpose, runId });
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

  async #send(url: URL, request: DoorRequest, { key, mask, signal, lookup }: Sending): Promise<Response> {
    const { fetch, hub, headersFor } = this.#options;
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !CREDENTIAL_HEADERS.has(name.toLowerCase())));
    const init: RequestInit = {
      method: request.method,
      // Replies are short, so they need no compression. An uncompressed reply cannot expand a thousandfold.
      headers: {
        ...headers,
        ...headersFor?.(url),
        'accept-encoding': 'identity',
        ...(mask === undefined ? {} : keyHeader(url, key ?? '')),
      },
      redirect: 'manual',
      body: request.body,
      signal,
    };
    try {
      return await (lookup && hub ? hub.fetch(url, init, lookup) : fetch(url, init));
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

/** The reply as `fetch` gives it. A status that allows no body has none, whatever was sent. */
export function responseOf(head: DoorHead, body: ReadableStream<Uint8Array>): Response {
  return new Response(BODILESS.has(head.status) ? null : body, head);
}

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

interface Hop {
  /** The address that was asked for. */
  readonly from: URL;
  readonly signal: AbortSignal | undefined;
  readonly lookup?: LookupFunction;
}

interface Sending {
  readonly key: string | undefined;
  readonly mask: KeyMask | undefined;
  readonly signal: AbortSignal | undefined;
  readonly lookup: LookupFunction | undefined;
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
  return type === 'opaqueredirect' || REDIRECTS.has(status) || (status >= 300 && status < 400 && headers.has('location'));
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function headProblem(url: URL, response: Response): AriadneError | undefined {
  const { status } = response;
  if (isRedirect(response)) return redirected(url);
  return status < 200 || status > 599 ? unreadable(url, `status ${status}`) : undefined;
}
