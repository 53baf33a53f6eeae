/** The engine's way to the network: its host fetches, and asks the user before a download. */
import { randomUUID } from 'node:crypto';
import { CancellationTokenSource, ResponseError, type MessageConnection } from 'vscode-jsonrpc/node';
import { abortError, isAbort } from '../base/abort.ts';
import { receivedError } from '../base/errors.ts';
import { responseOf } from '../door/hostDoor.ts';
import type { ModelsHost } from '../models/library/localProviders.ts';
import type { Fetch } from '../models/models.ts';
import { errorData } from '../protocol/errorData.ts';
import { consentReply, type DownloadOffer, type DownloadProgress } from '../protocol/modelLibrary.ts';
import { doorChunk, doorHead, type DoorRequest } from '../protocol/door.ts';

/**
 * A `fetch` whose requests are performed by the process at the other end of `connection`. Replies stream, and are sent no faster than they
 * are read; aborting closes the door's end too.
 */
export function createDoorFetch(connection: MessageConnection): Fetch {
  const bodies = new Map<string, ReplyBody>();
  connection.onNotification('door/chunk', (message: unknown) => {
    const { id, data, done, error, code = 'door-broken' } = doorChunk.parse(message);
    const body = bodies.get(id);
    if (!body) return;
    if (data !== undefined) body.add(Buffer.from(data, 'base64'));
    if (error !== undefined) body.end(receivedError(code, error));
    else if (done === true) body.end();
    if (error !== undefined || done === true) bodies.delete(id);
  });
  return async (url, init, purpose, runId) => {
    const { signal } = init;
    if (signal?.aborted) throw abortError();
    const request: DoorRequest = {
      id: randomUUID(),
      url,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      purpose,
      runId,
    };
    const cancel = (): void => {
      // A reply that was sent to its end has nothing left to be cancelled.
      if (!bodies.delete(request.id)) return;
      void connection.sendNotification('door/cancel', { id: request.id });
    };
    const abort = (): void => {
      body.end(abortError());
      cancel();
    };
    // The body's first piece may arrive before the answer to the request is read: the stream is there from the start.
    const body = new ReplyBody({
      onTaken: (bytes) => {
        if (bodies.has(request.id)) void connection.sendNotification('door/taken', { id: request.id, bytes });
      },
      onCancel: cancel,
    });
    bodies.set(request.id, body);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return responseOf(doorHead.parse(await connection.sendRequest('door/fetch', request)), body.stream);
    } catch (error) {
      bodies.delete(request.id);
      if (signal?.aborted) throw abortError();
      throw refusalOf(error);
    }
  };
}

interface ReplyBodyOptions {
  readonly onTaken: (bytes: number) => void;
  readonly onCancel: () => void;
}

/** Pieces of a reply that wait until they are read. The host waits too when they are many. */
class ReplyBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #pieces: Uint8Array[] = [];
  #ending: { readonly error?: Error } | undefined;
  #wake: () => void = () => undefined;

  constructor({ onTaken, onCancel }: ReplyBodyOptions) {
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      while (this.#pieces.length === 0 && !this.#ending) await new Promise<void>((resolve) => (this.#wake = resolve));
      const error = this.#ending?.error;
      const piece = this.#pieces.shift();
      if (error !== undefined && isAbort(error)) return controller.error(error);
      if (piece === undefined) return error === undefined ? controller.close() : controller.error(error);
      controller.enqueue(piece);
      onTaken(piece.byteLength);
    };
    // Nothing is read ahead: what is pulled is what somebody reads.
    this.stream = new ReadableStream<Uint8Array>({ pull, cancel: onCancel }, { highWaterMark: 0 });
  }

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#wake();
  }

  /** Without an error the body is complete. Cancelled bodies end at once; others after what has arrived. */
  end(error?: Error): void {
    this.#ending ??= error === undefined ? {} : { error };
    this.#wake();
  }
}

/** What the host refused or could not do, as the error it was there. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ResponseError)) return error;
  const data = errorData.safeParse(error.data);
  return data.success ? receivedError(data.data.code, error.message, { cause: error }) : error;
}

/** @throws AbortError when the signal fires, at once: a person may take long */
export function askConsent(connection: MessageConnection): ModelsHost['consent'] {
  return async (offer: DownloadOffer, signal: AbortSignal) => {
    signal.throwIfAborted();
    const source = new CancellationTokenSource();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (): void => {
      source.cancel();
      reject(abortError());
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      return consentReply.parse(await Promise.race([connection.sendRequest('models/consent', offer, source.token), stopped])).isAgreed;
    } finally {
      signal.removeEventListener('abort', stop);
      source.dispose();
    }
  };
}

/** Of each download at most ten messages a second, and always the last: it arrives in pieces of some kilobytes. */
export function throttledDownloads(tell: ModelsHost['onDownload']): ModelsHost['onDownload'] {
  const toldAtMs = new Map<string, number>();
  return (progress: DownloadProgress) => {
    const { name, isOver } = progress;
    const nowMs = performance.now();
    if (isOver) toldAtMs.delete(name);
    else if (nowMs - (toldAtMs.get(name) ?? -Infinity) < 100) return;
    else toldAtMs.set(name, nowMs);
    tell(progress);
  };
}
