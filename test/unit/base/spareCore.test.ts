import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { coresLeft, isDischarging } from '../../../src/base/spareCore.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test('what this process takes itself leaves as many cores as before', () => {
  const before = { at: 1000, cores: 4, all: 50_000, own: 700 };
  const after = (all: number, own: number): number => coresLeft(before, { at: 3000, cores: 4, all: 50_000 + all, own: 700 + own });
  assert.deepEqual([after(0, 0), after(5000, 5000), after(3000, 1000), after(7000, 1000)], [4, 4, 3, 1]);
  assert.equal(after(10, 20), 4, 'clocks of different precision');
});

test('a computer whose battery empties runs on it, not one with a mouse whose battery empties', async (t) => {
  const folder = tempFolder(t, {
    'plugged/AC/type': 'Mains\n',
    'plugged/BAT0/status': 'Charging\n',
    'plugged/hidpp/status': 'Discharging\n',
    'plugged/hidpp/scope': 'Device\n',
    'away/BAT0/status': 'Discharging\n',
  });
  assert.deepEqual(await Promise.all(['plugged', 'away'].map((name) => isDischarging(join(folder, name)))), [false, true]);
  await assert.rejects(isDischarging(join(folder, 'none')), { code: 'ENOENT' });
});
