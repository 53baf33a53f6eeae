import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setUserLanguage } from '../../../src/base/userLanguage.ts';
import { runEvent } from '../../../src/protocol/events.ts';
import { indexedFile } from '../../../src/protocol/indexedFile.ts';

afterEach(() => setUserLanguage('en', {}));

const ended = {
  ...{ kind: 'run-finished', n: 9, at: 1, status: 'failed', answer: null, abstained: true, stopReason: 'failed', bytesSent: 0 },
  failure: 'a.md is empty. Save or download it again.',
};

test('what the engine says is in the language of who receives it, once; other texts stay as they are', () => {
  assert.deepEqual(runEvent.parse(ended), ended);
  setUserLanguage('de', { '{0} is empty. Save or download it again.': '{0} ist leer. Speichern Sie die Datei erneut.' });
  const failure = 'a.md ist leer. Speichern Sie die Datei erneut.';
  const received = runEvent.parse({ ...ended, answer: ended.failure });
  assert.deepEqual(received, { ...ended, failure, answer: ended.failure });
  // A page receives what the host has received.
  assert.deepEqual(runEvent.parse(received), received);
  const file = { path: 'a.md', state: 'failed', passages: 0 } as const;
  assert.deepEqual(indexedFile.parse({ ...file, reason: ended.failure }), { ...file, reason: failure });
});
