/** What the user notes of runs and deletes: nothing of it is lost, whatever happens meanwhile. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAriadneError } from '../../../src/base/errors.ts';
import { RemovedRuns } from '../../../src/run/removedRuns.ts';
import { RunNotes } from '../../../src/run/runNotes.ts';
import { RunStore } from '../../../src/run/runStore.ts';
import { finishedRun } from '../../support/finishedRun.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const log = finishedRun.map((event) => `${JSON.stringify(event)}\n`).join('');
const logOf = (runId: string): string =>
  log.replaceAll(`"runId":"${finishedRun[0]?.kind === 'run-started' ? finishedRun[0].runId : ''}"`, `"runId":"${runId}"`);
const logs = (...ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`${id}.jsonl`, logOf(id)]));

async function listed(folder: string) {
  return (await new RunStore(folder).list())
    .map(({ runId, title, isPinned }) => ({ runId, title, isPinned }))
    .toSorted((a, b) => (a.runId < b.runId ? -1 : 1));
}

test('a title and a place on top are kept beside the log, and taken away again', async (t) => {
  const folder = tempFolder(t, logs('a', 'b'));
  const store = new RunStore(folder);
  store.note('a', { title: '  The\nbarrage ' });
  store.note('a', { isPinned: true });
  assert.deepEqual(await listed(folder), [
    { runId: 'a', title: 'The barrage', isPinned: true },
    { runId: 'b', title: undefined, isPinned: undefined },
  ]);
  store.note('a', { title: '' });
  assert.deepEqual((await listed(folder))[0], { runId: 'a', title: undefined, isPinned: true });
  store.note('a', { isPinned: false });
  assert.deepEqual(readdirSync(folder).toSorted(), ['a.jsonl', 'b.jsonl']);
  assert.throws(
    () => store.note('c', { title: 'x' }),
    (error) => isAriadneError(error, 'run-unknown'),
  );
});

test('a deleted run can be brought back as it was, with what was noted of it, also by another engine', async (t) => {
  const folder = tempFolder(t, logs('a', 'b'));
  const store = new RunStore(folder);
  store.note('a', { title: 'Mine', isPinned: true });
  store.delete('a');
  assert.deepEqual(
    (await listed(folder)).map(({ runId }) => runId),
    ['b'],
  );
  const later = new RunStore(folder);
  assert.deepEqual(
    (await later.removed()).map(({ runId, title }) => [runId, title]),
    [['a', 'Mine']],
  );
  later.restore('a');
  later.restore('a');
  assert.deepEqual((await listed(folder))[0], { runId: 'a', title: 'Mine', isPinned: true });
  assert.equal(readFileSync(join(folder, 'a.jsonl'), 'utf8'), logOf('a'));
  assert.throws(
    () => later.restore('never'),
    (error) => isAriadneError(error, 'run-unknown'),
  );
});

test('a run that another process answers is not deleted', (t) => {
  const folder = tempFolder(t, { ...logs('a'), 'a.jsonl.lock': `${process.ppid}` });
  assert.throws(
    () => new RunStore(folder).delete('a'),
    (error) => isAriadneError(error, 'run-running'),
  );
  assert.ok(existsSync(join(folder, 'a.jsonl')));
});

test('what was deleted goes for good when it is old or too much, oldest first; what was deleted last stays', (t) => {
  const folder = tempFolder(t, logs('a', 'b', 'c', 'd', 'e'));
  let nowMs = 1_000_000;
  const removed = new RemovedRuns(join(folder, 'removed'), { nowMs: () => nowMs, most: 3, mostBytes: 2.5 * log.length });
  for (const id of ['a', 'b', 'c', 'd']) {
    removed.take(id, join(folder, `${id}.jsonl`));
    nowMs += 1000;
  }
  assert.deepEqual(removed.sweep(), ['b', 'a']);
  nowMs += 30 * 24 * 60 * 60 * 1000;
  assert.deepEqual([removed.sweep(), removed.list().map(({ runId }) => runId)], [['c'], ['d']]);
  removed.take('e', join(folder, 'e.jsonl'));
  assert.deepEqual([removed.sweep(), removed.list().map(({ runId }) => runId)], [['d'], ['e']]);
});

test('notes go with a run that is deleted for good, not before', async (t) => {
  const folder = tempFolder(t, logs('a', 'b'));
  const store = new RunStore(folder);
  store.note('a', { title: 'Old' });
  store.delete('a');
  writeFileSync(join(folder, 'removed', '1~long-ago.jsonl'), log);
  writeFileSync(join(folder, 'long-ago.title'), 'Gone\n');
  store.delete('b');
  assert.deepEqual(readdirSync(folder).toSorted(), ['a.title', 'removed']);
});

test('any order of notes, deletions and undoings, through two engines, comes to the same', async (t) => {
  const ids = ['a', 'b', 'c'];
  const step = fc.record({
    engine: fc.nat(1),
    id: fc.constantFrom(...ids),
    does: fc.constantFrom('title', 'pin', 'unpin', 'delete', 'restore'),
    title: fc.string({ unit: 'grapheme', maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const folder = tempFolder(t, logs(...ids));
      const engines = [new RunStore(folder), new RunStore(folder)];
      const expected = new Map(ids.map((id) => [id, { isThere: true, title: '', isPinned: false }]));
      for (const { engine, id, does, title } of steps) {
        const store = engines[engine];
        const run = expected.get(id);
        if (!store || !run) continue;
        if (does === 'delete') {
          store.delete(id);
          run.isThere = false;
        } else if (does === 'restore') {
          store.restore(id);
          run.isThere = true;
        } else if (run.isThere) {
          store.note(id, does === 'title' ? { title } : { isPinned: does === 'pin' });
          if (does === 'title') run.title = title.replace(/\s+/gu, ' ').trim();
          else run.isPinned = does === 'pin';
        }
      }
      const there = [...expected].filter(([, { isThere }]) => isThere);
      const shown = there.map(([runId, { title, isPinned }]) => ({ runId, title: title || undefined, isPinned: isPinned || undefined }));
      for (const store of engines) {
        const runs = (await store.list()).map(({ runId, title, isPinned }) => ({ runId, title, isPinned }));
        assert.deepEqual(
          runs.toSorted((x, y) => (x.runId < y.runId ? -1 : 1)),
          shown,
        );
        assert.equal((await store.removed()).length, ids.length - there.length);
      }
    }),
    { numRuns: 60, seed: 3 },
  );
});

/** Notes titles and moves a log away and back, as fast as it can, until it is killed. */
const busy = (folder: string): string => `
  import { RunStore } from ${JSON.stringify(new URL('../../../src/run/runStore.ts', import.meta.url).href)};
  const store = new RunStore(${JSON.stringify(folder)});
  process.stdout.write('ready');
  for (let i = 0; ; i++) {
    store.note('a', { title: 'title ' + 'x'.repeat(i % 150), isPinned: i % 2 === 0 });
    store.delete('b');
    store.restore('b');
  }`;

