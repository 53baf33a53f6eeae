import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FreshIndex, type IndexNotReady, type FreshIndexOptions } from '../../../src/agents/freshIndex.ts';
import { AriadneError } from '../../../src/base/errors.ts';
import type { IndexProgress } from '../../../src/protocol/indexStatus.ts';

const { signal } = new AbortController();
const reading: IndexProgress = {
  ...{ work: 'index', stage: 'read', fraction: 0.1, documentsDone: 10, documentsTotal: 100, passages: 20, remainingSeconds: 90 },
};

function setUp(options: Partial<FreshIndexOptions> = {}) {
  const pass = Promise.withResolvers<void>();
  let now = 0;
  const state = { passages: 0, passes: 0 };
  const fresh = new FreshIndex({
    pass: (ended) => {
      state.passes++;
      ended.addEventListener('abort', () => pass.reject(ended.reason as Error));
      return pass.promise;
    },
    searchable: () => Promise.resolve(state.passages),
    lineOf: ({ documentsDone }) => `${documentsDone} read`,
    howToConfirm: 'Start with --yes.',
    patienceMs: 5,
    nowMs: () => now,
    ...options,
  });
  return { fresh, pass, state, later: (ms: number) => (now += ms) };
}

const told: string[] = [];
const tell = (sentence: string): number => told.push(sentence);

test('while a first pass goes on a call says at once how far it is, then answers from what is indexed', async () => {
  const { fresh, pass, state } = setUp();
  const first = fresh.ready(signal, tell);
  fresh.onProgress(reading);
  await assert.rejects(first, (error: IndexNotReady) => {
    assert.match(error.message, /being indexed\. 10 read\..*ariadne_read and ariadne_check_document answer now/);
    return error.progress?.remainingSeconds === 90;
  });
  assert.deepEqual(told.splice(0), ['10 read']);
  state.passages = 4000;
  assert.match((await fresh.ready(signal, tell)) ?? '', /from the 4000 passages/);
  pass.resolve();
  await pass.promise;
  assert.equal(await fresh.ready(signal, tell), undefined);
  assert.equal(state.passes, 1);
});

test('a first pass that is almost over is waited for', async () => {
  const { fresh, pass } = setUp();
  const first = fresh.ready(signal, tell);
  fresh.onProgress({ ...reading, remainingSeconds: 3 });
  setTimeout(() => pass.resolve(), 20);
  assert.equal(await first, undefined);
});

test('a large folder has to be confirmed, and is looked at again after a while', async () => {
  const large = new AriadneError('folder-large', 'It has 100,000 documents.');
  const { fresh, pass, state, later } = setUp();
  pass.reject(large);
  for (const passes of [1, 1]) {
    await assert.rejects(fresh.ready(signal, tell), { code: 'index-not-ready', message: /100,000 documents\. Start with --yes\./ });
    assert.equal(state.passes, passes);
  }
  later(20_000);
  state.passages = 5;
  assert.match((await fresh.ready(signal, tell)) ?? '', /out of date. It has 100,000/);
  assert.equal(state.passes, 2);
});

test('a call that is stopped ends no pass; closing ends it', async () => {
  const { fresh, state } = setUp({ patienceMs: 60_000 });
  const stopped = new AbortController();
  const call = fresh.ready(stopped.signal, tell);
  stopped.abort();
  await assert.rejects(call, { name: 'AbortError' });
  await fresh.close();
  assert.equal(state.passes, 1);
});
