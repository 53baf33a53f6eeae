/** Notes beside runs that were damaged, merged by another program, or are no files. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { isAriadneError } from '../../../src/base/errors.ts';
import { noteSuffixes } from '../../../src/protocol/runFiles.ts';
import { RunNotes } from '../../../src/run/runNotes.ts';
import { damaged, hostileRuns } from '../../support/hostile.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const root = tempFolder({ after });
const runs = ['r1', 'r2', 'r3'] as const;
const pin = (insteadOf: string): string => `on top\ninstead of ${insteadOf}\nasks Who wrote it?\n`;
const note = fc.oneof(
  fc.constantFrom(...runs, 'gone').map((other) => Buffer.from(pin(other))),
  damaged(pin('r2')),
  damaged('{"state":"holds","checkedAtUtc":"2026-01-01T00:00:00.000Z"}'),
  fc.constant('folder' as const),
);
const notes = fc.array(fc.tuple(fc.constantFrom(...runs), fc.constantFrom(...Object.values(noteSuffixes)), note), { maxLength: 6 });

test('whatever is beside the runs, they are listed, no pin is lost, and pins can be set and removed', () => {
  fc.assert(
    fc.property(notes, fc.constantFrom(...runs), (written, runId) => {
      const folder = join(root, 'runs');
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      for (const [run, suffix, content] of written) {
        const file = join(folder, `${run}${suffix}`);
        rmSync(file, { recursive: true, force: true });
        if (content === 'folder') mkdirSync(file);
        else writeFileSync(file, content);
      }
      const kept = new RunNotes(folder);
      const isThere = runs.some((run) => existsSync(join(folder, `${run}${noteSuffixes.isPinned}`)));
      assert.equal(kept.pinned().size > 0, isThere);
      for (const { title = '' } of kept.all().values()) assert.ok(title.length <= 200 && !/[\r\n]/.test(title));
      try {
        kept.set(runId, { isPinned: true }, 'Who wrote it?');
        assert.ok(kept.pinned().has(runId));
        kept.set(runId, { isPinned: false });
        assert.ok(!kept.pinned().has(runId));
      } catch (error) {
        assert.ok(isAriadneError(error, 'notes-unwritable'), String(error));
      }
    }),
    hostileRuns(40),
  );
});
