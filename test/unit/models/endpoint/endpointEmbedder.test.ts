import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { isAbort } from '../../../../src/base/abort.ts';
import { AriadneError } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/logger.ts';
import { fetchFrom } from '../../../../src/cli/network.ts';
import { RateLimit } from '../../../../src/models/chat/rateLimit.ts';
import type { RetryClock } from '../../../../src/models/chat/retry.ts';
import type { EndpointEmbedderOptions } from '../../../../src/models/endpoint/endpointEmbedder.ts';
import { type RequestBody, type Scripted, scriptedServer } from '../chat/scriptedServer.ts';
import type { Embedder } from '../../../../src/models/models.ts';
import { openEmbedder, openReranker } from './opened.ts';

let passedMs = 0;
/** Waiting takes no time. */
const noWait: RetryClock = { now: () => passedMs, random: () => 0, delay: (ms) => Promise.resolve(void (passedMs += ms)) };

function optionsFor(baseUrl: string, more: Partial<EndpointEmbedderOptions> = {}): EndpointEmbedderOptions {
  return {
    model: 'small',
    baseUrl,
    fetch: (url, init) => fetch(url, init),
    logger: silentLogger,
    clock: noWait,
    timeoutMs: 60_000,
    ...more,
  };
}

function inputOf(body: RequestBody): readonly string[] {
  return (body['input'] as readonly string[]) ?? [];
}

/** Shows which text it is for: its direction depends on the text’s length. */
function vectorOf(text: string): readonly number[] {
  return [1, text.length, 0];
}

function asFloats(body: RequestBody): Scripted {
  return { body: { data: inputOf(body).map((text, index) => ({ index, embedding: vectorOf(text) })) } };
}

