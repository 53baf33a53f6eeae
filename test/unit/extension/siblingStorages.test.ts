import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siblingStorages, type Memory } from '../../../src/extension/siblingStorages.ts';

test('each folder opened knows the storages of those before it, newest first and never its own', () => {
  const values = new Map<string, unknown>();
  const memory: Memory = {
    get: <T>(key: string, byDefault: T): T => (values.get(key) as T | undefined) ?? byDefault,
    update: async (key: string, value: unknown): Promise<void> => void values.set(key, value),
  };
  const opened = ['/a', '/b', '/a', '/c'].map((storage) => siblingStorages(memory, storage));
  assert.deepEqual(opened, [[], ['/a'], ['/b'], ['/a', '/b']]);
});
