/**
 * Quickly checks what has changed since origin/main, committed or not: types, lint, format, and the unit tests nearest to it. `npm test`
 * runs everything.
 *
 * usage: npm run check
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { nearestTests } from './nearestTests.ts';
import { checkStyle, checkTypes } from './programs.ts';
import { runTests, sum } from './runTests.ts';
import { Workers } from './workers.ts';

const root = join(import.meta.dirname, '..');
process.chdir(root);

const began = performance.now();
const changed = changedFiles();
const testFiles = globSync('test/{unit,webview,vectors}/**/*.test.ts').map((file) => file.replaceAll('\\', '/'));
const workers = new Workers(availableParallelism());
const nearest = nearestTests(root, testFiles, changed);
const { passed, failures } = sum(
  await Promise.all([checkTypes(workers), checkStyle(workers, changed), nearest.then((tests) => runTests(tests, { workers }))]),
);
const tests = await nearest;
const seconds = ((performance.now() - began) / 1000).toFixed(0);
process.stdout.write(`${changed.length} files changed, ${tests.length} of ${testFiles.length} unit test files run, ${seconds} s\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exit(failures.length > 0 ? 1 : 0);

/** Paths relative to the repository. Without an origin/main, uncommitted changes only. */
function changedFiles(): readonly string[] {
  const [base = 'HEAD'] = git(['merge-base', 'HEAD', 'origin/main']) ?? [];
  const tracked = git(['diff', '--name-only', base]);
  const untracked = git(['ls-files', '--others', '--exclude-standard']);
  if (tracked === undefined || untracked === undefined) throw new Error('npm run check needs git, and a clone made by it.');
  return [...tracked, ...untracked].filter((file) => existsSync(file));
}

function git(args: readonly string[]): readonly string[] | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}
