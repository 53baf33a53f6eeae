import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbort } from '../../../../src/base/abort.ts';
import { ModelSilence } from '../../../../src/extension/modelChoice/modelSilence.ts';

const never = new Promise<never>(() => undefined);

test('a model that says nothing is waited for no longer than allowed', async () => {
  const silence = new ModelSilence(new AbortController().signal, 1);
  silence.begin();
  await assert.rejects(silence.until(never), isAbort);
  assert.ok(silence.isTooLong && silence.signal.aborted);
});

test('a model that speaks, or waits for consent, is not ended, and a cancelled one ends at once', async () => {
  const cancelling = new AbortController();
  const silence = new ModelSilence(cancelling.signal, 60_000);
  silence.begin();
  silence.end();
  assert.equal(await silence.until(Promise.resolve('text')), 'text');
  const waiting = assert.rejects(silence.until(never), isAbort);
  cancelling.abort();
  await waiting;
  assert.ok(!silence.isTooLong);
  await assert.rejects(silence.until(never), isAbort);
});
