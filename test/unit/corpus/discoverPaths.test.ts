import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSystemError } from '../../../src/base/errors.ts';
import { discover } from '../../../src/corpus/discover.ts';
import { discoverPaths } from '../../../src/corpus/discoverPaths.ts';
import { explainPath } from '../../../src/corpus/explainPath.ts';

const OPTIONS = { exclude: [], maxFileBytes: 1000 };

async function inFolder(files: Readonly<Record<string, string>>, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ariadne-paths-'));
  try {
    for (const [path, content] of Object.entries(files)) await put(folder, path, content);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function put(folder: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content || 'x');
}

/** Every path below a folder, links not followed. */
async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')).sort();
}

const FOLDERS = ['a', 'b', 'build', 'node_modules', '.git', 'x.md', 'Ä'];
const FILES = ['a.md', 'b.txt', 'C.MD', '.env', 'credentials.txt', 'y.js', 'y.min.js', 'n.bin', 'x.md', 'big.tex', 'we\\ird.md', 'a'];
const LINES = ['*.md', '*.txt', '!b.txt', 'build/', '/a', 'a/*', '!a/b', '**/b', 'x.md', '!*.md', '# note', '', 'a/**/b.txt', '.*'];
const GLOBS = ['**/build', '*.md', '**/*.txt', 'a/b', '**/x.md', 'b/**', '**/{a,y}.js', '.e*'];

const path = fc
  .tuple(fc.array(fc.constantFrom(...FOLDERS), { maxLength: 3 }), fc.constantFrom(...FILES, '.gitignore', '.ignore'))
  .map(([folders, name]) => [...folders, name].join('/'));
const content = fc.array(fc.constantFrom(...LINES), { maxLength: 3 }).map((lines) => lines.join('\n'));
const tree = fc.record({
  files: fc.dictionary(path, content, { maxKeys: 14 }),
  links: fc.dictionary(path, fc.oneof(path, fc.constantFrom('.', '..', 'a', 'nowhere', '/etc/hostname')), { maxKeys: 3 }),
  exclude: fc.array(fc.constantFrom(...GLOBS), { maxLength: 2 }),
});

async function build(folder: string, { files, links }: { readonly files: object; readonly links: object }): Promise<void> {
  const make = async (kind: 'file' | 'link', at: string, value: string): Promise<void> => {
    try {
      if (kind === 'file') await put(folder, at, at.endsWith('big.tex') ? 'x'.repeat(1001) : value);
      else {
        await mkdir(dirname(join(folder, at)), { recursive: true });
        await symlink(join(folder, value), join(folder, at));
      }
    } catch (error) {
      // The random tree has a file, or a link to nowhere, where this path needs a folder, or the other way round: the first one counts.
      if (!isSystemError(error, 'EEXIST', 'ENOTDIR', 'ENOENT', 'EISDIR', 'ELOOP')) throw error;
    }
  };
  for (const [at, value] of Object.entries(files)) await make('file', at, String(value));
  for (const [at, value] of Object.entries(links)) await make('link', at, String(value));
}

test('all paths one by one are decided as in a pass over the folder', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (random) => {
      await inFolder({}, async (folder) => {
        await build(folder, random);
        const options = { ...OPTIONS, exclude: random.exclude };
        const whole = await discover(folder, options);
        const all = await pathsIn(folder);
        const single = await discoverPaths(folder, all, options);
        // A backslash cannot be in a path of the index: such paths are refused, whether discovery would have come to them or not.
        const isIndexable = ({ path: at }: { readonly path: string }): boolean => !at.includes('\\');
        assert.deepEqual(
          { files: single.files, skipped: single.skipped.filter(isIndexable) },
          { files: whole.files, skipped: whole.skipped.filter(isIndexable) },
        );
        const listed = new Set([...whole.files, ...whole.skipped].map(({ path: at }) => at));
        assert.deepEqual(
          single.gone.filter((at) => listed.has(at)),
          [],
        );
        for (const at of all.filter((each) => !each.includes('\\'))) {
          const { state } = await explainPath(folder, at, options);
          assert.equal(
            state === 'document',
            whole.files.some((file) => file.path === at),
            at,
          );
        }
      });
    }),
    { numRuns: 150 },
  );
});

