import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pLimit from 'p-limit';
import { AriadneError, type ErrorCode } from '../../../../src/base/errors.ts';
import { OpenAIChatModel, type OpenAIChatModelOptions } from '../../../../src/models/chat/openaiChatModel.ts';
import type { RetryClock } from '../../../../src/models/chat/retry.ts';
import type { ChatReply, ChatRequest, Fetch } from '../../../../src/models/models.ts';
import { parseFaults } from '../../../../lab/simulation/faults.ts';
import { startSimulation } from '../../../../lab/simulation/startSimulation.ts';
import { tinyDataset } from '../../lab/simulation/tinyDataset.ts';
import { completion, type Scripted, scriptedServer } from './scriptedServer.ts';

const request: ChatRequest = {
  role: 'read',
  messages: [
    { role: 'system', content: 'Answer in JSON.' },
    { role: 'user', content: 'Who?' },
  ],
  temperature: 0.3,
  maxTokens: 50,
  schema: {
    name: 'read',
    schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'], additionalProperties: false },
  },
  sample: 0,
  attempt: 0,
  seed: 11,
};

const nodeFetch: Fetch = (url, init) => fetch(url, init);

/** A clock on which waiting takes no time; remembers the waits. */
function heldClock(): RetryClock & { readonly waits: number[] } {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    now: () => now,
    random: () => 0,
    delay: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
}

function modelAt(
  baseUrl: string,
  more: Partial<OpenAIChatModelOptions> = {},
): { readonly model: OpenAIChatModel; readonly waits: readonly number[] } {
  const clock = heldClock();
  return {
    model: new OpenAIChatModel({ model: 'tiny', baseUrl, fetch: nodeFetch, clock, timeoutMs: 60_000, ...more }),
    waits: clock.waits,
  };
}

async function codeOf(reply: Promise<ChatReply>): Promise<string> {
  try {
    await reply;
    return 'no error';
  } catch (error) {
    return error instanceof AriadneError ? error.code : `not an AriadneError: ${String(error)}`;
  }
}

async function simulated(t: TestContext, faults: string, seed = 0): Promise<Awaited<ReturnType<typeof startSimulation>>> {
  const simulation = await startSimulation({ dataset: tinyDataset(t), faults: parseFaults(faults), seed });
  t.after(() => simulation.close());
  return simulation;
}

test('each way a server can fail has its own error, after as many tries as make sense', async (t) => {
  const expected = {
    '429:1': { code: 'chat-rate-limited', tries: 4, waits: [25, 25, 25] },
    '500:1': { code: 'chat-server-error', tries: 4, waits: [500, 1000, 2000] },
    'cut:1': { code: 'chat-cut-off', tries: 4, waits: [500, 1000, 2000] },
    'hang:1': { code: 'chat-timeout', tries: 4, waits: [500, 1000, 2000] },
    'html:1': { code: 'chat-not-an-api', tries: 1, waits: [] },
    'unauthorized:1': { code: 'chat-unauthorized', tries: 1, waits: [] },
    'no-model:1': { code: 'chat-model-missing', tries: 1, waits: [] },
  };
  const seen: Record<string, unknown> = {};
  for (const fault of Object.keys(expected)) {
    const simulation = await simulated(t, fault);
    const { model, waits } = modelAt(simulation.baseUrl, { timeoutMs: fault === 'hang:1' ? 40 : 60_000 });
    seen[fault] = { code: await codeOf(model.complete(request)), tries: simulation.requests.length, waits };
  }
  assert.deepEqual(seen, expected);
});

test('what servers say with a status becomes an error that says what to do', async (t) => {
  const openAIError = (message: string, code: string | null = null): unknown => ({
    error: { message, type: 'invalid_request_error', param: null, code },
  });
  const cases: readonly (readonly [Scripted, string, RegExp])[] = [
    [{ status: 403, body: openAIError('Country not supported') }, 'chat-unauthorized', /Country not supported/],
    [{ status: 404, body: { detail: 'Not Found' } }, 'chat-model-missing', /no model "tiny" \(404: Not Found\).*ends with \/v1/],
    [{ status: 404, body: { error: 'model "tiny" not found, try pulling it first' } }, 'chat-model-missing', /try pulling it first/],
    [
      { status: 404, body: '<!doctype html><html></html>', headers: { 'content-type': 'text/html' } },
      'chat-not-an-api',
      /web page\. Check the base URL\./,
    ],
    [{ status: 400, body: openAIError('too long', 'context_length_exceeded') }, 'chat-context-too-long', /fewer passages/],
    [
      {
        status: 400,
        body: { object: 'error', message: "This model's maximum context length is 4096 tokens, 'max_completion_tokens' is too large" },
      },
      'chat-context-too-long',
      /4096/,
    ],
    [{ status: 400, body: openAIError('No such luck. '.repeat(40)) }, 'chat-refused', /^.{0,320}$/],
    [{ status: 429, body: openAIError('You exceeded your current quota', 'insufficient_quota') }, 'chat-rate-limited', /plan and billing/],
    [{ body: { hello: 'world' } }, 'chat-not-an-api', /did not return a chat completion/],
    [{ body: 'OK' }, 'chat-not-an-api', /did not return a chat completion/],
    [{ body: { choices: [] } }, 'chat-not-an-api', /did not return a chat completion/],
  ];
  for (const [answer, code, sentence] of cases) {
    const server = await scriptedServer(t, () => answer);
    await assert.rejects(modelAt(server.baseUrl).model.complete(request), (error) => {
      assert.ok(error instanceof AriadneError);
      assert.equal(error.code, code, error.message);
      assert.match(error.message, sentence);
      return true;
    });
    assert.equal(server.bodies.length, 1, `${code} is not tried again`);
  }
});

