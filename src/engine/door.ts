/** The engine's way to chat servers: its host fetches. */
import { randomUUID } from 'node:crypto';
import { ResponseError, type MessageConnection } from 'vscode-jsonrpc/node';
import { abortError } from '../base/abort.ts';
import { receivedError } from '../base/errors.ts';
import { responseOf } from '../door/hostDoor.ts';
import type { Fetch } from '../models/models.ts';
import { doorChunk, doorHead, errorData, type DoorRequest } from '../protocol/engine.ts';

/**
 * A `fetch` whose requests are performed by the process at the other end of `connection`. Replies stream; aborting closes the door's end
 * too.
 */
export function createDoorFetch(connection: MessageConnection): Fetch {
  const bodies = new Map<string, ReadableStreamDefaultController<Uint8Array>>();
  connection.onNotification('door/chunk', (message: unknown) => {
    const { id, data, done, error, code = 'door-broken' } = doorChunk.parse(message);
    const body = bodies.get(id);
    if (!body) return;
    if (data !== undefined) body.enqueue(Buffer.from(data, 'base64'));
    if (error !== undefined) body.error(receivedError(code, error));
    else if (done === true) body.close();
    if (error !== undefined || done === true) bodies.delete(id);
  });
  return async (url, init, purpose) => {
    const { signal } = init;
    if (signal?.aborted) throw abortError();
    const request: DoorRequest = {
      id: randomUUID(),
      url,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      purpose,
    };
    const cancel = (): void => {
      const body = bodies.get(request.id);
      // A reply that was read to its end has nothing left to be cancelled.
      if (!body) return;
      bodies.delete(request.id);
      body.error(abortError());
      void connection.sendNotification('door/cancel', { id: request.id });
    };
    // The body's first piece may arrive before the answer to the request is read: the stream is there from the start.
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void bodies.set(request.id, controller), cancel });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return responseOf(doorHead.parse(await connection.sendRequest('door/fetch', request)), stream);
    } catch (error) {
      bodies.delete(request.id);
      if (signal?.aborted) throw abortError();
      throw refusalOf(error);
    }
  };
}

/** What the host refused or could not do, as the error it was there. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ResponseError)) return error;
  const data = errorData.safeParse(error.data);
  return data.success ? receivedError(data.data.code, error.message, { cause: error }) : error;
}
