/** Some days of use: random work in several windows, with kills, sleep, full disks and other clocks. The bench of this name has a year. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { liveYear } from '../../bench/endurance/year.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** Those that have failed once are kept. */
const seeds = [1];

for (const seed of seeds) {
  test(`seed ${seed}: nothing that a person has made is lost, and the indexes are as new ones`, async (t) => {
    const { faults, done } = await liveYear(join(tempFolder(t), 'documents'), {
      ...{ seed, steps: 60, perCheck: 60, documents: 60, windows: [2, 0], shares: { killed: 0.15, asleep: 0.1 }, napMs: 2000 },
      signal: t.signal,
      log: (line) => t.diagnostic(line),
    });
    assert.deepEqual(faults, []);
    const steps = [...done.values()].flat();
    assert.ok(steps.length >= 50, `${steps.length} of 60 steps ended`);
    t.diagnostic(
      `${steps.filter(({ end }) => end === 'killed').length} killed, ${steps.filter(({ end }) => end === 'asleep').length} asleep`,
    );
  });
}
