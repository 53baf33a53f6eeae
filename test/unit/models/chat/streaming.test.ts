import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { isAriadneError } from '../../../../src/base/errors.ts';
import { OpenAIChatModel } from '../../../../src/models/chat/openaiChatModel.ts';
import { systemClock } from '../../../../src/models/chat/retry.ts';
import { StreamedReply } from '../../../../src/models/chat/streamedReply.ts';
import type { ChatRequest } from '../../../../src/models/models.ts';
import { completion, scriptedServer } from './scriptedServer.ts';
import { UnusableReply } from '../../../../src/models/chat/replyLimits.ts';
import { damaged, hostileRuns } from '../../../support/hostile.ts';

const request: ChatRequest = {
  role: 'read',
  messages: [{ role: 'user', content: 'Who wrote it?' }],
  temperature: 0,
  maxTokens: 50,
  sample: 0,
  attempt: 0,
};

const clock = { ...systemClock, delay: async () => undefined };

function modelAt(baseUrl: string, more: { readonly maxRetries?: number } = {}): OpenAIChatModel {
  return new OpenAIChatModel({ model: 'tiny', baseUrl, fetch: (url, init) => fetch(url, init), clock, ...more });
}

/** What a caller sees of a reply, in order. */
function listener(): { readonly seen: string[]; readonly options: { onText(text: string): void; onRestart(): void } } {
  const seen: string[] = [];
  return { seen, options: { onText: (text) => seen.push(text), onRestart: () => seen.push('(again)') } };
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function write(response: ServerResponse, ...events: readonly object[]): void {
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
}

const said = (content: string): object => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const stop = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
const usage = { choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } };

function answerWhole(response: ServerResponse, ...parts: readonly string[]): void {
  begin(response);
  write(response, ...parts.map(said), stop, usage);
  response.end('data: [DONE]\n\n');
}

test('parts are heard as they are written, and the reply is that of a whole completion, with its counts', async (t) => {
  let goOn = (): void => undefined;
  const heardFirst = new Promise<void>((resolve) => (goOn = resolve));
  const server = await scriptedServer(t, () => (response) => {
    begin(response);
    write(response, { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }, said('Ada '));
    // Would wait for ever if the first part were not heard before the end.
    void heardFirst.then(() => {
      write(response, said('Lovelace'), stop, usage);
      response.end('data: [DONE]\n\n');
    });
  });
  const seen: string[] = [];
  const reply = await modelAt(server.baseUrl).complete(request, {
    onText: (text) => {
      seen.push(text);
      goOn();
    },
  });
  assert.deepEqual(seen, ['Ada ', 'Lovelace']);
  assert.deepEqual(reply, { text: 'Ada Lovelace', promptTokens: 7, completionTokens: 3, estimated: false, finishReason: 'stop' });
  const [{ stream, stream_options: options } = {}] = server.bodies;
  assert.deepEqual({ stream, options }, { stream: true, options: { include_usage: true } });
});

test('without a listener, and for several samples, nothing is streamed', async (t) => {
  const server = await scriptedServer(t, () => completion('Ada'));
  const model = modelAt(server.baseUrl);
  await model.complete(request);
  await model.completeMany({ ...request, n: 2, temperature: 1 }, { onText: () => assert.fail('heard a part') });
  assert.deepEqual(
    server.bodies.map(({ stream }) => stream),
    [undefined, undefined],
  );
});

test('cancelling in the middle of a reply closes the connection', async (t) => {
  const controller = new AbortController();
  let closed: Promise<unknown> = Promise.resolve();
  const server = await scriptedServer(t, () => (response) => {
    closed = once(response, 'close');
    begin(response);
    write(response, said('Ada '));
  });
  const { seen, options } = listener();
  const reply = modelAt(server.baseUrl).complete(request, {
    ...options,
    signal: controller.signal,
    onText: (text) => {
      options.onText(text);
      controller.abort();
    },
  });
  await assert.rejects(reply, { name: 'AbortError' });
  await closed;
  assert.deepEqual(seen, ['Ada ']);
});

