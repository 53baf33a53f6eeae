/** Several completions of one request, token probabilities, and servers that have neither. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { OpenAIChatModel, type OpenAIChatModelOptions } from '../../../../src/models/chat/openaiChatModel.ts';
import { repliesOf } from '../../../../src/models/chat/readCompletion.ts';
import { fullShape, OwnShapeMemory } from '../../../../src/models/chat/requestShape.ts';
import type { ChatRequest } from '../../../../src/models/models.ts';
import { type RequestBody, type Scripted, scriptedServer } from './scriptedServer.ts';

const request: ChatRequest = {
  role: 'sunar.asu',
  messages: [{ role: 'user', content: 'Who was the keeper?' }],
  temperature: 0.3,
  maxTokens: 50,
  sample: 0,
  attempt: 0,
  seed: 3,
  n: 3,
};

/** A server that says `texts[i]` in choice i, as many as it was asked for and at most `most`; it counts 9 and 10 tokens. */
function choices(texts: readonly string[], body: RequestBody, more: Readonly<Record<string, unknown>> = {}, most = 10): Scripted {
  const asked = Math.min(most, typeof body['n'] === 'number' ? body['n'] : 1);
  const all = texts.slice(0, asked).map((content, index) => ({ index, message: { content }, finish_reason: 'stop', ...more }));
  return { body: { choices: all, usage: { prompt_tokens: 10, completion_tokens: 9 } } };
}

async function served(
  t: TestContext,
  script: (body: RequestBody, nth: number) => Scripted,
  more: Partial<OpenAIChatModelOptions> = {},
): Promise<{ readonly model: OpenAIChatModel; readonly bodies: readonly RequestBody[] }> {
  const { baseUrl, bodies } = await scriptedServer(t, script);
  const clock = { now: () => 0, random: () => 0, delay: () => Promise.resolve() };
  return { model: new OpenAIChatModel({ model: 'tiny', baseUrl, fetch: (url, init) => fetch(url, init), clock, ...more }), bodies };
}

test('one request brings all samples, and what it cost is shared out', async (t) => {
  const { model, bodies } = await served(t, (body) => choices(['Quenby', 'Tobias Quenby', ''], body));
  const replies = await model.completeMany(request);
  assert.deepEqual(
    { replies, asked: bodies.map(({ n, seed }) => ({ n, seed })) },
    {
      replies: [
        { text: 'Quenby', promptTokens: 3, completionTokens: 3, estimated: false, finishReason: 'stop' },
        { text: 'Tobias Quenby', promptTokens: 4, completionTokens: 6, estimated: false, finishReason: 'stop', tries: 0 },
        { text: '', promptTokens: 3, completionTokens: 0, estimated: false, finishReason: 'stop', tries: 0 },
      ],
      asked: [{ n: 3, seed: 3 }],
    },
  );
});

test('shared out, tokens are neither invented nor lost', () => {
  const counts = fc.record({
    prompt: fc.nat(5000),
    completion: fc.nat(5000),
    texts: fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 12 }),
  });
  fc.assert(
    fc.property(counts, ({ texts, ...more }) => {
      // As many as there can be at least: fewer would not be believed.
      const [prompt, completion] = [2 + more.prompt, Math.ceil(texts.join('').length / 16) + more.completion];
      const body = {
        choices: texts.map((content) => ({ message: { content } })),
        usage: { prompt_tokens: prompt, completion_tokens: completion },
      };
      const replies = repliesOf(body, { ...request, n: texts.length });
      const sum = (of: (reply: (typeof replies)[number]) => number): number => replies.reduce((all, reply) => all + of(reply), 0);
      assert.deepEqual([sum((one) => one.promptTokens), sum((one) => one.completionTokens)], [prompt, completion]);
      assert.ok(replies.every((one) => one.promptTokens >= 0 && one.completionTokens >= 0));
    }),
  );
});

