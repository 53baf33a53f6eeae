/** Runs test files in this process: each is a suite of its path in the repository, so that its hooks are only of its tests. */
import { constants, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

// An editor's engine yields to what is beside it, and would starve beside tests: these yield more.
const [priority, ...files] = process.argv.slice(2);
if (priority === 'after-editors') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const root = join(import.meta.dirname, '..');
// Of files that wait for one module while they are loaded, all but the first name their tests in the suite of the first; these are missed.
for (const file of files)
  void describe(relative(root, file).replaceAll('\\', '/'), async () => {
    await import(pathToFileURL(file).href);
  });
