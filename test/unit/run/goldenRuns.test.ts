/**
 * A change of what a pipeline does, or of the log, is seen here. UPDATE_GOLDEN=1, or a pipeline's id, makes the logs again first: their
 * runs are those of test/support/goldenRuns.ts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replay } from '../../../src/run/replay.ts';
import { allPipelines, withBaselines } from '../../support/allPipelines.ts';
import { goldenForms, goldenPipelines, goldenRunOf, outcomeOf, outdated, readGoldenRun } from '../../support/goldenRuns.ts';

const ids = [...allPipelines.map(({ id }) => id), ...goldenForms];
withBaselines();
const update = process.env['UPDATE_GOLDEN'] ?? '';
if (update !== '') {
  const { recordGoldenRuns } = await import('../../support/recordGoldenRuns.ts');
  await recordGoldenRuns(update === '1' ? ids : update.split(','));
}

test('every pipeline and form has a golden log, and nothing else has', () => {
  const what =
    'test/golden holds other logs than there are pipelines: make what is missing with UPDATE_GOLDEN=<id>, delete what is left over';
  assert.deepEqual(goldenPipelines().toSorted(), ids.toSorted(), what);
});

for (const id of ids) {
  test(`${id}: its golden log executes again to the same events, without model or index, and comes to the same`, async () => {
    const { events, outcome } = readGoldenRun(id);
    const { trace, difference } = await replay(events);
    const { shows, what } = goldenRunOf(id);
    assert.deepEqual(difference, undefined, outdated(id, `does not reproduce the same run: event ${difference?.n} is another`));
    assert.deepEqual(JSON.parse(JSON.stringify(outcomeOf(trace))), outcome, outdated(id, 'does not come to what is stored beside it'));
    assert.ok(shows(trace), outdated(id, `does not show ${what}`));
  });
}
