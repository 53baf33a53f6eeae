/** Replies that no well-meaning server sends: each is cleaned, or is one clear error after one request. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { AriadneError } from '../../../../src/base/errors.ts';
import { OpenAIChatModel } from '../../../../src/models/chat/openaiChatModel.ts';
import { repliesOf } from '../../../../src/models/chat/readCompletion.ts';
import { assertParsable, UnusableReply } from '../../../../src/models/chat/replyLimits.ts';
import type { ChatReply, ChatRequest } from '../../../../src/models/models.ts';
import { llmCall } from '../../../../src/protocol/spent.ts';
import { completion, type Scripted, scriptedServer } from './scriptedServer.ts';

const request: ChatRequest = {
  role: 'read',
  messages: [{ role: 'user', content: 'Where was the keeper of the northern light born, and when?' }],
  temperature: 0.3,
  maxTokens: 50,
  sample: 0,
  attempt: 0,
  logprobs: true,
};
const clock = { now: () => 0, random: () => 0, delay: () => Promise.resolve() };

async function served(t: TestContext, answer: Scripted | ((response: ServerResponse) => void), timeoutMs = 5_000) {
  const { baseUrl, bodies } = await scriptedServer(t, () => answer);
  return { model: new OpenAIChatModel({ model: 'tiny', baseUrl, fetch: (url, init) => fetch(url, init), clock, timeoutMs }), bodies };
}

async function errorOf(reply: Promise<ChatReply>): Promise<{ readonly code: string; readonly message: string }> {
  try {
    await reply;
  } catch (error) {
    if (error instanceof AriadneError) return error;
    throw error;
  }
  return { code: 'no error', message: '' };
}

const nested = (levels: number): string => `${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`;
const choicesOf = (n: number): string => `{"choices":[${'{"message":{"content":"x"}},'.repeat(n - 1)}{"message":{"content":"x"}}]}`;
const tokensOf = (n: number): unknown => Array.from({ length: n }, () => ({ token: 'x', logprob: -1 }));

const unusable: Readonly<Record<string, readonly [body: string, says: RegExp]>> = {
  'deep nesting': [nested(100_000), /cannot be used: it is nested more than 64 levels deep/],
  'deep nesting within a completion': [`{"choices":[{"message":{"content":"x","more":${nested(50_000)}}}]}`, /nested more than 64 levels/],
  'a hundred thousand answers': [choicesOf(100_000), /it has 100000 answers to one request/],
  'too many parts': [`[${'0,'.repeat(1_100_000)}0]`, /more than a million parts/],
  'an endless answer': [JSON.stringify(completion('x'.repeat(600_000)).body), /an answer in it has 600000 characters/],
  'endless probabilities': [
    JSON.stringify({ choices: [{ message: { content: 'x' }, logprobs: { content: tokensOf(150_000) } }] }),
    /an answer in it has 150000 tokens/,
  ],
};

for (const [what, [body, says]] of Object.entries(unusable)) {
  test(`${what} is an unusable reply, said as what it is, and not asked for again`, async (t) => {
    const { model, bodies } = await served(t, { body });
    const { code, message } = await errorOf(model.complete(request));
    assert.equal(code, 'chat-reply-unusable', message);
    assert.match(message, says);
    assert.equal(bodies.length, 1);
  });
}

test('errors are read as far as they go: nested, endless, broken off, or in the form of success', async (t) => {
  const huge = `unsupported `.repeat(1_000_000);
  const cases: readonly (readonly [Scripted | ((response: ServerResponse) => void), string, RegExp])[] = [
    [{ status: 400, body: `{"detail":${nested(50_000)}}` }, 'chat-refused', /\(400: \{"detail":/],
    [{ status: 400, body: { error: { message: huge, param: huge, code: huge } } }, 'chat-refused', /^.{0,400}$/],
    [{ status: 403, body: { error: { message: 'no', code: 17, param: { a: [] } } } }, 'chat-unauthorized', /\(403: no\)/],
    [
      { status: 400, body: '{"__proto__":{"message":"polluted"},"error":{"message":"plain","__proto__":{"x":1}}}' },
      'chat-refused',
      /400: plain/,
    ],
    [
      (response) => void response.writeHead(401, { 'content-length': 100 }).write('{"er', () => response.destroy()),
      'chat-unauthorized',
      /refused the API key/,
    ],
    [(response) => writeForEver(response.writeHead(401)), 'chat-unauthorized', /refused the API key/],
    [
      { body: { error: { message: 'The model is overloaded', code: 502 } } },
      'chat-refused',
      /refused the request \(200: The model is overloaded\)/,
    ],
    [{ body: { error: 'context length exceeded' } }, 'chat-context-too-long', /context length exceeded/],
    [{ body: 'data: {"choices":[]}\n\ndata: [DONE]\n\n' }, 'chat-not-an-api', /did not return a chat completion/],
    [{ body: Buffer.from('\ufeff{"choices"', 'utf16le').toString('latin1') }, 'chat-not-an-api', /did not return a chat completion/],
    [{ body: '' }, 'chat-not-an-api', /did not return a chat completion/],
    [{ body: '{"choices":[]}' }, 'chat-not-an-api', /did not return a chat completion/],
    [{ body: '{"choices":[{"message":{"content":{"a":1}}}]}' }, 'chat-not-an-api', /did not return a chat completion/],
    [
      { status: 200, body: '\n <!DOCTYPE html><title>Sign in</title>', headers: { 'content-type': 'application/json' } },
      'chat-not-an-api',
      /web page/,
    ],
  ];
  for (const [answer, expected, says] of cases) {
    const { model } = await served(t, answer);
    const { code, message } = await errorOf(model.complete({ ...request, logprobs: false }));
    assert.equal(code, expected, message);
    assert.match(message, says);
    assert.doesNotMatch(message, /call stack|polluted/);
  }
});

function writeForEver(response: ServerResponse): void {
  const more = (): void => {
    while (response.write(Buffer.alloc(64 * 1024, 'x')));
  };
  response.on('drain', more);
  more();
}

test('a body that drips does not outlast the time limit, with success or with an error, and its connection is closed', async (t) => {
  for (const status of [200, 401]) {
    let drops = 0;
    const closed = Promise.withResolvers<void>();
    const { model } = await served(
      t,
      (response) => {
        response.writeHead(status);
        const drip = setInterval(() => response.write(' ', () => drops++), 5);
        response.once('close', () => closed.resolve(clearInterval(drip)));
      },
      120,
    );
    const { code } = await errorOf(model.complete(request));
    await closed.promise;
    assert.deepEqual([code, drops > 3], ['chat-timeout', true]);
  }
});

test('a reply that is not read to its end does not keep its connection', async (t) => {
  const closed = Promise.withResolvers<void>();
  const { model } = await served(t, (response) => {
    response.once('close', () => closed.resolve());
    response.writeHead(403).write(Buffer.alloc(300 * 1024, 'x'));
  });
  assert.equal((await errorOf(model.complete(request))).code, 'chat-unauthorized');
  await closed.promise;
});

test('waits that nobody lives to see are not begun, and said in words', async (t) => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ 'retry-after': '1000000000' }, /It asks Ariadne to wait more than a year, longer than the limit of 15 seconds/],
    [{ 'retry-after': '9'.repeat(400) }, /wait more than a year, longer/],
    [{ 'retry-after-ms': '1e400' }, /wait more than a year, longer/],
    [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, /wait more than a year, longer/],
    [{ 'retry-after': '86400' }, /wait 24 hours, longer/],
    [{ 'retry-after': '-5' }, /Wait a moment/],
  ];
  for (const [headers, says] of cases) {
    const { baseUrl, bodies } = await scriptedServer(t, () => ({ status: 429, headers, body: {} }));
    const model = new OpenAIChatModel({ model: 'tiny', baseUrl, fetch: (url, init) => fetch(url, init), clock, deadlineMs: 15_000 });
    const { code, message } = await errorOf(model.complete(request));
    assert.equal(code, 'chat-rate-limited');
    assert.match(message, says);
    assert.ok(message.includes('Wait a moment') || bodies.length === 1);
  }
});

test('addresses are shown without what people put into them', async () => {
  const refusing = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));
  const model = new OpenAIChatModel({ model: 'tiny', baseUrl: 'http://ann:sesame@chat.test/v1?key=sesame', fetch: refusing, clock });
  const { message } = await errorOf(model.complete(request));
  assert.match(message, /at http:\/\/chat\.test\/v1 cannot be reached/);
  assert.doesNotMatch(message, /sesame/);
});

/** What a server can put where a number belongs, as JSON. */
const absurd = [
  '1e308',
  '1e999',
  '-1e999',
  '-1',
  '-0',
  '0.5',
  '1e15',
  '9007199254740993',
  '"12"',
  'null',
  '[]',
  '{}',
  'true',
  '{"__proto__":1}',
];

