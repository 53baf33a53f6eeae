/** The command line's way to the network: through the proxy in the environment, and nowhere when it is offline. */
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { AriadneError } from '../base/errors.ts';
import { HostDoor, responseOf } from '../door/hostDoor.ts';
import type { EngineHost } from '../engine/engine.ts';
import { hubUrlOf, isOfflineBy } from '../models/library/hubSettings.ts';

type NodeFetch = typeof globalThis.fetch;

export interface Network {
  /** For the server, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long a connection may take until it is there, encryption included. Default: ten seconds. */
  readonly connectMs?: number;
}

/**
 * A door that contacts only one server and the hub of models, and adds their keys.
 * @param namedBy the option or variable with which the user has set the server
 */
export function fetchFrom(
  baseUrl: string,
  namedBy: string,
  key: string | undefined,
  { headers = {}, connectMs }: Network = {},
): EngineHost['fetch'] {
  // Commands that use no server also run with an address that is none; its provider refuses it.
  const server = URL.parse(baseUrl)?.origin;
  const hub = new URL(hubUrlOf(process.env)).origin;
  const refusal = (url: URL): string | undefined => {
    return url.origin === server || url.origin === hub
      ? undefined
      : `${url.origin} is not the server in ${namedBy}, so nothing is sent there.`;
  };
  const door = new HostDoor({
    fetch: networkFetch(connectMs),
    refusal,
    // If one server is both, its key is the one that was given for it here.
    getKey: ({ origin }) => Promise.resolve(origin === server ? key : process.env['HF_TOKEN']),
    headersFor: ({ origin }) => (origin === server ? headers : {}),
    isOffline: () => isOfflineBy(process.env),
    hub: {
      isAt: ({ origin }) => origin === hub && origin !== server,
      // Its own connections, because those of other requests were made without this lookup.
      fetch: async (url, init, lookup) => (await undiciFetch({ lookup }))(url, init),
    },
  });
  return async (url, init, purpose) => {
    const body = typeof init.body === 'string' ? { body: init.body } : {};
    const asked = Object.fromEntries(new Headers(init.headers));
    const request = { id: '', url, method: init.method ?? 'GET', headers: asked, ...body, purpose };
    const { head, body: pieces } = await door.fetch(request, init.signal ?? undefined);
    return responseOf(head, Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>);
  };
}

const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];

/**
 * Node's own `fetch` reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY only if NODE_USE_ENV_PROXY is set before it starts, and before 22.21 not at
 * all; that of undici, which Node's is made from, can be told. NODE_EXTRA_CA_CERTS applies to both.
 */
function networkFetch(connectMs: number | undefined): NodeFetch {
  let fetching: Promise<NodeFetch> | undefined;
  return async (input, init) => {
    if (connectMs === undefined && proxyVariable() === undefined) return globalThis.fetch(input, init);
    fetching ??= undiciFetch(connectMs === undefined ? {} : { timeout: connectMs });
    return (await fetching)(input, init);
  };
}

function proxyVariable(): string | undefined {
  return proxyVariables.find((name) => (process.env[name] ?? '') !== '');
}

interface Connecting {
  readonly timeout?: number;
  /** For hosts that are not reached through the proxy, which resolves the names of the others. */
  readonly lookup?: LookupFunction;
}

/** A `fetch` with its own connections. */
export async function undiciFetch({ lookup, ...limit }: Connecting): Promise<NodeFetch> {
  // The bundle of a CommonJS package has no named exports.
  const { EnvHttpProxyAgent, fetch } = (await import('undici')).default;
  try {
    const connect = lookup ? { ...limit, lookup } : limit;
    const dispatcher = new EnvHttpProxyAgent({ connect, proxyTls: limit, requestTls: limit });
    // The same `fetch` in another build: their types differ in names only.
    return ((input, init) => fetch(input as string, { ...(init as object), dispatcher })) as NodeFetch;
  } catch (error) {
    // The address may contain a password, so it is not repeated.
    throw new AriadneError('door-proxy', `The address in ${proxyVariable()} is not that of a proxy. Write it as http://HOST:PORT.`, {
      cause: error,
    });
  }
}