test('a server that gives one choice for three, and one that refuses three, are asked one by one from then on', async (t) => {
  const refusing = (body: RequestBody): Scripted =>
    'n' in body
      ? { status: 400, body: { error: { message: 'Only one completion choice is allowed', type: 'invalid_request_error' } } }
      : choices(['Quenby'], body);
  const named = (body: RequestBody): Scripted =>
    'n' in body ? { status: 422, body: { error: { message: 'Value is not supported.', param: 'n' } } } : choices(['Quenby'], body);
  const silent = (body: RequestBody): Scripted => choices(['Quenby'], body, {}, 1);
  for (const [script, got] of [
    [silent, 1],
    [refusing, 0],
    [named, 0],
  ] as const) {
    const { model, bodies } = await served(t, script);
    const first = await model.completeMany(request);
    const second = await model.completeMany(request);
    assert.deepEqual(
      { first: first.length, second: second.length, requests: bodies.length, gives: model.gives },
      { first: got, second: 0, requests: 1, gives: { schema: true, n: false, logprobs: true } },
    );
    assert.equal((await model.complete(request)).text, 'Quenby');
  }
});

test('a refusal without a reason, and a temperature of 0, teach nothing about samples', async (t) => {
  const { model, bodies } = await served(t, () => ({ status: 400, body: { error: { message: 'Bad request' } } }));
  assert.deepEqual(
    [await model.completeMany(request), await model.completeMany({ ...request, temperature: 0 }), bodies.length, model.gives.n],
    [[], [], 1, true],
  );
  await assert.rejects(model.complete(request), { code: 'chat-refused' });
});

test('a request for samples that fails for good fails as any other', async (t) => {
  const { model, bodies } = await served(t, () => ({ status: 401, body: {} }));
  await assert.rejects(model.completeMany(request), { code: 'chat-unauthorized' });
  assert.equal(bodies.length, 1);
});

test('tries are counted once for all samples of a request', async (t) => {
  const { model } = await served(t, (body, nth) => (nth < 2 ? { status: 500, body: {} } : choices(['a', 'b', 'c'], body)));
  assert.deepEqual(
    (await model.completeMany(request)).map(({ tries }) => tries),
    [3, 0, 0],
  );
});

test('alternatives of tokens are read where the server gives them, the unlikely left out; one that rejects them is not asked again', async (t) => {
  const top = [
    { token: 'Yes', logprob: -0.1 },
    { token: 'No', logprob: -2.5 },
    { token: 'Maybe', logprob: -30 },
  ];
  const content = [
    { token: 'Yes', logprob: -0.1, top_logprobs: top },
    { token: '.', logprob: 0 },
  ];
  const asking = { ...request, n: 1, logprobs: true, alternatives: 5 };
  const giving = await served(t, (body) => choices(['Yes.'], body, { logprobs: { content } }));
  const { tokens, logprobs } = await giving.model.complete(asking);
  assert.deepEqual(
    { tokens, logprobs, asked: giving.bodies[0]?.['top_logprobs'] },
    {
      tokens: [
        {
          text: 'Yes',
          alternatives: [
            ['Yes', -0.1],
            ['No', -2.5],
          ],
        },
        { text: '.', alternatives: [] },
      ],
      logprobs: [-0.1, 0],
      asked: 5,
    },
  );
  assert.equal((await giving.model.complete({ ...request, n: 1, logprobs: true })).tokens, undefined, 'nobody asked');
  const rejecting = await served(t, (body) =>
    'top_logprobs' in body
      ? { status: 400, body: { error: { message: 'top_logprobs is not supported' } } }
      : choices(['Yes.'], body, { logprobs: { content: [{ token: 'Yes.', logprob: -0.1 }] } }),
  );
  const first = await rejecting.model.complete(asking);
  assert.deepEqual([first.tokens, first.logprobs], [undefined, [-0.1]]);
  await rejecting.model.complete(asking);
  assert.deepEqual(
    rejecting.bodies.map((body) => [body['logprobs'], 'top_logprobs' in body]),
    [
      [true, true],
      [true, false],
      [true, false],
    ],
  );
});