function base64Of(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('it succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AriadneError, String(error));
  return `${error.code}: ${error.message}`;
}

/** Everything after the request that shows the dimension is answered with `reply`. */
async function afterOpening(t: TestContext, reply: unknown): Promise<Embedder> {
  const { baseUrl } = await scriptedServer(t, (body, nth) => (nth === 0 ? asFloats(body) : { body: reply }));
  return openEmbedder(optionsFor(baseUrl));
}

test('vectors are in the order of the texts, whatever the order of the reply and its encoding', async (t) => {
  const { baseUrl, bodies } = await scriptedServer(t, (body, nth) => {
    const data = inputOf(body).map((text, index) => ({ index, embedding: nth === 1 ? base64Of(vectorOf(text)) : vectorOf(text) }));
    return { body: { data: data.toReversed() } };
  });
  const embedder = await openEmbedder(optionsFor(baseUrl));
  assert.equal(embedder.id, 'openai:small');
  assert.equal(embedder.dimension, 3);
  const texts = ['a', 'bb', 'cccc'];
  const encoded = await embedder.embed(texts);
  const plain = await embedder.embed(texts);
  assert.deepEqual(bodies[1], { model: 'small', input: texts, encoding_format: 'base64' });
  for (const [i, text] of texts.entries()) {
    const norm = Math.hypot(...vectorOf(text));
    const expected = vectorOf(text).map((value) => Math.fround(value / norm));
    for (const rows of [encoded, plain]) {
      for (const [at, value] of expected.entries()) assert.ok(Math.abs((rows[3 * i + at] ?? NaN) - value) < 1e-6, `${text} ${at}`);
    }
  }
});

test('many texts go in several requests, and an empty one is not sent', async (t) => {
  const { baseUrl, bodies } = await scriptedServer(t, asFloats);
  const embedder = await openEmbedder(optionsFor(baseUrl));
  const texts = Array.from({ length: 150 }, (_, i) => (i === 7 ? ' ' : 'x'.repeat(i + 1)));
  texts[100] = 'y'.repeat(70_000);
  const rows = await embedder.embed(texts);
  assert.deepEqual([...rows.subarray(21, 24)], [0, 0, 0]);
  const sent = bodies.slice(1).map(inputOf);
  assert.deepEqual(
    sent.flat().toSorted((a, b) => a.length - b.length),
    texts.filter((text) => text.trim() !== '').toSorted((a, b) => a.length - b.length),
  );
  assert.ok(sent.every((part) => part.length <= 64));
  assert.ok(
    sent.some((part) => part.length === 1 && part[0]?.startsWith('y')),
    'a long text goes alone',
  );
  for (const [i, text] of texts.entries()) {
    if (i !== 7) assert.ok(Math.abs((rows[3 * i] ?? 0) - 1 / Math.hypot(1, text.length)) < 1e-6, `text ${i}`);
  }
});

test('a server that accepts fewer texts gets fewer, and remembers no rejected encoding', async (t) => {
  const { baseUrl, bodies } = await scriptedServer(t, (body) => {
    if ('encoding_format' in body) return { status: 400, body: { error: { message: 'encoding_format is not supported' } } };
    if (inputOf(body).length > 20)
      return { status: 422, body: { error: 'batch size 64 > maximum allowed batch size 20', type: 'Validation' } };
    return asFloats(body);
  });
  const embedder = await openEmbedder(optionsFor(baseUrl));
  const texts = Array.from({ length: 64 }, (_, i) => 'x'.repeat(i + 1));
  const first = await embedder.embed(texts);
  const rejectedBefore = bodies.filter((body) => inputOf(body).length > 20).length;
  assert.deepEqual(await embedder.embed(texts), first);
  assert.equal(bodies.filter((body) => inputOf(body).length > 20).length, rejectedBefore, 'it learned how many the server accepts');
  assert.equal(bodies.filter((body) => 'encoding_format' in body).length, 1);
});

test('a wait for the rate limit is told to its end', async (t) => {
  const { baseUrl } = await scriptedServer(t, (body) => asFloats(body));
  const rate = new RateLimit(noWait);
  const embedder = await openEmbedder(optionsFor(baseUrl, { rate }));
  rate.read(new Headers({ 'retry-after': '3' }), 429);
  const told: number[] = [];
  await embedder.embed(['a text'], { onWait: (ms) => told.push(ms) });
  assert.deepEqual(told, [3_000, 2_000, 1_000, 0]);
});

test('a text that is too long for the model loses its end, and the log says so once', async (t) => {
  const logged: string[] = [];
  const { baseUrl, bodies } = await scriptedServer(t, (body) =>
    inputOf(body).some((text) => text.length > 1_000)
      ? { status: 500, body: { error: { message: 'input (2048 tokens) is too large to process. increase the physical batch size' } } }
      : asFloats(body),
  );
  const logger = { log: (_level: string, _tag: string, message: string) => void logged.push(message) };
  const embedder = await openEmbedder(optionsFor(baseUrl, { logger }));
  await embedder.embed(['short', 'x'.repeat(3_000), 'y'.repeat(3_000)]);
  const last = bodies.slice(1).flatMap(inputOf);
  assert.ok(last.includes('short') && last.includes('x'.repeat(750)) && last.includes('y'.repeat(750)));
  assert.deepEqual(logged, ['small cannot read the longest passages whole. Their ends are left out of their vectors.']);
});

test('vectors that cannot be used are errors that say why', async (t) => {
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [{ data: [{ index: 0, embedding: [1, null, 0] }] }, /reply-unusable: .*a value that is not a number/],
    [{ data: [{ index: 0, embedding: base64Of([1, NaN, 0]) }] }, /reply-unusable: .*a value that is not a number/],
    [{ data: [{ index: 0, embedding: [0, 0, 0] }] }, /reply-unusable: .*only zeros/],
    [{ data: [{ index: 0, embedding: [1, 2] }] }, /reply-unusable: .*has 2 numbers, and earlier ones had 3/],
    [{ data: [] }, /reply-unusable: .*0 vectors for 1 text\b/],
    [{ data: [{ index: 4, embedding: [1, 2, 3] }] }, /reply-unusable: .*which text/],
    [{ data: [{ index: 0, embedding: 'AAAA' }] }, /reply-unusable: .*incomplete/],
    [{ embeddings: [] }, /not-an-api: .*did not return embeddings\. Check the base URL/],
    ['<!DOCTYPE html><html></html>', /not-an-api: .*web page/],
  ];
  for (const [reply, expected] of cases) {
    const embedder = await afterOpening(t, reply);
    assert.match(await messageOf(embedder.embed(['a'])), expected);
  }
});

