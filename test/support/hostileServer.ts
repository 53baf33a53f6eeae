/** A chat server on loopback that answers from a dataset, like the simulation, until it is ordered to attack. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { choiceOf } from '../../lab/simulation/completion.ts';
import { readDataset } from '../../lab/simulation/dataset.ts';
import type { Character } from '../../lab/simulation/draws.ts';
import { chatRequest, readRequest } from '../../lab/simulation/readRequest.ts';
import { SimulatedModel } from '../../lab/simulation/simulatedModel.ts';
import { type Attack, honest } from './attacks.ts';

export interface HostileServer {
  /** The address up to and including `/v1`. */
  readonly baseUrl: string;
  /** The attack on each of the next requests, by number. */
  attack: (nth: number) => Attack;
  random: () => number;
  /** The number of requests so far. */
  readonly count: number;
  /** Requests to the other server, of which there must be none. */
  readonly strays: readonly string[];
  close(): void;
}

/** @param character character of the simulation, as for `SimulatedModel` */
export async function startHostileServer(dataset: string, character: Partial<Character> = {}): Promise<HostileServer> {
  const model = new SimulatedModel(readDataset(dataset), character);
  const strays: string[] = [];
  const other = createServer((request, response) => {
    strays.push(request.url ?? '');
    response.end('{}');
  });
  const server = createServer((request, response) => void answer(request, response));
  const state = { attack: (_nth: number): Attack => honest, random: Math.random, count: 0, strays };
  const [baseUrl, elsewhere] = [`${await listening(server)}/v1`, await listening(other)];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
    const body = chatRequest.parse(JSON.parse(Buffer.concat(parts).toString()));
    const prompt = readRequest(body);
    const texts = Array.from({ length: body.n ?? 1 }, (_, sample) => choiceOf(model.say(prompt, sample)).text);
    const { attack, random } = state;
    attack(state.count++)(response, { authorization: request.headers.authorization ?? '', body, texts, elsewhere, random });
  };
  return Object.assign(state, {
    baseUrl,
    close: () => {
      for (const one of [server, other]) {
        one.closeAllConnections();
        one.close();
      }
    },
  });
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
