/** Serves MCP over HTTP to programs of this machine only: by its address, its host name, where a page is from, and a token. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { AriadneError, isSystemError } from '../base/errors.ts';

export interface LoopbackHttp {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

const maxRequestBytes = 1024 * 1024;
const mostConnections = 100;

/** @param port 0 for any that is free @throws AriadneError `port-in-use` */
export async function serveLoopback(factory: McpServerFactory, port: number): Promise<LoopbackHttp> {
  const handler = createMcpHandler(factory, { legacy: 'stateless', maxRequestBodySize: maxRequestBytes });
  const handle = toNodeHandler(handler);
  const token = randomBytes(24).toString('base64url');
  const server = createServer((request, response) => {
    const refused = refusal(request, token, portOf(server));
    if (refused === undefined) void handle(request, response);
    else response.writeHead(refused.status, { 'content-type': 'text/plain', 'www-authenticate': 'Bearer' }).end(refused.why);
  });
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        isSystemError(error, 'EADDRINUSE', 'EACCES')
          ? new AriadneError('port-in-use', `Port ${port} is in use, or not yours to use. Choose another with --port, or leave it out.`, {
              cause: error,
            })
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}/mcp`,
    token,
    close: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

/** A name that is made to lead here, and a page of another origin, must not reach the documents, even with the token. */
function refusal(
  { headers, url }: IncomingMessage,
  token: string,
  port: number,
): { readonly status: number; readonly why: string } | undefined {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.host ?? '')) return { status: 403, why: 'Requests go to 127.0.0.1.' };
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`))
    return { status: 403, why: 'Pages of other origins are refused.' };
  if (url !== '/mcp') return { status: 404, why: 'The server is at /mcp.' };
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return { status: 401, why: 'The token is missing or wrong.' };
  return undefined;
}