test('counts that cannot be are estimated, so that logs can hold them and budgets count on them', () => {
  const read = (prompt: string, written: string): ChatReply | undefined => {
    const usage = `{"prompt_tokens":${prompt},"completion_tokens":${written}}`;
    return repliesOf(JSON.parse(`{"choices":[{"message":{"content":"Tarnholm, in 1880"}}],"usage":${usage}}`), request)[0];
  };
  const estimated = { promptTokens: 15, completionTokens: 5, estimated: true };
  for (const count of [...absurd, '0']) {
    for (const reply of [read(count, '9'), read('20', count)]) {
      const { promptTokens, completionTokens, estimated: isEstimated } = reply ?? {};
      assert.deepEqual({ promptTokens, completionTokens, estimated: isEstimated }, estimated, count);
    }
  }
  const { promptTokens, completionTokens } = read('4000', '70000') ?? {};
  assert.deepEqual({ promptTokens, completionTokens }, { promptTokens: 4000, completionTokens: 70_000 }, 'hidden words before and after');
});

test('what is no probability is no value, and no reason to refuse the reply', () => {
  const logprobs = (values: readonly string[]): unknown =>
    repliesOf(
      JSON.parse(
        `{"choices":[{"message":{"content":"x"},"logprobs":{"content":[${values.map((one) => `{"token":"x","logprob":${one}}`).join()}]}}]}`,
      ),
      request,
    )[0]?.logprobs;
  assert.deepEqual(logprobs(['-0.5', 'null', '5', '1e308', '1e-9', '-0', '-1e308', '-9999']), [-0.5, 0, 0, -1e308, -9999]);
  assert.deepEqual([logprobs(['-1', '"-1"']), logprobs(['-1', '-1e999'])], [undefined, undefined]);
});

