import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { targets } from '../../../scripts/packageTargets.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('the lock file has the native packages of all targets, in one version, with their integrity', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; resolved?: string }>;
  };
  const wanted = packages['node_modules/@lancedb/lancedb']?.version;
  for (const { lancedb } of Object.values(targets)) {
    if (lancedb === undefined) continue;
    const { version, integrity, resolved } = packages[`node_modules/${lancedb}`] ?? {};
    assert.equal(version, wanted, lancedb);
    assert.match(integrity ?? '', /^sha512-/, lancedb);
    assert.equal(resolved, undefined, 'the registry is that of npm’s configuration');
  }
});
