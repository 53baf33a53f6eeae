/** How much of a busy machine the engine leaves to others, and what it gets. */
import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { startEngine } from '../support/engineProcess.ts';
import { tempFolder } from '../support/tempFolder.ts';

test('the engine yields to the editor, but not so much that it starves', async (t) => {
  const { client, children } = startEngine(t, tempFolder(t, { 'a.md': 'text' }), tempFolder(t));
  await client.request('look', {});
  const [child] = children;
  assert.ok(child?.pid);
  assert.equal(getPriority(child.pid), Math.max(process.platform === 'win32' ? 0 : 5, getPriority()));
});