test('a reply that is cut in the middle is never an answer: it is asked for again, then it has failed', async (t) => {
  const cuts: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'the connection breaks': (response) => response.write('', () => response.destroy()),
    'the server ends without a last part': (response) => void response.end(),
    'an event is incomplete': (response) => void response.end('data: {"choices":[{"delta":{"con'),
    'a router lost its server': (response) => {
      write(response, { choices: [{ delta: {}, finish_reason: 'error' }] });
      response.end('data: [DONE]\n\n');
    },
  };
  for (const [how, cut] of Object.entries(cuts)) {
    const server = await scriptedServer(t, (_, nth) => (response) => {
      if (nth > 0) return answerWhole(response, 'Ada ', 'Lovelace');
      begin(response);
      write(response, said('Augusta '));
      cut(response);
    });
    const { seen, options } = listener();
    const reply = await modelAt(server.baseUrl).complete(request, options);
    assert.deepEqual([reply.text, reply.tries, seen], ['Ada Lovelace', 2, ['Augusta ', '(again)', 'Ada ', 'Lovelace']], how);
    const once = await scriptedServer(t, () => (response) => {
      begin(response);
      write(response, said('Augusta '));
      cut(response);
    });
    await assert.rejects(
      modelAt(once.baseUrl, { maxRetries: 0 }).complete(request, listener().options),
      (error) => isAriadneError(error, 'chat-cut-off') && error.message.includes('was cut off'),
      how,
    );
  }
});

test('an error in the middle of a reply is the server’s failure in its words', async (t) => {
  const server = await scriptedServer(t, () => (response) => {
    begin(response);
    write(response, said('Ada'), { error: { message: 'CUDA out of memory', code: 500 } });
    response.end();
  });
  const { seen, options } = listener();
  await assert.rejects(
    modelAt(server.baseUrl, { maxRetries: 0 }).complete(request, options),
    (error) => isAriadneError(error, 'chat-server-error') && error.message.includes('CUDA out of memory'),
  );
  assert.deepEqual(seen, ['Ada', '(again)']);
});

test('a server that does not know streaming, or its counts, is asked without; one that ignores it answers whole', async (t) => {
  const refused = (message: string): object => ({ status: 400, body: { error: { message } } });
  const server = await scriptedServer(t, ({ stream, stream_options: options }) => {
    if (options !== undefined) return refused('Unrecognized request argument supplied: stream_options') as ReturnType<typeof completion>;
    if (stream !== undefined) return refused('streaming is not supported') as ReturnType<typeof completion>;
    return completion('Ada');
  });
  const model = modelAt(server.baseUrl);
  const { seen, options } = listener();
  const texts = [await model.complete(request, options), await model.complete(request, options)].map(({ text }) => text);
  assert.deepEqual([texts, seen, server.bodies.length], [['Ada', 'Ada'], [], 4]);

  const ignoring = await scriptedServer(t, () => completion('Grace'));
  assert.equal((await modelAt(ignoring.baseUrl).complete(request, options)).text, 'Grace');
});

test('a streamed reply that does not begin in time has its own sentence; a sign of life is no beginning', async (t) => {
  const server = await scriptedServer(t, () => (response) => {
    begin(response);
    response.write(': still here\n\n');
  });
  const model = new OpenAIChatModel({
    model: 'tiny',
    baseUrl: server.baseUrl,
    fetch: (url, init) => fetch(url, init),
    clock,
    maxRetries: 0,
    firstTokenMs: 100,
  });
  await assert.rejects(
    model.complete(request, listener().options),
    (error) => isAriadneError(error, 'chat-timeout') && / did not begin to answer within 0\.1 seconds\. /.test(error.message),
  );
  const heard: string[] = [];
  const reply = new StreamedReply((text) => heard.push(text));
  reply.onBegin = () => void heard.push('(begins)');
  const pieces = [': still here\n\n', `data: ${JSON.stringify(said('Ada'))}\n\n`, `data: ${JSON.stringify(stop)}\n\n`].map((piece) =>
    Buffer.from(piece),
  );
  await reply.readAll(pieces, new AbortController().signal);
  assert.deepEqual([heard, reply.isWhole], [['(begins)', 'Ada'], true]);
});