test('token probabilities are those of the reply itself', async (t) => {
  const token = (text: string, logprob: number | null): unknown => ({ token: text, logprob, bytes: null, top_logprobs: [] });
  const content = [token('Quen', -0.1), token('by', -0.5), token('<|im_end|>', -0.01)];
  const thinking = [token('<think>', -3), token('Hm</think>', -2), token('\n', -1), token('Quenby', -0.2), token('', -0.01)];
  const cases: readonly (readonly [string, unknown, readonly number[]])[] = [
    ['Quenby', { content }, [-0.1, -0.5]],
    ['<think>Hm</think>\nQuenby', { content: thinking }, [-0.2]],
    ['Quenby', { content: [token('Quen', null), token('by', -0.5)] }, [-0.5]],
    // An end of text, a line break after it, and a character of two tokens.
    [
      'Quenby',
      { content: [token('Quen', -0.1), token('', -0.3), token('by', -0.5), token('<|im_end|>', -2), token('\n', -3)] },
      [-0.1, -0.3, -0.5, -3],
    ],
    ['Quenby', { tokens: ['Quen', 'by', '</s>'], token_logprobs: [null, -0.5, 0] }, [-0.5]],
  ];
  for (const [text, logprobs, expected] of cases) {
    const { model, bodies } = await served(t, (body) => choices([text], body, { logprobs }));
    const reply = await model.complete({ ...request, n: 1, logprobs: true });
    assert.deepEqual(
      { text: reply.text, logprobs: reply.logprobs, asked: bodies[0]?.['logprobs'] },
      { text: 'Quenby', logprobs: expected, asked: true },
    );
    assert.equal((await model.complete({ ...request, n: 1 })).logprobs, undefined, 'nobody asked');
  }
});

test('a server without token probabilities, silent or refusing, is not asked for them again', async (t) => {
  const refusing = (body: RequestBody): Scripted =>
    'logprobs' in body ? { status: 400, body: { error: { message: 'logprobs are not available for this model' } } } : choices(['x'], body);
  const silent = (body: RequestBody): Scripted => choices(['x'], body, { logprobs: null });
  for (const script of [refusing, silent]) {
    const { model, bodies } = await served(t, script);
    const replies = [await model.complete({ ...request, logprobs: true }), await model.complete({ ...request, logprobs: true })];
    assert.deepEqual(
      { texts: replies.map(({ text, logprobs }) => [text, logprobs]), last: 'logprobs' in (bodies.at(-1) ?? {}), gives: model.gives },
      {
        texts: [
          ['x', undefined],
          ['x', undefined],
        ],
        last: false,
        gives: { schema: true, n: true, logprobs: false },
      },
    );
  }
  const saysNothing = await served(t, (body) => choices([''], body));
  await saysNothing.model.complete({ ...request, logprobs: true });
  assert.equal(saysNothing.model.gives.logprobs, true, 'nothing said has no tokens');
});

test('requests in flight that learn the same thing agree, and so do models that share what is known', async (t) => {
  const shapes = new OwnShapeMemory();
  const script = (body: RequestBody): Scripted => {
    for (const field of ['logprobs', 'seed', 'temperature']) {
      if (field in body) return { status: 400, body: { error: { message: `${field} is not supported` } } };
    }
    return choices(['x'], body, {}, 1);
  };
  const { model, bodies } = await served(t, script, { shapes });
  await Promise.all(Array.from({ length: 6 }, () => model.completeMany({ ...request, logprobs: true })));
  const before = bodies.length;
  const other = await served(t, script, { shapes });
  await other.model.complete({ ...request, logprobs: true });
  assert.deepEqual(
    { shape: shapes.shape, later: other.bodies.map((body) => Object.keys(body).join(' ')) },
    { shape: { ...fullShape, logprobs: false, seed: false, temperature: false, n: false }, later: ['model messages max_tokens'] },
  );
  assert.ok(before <= 6 * 4, `${before} requests`);
});
