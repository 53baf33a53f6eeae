import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headersOf, timesOf } from '../../../src/cli/serverOptions.ts';

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
  assert.deepEqual(headersOf({ values: { header: ['OpenAI-Organization: org-1', 'X-Empty:'] } }), {
    'openai-organization': 'org-1',
    'x-empty': '',
  });
  assert.deepEqual(headersOf({ values: {} }), {});
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
      () => headersOf({ values: { header: [header] } }),
      (error: Error) => !error.message.includes('secret'),
      header,
    );
});
