/** A hub of models on loopback, with a second server for its large files, as the real one has. It behaves until a test says otherwise. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hashOf } from '../../src/base/hash.ts';
import { HostDoor, responseOf } from '../../src/door/hostDoor.ts';
import { fetchThrough } from '../../src/door/nodeFetch.ts';
import type { Fetch } from '../../src/models/models.ts';
import { Readable } from 'node:stream';
import type { Ending } from './tempFolder.ts';

export interface HubRepository {
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly license?: string;
  /** `closed`: gated, and the account of the token has no access. */
  readonly access?: 'gated' | 'closed' | 'private';
  /** Default: one that follows from the files. */
  readonly commit?: string;
}

export interface HubCall {
  /** `hub` or `cdn`. */
  readonly at: string;
  readonly path: string;
  readonly range: string | undefined;
  readonly authorization: string | undefined;
}

/** What the server does instead of answering. */
export type Trick =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Sends some bytes, and then nothing. */
  | { readonly kind: 'hang'; readonly afterBytes: number }
  | { readonly kind: 'other-bytes' }
  | { readonly kind: 'more-bytes' }
  | { readonly kind: 'web-page' }
  | { readonly kind: 'no-ranges' }
  | { readonly kind: 'wrong-range' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Waits between pieces of this size. */
  | { readonly kind: 'slow'; readonly pieceBytes: number };

export interface HubServer {
  readonly url: string;
  readonly cdnHost: string;
  /** Where the hub says that its large files are. */
  cdnUrl: string;
  readonly repositories: Map<string, HubRepository>;
  readonly calls: HubCall[];
  trick: (call: HubCall, nth: number) => Trick | undefined;
  close(): void;
}

/** Larger files come from the second server. */
const smallBytes = 2_000;
const token = 'hf_testtoken1234567890';
export const hubToken = token;

export async function startHub(t: Ending, repositories: Readonly<Record<string, HubRepository>>): Promise<HubServer> {
  const calls: HubCall[] = [];
  const hub = createServer((request, response) => void answer('hub', request, response));
  const cdn = createServer((request, response) => void answer('cdn', request, response));
  const url = `http://127.0.0.1:${await portOf(hub)}`;
  // Another name for the same machine: the key must not follow.
  const cdnHost = `localhost:${await portOf(cdn)}`;
  const state: HubServer = {
    url,
    cdnHost,
    cdnUrl: `http://${cdnHost}`,
    repositories: new Map(Object.entries(repositories)),
    calls,
    trick: () => undefined,
    close: () => {
      for (const server of [hub, cdn]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
  t.after(() => state.close());
  const answer = async (at: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { range, authorization } = request.headers;
    const call = { at, path: decodeURIComponent(request.url ?? ''), range, authorization };
    calls.push(call);
    const trick = state.trick(call, calls.length - 1);
    if (trick?.kind === 'status') return void response.writeHead(trick.status, trick.headers).end('no');
    if (trick?.kind === 'web-page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    if (trick?.kind === 'redirect') return void response.writeHead(302, { location: trick.to }).end();
    await (at === 'hub' ? fromHub(state, call, response, trick) : sendFile(fileAt(state, call.path.slice(1)), call, response, trick));
  };
  return state;
}

/** The address in the tree API and below `resolve`. */
const api = /^\/api\/models\/([^/]+\/[^/]+)\/(revision|tree)\/([^/?]+)(?:\?(.*))?$/;
const resolve = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/;

async function fromHub(state: HubServer, call: HubCall, response: ServerResponse, trick: Trick | undefined): Promise<void> {
  const [, name = '', kind, , query] = api.exec(call.path) ?? resolve.exec(call.path) ?? [];
  const repository = state.repositories.get(name);
  const isKnown = call.authorization === `Bearer ${token}`;
  if (call.authorization !== undefined && !isKnown) {
    const error = 'Invalid credentials in Authorization header';
    return json(response, 401, { error }, { 'x-error-message': error });
  }
  if (!repository || (repository.access === 'private' && !isKnown)) {
    return json(response, 401, { error: 'Invalid username or password.' }, { 'x-error-code': 'RepoNotFound' });
  }
  const commit = commitOf(repository);
  if (kind === 'revision') {
    const [, , , revision = ''] = api.exec(call.path) ?? [];
    if (revision !== 'main' && revision !== commit) return json(response, 404, { error: 'no' }, { 'x-error-code': 'RevisionNotFound' });
    return json(response, 200, { id: name, sha: commit, gated: false, cardData: { license: repository.license ?? 'apache-2.0' } });
  }
  if (kind === 'tree') return sendTree(repository, { response, path: call.path, query: query ?? '' });
  if (repository.access === 'closed' || (repository.access === 'gated' && !isKnown)) {
    return json(response, isKnown ? 403 : 401, { error: 'gated' }, { 'x-error-code': 'GatedRepo' });
  }
  const path = resolve.exec(call.path)?.[3] ?? '';
  const file = repository.files[path];
  if (!file) return json(response, 404, { error: 'no' }, { 'x-error-code': 'EntryNotFound' });
  if (file.length <= smallBytes) return sendFile(file, call, response, trick);
  response.writeHead(302, { location: `${state.cdnUrl}/${name}/${path}?signature=abc` }).end();
}

/** In pages of three, with a link to the next. */
function sendTree(repository: HubRepository, { response, path, query }: { response: ServerResponse; path: string; query: string }): void {
  const from = Number(new URLSearchParams(query).get('cursor') ?? 0);
  const entries = [{ type: 'directory', path: 'onnx', oid: '0'.repeat(40), size: 0 }, ...Object.entries(repository.files).map(entryOf)];
  const next = `<https://original.invalid${path.split('?')[0] ?? ''}?recursive=true&cursor=${from + 3}>; rel="next"`;
  json(response, 200, entries.slice(from, from + 3), from + 3 < entries.length ? { link: next } : {});
}

function entryOf([path, content]: readonly [string, Uint8Array]): object {
  const git = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
  if (content.length <= smallBytes) return { type: 'file', path, size: content.length, oid: git };
  const lfs = { oid: hashOf([content]), size: content.length, pointerSize: 134 };
  return { type: 'file', path, size: content.length, oid: '1'.repeat(40), lfs };
}

export function commitOf({ files, commit }: HubRepository): string {
  return commit ?? hashOf(Object.entries(files).flat(), 40);
}

function fileAt({ repositories }: HubServer, path: string): Uint8Array {
  const [org = '', name = '', ...rest] = (path.split('?')[0] ?? '').split('/');
  return repositories.get(`${org}/${name}`)?.files[rest.join('/')] ?? new Uint8Array();
}

async function sendFile(file: Uint8Array, { range }: HubCall, response: ServerResponse, trick: Trick | undefined): Promise<void> {
  const asked = trick?.kind === 'no-ranges' ? undefined : /^bytes=(\d+)-$/.exec(range ?? '')?.[1];
  const start = asked === undefined ? 0 : Number(asked) - (trick?.kind === 'wrong-range' ? 1 : 0);
  if (start >= file.length && file.length > 0) return void response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
  const body = sentBody(file.subarray(start), trick);
  const about: Record<string, string> = asked === undefined ? {} : { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` };
  const isEndless = trick?.kind === 'cut' || trick?.kind === 'hang' || trick?.kind === 'slow';
  response.writeHead(asked === undefined ? 200 : 206, { ...about, ...(isEndless ? {} : { 'content-length': String(body.length) }) });
  if (trick?.kind === 'slow') return sendSlowly(body, response, trick.pieceBytes);
  if (trick?.kind !== 'cut' && trick?.kind !== 'hang') return void response.end(body);
  response.flushHeaders();
  await new Promise<void>((done) => response.write(body, () => done()));
  // The bytes must leave before the connection breaks.
  if (trick.kind === 'cut') setTimeout(() => response.destroy(), 5);
}

async function sendSlowly(body: Uint8Array, response: ServerResponse, pieceBytes: number): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed; at += pieceBytes) {
    response.write(body.subarray(at, at + pieceBytes));
    await new Promise((done) => setTimeout(done, 1));
  }
  response.end();
}

function sentBody(rest: Uint8Array, trick: Trick | undefined): Uint8Array {
  if (trick?.kind === 'cut' || trick?.kind === 'hang') return rest.subarray(0, trick.afterBytes);
  if (trick?.kind === 'other-bytes') return rest.map((byte) => byte ^ 1);
  return trick?.kind === 'more-bytes' ? Buffer.concat([rest, Buffer.alloc(100)]) : rest;
}

function json(response: ServerResponse, status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** A way through a real door, to one hub. */
export function hubDoor(hubUrl: string, key?: string): { readonly door: HostDoor; readonly fetch: Fetch } {
  const isHub = ({ origin }: URL): boolean => origin === new URL(hubUrl).origin;
  const door = new HostDoor({
    fetch: (input, init) => globalThis.fetch(input, init),
    refusal: (url) => (isHub(url) ? undefined : `not ${url.host}`),
    getKey: () => Promise.resolve(key),
    hub: { isAt: isHub, fetch: fetchThrough },
  });
  const fetch: Fetch = async (url, init, purpose) => {
    const request = { id: '', url, method: init.method ?? 'GET', headers: Object.fromEntries(new Headers(init.headers)), purpose };
    const { head, body } = await door.fetch(request, init.signal ?? undefined);
    return responseOf(head, Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>);
  };
  return { door, fetch };
}
