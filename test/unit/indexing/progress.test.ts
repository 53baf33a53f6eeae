import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { progressLine } from '../../../src/cli/terminal.ts';
import { ProgressMeter } from '../../../src/indexing/progress.ts';
import type { IndexProgress } from '../../../src/protocol/indexStatus.ts';
import { checkTold } from '../../support/progressCheck.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const shares = fc.array(share, { maxLength: 6 });
/** What a pass may say: shares within a stage come in any order, as those of concurrent work do, and stages may be left out. */
const passes = fc.record({
  waits: fc.nat(3),
  documents: fc.nat(400),
  reading: fc.array(fc.tuple(share, fc.nat(400)), { maxLength: 20 }),
  later: fc.tuple(shares, shares, shares, shares),
  isWhole: fc.boolean(),
  msBetween: fc.integer({ min: 1, max: 5_000 }),
});
const laterStages = ['fulltext', 'embed', 'graph', 'store'] as const;

test('whatever a pass says, no surface shows a number that falls, and nothing is at 100% before all is done', () => {
  fc.assert(
    fc.property(passes, ({ waits, documents, reading, later, isWhole, msBetween }) => {
      const { told, meter } = telling('index', msBetween);
      meter.discovering();
      for (let i = 0; i < waits; i++) meter.waiting('process 7');
      if (waits > 0) meter.discovering();
      for (const [of, done] of reading) meter.reading(Math.min(done, documents), documents, 0, of);
      if (reading.length > 0) meter.reading(documents, documents, 0, 1);
      laterStages.forEach((stage, i) => later[i]?.forEach((done) => meter.working(stage, 9, done)));
      if (isWhole) meter.done();
      checkTold(told, isWhole);
    }),
    { numRuns: 150 },
  );
});

test('learning counts all that follows from it, and a graph for one question is work of another kind', () => {
  const { told, meter } = telling('learn');
  for (const done of [0, 0.5, 1]) meter.working('learn', 9, done);
  meter.waiting('process 7');
  for (const stage of ['embed', 'graph', 'store'] as const) for (const done of [0, 1]) meter.working(stage, 9, done);
  meter.done();
  checkTold(told);
  assert.deepEqual(
    told.map(({ fraction }) => Math.round(fraction * 100)),
    [0, 25, 50, 50, 50, 80, 80, 96, 96, 99, 100],
  );
});

test('embedding with another model is most of a switch, and counts passages, which never decrease', () => {
  const { told, meter } = telling('switch');
  meter.working('load', 200, 0);
  for (const done of [0, 0.5, 0.4, 1]) meter.working('embed', 200, done);
  for (const stage of ['graph', 'store'] as const) meter.working(stage, 200, 0);
  meter.done();
  checkTold(told);
  assert.deepEqual(
    told.map(({ fraction, passagesDone }) => [Math.round(fraction * 100), passagesDone]),
    [
      [0, undefined],
      [2, 0],
      [47, 100],
      [47, 100],
      [92, 200],
      [92, undefined],
      [98, undefined],
      [100, undefined],
    ],
  );
});

test('work that had nothing to do tells nothing', () => {
  const { told, meter } = telling('learn');
  meter.done();
  assert.deepEqual(told, []);
});

test('the time left comes from the rate so far, and waiting for another process is no part of it', () => {
  const clock = { ms: 0 };
  const told: IndexProgress[] = [];
  const meter = new ProgressMeter({ work: 'index', tell: (progress) => told.push(progress), now: () => clock.ms });
  const remaining = (): number | undefined => told.at(-1)?.remainingSeconds;
  meter.discovering();
  meter.waiting('process 7');
  clock.ms = 600_000;
  meter.discovering();
  assert.equal(remaining(), undefined);
  clock.ms += 9_000;
  // Half of the reading, a quarter of the whole, takes 25 s; what it took to begin does not count.
  meter.reading(1, 100, 9, 0.01);
  clock.ms += 25_000;
  meter.reading(51, 100, 400, 0.51);
  assert.equal(remaining(), 73);
  // A stage that has only begun goes by what there was before.
  meter.working('embed', 900, 0);
  clock.ms += 31_000;
  meter.working('embed', 900, 0.01);
  assert.equal(remaining(), 35);
  meter.done();
  assert.equal(remaining(), undefined);
});