test('a reply without counts is estimated; one with counts in every part has the last', async (t) => {
  const server = await scriptedServer(t, (_, nth) => (response) => {
    begin(response);
    if (nth === 0) write(response, said('Ada Lovelace'), stop);
    else write(response, { ...said('Ada '), usage: { prompt_tokens: 7, completion_tokens: 1 } }, { ...stop, ...usage });
    response.end('data: [DONE]\n\n');
  });
  const model = modelAt(server.baseUrl);
  const replies = [await model.complete(request, listener().options), await model.complete(request, listener().options)];
  assert.deepEqual(
    replies.map(({ estimated, completionTokens }) => ({ estimated, completionTokens })),
    [
      { estimated: true, completionTokens: 3 },
      { estimated: false, completionTokens: 3 },
    ],
  );
});

test('parts that no reply has are refused: too deep, too long, of another form', async (t) => {
  const bad: Readonly<Record<string, readonly [string, string]>> = {
    deep: [`data: ${'['.repeat(100)}${']'.repeat(100)}\n\n`, 'chat-reply-unusable'],
    long: [`data: ${JSON.stringify(said('x'.repeat(500_001)))}\n\n`, 'chat-reply-unusable'],
    'of another form': ['data: {"choices":[{"delta":{"content":7}}]}\n\n', 'chat-not-an-api'],
  };
  for (const [what, [text, code]] of Object.entries(bad)) {
    const server = await scriptedServer(t, () => (response) => {
      begin(response);
      response.end(text);
    });
    await assert.rejects(modelAt(server.baseUrl, { maxRetries: 0 }).complete(request, listener().options), { code }, what);
  }
});

const wholeStream = ['Ada ', 'Lovelace é 🎬']
  .map(said)
  .concat(stop, usage)
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .concat('data: [DONE]\n\n')
  .join('');

async function readStream(pieces: Iterable<Uint8Array>): Promise<StreamedReply | undefined> {
  const reply = new StreamedReply(() => undefined);
  try {
    const late = await reply.readAll(pieces, new AbortController().signal);
    return late === undefined ? reply : undefined;
  } catch (error) {
    assert.ok(error instanceof SyntaxError || error instanceof z.ZodError || error instanceof UnusableReply, String(error));
    return undefined;
  }
}

test('a stream that is cut at any byte is whole only when its end was heard, and says nothing that was not sent', async () => {
  const bytes = Buffer.from(wholeStream);
  const heardEnd = wholeStream.indexOf('"stop"');
  for (let end = 0; end <= bytes.length; end++) {
    const reply = await readStream([bytes.subarray(0, end)]);
    if (!reply) continue;
    const { choices } = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]) }).parse(reply.body);
    assert.ok('Ada Lovelace é 🎬'.startsWith(choices[0].message.content));
    if (reply.isWhole) assert.ok(end > heardEnd && choices[0].message.content === 'Ada Lovelace é 🎬');
  }
});

test('a stream of anything, in any pieces, is a reply or an error that is foreseen', async () => {
  await fc.assert(
    fc.asyncProperty(damaged(wholeStream), fc.integer({ min: 1, max: 40 }), async (bytes, size) => {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      const [whole, cut] = [await readStream([bytes]), await readStream(pieces)];
      assert.deepEqual(cut?.body, whole?.body);
    }),
    hostileRuns(60),
  );
});

test('a stream without end is given up', async () => {
  function* endless(piece: string): Generator<Uint8Array> {
    for (;;) yield Buffer.from(piece);
  }
  const reply = new StreamedReply(() => undefined);
  const pieces = endless(`data: ${JSON.stringify(said('x'.repeat(4096)))}\n\n`);
  await assert.rejects(reply.readAll(pieces, new AbortController().signal), UnusableReply);
});
