import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { delay, isAbort } from '../../src/base/abort.ts';
import { hashOf } from '../../src/base/hash.ts';
import { readDataset } from './dataset.ts';
import { chance, drawFault, type Fault, type FaultKind } from './faults.ts';
import { GoldModel, type Reply } from './goldModel.ts';
import { chatRequest, readRequest, type SimulatedRequestBody, type SimulatedRole } from './readRequest.ts';

export interface SimulationOptions {
  /** Folder of a dataset. */
  readonly dataset: string;
  /** 0 or none: any free one. */
  readonly port?: number;
  readonly latencyMs?: number;
  readonly seed?: number;
  readonly faults?: readonly Fault[];
}

export interface SimulatedRequest {
  readonly role: SimulatedRole;
  readonly fault: FaultKind | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: SimulatedRequestBody;
}

export interface Simulation {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** Completions asked for so far, in order of arrival. */
  readonly requests: readonly SimulatedRequest[];
  /** Also ends requests that hang. */
  close(): Promise<void>;
}

/** An OpenAI-compatible chat server on loopback that plays a language model from a dataset's gold annotations. */
export async function startSimulation({ dataset, port = 0, latencyMs = 0, seed = 0, faults = [] }: SimulationOptions): Promise<Simulation> {
  const questions = readDataset(dataset);
  const model = new GoldModel(questions);
  const requests: SimulatedRequest[] = [];
  const seen = new Map<string, number>();
  const closing = new AbortController();

  const complete = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(request);
    const parsed = chatRequest.safeParse(readJson(text));
    if (!parsed.success) return sendError(response, 400, `The request cannot be read: ${parsed.error.issues[0]?.message ?? ''}`);
    if (parsed.data.stream === true) return sendError(response, 400, 'The simulation does not stream.');
    const body = parsed.data;
    const hash = hashOf([text]);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    const prompt = readRequest(body);
    const drawn = drawFault(faults, seed, `${hash} ${nth}`);
    const fault = drawn === 'no-schema' && !body.response_format ? null : drawn;
    requests.push({ role: prompt.role, fault, headers: request.headers, body });
    await delay(latencyMs, closing.signal);
    const reply = model.reply(prompt);
    const said = fault === 'error' ? mistaken(reply, hash) : reply;
    answer(response, body, JSON.stringify(said), fault);
  };
  /** The reply with the answer of another question; one that asks stays as it is. */
  const mistaken = (reply: Reply, key: string): Reply => {
    if (reply['action'] === 'ask') return reply;
    const others = [...new Set(questions.flatMap(({ answers }) => answers.slice(0, 1)))].filter((one) => one !== reply['answer']);
    const answer = others[Math.floor(chance(seed, 'other', key) * others.length)] ?? 'Atlantis';
    return { ...reply, answer, ...('abstain' in reply ? { abstain: false } : {}) };
  };

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    if (request.method === 'GET' && path === '/v1/models') return sendJson(response, 200, modelList);
    if (request.method !== 'POST' || path !== '/v1/chat/completions')
      return sendError(response, 404, `There is no ${request.method} ${path} here.`);
    complete(request, response).catch((error: unknown) => {
      if (!isAbort(error) && !response.headersSent) sendError(response, 500, String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    baseUrl: `http://127.0.0.1:${bound}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const modelList = { object: 'list', data: [{ id: 'simulation', object: 'model', created: 0, owned_by: 'simulation' }] };

function answer(response: ServerResponse, request: SimulatedRequestBody, content: string, fault: FaultKind | null): void {
  const say = (text: string): void => sendJson(response, 200, completion(request, text));
  switch (fault) {
    case null:
    case 'error':
      return say(content);
    case '429':
      return sendError(response, 429, 'Too many requests.', 'rate_limit_exceeded', { 'retry-after': '1', 'retry-after-ms': '25' });
    case '500':
      return sendError(response, 500, 'The simulation failed, as it was told to.');
    case 'hang':
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html><body>Welcome!</body></html>');
      return;
    case 'cut': {
      const bytes = Buffer.from(JSON.stringify(completion(request, content)));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
      return;
    }
    case 'malformed':
      return say(`Here it is: ${content.slice(0, -1)}`);
    case 'wrong-schema':
      return say(`{"result": ${content}}`);
    case 'refusal':
      return say("I'm sorry, but I can't help with that.");
    case 'empty':
      return say('');
    case 'unauthorized':
      return sendError(response, 401, 'Incorrect API key provided.', 'invalid_api_key');
    case 'no-model':
      return sendError(response, 404, `The model "${request.model}" does not exist.`, 'model_not_found');
    case 'no-schema':
      return sendError(response, 400, "Unsupported parameter: 'response_format'.", 'unsupported_parameter');
  }
}

function completion({ model, messages }: SimulatedRequestBody, content: string): unknown {
  const promptTokens = Math.ceil(messages.reduce((sum, message) => sum + message.content.length, 0) / 4);
  const completionTokens = Math.ceil(content.length / 4);
  return {
    id: 'simulated',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens },
  };
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  code = 'simulated',
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, { error: { message, type: 'simulated', param: null, code } }, headers);
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
