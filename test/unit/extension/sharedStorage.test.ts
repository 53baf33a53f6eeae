import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedStorage } from '../../../src/extension/sharedStorage.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test('a second window on a workspace uses the storage of the first', (t) => {
  const folder = tempFolder(t);
  const own = (workspace: string): string => join(folder, workspace, 'ariadne.ariadne');
  for (const name of ['0a1b', '0a1b-1', '77-2', '-1']) mkdirSync(join(folder, name));
  assert.deepEqual(
    ['0a1b', '0a1b-1', '0a1b-9', '77-2', '-1', '0a1b-10'].map((name) => sharedStorage(own(name))),
    [own('0a1b'), own('0a1b'), own('0a1b'), own('77-2'), own('-1'), own('0a1b-10')],
  );
});
