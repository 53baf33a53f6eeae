import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { knownStorage, sharedStorage, siblingStorages, type Memory } from '../../../src/extension/storages.ts';
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

test('a folder has the storage that another workspace has made for it, unless this one has its own', (t) => {
  const root = tempFolder(t);
  const [alone, both, gone] = ['alone', 'both', 'gone'].map((name) => join(root, name, 'f00d')) as [string, string, string];
  mkdirSync(alone, { recursive: true });
  const memory: Memory = { get: <T>() => [gone, join(root, 'alone', 'beef'), alone] as T, update: () => Promise.resolve() };
  assert.equal(knownStorage(memory, both), alone);
  mkdirSync(both, { recursive: true });
  assert.equal(knownStorage(memory, both), both);
});

test('each folder opened knows the storages of those before it, newest first and never its own', () => {
  const values = new Map<string, unknown>();
  const memory: Memory = {
    get: <T>(key: string, byDefault: T): T => (values.get(key) as T | undefined) ?? byDefault,
    update: async (key: string, value: unknown): Promise<void> => void values.set(key, value),
  };
  const opened = ['/a', '/b', '/a', '/c'].map((storage) => siblingStorages(memory, storage));
  assert.deepEqual(opened, [[], ['/a'], ['/b'], ['/a', '/b']]);
});
