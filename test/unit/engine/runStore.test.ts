import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { RunStore } from '../../../src/engine/runStore.ts';
import { finishedRun } from '../../support/finishedRun.ts';
import { tempFolder, writeFile } from '../../support/tempFolder.ts';

const jsonl = (events: readonly unknown[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');
const startedAt = (startedAtUtc: string) =>
  finishedRun.map((event) => (event.kind === 'run-started' ? { ...event, startedAtUtc, runId: startedAtUtc.slice(0, 4) } : event));

test('runs are listed newest first; what was cut short is interrupted; what cannot be read is left out', async (t) => {
  const folder = tempFolder(t, {
    '2021.jsonl': jsonl(startedAt('2021-01-01T00:00:00.000Z')),
    '2023.jsonl': jsonl(startedAt('2023-01-01T00:00:00.000Z').slice(0, -1)),
    '2022.jsonl': `${jsonl(startedAt('2022-01-01T00:00:00.000Z').slice(0, 2))}{"n":2,"at":1,"kind":"node-ch`,
    'damaged.jsonl': 'no log\nat all\n',
    'empty.jsonl': '',
    'notes.txt': 'not a log either',
  });
  const store = new RunStore(folder);
  const shown = async () => (await store.list()).map(({ runId, status, answer, log }) => ({ runId, status, answer, log }));
  const run = (runId: string, status: string, answer: string | null) => ({ runId, status, answer, log: join(folder, `${runId}.jsonl`) });
  assert.deepEqual(await shown(), [run('2023', 'interrupted', null), run('2022', 'interrupted', null), run('2021', 'ok', 'Tarnholm')]);
  // What goes on is read again, what has ended is not.
  writeFile(folder, '2023.jsonl', jsonl(startedAt('2023-01-01T00:00:00.000Z')));
  assert.deepEqual((await shown())[0], run('2023', 'ok', 'Tarnholm'));
});

test('a folder of runs that is not there has none', async (t) => {
  assert.deepEqual(await new RunStore(join(tempFolder(t), 'none')).list(), []);
});

test('a deleted run is gone; deleting it again is no error; an id cannot name another file', async (t) => {
  const folder = tempFolder(t, { 'runs/a.jsonl': jsonl(finishedRun), 'precious.jsonl': '' });
  const store = new RunStore(join(folder, 'runs'));
  assert.equal((await store.list()).length, 1);
  await store.delete('a');
  await store.delete('a');
  assert.deepEqual(await store.list(), []);
  for (const id of ['../precious', '', 'a/b', 'a.b', '..']) {
    await assert.rejects(
      async () => store.delete(id),
      (error) => isAriadneError(error, 'run-unknown'),
      id,
    );
  }
  assert.ok(existsSync(join(folder, 'precious.jsonl')));
  await assert.rejects(store.read('a'), (error) => isAriadneError(error, 'log-missing'));
});
