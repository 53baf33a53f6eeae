/** `fetch` over Node's own clients, which resolve names with a given function, and which VS Code leads through its proxy. */
import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { responseOf } from './hostDoor.ts';

/** A GET without a body; its reply is not decompressed. Its connection is used once: that of another request was made without `lookup`. */
export async function fetchThrough(url: URL, init: RequestInit, lookup: LookupFunction): Promise<Response> {
  const headers = { ...Object.fromEntries(new Headers(init.headers)), connection: 'close' };
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    headers,
    lookup,
    ...(init.signal ? { signal: init.signal } : {}),
  });
  // What goes wrong after the head, the reply's stream says.
  request.on('error', () => undefined).end();
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct } = reply;
  const replyHeaders = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')] as const);
  return responseOf({ status, statusText, headers: Object.fromEntries(replyHeaders) }, Readable.toWeb(reply) as ReadableStream<Uint8Array>);
}
