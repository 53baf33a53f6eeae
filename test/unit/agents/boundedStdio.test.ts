import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { BoundedStdio, mostOpen } from '../../../src/agents/boundedStdio.ts';

const asked = 400;
const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

test('a client that asks and does not read is not read either, until it reads', async () => {
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1000 })];
  const stdio = new BoundedStdio(input, output);
  let taken = 0;
  stdio.onmessage = (message) => {
    if (!('id' in message) || message.id === undefined) return;
    taken++;
    void stdio.send({ jsonrpc: '2.0', id: message.id, result: { text: 'x'.repeat(1000) } });
  };
  await stdio.start();
  for (let id = 0; id < asked; id++) input.write(line({ id, method: 'ping' }));
  for (let n = 0; n < asked; n++) await setImmediate();
  assert.ok(taken >= mostOpen && taken < mostOpen + 2, `${taken} were taken`);
  const answers = text(output);
  while (taken < asked) await setImmediate();
  await setImmediate();
  output.end();
  assert.equal((await answers).trim().split('\n').length, asked);
});

test('what is cancelled is not waited for', async () => {
  const input = new PassThrough();
  const stdio = new BoundedStdio(input, new PassThrough());
  let taken = 0;
  stdio.onmessage = () => taken++;
  await stdio.start();
  for (let id = 0; id < asked; id++) {
    input.write(line({ id, method: 'ping' }));
    input.write(line({ method: 'notifications/cancelled', params: { requestId: id } }));
  }
  while (taken < 2 * asked) await setImmediate();
  await stdio.close();
});
