import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Ending } from './tempFolder.ts';

export interface EmbeddingServer {
  readonly baseUrl: string;
  /** Texts embedded so far, except the one that shows the dimension. */
  readonly asked: string[];
  /** May be changed at any time. */
  behavior: 'well' | 'down' | 'nan' | 'zero' | 'shorter';
  dimension: number;
  /** Requests after which it is down; undefined for none. */
  lastRequests: number | undefined;
  /** Called before each reply with the number of texts so far. */
  onAsked: (count: number) => unknown;
}

/** A server with `/v1/embeddings` on loopback whose vectors count the words of a text. */
export async function embeddingServer(t: Ending): Promise<EmbeddingServer> {
  const state: Omit<EmbeddingServer, 'baseUrl'> = {
    asked: [],
    behavior: 'well',
    dimension: 1024,
    lastRequests: undefined,
    onAsked: () => undefined,
  };
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const isProbe = body.includes('"dimension"');
      const isDown = state.behavior === 'down' || state.lastRequests === 0;
      if (state.lastRequests !== undefined && state.lastRequests > 0 && !isProbe) state.lastRequests--;
      if (isDown) {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: 'the model is gone' } }));
        return;
      }
      const { input } = JSON.parse(body) as { readonly input: readonly string[] };
      if (!isProbe) state.onAsked(state.asked.push(...input));
      // A server whose vectors change after it has been asked for their length.
      const dimension = state.behavior === 'shorter' && !isProbe ? state.dimension / 2 : state.dimension;
      const data = input.map((one, index) => ({ index, embedding: vectorOf(one, { ...state, dimension }) }));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
}

function vectorOf(text: string, { behavior, dimension }: Pick<EmbeddingServer, 'behavior' | 'dimension'>): readonly (number | null)[] {
  const vector = new Array<number | null>(dimension).fill(behavior === 'nan' ? null : 0);
  if (behavior === 'nan' || behavior === 'zero') return vector;
  for (const word of text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []) {
    let hash = 7;
    for (const character of word) hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003;
    const at = hash % dimension;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}
