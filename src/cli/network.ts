/** The command line's way to the network: through the proxy in the environment, and nowhere when it is offline. */
import { Readable } from 'node:stream';
import { AriadneError } from '../base/errors.ts';
import { HostDoor, responseOf } from '../door/hostDoor.ts';
import { offlineRefusal } from '../door/offline.ts';
import type { EngineHost } from '../engine/engine.ts';
import { hubUrlOf, isOfflineBy } from '../engine/hubSettings.ts';

type NodeFetch = typeof globalThis.fetch;

export interface Network {
  /** For the server, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long a connection may take until it is there, encryption included. Default: ten seconds. */
  readonly connectMs?: number | undefined;
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
    if (url.origin !== server && url.origin !== hub) return `${url.origin} is not the server in ${namedBy}, so nothing is sent there.`;
    return isOfflineBy(process.env) ? offlineRefusal(url) : undefined;
  };
  const door = new HostDoor({
    fetch: networkFetch(connectMs),
    refusal,
    // If one server is both, its key is the one that was given for it here.
    getKey: ({ origin }) => Promise.resolve(origin === server ? key : process.env['HF_TOKEN']),
    headersFor: ({ origin }) => (origin === server ? headers : {}),
    isHub: ({ origin }) => origin === hub && origin !== server,
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
  let told: Promise<NodeFetch> | undefined;
  return async (input, init) => {
    const variable = proxyVariables.find((name) => (process.env[name] ?? '') !== '');
    if (variable === undefined && connectMs === undefined) return globalThis.fetch(input, init);
    told ??= toldFetch(variable, connectMs);
    return (await told)(input, init);
  };
}

async function toldFetch(variable: string | undefined, connectMs: number | undefined): Promise<NodeFetch> {
  const { Agent, EnvHttpProxyAgent, fetch } = await import('undici');
  const limit = connectMs === undefined ? {} : { timeout: connectMs };
  try {
    const dispatcher =
      variable === undefined
        ? new Agent({ connect: limit })
        : new EnvHttpProxyAgent({ connect: limit, proxyTls: limit, requestTls: limit });
    // The same `fetch` in another build: their types differ in names only.
    return ((input, init) => fetch(input as string, { ...(init as object), dispatcher })) as NodeFetch;
  } catch (error) {
    // The address may contain a password, so it is not repeated.
    throw new AriadneError('door-proxy', `The address in ${variable} is not that of a proxy. Write it as http://HOST:PORT.`, {
      cause: error,
    });
  }
}
