import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortError, isAbort } from '../../../../src/base/abort.ts';
import { ChatServers } from '../../../../src/models/library/chatServers.ts';
import { silentLogger } from '../../../../src/base/logger.ts';
import { OpenAIChatModel } from '../../../../src/models/chat/openaiChatModel.ts';
import { RateLimit, readReset } from '../../../../src/models/chat/rateLimit.ts';
import type { RetryClock } from '../../../../src/models/chat/retry.ts';
import { completion, scriptedServer } from './scriptedServer.ts';

const utc = Date.UTC(2026, 0, 1);

/** A clock on which waiting takes no time. */
function heldClock(): RetryClock & { readonly waits: number[] } {
  const waits: number[] = [];
  let now = 0;
  const delay = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted === true) throw abortError();
    waits.push(ms);
    now += ms;
  };
  return { waits, now: () => now, random: () => 0, delay };
}

const need = { tokens: 100, mostMs: 180_000, signal: undefined };
const headers = (given: Readonly<Record<string, string>>): Headers => new Headers(given);

test('the forms in which servers say when a limit is renewed', () => {
  const forms: Readonly<Record<string, number | undefined>> = {
    '6m0s': 360_000,
    '1h2m3.5s': 3_723_500,
    '20ms': 20,
    '1d': 86_400_000,
    '59.5': 59_500,
    [String(utc / 1000 + 30)]: 30_000,
    [String(utc + 30_000)]: 30_000,
    '2026-01-01T00:01:00Z': 60_000,
    '': undefined,
    soon: undefined,
    '-5': undefined,
  };
  for (const [text, ms] of Object.entries(forms)) assert.equal(readReset(text, utc), ms, text);
  assert.equal(readReset(null, utc), undefined);
});

test('nothing is waited for before a server has said anything, nor while enough is left', async () => {
  const clock = heldClock();
  const rate = new RateLimit(clock);
  for (let i = 0; i < 100; i++) await rate.pass(need);
  rate.read(headers({ 'x-ratelimit-remaining-requests': '500', 'x-ratelimit-reset-requests': '1s' }), 200, utc);
  const pass = await rate.pass(need);
  assert.ok(typeof pass === 'object');
  assert.deepEqual(clock.waits, []);
});

test('what is left is shared by all, and fills again: requests and tokens', async () => {
  const said = { 'x-ratelimit-limit-requests': '60', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '60s' };
  const clock = heldClock();
  const rate = new RateLimit(clock);
  rate.read(headers(said), 200, utc);
  // One request a second: the second waits as long after the first.
  await Promise.all([rate.pass(need), rate.pass(need)]);
  assert.deepEqual([clock.waits[0], clock.now()], [1_000, 2_000]);

  const tokens = new RateLimit(clock);
  clock.waits.length = 0;
  tokens.read(
    headers({ 'x-ratelimit-limit-tokens': '6000', 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1m0s' }),
    200,
    utc,
  );
  await tokens.pass({ ...need, tokens: 500 });
  assert.deepEqual(clock.waits, [5_000]);
});

test('a server that counts in windows, and one that says to wait, are waited for; a request that never fits is sent at last', async () => {
  const clock = heldClock();
  const rate = new RateLimit(clock);
  rate.read(headers({ 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }), 200, utc);
  await rate.pass(need);
  rate.read(headers({ 'retry-after-ms': '2500' }), 429, utc);
  await rate.pass(need);
  rate.read(headers({ 'x-ratelimit-limit-tokens': '50', 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '5s' }), 200, utc);
  await rate.pass(need);
  assert.deepEqual(clock.waits, [30_000, 2_500, 5_000]);
});

test('a server that says what is left but not until when is waited for when it rejects a request', async () => {
  const clock = heldClock();
  const rate = new RateLimit(clock);
  const pass = async (): Promise<void> => {
    const passed = await rate.pass({ ...need, tokens: 500 });
    if (typeof passed === 'object') passed.done();
  };
  const left = { 'x-ratelimit-remaining-requests': '79', 'x-ratelimit-remaining-tokens': '0' };
  rate.read(headers(left), 200, utc);
  await pass();
  assert.deepEqual(clock.waits, []);
  rate.read(headers({ 'x-rate-limit-reset-tokens': '55' }), 429, utc);
  await pass();
  rate.read(headers(left), 200, utc);
  await pass();
  assert.deepEqual(clock.waits, [55_000]);
});

test('a wait is told every second and to its end; cancelling ends it; one longer than the limit is not begun', async () => {
  const clock = heldClock();
  const rate = new RateLimit(clock);
  const told: number[] = [];
  rate.read(headers({ 'retry-after': '3' }), 429, utc);
  await rate.pass({ ...need, onWait: (ms) => told.push(ms) });
  assert.deepEqual(
    [told, clock.waits],
    [
      [3_000, 2_000, 1_000, 0],
      [1_000, 1_000, 1_000],
    ],
  );
  rate.read(headers({ 'retry-after': '3' }), 429, utc);
  const controller = new AbortController();
  const waiting = rate.pass({ ...need, signal: controller.signal, onWait: (ms) => void (told.push(ms), controller.abort()) });
  await assert.rejects(waiting, isAbort);
  assert.equal(told.at(-1), 0);
  rate.read(headers({ 'retry-after': '3600' }), 429, utc);
  assert.equal(await rate.pass(need), 3_600_000);
});

test('all who ask a model share what its server has said, and a limit that lasts too long is a failure in words', async (t) => {
  const server = await scriptedServer(t, () => ({
    ...completion('Ada'),
    headers: { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '5h' },
  }));
  const servers = new ChatServers({ file: '/nonexistent/chat-servers.json', logger: silentLogger });
  const model = (): OpenAIChatModel =>
    new OpenAIChatModel({
      model: 'tiny',
      baseUrl: server.baseUrl,
      fetch: (url, init) => fetch(url, init),
      ...servers.sharedBy(server.baseUrl, 'tiny'),
    });
  const request = {
    role: 'read',
    messages: [{ role: 'user', content: 'Who?' }],
    temperature: 0,
    maxTokens: 9,
    sample: 0,
    attempt: 0,
  } as const;
  await model().complete(request);
  await assert.rejects(model().complete(request), (error: Error) => {
    assert.match(
      error.message,
      /^The rate limit of the chat server at http:\S+ is reached\. It asks Ariadne to wait 5 hours, longer than the limit of 3 minutes\. Try again later/,
    );
    return true;
  });
  assert.equal(server.bodies.length, 1);
});