test('a wait for the rate limit of a server is said, and is no part of the time left', () => {
  const clock = { ms: 0 };
  const told: IndexProgress[] = [];
  const meter = new ProgressMeter({ work: 'switch', tell: (progress) => told.push(progress), now: () => clock.ms });
  meter.pausing(1_000);
  assert.equal(told.length, 0);
  meter.working('embed', 1_000, 0.1);
  clock.ms += 10_000;
  meter.working('embed', 1_000, 0.2);
  meter.pausing(60_000);
  const { waitMs, remainingSeconds, passagesDone } = told.at(-1)!;
  assert.deepEqual([waitMs, remainingSeconds, passagesDone], [60_000, undefined, 200]);
  const written: string[] = [];
  progressLine(true, (text) => written.push(text))(told.at(-1)!);
  assert.match(written.join(), /200 of 1000, waiting 60 s for the server’s rate limit$/);
  clock.ms += 60_000;
  meter.pausing(0);
  assert.equal(told.at(-1)?.waitMs, undefined);
  meter.working('embed', 1_000, 0.2);
  assert.equal(told.at(-1)?.remainingSeconds, 40);
});

test('on a terminal one line is written over, and none is left when all is done', () => {
  const { written, meter } = writing(true);
  meter.discovering();
  meter.reading(30, 61, 90, 0.5);
  meter.working('embed', 155, 0.5);
  meter.done();
  assert.deepEqual(written, [
    '\r\x1b[2K0% Looking for documents',
    '\r\x1b[2K27% Reading documents, 30 of 61',
    '\r\x1b[2K74% Embedding passages, 78 of 155',
    '\r\x1b[2K',
  ]);
});

test('off a terminal each stage is one line, and none counts from the start again', () => {
  const { written, meter, line } = writing(false);
  meter.discovering();
  meter.waiting('process 7 on \x1b[31mhost');
  meter.discovering();
  for (const done of [0, 30, 61]) meter.reading(done, 61, 0, done / 61);
  for (const stage of laterStages) for (const done of [0, 1]) meter.working(stage, 155, done);
  meter.done();
  const learning = new ProgressMeter({ work: 'learn', tell: line });
  for (const stage of ['learn', 'embed', 'graph', 'store'] as const) learning.working(stage, 155, 0);
  learning.done();
  assert.deepEqual(written.join('').split('\n'), [
    'Looking for documents…',
    'Waiting for process 7 on host, which is indexing…',
    'Looking for documents…',
    'Reading documents (61)…',
    'Building the full-text index…',
    'Embedding passages…',
    'Linking related passages…',
    'Saving…',
    'Learning from the documents…',
    '',
  ]);
});

test('off a terminal a long stage says every ten seconds how far it is', () => {
  const written: string[] = [];
  let atMs = 0;
  const line = progressLine(
    false,
    (text) => written.push(text),
    () => atMs,
  );
  const meter = new ProgressMeter({ work: 'index', tell: line, now: () => atMs });
  for (let done = 0; done <= 10_000; done += 100, atMs += 250) meter.reading(done, 10_000, 0, done / 10_000);
  meter.done();
  assert.deepEqual(written, [
    'Reading documents (10000)…\n',
    '22% Reading documents, 4000 of 10000, about 39 s left…\n',
    '42% Reading documents, 8000 of 10000, about 29 s left…\n',
  ]);
});

function telling(work: IndexProgress['work'], msBetween = 100): { readonly told: readonly IndexProgress[]; readonly meter: ProgressMeter } {
  const told: IndexProgress[] = [];
  let atMs = 0;
  return { told, meter: new ProgressMeter({ work, tell: (progress) => told.push(progress), now: () => (atMs += msBetween) }) };
}

function writing(isLive: boolean) {
  const written: string[] = [];
  const line = progressLine(isLive, (text) => written.push(text));
  return { written, line, meter: new ProgressMeter({ work: 'index', tell: line, now: () => 0 }) };
}
