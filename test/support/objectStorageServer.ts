/**
 * An S3-compatible server for tests, on loopback and in memory: the part of the protocol that LanceDB uses. Verifies no signatures, only
 * the access key. Needed because npm's servers (s3rver 3.7.1) ignore `If-None-Match` on PUT, by which LanceDB keeps writers apart: of 20
 * concurrent commits they lost 12.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ending } from './tempFolder.ts';

export interface ObjectStorage {
  /** Environment variables of a process that uses it. */
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  /** Keys of the stored objects, ascending. */
  keys(): readonly string[];
  /** Of all objects together. */
  bytes(): number;
  /** `METHOD key` of every request that was answered since the last call. */
  takeRequests(): readonly string[];
  /** Resolves when this many more objects have been put. */
  whenPut(count: number): Promise<void>;
  /** Holds the next PUT with a matching key until it is released. */
  holdPut(key: RegExp): { readonly arrived: Promise<void>; release(): void };
  /** Rejects changes with 403, as for a key that may only read, until called with false. */
  setReadOnly(isReadOnly: boolean): void;
}

interface StoredObject {
  readonly body: Buffer;
  readonly etag: string;
  readonly modified: Date;
}

const accessKey = 'test-access-key';
const keysPerPage = 1000;

/** Any bucket exists. Stopped with the test. */
export async function startObjectStorage(t: Ending): Promise<ObjectStorage> {
  const bucket = new Bucket();
  let requests: string[] = [];
  let isReadOnly = false;
  let held: { readonly key: RegExp; readonly arrive: () => void; readonly released: Promise<void> } | undefined;
  let waiting: { left: number; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://storage');
    const key = decodeURIComponent(url.pathname).split('/').slice(2).join('/');
    requests.push(`${request.method} ${key}`);
    if (request.method === 'PUT') for (const waiter of waiting) waiter.left--;
    for (const { left, resolve } of waiting) if (left <= 0) resolve();
    waiting = waiting.filter(({ left }) => left > 0);
    const isAllowed = request.headers.authorization?.includes(`Credential=${accessKey}/`) === true;
    readBody(request)
      .then(async (body) => {
        if (request.method === 'PUT' && held?.key.test(key)) {
          const { arrive, released } = held;
          held = undefined;
          arrive();
          await released;
        }
        if (!isAllowed)
          return refuse(response, 403, 'InvalidAccessKeyId', 'The AWS access key Id you provided does not exist in our records.');
        if (isReadOnly && request.method !== 'GET' && request.method !== 'HEAD')
          return refuse(response, 403, 'AccessDenied', 'Access Denied');
        return bucket.answer({ method: request.method ?? '', key, query: url.searchParams, headers: request.headers, body }, response);
      })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: { AWS_ENDPOINT: url, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: 'test-secret' },
    keys: () => bucket.keys(),
    bytes: () => bucket.bytes(),
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    whenPut: (count) => new Promise((resolve) => waiting.push({ left: count, resolve })),
    holdPut: (key) => {
      const [arrival, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { key, arrive: arrival.resolve, released: end.promise };
      return { arrived: arrival.promise, release: end.resolve };
    },
    setReadOnly: (value) => (isReadOnly = value),
  };
}

interface Call {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

class Bucket {
  readonly #objects = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, Map<number, Buffer>>();

  keys(): readonly string[] {
    return [...this.#objects.keys()].sort(byCodeUnit);
  }

  bytes(): number {
    return [...this.#objects.values()].reduce((sum, { body }) => sum + body.length, 0);
  }

  answer(call: Call, response: ServerResponse): void {
    const { method, key, query } = call;
    const upload = query.get('uploadId');
    if (method === 'GET' && key === '') return this.#list(query, response);
    if (method === 'GET' || method === 'HEAD') return this.#get(call, response);
    if (method === 'PUT' && upload !== null) return this.#putPart(upload, call, response);
    if (method === 'PUT') return this.#put(call, call.body, response);
    if (method === 'POST' && query.has('uploads')) return this.#beginUpload(key, response);
    if (method === 'POST' && query.has('delete')) return this.#deleteMany(call, response);
    if (method === 'POST' && upload !== null) return this.#completeUpload(upload, call, response);
    if (method === 'DELETE' && upload !== null) this.#uploads.delete(upload);
    else if (method === 'DELETE') this.#objects.delete(key);
    else return refuse(response, 501, 'NotImplemented', `${method} is not part of this server.`);
    response.writeHead(204).end();
  }

  #get({ method, key, headers }: Call, response: ServerResponse): void {
    const object = this.#objects.get(key);
    if (!object) return refuse(response, 404, 'NoSuchKey', 'The specified key does not exist.');
    const { body, etag, modified } = object;
    const common = { etag, 'last-modified': modified.toUTCString(), 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' };
    const range = rangeOf(headers.range, body.length);
    if (range === 'unsatisfiable') return refuse(response, 416, 'InvalidRange', 'The requested range is not satisfiable');
    const part = range ? body.subarray(range.start, range.end) : body;
    const contentRange = range ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${body.length}` } : {};
    response.writeHead(range ? 206 : 200, { ...common, ...contentRange, 'content-length': part.length });
    response.end(method === 'HEAD' ? undefined : part);
  }

  #put({ key, headers }: Call, sent: Buffer, response: ServerResponse): void {
    const source = headers['x-amz-copy-source'];
    const copied =
      typeof source === 'string'
        ? this.#objects.get(
            decodeURIComponent(source)
              .split('/')
              .slice(source.startsWith('/') ? 2 : 1)
              .join('/'),
          )
        : undefined;
    if (source !== undefined && !copied) return refuse(response, 404, 'NoSuchKey', 'The specified key does not exist.');
    const existing = this.#objects.get(key);
    const isExpected = headers['if-match'] === undefined || headers['if-match'] === existing?.etag;
    if ((headers['if-none-match'] === '*' && existing) || !isExpected)
      return refuse(response, 412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
    const object = objectOf(copied?.body ?? sent);
    this.#objects.set(key, object);
    if (copied) return reply(response, `<CopyObjectResult><ETag>${escape(object.etag)}</ETag></CopyObjectResult>`);
    response.writeHead(200, { etag: object.etag }).end();
  }

  #beginUpload(key: string, response: ServerResponse): void {
    const id = randomUUID();
    this.#uploads.set(id, new Map());
    reply(response, `<InitiateMultipartUploadResult><Key>${escape(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }

  #putPart(upload: string, { query, body }: Call, response: ServerResponse): void {
    const parts = this.#uploads.get(upload);
    if (!parts) return refuse(response, 404, 'NoSuchUpload', 'The specified upload does not exist.');
    parts.set(Number(query.get('partNumber')), body);
    response.writeHead(200, { etag: objectOf(body).etag }).end();
  }

  #completeUpload(upload: string, call: Call, response: ServerResponse): void {
    const parts = this.#uploads.get(upload);
    if (!parts) return refuse(response, 404, 'NoSuchUpload', 'The specified upload does not exist.');
    const body = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part));
    if (call.headers['if-none-match'] === '*' && this.#objects.has(call.key))
      return refuse(response, 412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
    this.#uploads.delete(upload);
    const object = objectOf(body);
    this.#objects.set(call.key, object);
    reply(response, `<CompleteMultipartUploadResult><ETag>${escape(object.etag)}</ETag></CompleteMultipartUploadResult>`);
  }

  #deleteMany({ body }: Call, response: ServerResponse): void {
    const keys = [...body.toString('utf8').matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => unescape(key ?? ''));
    for (const key of keys) this.#objects.delete(key);
    reply(response, `<DeleteResult>${keys.map((key) => `<Deleted><Key>${escape(key)}</Key></Deleted>`).join('')}</DeleteResult>`);
  }

  /** ListObjectsV2. */
  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const limit = Number(query.get('max-keys') ?? keysPerPage);
    const entries: { readonly name: string; readonly object: StoredObject | undefined }[] = [];
    for (const [key, object] of [...this.#objects].sort(([a], [b]) => byCodeUnit(a, b))) {
      if (!key.startsWith(prefix)) continue;
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      const name = end < 0 ? key : key.slice(0, end + delimiter.length);
      if (name <= after || entries.at(-1)?.name === name) continue;
      entries.push({ name, object: end < 0 ? object : undefined });
    }
    const page = entries.slice(0, limit);
    const contents = page.map(({ name, object }) =>
      object
        ? `<Contents><Key>${escape(name)}</Key><LastModified>${object.modified.toISOString()}</LastModified><ETag>${escape(object.etag)}</ETag><Size>${object.body.length}</Size></Contents>`
        : `<CommonPrefixes><Prefix>${escape(name)}</Prefix></CommonPrefixes>`,
    );
    const isTruncated = entries.length > page.length;
    const next = isTruncated ? `<NextContinuationToken>${escape(page.at(-1)?.name ?? '')}</NextContinuationToken>` : '';
    reply(
      response,
      `<ListBucketResult><Prefix>${escape(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }
}

function objectOf(body: Buffer): StoredObject {
  return { body, etag: `"${createHash('md5').update(body).digest('hex')}"`, modified: new Date() };
}

/** @returns undefined for the whole object */
function rangeOf(header: string | undefined, size: number): { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  return start < end ? { start, end } : 'unsatisfiable';
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

function reply(response: ServerResponse, xml: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  reply(response, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`, status);
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
