/** Branches, worktrees, copies and renames: what was embedded once is not embedded again. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';

function git(folder: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });
}

/** Indexes and says how many passages there are and how many were embedded for it. */
async function index(folder: string, storage: string, siblings: readonly string[] = []) {
  const { engine } = await openEngine(folder, storage, undefined, undefined, siblings);
  try {
    const { documents, embedded } = await engine.index(defaultDiscovery, builtinModels, { signal: new AbortController().signal });
    return { documents, embedded };
  } finally {
    await engine.close();
  }
}

/** Enough that a few edits are no reason to learn the vocabulary again. */
const others = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`docs/other${i}.md`, `# Other ${i}\n\nThe ${i}th of several.`]));
const texts = {
  ...others,
  'docs/tide.md': '# Tides\n\nThe tide turned at noon.\n\n## Later\n\nIt came back.',
  'docs/untitled.txt': 'no title stands here, only a sentence that goes on for a while.',
};

test('a second worktree begins with the index of the first', async (t) => {
  const main = tempFolder(t, texts);
  git(main, 'init');
  git(main, 'add', '.');
  git(main, 'commit', '-m', 'one');
  const [first, second, other] = [tempFolder(t), tempFolder(t), tempFolder(t)].map((folder) => join(folder, 'storage'));
  assert.ok(first !== undefined && second !== undefined && other !== undefined);
  await index(join(main, 'docs'), first);
  const worktree = join(tempFolder(t), 'worktree');
  git(main, 'worktree', 'add', worktree);
  assert.deepEqual(await index(join(worktree, 'docs'), second, [first]), { documents: 18, embedded: 0 });
  const elsewhere = await index(worktree, other, [first, second]);
  assert.ok(elsewhere.embedded > 0, 'another folder of the repository has other paths and is not taken for the same');
});

test('renamed, moved and copied documents, and a branch that comes back, embed nothing', async (t) => {
  const folder = tempFolder(t, texts);
  const storage = join(tempFolder(t), 'storage');
  await index(folder, storage);
  renameSync(join(folder, 'docs/untitled.txt'), join(folder, 'docs/renamed.txt'));
  renameSync(join(folder, 'docs/tide.md'), join(folder, 'tide.md'));
  cpSync(join(folder, 'tide.md'), join(folder, 'docs/copy.md'));
  assert.deepEqual(await index(folder, storage), { documents: 19, embedded: 0 });
  writeFileSync(join(folder, 'tide.md'), '# Tides\n\nOn another branch.');
  assert.equal((await index(folder, storage)).embedded, 1);
  writeFileSync(join(folder, 'tide.md'), texts['docs/tide.md']);
  assert.deepEqual(await index(folder, storage), { documents: 19, embedded: 0 });
});
