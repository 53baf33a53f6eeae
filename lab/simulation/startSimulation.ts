import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { delay, isAbort } from '../../src/base/abort.ts';
import { hashOf } from '../../src/base/hash.ts';
import { isObject } from '../../src/base/isObject.ts';
import { type Choice, choiceOf, completion, streamed } from './completion.ts';
import { readDataset } from './dataset.ts';
import { drawFault, type Fault, type FaultKind } from './faults.ts';
import { chatRequest, readRequest, type SimulatedPrompt, type SimulatedRequestBody } from './readRequest.ts';
import { SimulatedModel } from './simulatedModel.ts';
import type { WritingSlips } from './writingSlips.ts';

export interface SimulationOptions {
  /** Folder of a dataset. */
  readonly dataset: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Delay before each reply. Concurrent requests wait in parallel. */
  readonly latencyMs?: number;
  /** How many requests are answered. Later ones wait until the simulation is closed. */
  readonly replies?: number;
  readonly seed?: number;
  /** Share of wrong judgments, in [0, 1]; see `Draws`. */
  readonly error?: number;
  /** Share of the facts known without a passage, in [0, 1]. */
  readonly knows?: number;
  readonly distraction?: number;
  /** Share of questions that get another condition when they are worded, in [0, 1]. */
  readonly invents?: number;
  /** Share of quotes with a wrong word, in [0, 1]. */
  readonly misquotes?: number;
  /** Share of quotes that are words of another place, in [0, 1]. */
  readonly strays?: number;
  /** What goes wrong in answers that are written out. */
  readonly slips?: WritingSlips;
  /** Share of quotes in such answers that are written other than letter by letter, in [0, 1]. */
  readonly sloppy?: number;
  readonly faults?: readonly Fault[];
}

interface SimulatedRequest {
  readonly role: SimulatedPrompt['role'];
  readonly fault: FaultKind | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: SimulatedRequestBody;
}

export interface Simulation {
  /** The address up to and including `/v1`. */
  readonly baseUrl: string;
  /** Completion requests so far, in order of arrival. */
  readonly requests: readonly SimulatedRequest[];
  /** Also ends requests that hang. */
  close(): Promise<void>;
}

/** An OpenAI-compatible chat server on loopback that simulates a language model from a dataset's gold annotations. */
export async function startSimulation(options: SimulationOptions): Promise<Simulation> {
  const { dataset, port = 0, latencyMs = 0, replies = Infinity, seed = 0, error = 0, knows = 0, distraction = 0, invents = 0 } = options;
  const { misquotes = 0, strays = 0, slips = {}, sloppy = 0, faults = [] } = options;
  const model = new SimulatedModel(readDataset(dataset), { seed, error, knows, distraction, invents, misquotes, strays, slips, sloppy });
  const requests: SimulatedRequest[] = [];
  const seen = new Map<string, number>();
  const closing = new AbortController();

  const complete = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(request);
    const json = readJson(text);
    const fields = isObject(json) ? json : {};
    const parsed = chatRequest.safeParse(json);
    if (!parsed.success) return sendError(response, 400, `The request cannot be read: ${parsed.error.issues[0]?.message ?? ''}`);
    const body = parsed.data;
    // Whether the reply is streamed changes nothing else.
    const hash = hashOf([JSON.stringify({ ...fields, stream: undefined, stream_options: undefined })]);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    const prompt = readRequest(body);
    const possible = faults.filter(({ kind }) => concerns(kind, body));
    // A repeated request gets a new draw; otherwise a fault would never pass.
    const fault = drawFault(possible, seed, `${hash} ${nth}`);
    requests.push({ role: prompt.role, fault, headers: request.headers, body });
    if (requests.length > replies) return;
    await delay(latencyMs, closing.signal);
    const choices = samplesOf(body).map((sample) => choiceOf(model.say(prompt, sample)));
    answer(response, body, choices, fault);
  };

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    if (request.method === 'GET' && path === '/v1/models') return sendJson(response, 200, modelList);
    if (request.method !== 'POST' || path !== '/v1/chat/completions')
      return sendError(response, 404, `There is no ${request.method} ${path} here.`);
    complete(request, response).catch((failure: unknown) => {
      if (!isAbort(failure) && !response.headersSent) sendError(response, 500, String(failure));
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

/** The sample numbers of a request: n completions equal those of n requests with consecutive seeds. At temperature 0 all are the same. */
function samplesOf({ n, seed, temperature }: SimulatedRequestBody): readonly number[] {
  return Array.from({ length: n ?? 1 }, (_, i) => (temperature === 0 ? 0 : (seed ?? 0) + i));
}

/** Whether a fault can affect this request. A feature that is not requested cannot be rejected. */
function concerns(kind: FaultKind, { response_format: format, n, logprobs, seed }: SimulatedRequestBody): boolean {
  switch (kind) {
    case 'no-schema':
      return format !== null && format !== undefined;
    case 'no-n':
    case 'one-n':
      return (n ?? 1) > 1;
    case 'no-logprobs':
    case 'mute-logprobs':
      return logprobs === true;
    case 'no-seed':
      return seed !== null && seed !== undefined;
    default:
      return true;
  }
}

function answer(response: ServerResponse, request: SimulatedRequestBody, choices: readonly Choice[], fault: FaultKind | null): void {
  const say = (said: readonly Choice[], hasLogprobs = request.logprobs === true): void =>
    request.stream === true ? sendStream(response, request, said) : sendJson(response, 200, completion(request, said, hasLogprobs));
  const sayInstead = (change: (text: string) => string): void => say(choices.map((choice) => ({ ...choice, text: change(choice.text) })));
  const refuse = (parameter: string): void => sendError(response, 400, `Unsupported parameter: '${parameter}'.`, 'unsupported_parameter');
  switch (fault) {
    case null:
      return say(choices);
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
      const isStream = request.stream === true;
      const bytes = Buffer.from(isStream ? framed(streamed(request, choices)) : JSON.stringify(completion(request, choices, false)));
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json', 'content-length': bytes.length });
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
      return;
    }
    case 'malformed':
      return sayInstead((text) => `Here it is: ${text.slice(0, -1)}`);
    case 'wrong-schema':
      return sayInstead((text) => `{"result": ${text}}`);
    case 'same-sentence':
      return sayInstead(() => 'The weather will be fine tomorrow.');
    case 'refusal':
      return sayInstead(() => "I'm sorry, but I can't help with that.");
    case 'empty':
      return sayInstead(() => '');
    case 'unauthorized':
      return sendError(response, 401, 'Incorrect API key provided.', 'invalid_api_key');
    case 'no-model':
      return sendError(response, 404, `The model "${request.model}" does not exist.`, 'model_not_found');
    case 'too-long':
      return sendError(response, 400, 'The prompt is longer than the maximum context length.', 'context_length_exceeded');
    case 'no-schema':
      return refuse('response_format');
    case 'no-n':
      return refuse('n');
    case 'one-n':
      return say(choices.slice(0, 1));
    case 'no-logprobs':
      return refuse('logprobs');
    case 'mute-logprobs':
      return say(choices, false);
    case 'no-seed':
      return refuse('seed');
  }
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

function sendStream(response: ServerResponse, request: SimulatedRequestBody, choices: readonly Choice[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(framed(streamed(request, choices)));
}

function framed(events: readonly string[]): string {
  return events.map((data) => `data: ${data}\n\n`).join('');
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