test('a failure that passes is not noticed, and a server that asks for a time is given it', async (t) => {
  const answers: readonly Scripted[] = [
    { status: 503, body: '<html>Bad gateway</html>' },
    { status: 429, headers: { 'retry-after': '7' }, body: {} },
    { status: 409, body: {} },
    completion('{"answer": "Ilse"}'),
  ];
  const server = await scriptedServer(t, (_, nth) => answers[nth] ?? completion(''));
  const { model, waits } = modelAt(server.baseUrl);
  const reply = await model.complete(request);
  assert.deepEqual(
    { reply, waits },
    {
      reply: { text: '{"answer": "Ilse"}', promptTokens: 7, completionTokens: 3, estimated: false, finishReason: 'stop', tries: 4 },
      waits: [500, 7000, 2000],
    },
  );
});

test('a wait beyond the deadline is not begun', async (t) => {
  const server = await scriptedServer(t, () => ({ status: 429, headers: { 'retry-after': '3600' }, body: {} }));
  const { model, waits } = modelAt(server.baseUrl);
  await assert.rejects(model.complete(request), {
    code: 'chat-rate-limited',
    message: /asks Ariadne to wait 60 minutes, longer than the limit of 3 minutes/,
  });
  assert.deepEqual(waits, []);
});

test('nobody listening is chat-unreachable, with the reason', async (t) => {
  const simulation = await simulated(t, '');
  await simulation.close();
  await assert.rejects(modelAt(simulation.baseUrl).model.complete(request), {
    code: 'chat-unreachable',
    message: /ECONNREFUSED.*Check that it is running/,
    tries: 4,
  });
});

test("a refusal of the host's door is passed on as it is; its failure to reach the server is tried again", async () => {
  const doorSays = async (code: ErrorCode): Promise<readonly [string, number]> => {
    let asked = 0;
    const refusing: Fetch = async () => {
      asked++;
      throw new AriadneError(code, 'Said by the door.');
    };
    return [await codeOf(modelAt('http://chat.example/v1', { fetch: refusing }).model.complete(request)), asked];
  };
  assert.deepEqual(
    [await doorSays('door-refused'), await doorSays('door-unreachable')],
    [
      ['door-refused', 1],
      ['chat-unreachable', 4],
    ],
  );
});