test('what is not there, ruled out or no document is gone; folders and ignore files ask for a full pass', () =>
  inFolder(
    {
      '.gitignore': 'out/\n*.txt\n',
      'a.md': 'text',
      'b.txt': '',
      'c.bin': '',
      'sub/d.md': '',
      'out/e.md': '',
      'out/.gitignore': '',
      'node_modules/p/readme.md': '',
    },
    async (folder) => {
      const decide = async (...paths: string[]): Promise<unknown> => {
        const { files, skipped, gone, needsFullPass } = await discoverPaths(folder, paths, OPTIONS);
        return [files.map(({ path: at }) => at), skipped.map(({ path: at }) => at), gone, needsFullPass];
      };
      assert.deepEqual(
        [
          await decide(
            'sub/d.md',
            'a.md',
            'a.md',
            'b.txt',
            'c.bin',
            'none.md',
            'none/x.md',
            'a.md/x.md',
            'out/e.md',
            'node_modules/p/readme.md',
          ),
          await decide('out', 'node_modules', 'node_modules/p', 'out/.gitignore', 'none/.gitignore'),
          [await decide('sub'), await decide(''), await decide('.gitignore'), await decide('sub/.ignore')],
          await decide('../a.md', 'sub/../a.md', '/a.md', 'sub\\d.md', 'sub/', './a.md', 'a\0.md'),
        ],
        [
          [
            ['a.md', 'sub/d.md'],
            [],
            ['a.md/x.md', 'b.txt', 'c.bin', 'node_modules/p/readme.md', 'none.md', 'none/x.md', 'out/e.md'],
            false,
          ],
          [[], [], ['node_modules', 'node_modules/p', 'none/.gitignore', 'out', 'out/.gitignore'], false],
          [
            [[], [], [], true],
            [[], [], [], true],
            [[], [], ['.gitignore'], true],
            [[], [], ['sub/.ignore'], true],
          ],
          [[], ['../a.md', './a.md', '/a.md', 'a\0.md', 'sub/', 'sub/../a.md', 'sub\\d.md'], [], false],
        ],
      );
    },
  ));

test('a folder that was moved away takes its paths along', () =>
  inFolder({ 'sub/deep/d.md': '' }, async (folder) => {
    await rename(join(folder, 'sub'), join(folder, 'other'));
    const { files, gone, needsFullPass } = await discoverPaths(folder, ['sub', 'sub/deep/d.md', 'other'], OPTIONS);
    assert.deepEqual([files, gone, needsFullPass], [[], ['sub', 'sub/deep/d.md'], true]);
  }));

test('a cancelled look-up is no empty one, a folder that is none an error', () =>
  inFolder({ 'a.md': '' }, async (folder) => {
    await assert.rejects(discoverPaths(folder, ['a.md'], OPTIONS, { signal: AbortSignal.abort() }), { name: 'AbortError' });
    await assert.rejects(discoverPaths(join(folder, 'no'), ['a.md'], OPTIONS), { code: 'folder-missing' });
    await assert.rejects(explainPath(join(folder, 'no'), 'a.md', OPTIONS), { code: 'folder-missing' });
  }));

test('why a file is not indexed is said with the rule', () =>
  inFolder(
    {
      '.gitignore': '*.txt\nout/\n',
      'docs/.ignore': 'draft-*\n',
      'docs/draft-a.md': '',
      'docs/a.md': '',
      'b.txt': '',
      'out/x/y.md': '',
      'hidden/z.md': '',
      'c.bin': '',
      'lib.min.js': '',
      'credentials.csv.md': '',
      'credentials.ts': '',
      'big.md': 'x'.repeat(1001),
      '.git/x.md': '',
      'env/lib/site-packages/p/LICENSE.txt': '',
    },
    async (folder) => {
      await symlink(process.execPath, join(folder, 'out.md'));
      await symlink(join(folder, 'docs'), join(folder, 'linked'));
      const paths = (await pathsIn(folder)).filter((at) => at.includes('.') && !at.includes('gnore') && at !== '.git');
      const options = { ...OPTIONS, exclude: ['**/hidden'] };
      const told: Record<string, string> = {};
      for (const at of [...paths, 'docs', 'docs/none.md', 'docs/a.md/b.md', 'linked/a.md', '../x.md', '.git']) {
        const { state, reason } = await explainPath(folder, at, options);
        told[at] = `${state}: ${reason.replace(/supported are: .*/, 'supported are: …')}`;
      }
      assert.deepEqual(told, {
        '.git': 'excluded: is always skipped, like every folder named .git',
        '.git/x.md': 'excluded: is in .git, which is always skipped, like every folder named .git',
        'b.txt': 'excluded: matches "*.txt" in .gitignore',
        'big.md': 'excluded: has 0.001 MB, more than the limit of 0.001 MB; split it or raise the limit',
        'c.bin': 'excluded: has an unsupported extension; supported are: …',
        'credentials.csv.md': 'excluded: looks like it contains secrets, so it is never read; rename it if it does not',
        'credentials.ts': 'document: is read as code',
        docs: 'excluded: is a folder; choose one of its files',
        'docs/a.md': 'document: is read as markdown',
        'docs/a.md/b.md': 'missing: does not exist',
        'docs/draft-a.md': 'excluded: matches "draft-*" in docs/.ignore',
        'docs/none.md': 'missing: does not exist',
        'env/lib/site-packages/p/LICENSE.txt':
          'excluded: is in env/lib/site-packages, which is always skipped, like every folder named site-packages',
        'hidden/z.md': 'excluded: is in hidden, which matches the exclude pattern "**/hidden" in the settings',
        'lib.min.js': 'excluded: looks minified by its name, so it is not a document',
        'linked/a.md': 'excluded: is in linked, which is a link to a folder; only links to files are followed',
        'out.md': 'excluded: is a link to a file outside the folder; copy the file into the folder',
        'out/x/y.md': 'excluded: is in out, which matches "out/" in .gitignore',
        '../x.md': 'excluded: is not a path relative to the indexed folder with / as the separator',
      });
    },
  ));
