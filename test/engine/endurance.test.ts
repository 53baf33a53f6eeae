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
      ...{ seed, steps: 100, perCheck: 100, documents: 60, windows: [2, 1], napMs: 3000 },
      signal: t.signal,
      log: (line) => t.diagnostic(line),
    });
    assert.deepEqual(faults, []);
    const steps = [...done.values()].flat();
    for (const end of ['done', 'killed', 'asleep'] as const)
      assert.ok(
        steps.some((step) => step.end === end),
        `no step was ${end}`,
      );
  });
}
