/** The engine's way to the network: its host fetches, and asks the user before a download. */
import { randomUUID } from 'node:crypto';
import { CancellationTokenSource, ResponseError, type MessageConnection } from 'vscode-jsonrpc/node';
import { abortError, untilAborted } from '../base/abort.ts';
import { receivedError } from '../base/errors.ts';
import { responseOf } from '../door/hostDoor.ts';
import type { ModelsHost } from '../models/library/localProviders.ts';
import type { Fetch } from '../models/models.ts';
import { errorData } from '../protocol/errorData.ts';
import { consentReply, type DownloadOffer, type DownloadProgress } from '../protocol/modelLibrary.ts';
import { doorHead, doorPiece, type DoorRequest } from '../protocol/door.ts';

/**
 * A `fetch` whose requests are performed by the process at the other end of `connection`. Each piece of a reply is requested when it is
 * read, so that the host sends no more than the engine can hold; aborting closes the door's end too.
 */
export function createDoorFetch(connection: MessageConnection): Fetch {
  return async (url, init, purpose, runId) => {
    const { signal } = init;
    if (signal?.aborted) throw abortError();
    const id = randomUUID();
    const request: DoorRequest = {
      id,
      url,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      purpose,
      runId,
    };
    let isOver = false;
    const cancel = (): void => {
      // A reply that was sent to its end has nothing left to be cancelled.
      if (!isOver) void connection.sendNotification('door/cancel', { id });
      isOver = true;
    };
    const ask = async (method: string, params: object): Promise<unknown> => {
      try {
        return await untilAborted(connection.sendRequest(method, params), signal ?? undefined);
      } catch (error) {
        if (signal?.aborted) throw abortError();
        isOver = true;
        throw refusalOf(error);
      }
    };
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      const { data } = doorPiece.parse(await ask('door/next', { id }));
      if (data !== undefined) return controller.enqueue(Buffer.from(data, 'base64'));
      isOver = true;
      controller.close();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const head = doorHead.parse(await ask('door/fetch', request));
    // Nothing is read ahead: what is pulled is what somebody reads.
    const response = responseOf(head, new ReadableStream({ pull, cancel }, { highWaterMark: 0 }));
    if (!response.body) cancel();
    return response;
  };
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
