import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { benches } from '../../../bench/benches.ts';

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'bench.ts');

for (const [args, problem] of [
  [[], /^Name one benchmark\./],
  [['update', 'search'], /^Name one benchmark\./],
  [['nonsense'], /^There is no benchmark "nonsense"\./],
  [['search', '--fast'], /--fast/],
  [['retrieval', '--dataset', '/nowhere/at/all'], /^Folder \/nowhere\/at\/all does not exist\./],
  [['natural', '--documents', '/nowhere/at/all'], /^Folder \/nowhere\/at\/all does not exist\./],
] as const) {
  test(`wrong usage is explained and runs nothing: ${JSON.stringify(args)}`, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, problem);
    assert.ok(stderr.includes(`There are: ${Object.keys(benches).join(', ')}.`), stderr);
  });
}
