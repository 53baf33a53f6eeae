/**
 * A proxy as companies have them: it opens what passes through it, with a certificate that it has signed itself. Behind it are servers of
 * the test, under names that nothing else knows.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import type { Ending } from './tempFolder.ts';

export interface InspectingProxy {
  readonly url: string;
  /** `host:port` of each CONNECT, and what came with it. */
  readonly tunnels: { readonly to: string; readonly authorization: string | undefined }[];
}

/** @param behind ports on loopback by host name @param password what it takes as `proxy-authorization`; by default it asks for none */
export async function startProxy(t: Ending, behind: Readonly<Record<string, number>>, password?: string): Promise<InspectingProxy> {
  const tunnels: InspectingProxy['tunnels'] = [];
  const sockets = new Set<Duplex>();
  const proxy = createServer();
  const fronts = new Map<string, number>();
  const servers: NetServer[] = [proxy];
  for (const [host, port] of Object.entries(behind)) {
    const front = createTlsServer({ key, cert: certificate }, (socket) => join(socket, connect(port, '127.0.0.1')));
    // Clients that do not trust the certificate close the connection.
    front.on('tlsClientError', (_error, socket) => socket.destroy());
    servers.push(front);
    fronts.set(host, await portOf(front));
  }
  const join = (a: Duplex, b: Duplex): void => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  };
  proxy.on('connect', (request, socket: Duplex, head) => {
    const to = request.url ?? '';
    const authorization = request.headers['proxy-authorization'];
    tunnels.push({ to, authorization });
    const port = fronts.get(to.split(':')[0] ?? '');
    if (password !== undefined && authorization !== password) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (port === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const front = connect(port, '127.0.0.1');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    front.write(head);
    join(socket, front);
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
    proxy.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${await portOf(proxy)}`, tunnels };
}

async function portOf(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Of hub.test and cdn.test, made for these tests and used for nothing else; valid for a hundred years. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBtzCCAVygAwIBAgIUT26YQ3tB8kRZh9aO2BOiO9FKTxAwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSQXJpYWRuZSB0ZXN0IHByb3h5MCAXDTI2MTEyMjIzNDAwNloY
DzIxMjYxMDI5MjM0MDA2WjAdMRswGQYDVQQDDBJBcmlhZG5lIHRlc3QgcHJveHkw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT2GVG9a41kyKw4fkQC9StMIDq/7LUm
vw4XDEPwQ8QaicenXdghskVoRhVcLTLpcj+4tSEQA1idjwri+wvjR1eWo3gwdjAd
BgNVHQ4EFgQUbhyTt1Bjr7Yr8CPgJ2IVsJySFRAwHwYDVR0jBBgwFoAUbhyTt1Bj
r7Yr8CPgJ2IVsJySFRAwIwYDVR0RBBwwGoIIaHViLnRlc3SCCGNkbi50ZXN0hwR/
AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhALBZVTP7AeH0
nafoNO3FqC41WMpBtEpZg5jHdJvGDhEeAiEA8iOganKMdd48ygl/NuS9IBAuUT/v
jcxGKXmg9FgHXKY=
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglwcEvBK9Pnv5Tn5O
VO+iMTL3YgxnE2IbR4MmV/NOQFmhRANCAAT2GVG9a41kyKw4fkQC9StMIDq/7LUm
vw4XDEPwQ8QaicenXdghskVoRhVcLTLpcj+4tSEQA1idjwri+wvjR1eW
-----END PRIVATE KEY-----`;
