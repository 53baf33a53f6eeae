import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServer, type AddressInfo } from 'node:net';
import { fetchFrom } from '../../../src/cli/network.ts';
import { networkOf, timesOf } from '../../../src/cli/serverOptions.ts';

test('time limits are in seconds, and what is no time is refused', () => {
  assert.deepEqual(timesOf({ values: { timeout: '2.5', 'first-token-timeout': '30' } }), { chatTimeoutMs: 2_500, firstTokenMs: 30_000 });
  for (const value of ['0', '-1', 'soon', '', 'NaN'])
    assert.throws(
      () => timesOf({ values: { timeout: value } }),
      { code: 'usage', message: /--timeout takes a number of seconds above 0/ },
      value,
    );
});

test('headers are given by name and value; keys, and what is no header, are refused without repeating it', () => {
  assert.deepEqual(networkOf({ values: { header: ['OpenAI-Organization: org-1', 'X-Empty:'] } }).headers, {
    'openai-organization': 'org-1',
    'x-empty': '',
  });
  assert.deepEqual(networkOf({ values: {} }), { headers: {}, connectMs: undefined });
  for (const header of [
    'secret',
    'A B: secret',
    'X-A: secret\nX-B: y',
    'X-A: gehe\u00efm secret',
    'Authorization: Bearer secret',
    'api-key: secret',
    'Cookie: secret',
  ])
    assert.throws(
      () => networkOf({ values: { header: [header] } }),
      (error: Error) => !error.message.includes('secret'),
      header,
    );
});

test('a connection that does not come about ends in time, and the message names the server', async (t) => {
  // Takes connections and never says a word, so that none is ever encrypted.
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const network = networkOf({ values: { 'connect-timeout': '0.2' } });
  const asking = fetchFrom(`https://127.0.0.1:${port}/v1`, 'OPENAI_BASE_URL', undefined, network);
  await assert.rejects(asking(`https://127.0.0.1:${port}/v1/models`, {}, 'chat'), (error: Error) => {
    assert.match(error.message, /^127\.0\.0\.1:\d+ could not be reached \(no connection in time\)\. Check the address/);
    return true;
  });
});