async function started(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', busy(folder)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout ?? child, 'data');
  return child;
}

test('two engines that are killed at any moment leave whole titles and every log', async (t) => {
  const folder = tempFolder(t, { ...logs('a', 'b'), 'a.title': 'title\n' });
  for (let round = 0; round < 6; round++) {
    const children = await Promise.all([started(folder), started(folder)]);
    for (let turns = 0; turns < 50 * round; turns++) await new Promise((resolve) => setImmediate(resolve));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map((child) => once(child, 'close')));
    const store = new RunStore(folder);
    store.restore('b');
    const [first, second] = await listed(folder);
    assert.match(first?.title ?? '', /^title( x+)?$/);
    assert.deepEqual([first?.runId, second?.runId], ['a', 'b']);
    assert.equal(readFileSync(join(folder, 'b.jsonl'), 'utf8'), logOf('b'));
  }
});

const noLimit = process.platform === 'win32' && 'the size of files is limited by a Unix shell';

test('where nothing can be written any more, nothing changes, and it is said', { skip: noLimit }, async (t) => {
  const folder = tempFolder(t, logs('a'));
  new RunNotes(folder).set('a', { title: 'Before' });
  const note = `
    import { RunNotes } from ${JSON.stringify(new URL('../../../src/run/runNotes.ts', import.meta.url).href)};
    new RunNotes(${JSON.stringify(folder)}).set('a', { title: 'After' });`;
  const limited = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, note], {
    encoding: 'utf8',
  });
  assert.match(limited.stderr, /notes-unwritable|cannot be written, so nothing was changed\. Check that the disk is not full/);
  assert.deepEqual(await listed(folder), [{ runId: 'a', title: 'Before', isPinned: undefined }]);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('a.title')),
    ['a.title'],
  );
});