test('what a server does not take is left out from then on', async (t) => {
  const rejections: readonly (readonly [(body: Readonly<Record<string, unknown>>) => boolean, string])[] = [
    [
      (body) => JSON.stringify(body['response_format'] ?? '').includes('json_schema'),
      "'response_format.type' json_schema is not supported",
    ],
    [
      (body) => 'max_tokens' in body,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    [(body) => 'temperature' in body, "Unsupported value: 'temperature' does not support 0.3 with this model."],
    [(body) => 'seed' in body, 'extra field: seed'],
  ];
  const server = await scriptedServer(t, (body) => {
    const rejection = rejections.find(([applies]) => applies(body));
    return rejection ? { status: 400, body: { error: { message: rejection[1] } } } : completion('{}');
  });
  const { model, waits } = modelAt(server.baseUrl);
  await model.complete(request);
  await model.complete(request);
  const keys = server.bodies.map((body) => Object.keys(body).join(' '));
  assert.deepEqual(
    { requests: keys.length, last: keys.at(-1), format: server.bodies.at(-1)?.['response_format'], waits },
    { requests: 6, last: 'model messages max_completion_tokens response_format', format: { type: 'json_object' }, waits: [] },
  );
});

test('without any response format the request goes on, also when many are rejected at once', async (t) => {
  const simulation = await simulated(t, 'no-schema:1');
  const { model } = modelAt(simulation.baseUrl);
  await Promise.all(Array.from({ length: 6 }, () => model.complete(request)));
  const before = simulation.requests.length;
  await model.complete(request);
  assert.deepEqual(
    simulation.requests.slice(before).map(({ body }) => body.response_format),
    [undefined],
  );
});

test('the schema is sent in strict form, and nothing is said about the machine', async (t) => {
  const server = await scriptedServer(t, () => completion('{}'));
  await modelAt(server.baseUrl).model.complete(request);
  const { 'user-agent': agent, authorization, ...rest } = server.headers[0] ?? {};
  assert.deepEqual(
    { body: server.bodies[0], agent, authorization, telling: Object.keys(rest).filter((name) => name.startsWith('x-')) },
    {
      body: {
        model: 'tiny',
        messages: request.messages,
        temperature: 0.3,
        seed: 11,
        max_tokens: 50,
        response_format: { type: 'json_schema', json_schema: { name: 'read', strict: true, schema: request.schema?.schema } },
      },
      agent: 'ariadne',
      authorization: undefined,
      telling: [],
    },
  );
});

test('odd but complete answers are read', async (t) => {
  const message = (one: unknown, more: Readonly<Record<string, unknown>> = {}): Scripted => ({
    body: { choices: [{ message: one, finish_reason: null }], ...more },
  });
  const cases: readonly (readonly [Scripted, Partial<ChatReply>])[] = [
    [message({ content: '{"a":1}' }), { text: '{"a":1}', promptTokens: 5, completionTokens: 2, estimated: true, finishReason: 'stop' }],
    [message({ content: '<think>Is {it}?</think>\n{"a":1}' }), { text: '{"a":1}' }],
    [message({ content: [{ type: 'thinking' }, { type: 'text', text: '{"a":1}' }] }), { text: '{"a":1}' }],
    [message({ content: null, refusal: 'I cannot.' }), { text: 'I cannot.', finishReason: 'refusal' }],
    [message({ content: null }), { text: '' }],
  ];
  for (const [answer, expected] of cases) {
    const server = await scriptedServer(t, () => answer);
    const reply = await modelAt(server.baseUrl).model.complete(request);
    assert.deepEqual({ ...reply, ...expected }, reply);
  }
});

test('cancelling ends a request, a wait and a queued request at once, and none is tried again', async (t) => {
  const hanging = await simulated(t, 'hang:1');
  const busy = await scriptedServer(t, () => ({ status: 429, headers: { 'retry-after': '60' }, body: {} }));
  const cases = [
    { name: 'mid-request', model: new OpenAIChatModel({ model: 'm', baseUrl: hanging.baseUrl, fetch: nodeFetch }), calls: 1 },
    { name: 'waiting', model: new OpenAIChatModel({ model: 'm', baseUrl: busy.baseUrl, fetch: nodeFetch }), calls: 1 },
    { name: 'queued', model: new OpenAIChatModel({ model: 'm', baseUrl: hanging.baseUrl, fetch: nodeFetch, limit: pLimit(1) }), calls: 3 },
    {
      name: 'deaf fetch',
      model: new OpenAIChatModel({ model: 'm', baseUrl: 'http://deaf/v1', fetch: () => new Promise(() => undefined) }),
      calls: 1,
    },
  ];
  for (const { name, model, calls } of cases) {
    const controller = new AbortController();
    const replies = Array.from({ length: calls }, () => model.complete(request, { signal: controller.signal }));
    const settled = Promise.allSettled(replies);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const before = hanging.requests.length;
    const cancelledAt = performance.now();
    controller.abort();
    const names = (await settled).map((one) => (one.status === 'rejected' && one.reason instanceof Error ? one.reason.name : one.status));
    const tookMs = performance.now() - cancelledAt;
    assert.deepEqual(
      names,
      names.map(() => 'AbortError'),
      name,
    );
    assert.ok(tookMs < 100, `${name}: ${tookMs} ms`);
    assert.equal(hanging.requests.length, before, name);
  }
});

test('never more requests at once than allowed', async (t) => {
  let [now, most] = [0, 0];
  const server = await scriptedServer(t, () => completion('{}'));
  const counting: Fetch = async (url, init) => {
    most = Math.max(most, ++now);
    const response = await fetch(url, init);
    now--;
    return response;
  };
  const { model } = modelAt(server.baseUrl, { fetch: counting, limit: pLimit(2) });
  await Promise.all(Array.from({ length: 7 }, () => model.complete(request)));
  assert.deepEqual({ most, requests: server.bodies.length }, { most: 2, requests: 7 });
});
