import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { RunStore } from '../../../src/run/runStore.ts';
import { fold } from '../../../src/trace/fold.ts';
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

test('a listed run tells what it cost and whether it can go on', async (t) => {
  const last = finishedRun.at(-1);
  const ended = (status: 'cancelled' | 'failed') => [...finishedRun.slice(0, -1), { ...last, status }];
  const resumed = { n: finishedRun.length, at: 1, kind: 'run-resumed', resumedAtUtc: '2026-01-01T00:00:00.000Z', indexEpoch: 'later' };
  const folder = tempFolder(t, {
    'cancelled.jsonl': jsonl(ended('cancelled')),
    'cut.jsonl': jsonl(finishedRun.slice(0, -1)),
    'failed.jsonl': jsonl(ended('failed')),
    'ok.jsonl': jsonl(finishedRun),
    'resumed.jsonl': jsonl([...ended('cancelled'), resumed]),
  });
  const runs = (await new RunStore(folder).list()).toSorted((a, b) => (a.log < b.log ? -1 : 1));
  assert.deepEqual(
    runs.map(({ log, status, canResume, indexEpoch }) => [basename(log, '.jsonl'), status, canResume, indexEpoch === 'later']),
    [
      ['cancelled', 'cancelled', true, false],
      ['cut', 'interrupted', true, false],
      ['failed', 'failed', true, false],
      ['ok', 'ok', false, false],
      ['resumed', 'interrupted', true, true],
    ],
  );
  assert.deepEqual(runs[3]?.cost, fold(finishedRun).cost);
  assert.equal(runs[4]?.cost?.retrievals, 0);
});

test('a folder of runs that is not there has none', async (t) => {
  assert.deepEqual(await new RunStore(join(tempFolder(t), 'none')).list(), []);
});

test('a deleted run is gone; deleting it again is no error; an id cannot name another file', async (t) => {
  const folder = tempFolder(t, { 'runs/a.jsonl': jsonl(finishedRun), 'precious.jsonl': '' });
  const store = new RunStore(join(folder, 'runs'));
  assert.equal((await store.list()).length, 1);
  store.delete('a');
  store.delete('a');
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
