import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import { silentLogger } from '../../../src/base/logger.ts';
import { offlineRefusal } from '../../../src/door/offline.ts';
import { failureToShow } from '../../../src/extension/failures.ts';
import { offline } from '../../../src/models/hub/hubErrors.ts';

const labels = (error: unknown): readonly string[] | undefined => failureToShow(error, silentLogger)?.ways.map(({ label }) => label);
const refused = (sentence: string): AriadneError => new AriadneError('door-refused', sentence);

test('a failure that names a setting offers to open it', () => {
  const whileOffline = refused(offlineRefusal(new URL('https://api.example.com')) ?? assert.fail());
  const [first] = failureToShow(whileOffline, silentLogger)?.ways ?? [];
  assert.deepEqual(first, { label: 'Open Settings', command: 'workbench.action.openSettings', argument: 'ariadne.offline' });
  assert.deepEqual(labels(whileOffline), ['Open Settings', 'Show Log']);
  assert.deepEqual(labels(offline('hf:org/model')), ['Open Settings', 'Choose Models']);
});

test('a failure that something else helps against leads there', () => {
  const [trust] = failureToShow(new AriadneError('untrusted', 'Trust the folder first.'), silentLogger)?.ways ?? [];
  assert.deepEqual(trust, { label: 'Manage Trust', command: 'workbench.trust.manage' });
  assert.deepEqual(labels(new AriadneError('embedder-changed', 'Choose it again.')), ['Choose Models', 'Show Log']);
});

test('a failure without a setting, or with one that does not exist, offers the log', () => {
  assert.deepEqual(labels(refused('api.example.com was not contacted.')), ['Show Log']);
  assert.deepEqual(labels(refused('Look at "ariadne.none".')), ['Show Log']);
  assert.deepEqual(labels(new Error('"ariadne.offline"')), ['Show Log']);
});
