import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { discover } from '../../../src/corpus/discover.ts';
import { discoverPaths } from '../../../src/corpus/discoverPaths.ts';
import { explainPath } from '../../../src/corpus/explainPath.ts';

const OPTIONS = { exclude: [], maxFileBytes: 1000 };

async function inFolder(files: Readonly<Record<string, string>>, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ariadne-discover-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content || 'x');
    }
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function paths(folder: string, exclude: readonly string[] = []): Promise<readonly string[]> {
  return (await discover(folder, { ...OPTIONS, exclude })).files.map(({ path }) => path);
}

test('documents are listed in order of their paths', () =>
  inFolder(
    {
      'b.md': '',
      'B.MD': '',
      'a/z.txt': '',
      'a.tex': '',
      'é.html': '',
      'x.bin': '',
      'node_modules/m.md': '',
      'y.min.js': '',
      '.git/d.md': '',
      'sub/.hg/e.md': '',
    },
    async (folder) => {
      assert.deepEqual(await discover(folder, OPTIONS).then(({ files, skipped }) => [files.map(({ path }) => path), skipped]), [
        ['B.MD', 'a.tex', 'a/z.txt', 'b.md', 'é.html'],
        [],
      ]);
    },
  ));

test('nested ignore files count below their folder and the deeper one wins', () =>
  inFolder(
    {
      '.gitignore': '*.txt\n/only-top.md\nbuild/\n',
      'only-top.md': '',
      'a/only-top.md': '',
      'a/no.txt': '',
      'b/.gitignore': '!yes.txt\n',
      'b/yes.txt': '',
      'b/no.txt': '',
      'build/.gitignore': '!*.md\n',
      'build/x.md': '',
      'c/.ignore': '!c.txt\nd.md\n',
      'c/c.txt': '',
      'c/d.md': '',
    },
    async (folder) => assert.deepEqual(await paths(folder), ['a/only-top.md', 'b/yes.txt', 'c/c.txt']),
  ));

test('excluded globs hide files and whole folders', () =>
  inFolder({ 'dist/a.md': '', 'x/dist/b.md': '', 'x/c.md': '', 'y.md': '', '.h/z.md': '' }, async (folder) => {
    assert.deepEqual(await paths(folder, ['**/dist', 'y.md', '**/.h/']), ['x/c.md']);
    assert.deepEqual(await paths(folder, ['*.md', '**/{dist,.h}/**']), ['x/c.md']);
  }));

test('secrets and large files are said to be skipped', () =>
  inFolder({ '.env': '', '.env.md': '', 'credentials.txt': '', 'k.pem': '', 'big.md': 'x'.repeat(1001), 'ok.md': '' }, async (folder) => {
    const { files, skipped } = await discover(folder, OPTIONS);
    assert.deepEqual(
      [files.map(({ path }) => path), skipped.map(({ path }) => path)],
      [['ok.md'], ['.env', '.env.md', 'big.md', 'credentials.txt', 'k.pem']],
    );
    assert.match(skipped[2]?.reason ?? '', /0\.001 MB, more than the limit of 0\.001 MB/);
  }));

test('links to files inside are followed, to folders and out never', () =>
  inFolder({ 'a/x.md': 'text', 'a/.env': 's' }, async (folder) => {
    await symlink(join(folder, 'a/x.md'), join(folder, 'link.md'));
    await symlink(join(folder, 'a'), join(folder, 'cycle'));
    await symlink(join(folder, 'a/.env'), join(folder, 'innocent.md'));
    await symlink(process.execPath, join(folder, 'out.txt'));
    await symlink(join(folder, 'gone'), join(folder, 'broken.md'));
    const { files, skipped } = await discover(folder, OPTIONS);
    assert.deepEqual(
      [files.map(({ path, sizeBytes }) => `${path} ${sizeBytes}`), skipped.map(({ path }) => path)],
      [
        ['a/x.md 4', 'link.md 4'],
        ['a/.env', 'broken.md', 'innocent.md', 'out.txt'],
      ],
    );
  }));

test('a folder that is none is an error, a cancelled search is no empty one', () =>
  inFolder({ 'a.md': '' }, async (folder) => {
    await assert.rejects(discover(join(folder, 'no'), OPTIONS), { code: 'folder-missing' });
    await assert.rejects(discover(join(folder, 'a.md'), OPTIONS), { code: 'not-a-folder' });
    await assert.rejects(discover(folder, OPTIONS, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  }));

test('what is written from the record of a table is no document', () =>
  inFolder({ 'a/rents.ariadne-table.json': '', 'a/rents.md': '', 'a/rents.csv': '', 'a/rents.txt': '', 'rents.md': '' }, async (folder) => {
    assert.deepEqual(await paths(folder), ['a/rents.txt', 'rents.md']);
    const { files, gone } = await discoverPaths(folder, ['a/rents.md', 'a/rents.txt', 'rents.md'], OPTIONS);
    assert.deepEqual([files.map(({ path }) => path), gone], [['a/rents.txt', 'rents.md'], ['a/rents.md']]);
    assert.match((await explainPath(folder, 'a/rents.csv', OPTIONS)).reason, /is written from the table rents\.ariadne-table\.json/);
  }));

test('a line of an ignore file with many wildcards is matched at once', () =>
  inFolder({ '.gitignore': `${'*a'.repeat(40)}b\n`, [`${'a'.repeat(200)}.md`]: 'x' }, async (folder) => {
    assert.deepEqual(await paths(folder, [`${'*a'.repeat(40)}c`]), [`${'a'.repeat(200)}.md`]);
  }));

test('a pipe in the folder is no document, and one that an ignore file leads to has no rules', { skip: process.platform === 'win32' }, () =>
  inFolder({ 'a.md': '', 'b/c.md': '', 'b/.gitignore': `c.md\n${'#'.repeat(1e6)}` }, async (folder) => {
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    await symlink(join(folder, 'pipe.md'), join(folder, '.gitignore'));
    const { files, skipped } = await discover(folder, OPTIONS);
    assert.deepEqual(
      [files.map(({ path }) => path), skipped],
      [
        ['a.md', 'b/c.md'],
        [
          { path: '.gitignore', reason: 'is not a regular file, so its rules are not applied; change or remove it' },
          { path: 'b/.gitignore', reason: 'is larger than 1 MB, so its rules are not applied; change or remove it' },
        ],
      ],
    );
  }),
);
