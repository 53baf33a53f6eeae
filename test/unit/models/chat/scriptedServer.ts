import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import * as z from 'zod';

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const anyBody = z.record(z.string(), z.unknown());
export type RequestBody = z.infer<typeof anyBody>;

/** A server on loopback that answers the n-th request with what the script says for it, and remembers what it was asked. */
export async function scriptedServer(
  t: TestContext,
  script: (body: RequestBody, nth: number) => Scripted | ((response: ServerResponse) => void),
): Promise<{ readonly baseUrl: string; readonly bodies: readonly RequestBody[]; readonly headers: readonly IncomingHttpHeaders[] }> {
  const bodies: RequestBody[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = anyBody.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
      bodies.push(body);
      headers.push(request.headers);
      const answer = script(body, bodies.length - 1);
      if (typeof answer === 'function') return answer(response);
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, bodies, headers };
}

export function completion(content: string, more: Readonly<Record<string, unknown>> = {}): Scripted {
  return {
    body: {
      choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 7, completion_tokens: 3 },
      ...more,
    },
  };
}
