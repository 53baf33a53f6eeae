import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offlineRefusal, refuseOffline } from '../../../src/door/offline.ts';

test('offline, only this machine is contacted', () => {
  for (const here of ['http://localhost:11434/v1', 'http://127.0.0.1:1/', 'http://[::1]:8080/', 'http://ollama.localhost/']) {
    assert.equal(offlineRefusal(new URL(here)), undefined, here);
  }
  for (const away of ['https://huggingface.co/', 'http://127.0.0.1.evil.test/', 'http://192.168.0.2/', 'http://localhost.test/']) {
    assert.match(offlineRefusal(new URL(away)) ?? '', /^Ariadne is offline .*was not contacted/, away);
  }
});

test('an index at an address is not opened offline, unless the address is of this machine', () => {
  assert.throws(() => refuseOffline('s3://bucket/index'), { code: 'offline', message: /the index in s3:\/\/bucket\/index was not opened/ });
  refuseOffline('http://localhost:9000/index');
});
