import assert from 'node:assert/strict';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nearestTests } from '../../../scripts/nearestTests.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const files = {
  'stem.ts': 'export const stem = 1;',
  'words.ts': "import { stem } from './stem.ts'; export const words = stem;",
  'late.ts': 'export const late = 1;',
  'search.ts': "import { words } from './words.ts'; export const search = async () => [words, await import('./late.ts')];",
  'alone.ts': 'export const alone = 1;',
  'words.test.ts': "import 'not-installed'; import { words } from './words.ts'; void words;",
  'search.test.ts': "import { search } from './search.ts'; void search;",
};

function nearest(t: TestContext, ...changed: readonly string[]): Promise<readonly string[]> {
  const root = realpathSync(tempFolder(t));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return nearestTests(root, ['search.test.ts', 'words.test.ts'], changed);
}

test('a changed file is looked at by the tests that import it, not by those further away', async (t) => {
  assert.deepEqual(await nearest(t, 'words.ts'), ['words.test.ts']);
});

test('a file that no test imports is looked at by the tests of what imports it, at once or later', async (t) => {
  assert.deepEqual(await nearest(t, 'stem.ts'), ['words.test.ts']);
  assert.deepEqual(await nearest(t, 'late.ts'), ['search.test.ts']);
});

test('a changed test runs; what no test reaches has none', async (t) => {
  assert.deepEqual(await nearest(t, 'search.test.ts', 'words.ts', 'alone.ts', 'gone.ts'), ['search.test.ts', 'words.test.ts']);
});
