/** Runs test files in this process: each is a suite of its path in the repository, so that its hooks are only of its tests. */
import { join, relative } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
// Of files that wait for one module while they are loaded, all but the first name their tests in the suite of the first; these are missed.
for (const file of process.argv.slice(2))
  void describe(relative(root, file).replaceAll('\\', '/'), async () => {
    await import(pathToFileURL(file).href);
  });
