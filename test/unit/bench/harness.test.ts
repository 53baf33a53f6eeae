import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  alternate,
  atLeast,
  atMost,
  formatCheck,
  formatTable,
  logLogSlope,
  percentile,
  runMeasured,
  withTempFolder,
} from '../../../bench/harness.ts';

test('the growth exponent of a power law is its exponent, whatever the constant', () => {
  const exponents = [0, 0.5, 1, 2].map((p) => logLogSlope([10, 20, 40, 80].map((size) => ({ size, value: 7 * size ** p }))));
  assert.deepEqual(
    exponents.map((p) => p.toFixed(9)),
    ['0.000000000', '0.500000000', '1.000000000', '2.000000000'],
  );
});

test('a percentile is a value that was measured, by nearest rank', () => {
  const values = [5, 1, 4, 2, 3];
  assert.deepEqual(
    [0, 0.2, 0.5, 0.95, 1].map((share) => percentile(values, share)),
    [1, 1, 3, 5, 5],
  );
  assert.ok(Number.isNaN(percentile([], 0.5)));
});

test('works take turns, and the fastest round of each counts', async () => {
  const order: string[] = [];
  const took = await alternate({ a: async () => void order.push('a'), b: async () => void order.push('b') }, 3);
  assert.deepEqual(order, ['a', 'b', 'a', 'b', 'a', 'b']);
  assert.ok(Number.isFinite(took.a.ms) && Number.isFinite(took.b.cpuMs));
});

test('a measured process tells its output and its own peak memory, not that of its parent or of its threads', async () => {
  await withTempFolder(async (folder) => {
    const small = join(folder, 'small.mjs');
    writeFileSync(small, `process.stdout.write(process.argv[2])`);
    const large = join(folder, 'large.mjs');
    writeFileSync(
      large,
      `import { Worker, isMainThread } from 'node:worker_threads';
       if (isMainThread) { Buffer.alloc(300e6, 1); new Worker(import.meta.filename); }`,
    );
    const held = Buffer.alloc(400e6, 1);
    const [a, b] = [await runMeasured(small, ['said']), await runMeasured(large, [])];
    assert.equal(held.at(-1), 1);
    assert.deepEqual([a.stdout, b.stdout], ['said', '']);
    assert.ok(a.peakRssBytes > 10e6 && a.peakRssBytes < 250e6, `${a.peakRssBytes}`);
    assert.ok(b.peakRssBytes - a.peakRssBytes > 250e6, `${b.peakRssBytes - a.peakRssBytes}`);
  });
});

test('a measured process that fails says how', async () => {
  await withTempFolder(async (folder) => {
    const file = join(folder, 'fails.mjs');
    writeFileSync(file, `process.stderr.write('no such luck'); process.exit(3)`);
    await assert.rejects(runMeasured(file, []), /exit code 3:\nno such luck/);
  });
});

test('a table aligns numbers at the right and checks say what was missed', () => {
  assert.equal(
    formatTable(
      ['method', 'p50 ms'],
      [
        ['bm25', 12.3456],
        ['nar', 123456.7],
      ],
    ),
    ['method  p50 ms', '──────  ──────', 'bm25     12.35', 'nar     123457'].join('\n'),
  );
  assert.deepEqual([atMost('disk', 2, 3), atLeast('recall', 0.98, 0.99)].map(formatCheck), [
    'ok      disk: 2 (at most 3)',
    'MISSED  recall: 0.98 (at least 0.99)',
  ]);
});