test('a server is asked for shorter vectors, and one that gives others is refused', async (t) => {
  const { baseUrl, bodies } = await scriptedServer(t, asFloats);
  const embedder = await openEmbedder(optionsFor(baseUrl, { dimensions: 3 }));
  assert.deepEqual([embedder.id, bodies[0]?.['dimensions']], ['openai:small#3d', 3]);
  assert.equal(
    await messageOf(openEmbedder(optionsFor(baseUrl, { dimensions: 2 }))),
    'model-unfit: small gives vectors of 3 numbers on this server, also when it is asked for 2. Leave out "#2d", or choose another model.',
  );
});

test('each way a server can fail has its own error, and temporary failures are retried', async (t) => {
  const failures: readonly (readonly [Scripted, string, number])[] = [
    [{ status: 401, body: { error: { message: 'no' } } }, 'endpoint-unauthorized: The embedding server at', 1],
    [{ status: 404, body: { error: { message: 'model not found' } } }, 'endpoint-model-missing: The embedding server at', 1],
    [{ status: 429, headers: { 'retry-after': '1' }, body: { error: { message: 'slow down' } } }, 'endpoint-rate-limited', 4],
    [{ status: 503, body: '' }, 'endpoint-server-error', 4],
  ];
  for (const [reply, expected, tries] of failures) {
    const { baseUrl, bodies } = await scriptedServer(t, () => reply);
    const message = await messageOf(openEmbedder(optionsFor(baseUrl)));
    assert.ok(message.startsWith(expected), message);
    assert.equal(bodies.length, tries, message);
  }
});

test('a key that a server repeats is in no message, and in no cause', async (t) => {
  const key = 'sk-proj-4f9a1c77be02';
  for (const status of [200, 400, 401, 500]) {
    const { baseUrl } = await scriptedServer(t, () => ({
      status,
      body: { error: { message: `The key ${key} (${Buffer.from(key).toString('base64')}) is wrong` }, data: [{ embedding: key }] },
    }));
    const fetch = fetchFrom(baseUrl, 'the test', key);
    for (const open of [openEmbedder, openReranker]) {
      const error: unknown = await open(optionsFor(baseUrl, { fetch })).catch((reason: unknown) => reason);
      assert.ok(error instanceof AriadneError);
      const shown = inspect(error, { depth: 10 });
      assert.ok(!shown.includes(key) && !shown.includes(Buffer.from(key).toString('base64')), shown);
    }
  }
});

test('cancelling closes all connections, and so does the failure of one request', async (t) => {
  const closed: Promise<unknown>[] = [];
  let fails = false;
  const { baseUrl, bodies } = await scriptedServer(t, (body, nth) => {
    if (nth === 0) return asFloats(body);
    if (fails && inputOf(body)[0] === 'bad') return { status: 400, body: { error: { message: 'no' } } };
    return (response: ServerResponse) => void closed.push(once(response, 'close'));
  });
  const embedder = await openEmbedder(optionsFor(baseUrl, { timeoutMs: 60_000 }));
  const controller = new AbortController();
  const texts = Array.from({ length: 128 }, (_, i) => `text ${i}`);
  const cancelled = embedder.embed(texts, { signal: controller.signal });
  while (bodies.length < 3) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  await assert.rejects(cancelled, isAbort);
  await Promise.all(closed.splice(0));
  fails = true;
  assert.match(await messageOf(embedder.embed(['bad', ...texts])), /endpoint-refused/);
  await Promise.all(closed);
});
