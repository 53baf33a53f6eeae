/** Links to what is not there are kept: the explanation of a file lists them, and they lead there once it exists. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const { signal } = new AbortController();

test('a file tells which of its links lead nowhere, until they do', async (t) => {
  const folder = tempFolder(t);
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  write('picture.png', 'no picture');
  write(
    'a.md',
    '# First page\n\nSee [the plan](plan.md#steps), ![a picture](picture.png), [elsewhere](https://example.org/x),\nthe [[Lost page]], ![[drawn.png]], ![[media/drawn.png]], [[deep/note]] and [b](b.md).\n',
  );
  mkdirSync(join(folder, 'all/deep'), { recursive: true });
  write('all/deep/Note.md', '# Deep note\n\nNothing here.\n');
  write('b.md', '# Other page\n\nNothing is linked here.\n');
  const { engine } = await openEngine(folder, tempFolder(t));
  t.after(() => engine.close());
  await engine.index(defaultDiscovery, builtinModels, { signal });
  const { identity, ...explained } = await engine.explain('a.md', defaultDiscovery);
  const said = `It goes by “${identity?.title}” (${identity?.titleFrom === 'title' ? 'title' : 'file name'})`;
  const { reason } = explained;
  assert.deepEqual([reason.includes(said), identity?.parts.every(({ value }) => reason.includes(value))], [true, true], reason);
  assert.deepEqual(
    { ...explained, reason: reason.slice(0, reason.indexOf(' It goes by')) },
    {
      state: 'indexed',
      reason: 'a.md is indexed: 1 passage, read as markdown. 2 links lead nowhere: plan.md#steps (line 3), Lost page (line 4).',
      danglingLinks: [
        { target: 'plan.md#steps', startLine: 2 },
        { target: 'Lost page', startLine: 3 },
      ],
    },
  );
  assert.equal((await engine.explain('b.md', defaultDiscovery)).danglingLinks, undefined);

  write('plan.md', '# Our plan\n\nThe steps are below.\n');
  rmSync(join(folder, 'b.md'));
  await engine.update(['plan.md', 'b.md'], defaultDiscovery, builtinModels, signal);
  await engine.update([], defaultDiscovery, builtinModels, signal);
  const { danglingLinks = [] } = await engine.explain('a.md', defaultDiscovery);
  assert.deepEqual(
    danglingLinks.map(({ target }) => target),
    ['Lost page', 'b.md'],
  );

  rmSync(join(folder, 'all/deep/Note.md'));
  await engine.update(['all/deep/Note.md'], defaultDiscovery, builtinModels, signal);
  await engine.update([], defaultDiscovery, builtinModels, signal);
  const { danglingLinks: after = [] } = await engine.explain('a.md', defaultDiscovery);
  assert.deepEqual(
    after.map(({ target }) => target),
    ['Lost page', 'deep/note', 'b.md'],
  );
});
