/** Pinned runs: a refreshed one takes the place of the other in one step, and one that got lost is said. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { replaceFile } from '../../../src/base/replaceFile.ts';
import { RunNotes } from '../../../src/run/runNotes.ts';
import { RunStore } from '../../../src/run/runStore.ts';
import { finishedRun } from '../../support/finishedRun.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const [started] = finishedRun;
const own = started?.kind === 'run-started' ? started : undefined;
const log = finishedRun.map((event) => `${JSON.stringify(event)}\n`).join('');
const logOf = (runId: string): string => log.replaceAll(`"runId":"${own?.runId ?? ''}"`, `"runId":"${runId}"`);

/** Notes of a process that is killed before its `steps`th change of a file. */
function killedAfter(folder: string, steps: number): RunNotes {
  let left = steps;
  const step = (change: () => void): void => {
    if (left-- <= 0) throw new Error('killed');
    change();
  };
  return new RunNotes(folder, {
    write: (file, text) => step(() => replaceFile(file, text)),
    remove: (file) => step(() => rmSync(file, { force: true })),
  });
}

test('whenever a process is killed, what was pinned is as before or as wanted, and never less', (t) => {
  const folder = tempFolder(t);
  const ids = ['a', 'b', 'c'];
  const id = fc.constantFrom(...ids);
  const step = fc.record({ does: fc.constantFrom('pin', 'unpin', 'take'), id, to: id, steps: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      for (const one of ids) new RunNotes(folder).forget(one);
      let expected = new Set<string>();
      for (const { does, id: run, to, steps: most } of steps) {
        const wanted = new Set(expected);
        if (does === 'take' && expected.has(run)) {
          wanted.delete(run);
          wanted.add(to);
        } else if (does === 'pin') wanted.add(run);
        else if (does === 'unpin') wanted.delete(run);
        const notes = killedAfter(folder, most);
        let isKilled = false;
        try {
          if (does === 'take') notes.takePin(run, to, 'Why?');
          else notes.set(run, { isPinned: does === 'pin' });
        } catch {
          isKilled = true;
        }
        const now = new Set(new RunNotes(folder).pinned().keys());
        const listed = (pins: ReadonlySet<string>): string => [...pins].sort().join(' ');
        assert.ok(listed(now) === listed(wanted) || (isKilled && listed(now) === listed(expected)), `${does} ${run} ${to}: ${listed(now)}`);
        expected = now;
      }
    }),
    { numRuns: 100, seed: 5 },
  );
});

test('a run that takes the place of a pinned one has its title, and is not checked yet', async (t) => {
  const folder = tempFolder(t, { 'a.jsonl': logOf('a'), 'b.jsonl': logOf('b') });
  const store = new RunStore(folder);
  store.note('a', { title: 'Mine', isPinned: true });
  const reasons = [{ kind: 'cited-place', path: 'krog.md', quote: 'Saltvik' }] as const;
  store.setStanding('a', { epoch: '1', reasons: [...reasons] });
  store.setStanding('b', { epoch: '1', reasons: [] });
  const notesOf = async () =>
    (await new RunStore(folder).list())
      .map(({ runId, title, isPinned, standing }) => [runId, title, isPinned, standing?.reasons] as const)
      .toSorted((x, y) => (x[0] < y[0] ? -1 : 1));
  assert.deepEqual(await notesOf(), [
    ['a', 'Mine', true, reasons],
    ['b', undefined, undefined, undefined],
  ]);
  store.takePin('a', 'b', 'Why?');
  assert.deepEqual(await notesOf(), [
    ['a', 'Mine', undefined, undefined],
    ['b', 'Mine', true, undefined],
  ]);
  store.setStanding('b', { epoch: '2', reasons: [] });
  writeFileSync(join(folder, 'b.standing'), '{"epoch":');
  assert.deepEqual((await notesOf())[1], ['b', 'Mine', true, undefined], 'damaged: found out again');
});

test('a run whose log is damaged is said, and a pinned one whose log is gone; one that was deleted or has just begun is not', async (t) => {
  const folder = tempFolder(t, Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [`${id}.jsonl`, logOf(id)])));
  const store = new RunStore(folder);
  await store.list();
  for (const id of ['a', 'b', 'c', 'd']) store.note(id, { isPinned: true });
  assert.deepEqual(await store.unreadable(), []);
  rmSync(join(folder, 'a.jsonl'));
  for (const id of ['b', 'e']) writeFileSync(join(folder, `${id}.jsonl`), 'no log\n');
  writeFileSync(join(folder, 'begun.jsonl'), '');
  store.delete('c');
  const lost = await new RunStore(folder).unreadable();
  assert.deepEqual(
    lost.map(({ runId, question, isPinned }) => [runId, question, isPinned]),
    [
      ['a', own?.spec.question, true],
      ['b', own?.spec.question, true],
      ['e', '', false],
    ],
  );
  assert.match(lost[0]?.reason ?? '', /^Its log is gone: /);
  assert.match(lost[1]?.reason ?? '', /b\.jsonl is not a run log/);
  store.note('a', { isPinned: false });
  assert.deepEqual(
    (await store.unreadable()).map(({ runId }) => runId),
    ['b', 'e'],
  );
});