test('odd fields beside a good answer do not spoil it', () => {
  const choice = (more: string): ChatReply | undefined =>
    repliesOf(JSON.parse(`{"id":{"a":1},"choices":[{"message":{"content":"a\\ud800b"},${more}}],"__proto__":{"choices":[]}}`), request)[0];
  for (const more of [
    '"finish_reason":{}',
    '"finish_reason":7',
    `"finish_reason":"${'x'.repeat(10_000)}"`,
    '"index":"first"',
    '"index":1e999',
    '"logprobs":"none"',
    '"__proto__":{"message":1}',
  ])
    assert.deepEqual(
      choice(more),
      { text: 'a\ufffdb', promptTokens: 15, completionTokens: 1, estimated: true, finishReason: 'stop' },
      more.slice(0, 40),
    );
});

const anything = fc.anything({
  withBigInt: false,
  maxDepth: 3,
  values: [fc.constantFrom(1e308, -1, 0.5, -0, '\ud800', '__proto__', null), fc.string(), fc.double()],
});
const completionLike = fc.record(
  {
    id: anything,
    choices: fc.oneof(
      anything,
      fc.array(
        fc.record(
          {
            index: anything,
            message: fc.oneof(
              anything,
              fc.record({ content: fc.oneof(fc.string({ unit: 'binary' }), anything), refusal: anything }, { requiredKeys: [] }),
            ),
            finish_reason: anything,
            logprobs: fc.oneof(
              anything,
              fc.record({ content: fc.array(fc.record({ token: fc.string(), logprob: fc.oneof(fc.double(), anything) })) }),
            ),
          },
          { requiredKeys: ['message'] },
        ),
        { maxLength: 5 },
      ),
    ),
    usage: fc.oneof(
      anything,
      fc.record({
        prompt_tokens: fc.oneof(fc.double(), fc.integer(), anything),
        completion_tokens: fc.oneof(fc.double(), fc.integer(), anything),
      }),
    ),
  },
  { requiredKeys: [] },
);
const logged = llmCall.pick({ promptTokens: true, completionTokens: true, estimated: true }).extend({
  text: z.string(),
  promptTokens: z.int().nonnegative(),
  completionTokens: z.int().nonnegative(),
  finishReason: z.string().max(40),
  logprobs: z.array(z.number().max(0)).optional(),
});

test('whatever is sent, what becomes of it is a reply that a log holds unchanged, or an error that is foreseen', () => {
  fc.assert(
    fc.property(fc.oneof(completionLike, anything), fc.integer({ min: 1, max: 4 }), (body, n) => {
      let replies: readonly ChatReply[];
      try {
        const json = JSON.stringify(body) ?? '';
        assertParsable(json);
        replies = repliesOf(JSON.parse(json === '' ? 'null' : json), { ...request, n });
      } catch (error) {
        assert.ok(error instanceof z.ZodError || error instanceof UnusableReply, String(error));
        return;
      }
      assert.ok(replies.length > 0 && replies.length <= n);
      for (const reply of replies) {
        assert.deepEqual(JSON.parse(JSON.stringify(reply)), reply);
        assert.ok(logged.safeParse(reply).success && reply.text.isWellFormed());
      }
    }),
    { numRuns: 250 },
  );
});

test('what is within texts does not count as nesting', () => {
  assertParsable(JSON.stringify({ choices: [{ message: { content: `${nested(200)}\\"${'['.repeat(500)}` } }] }));
  assert.throws(() => assertParsable('['.repeat(65)), UnusableReply);
});
