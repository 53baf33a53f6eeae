/** Whether pinned runs and tables still hold: checked after an update, one at a time, and only where it is not known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import type { RunSummary } from '../../../src/protocol/engine.ts';
import { noIndex, type IndexStatus } from '../../../src/protocol/indexStatus.ts';
import type { Standing } from '../../../src/protocol/staleReason.ts';
import { StandingQuestions, type StandingQuestionsOptions } from '../../../src/table/standingQuestions.ts';
import { HeldWork, ManualClock } from '../../support/heldWork.ts';

const summary = { log: '', question: 'Why?', pipeline: 'p', startedAtUtc: '', answer: 'x', abstained: false, seconds: 1 } as const;
const goneReason = { kind: 'cited-place', path: 'a.md', quote: 'Saltvik' } as const;
const table = { questions: [], answeredBy: '', documents: 1, unfinished: 0 };
const { signal } = new AbortController();

/** An engine with pinned runs `a` and `b`, and `c`, which is not pinned. What is known of them is kept beside their logs. */
function setUp(given: Partial<StandingQuestionsOptions> & { readonly half?: Pick<Standing, 'notAsked'> } = {}) {
  const clock = new ManualClock(0);
  const index = { status: { ...noIndex, state: 'ready', documents: 3, epoch: '1' } as IndexStatus };
  const standings = new Map<string, Standing>();
  const stored = (): RunSummary[] =>
    ['a', 'b', 'c'].map((runId) => {
      return { ...summary, runId, status: 'ok', ...(runId === 'c' ? {} : { isPinned: true }), standing: standings.get(runId) };
    });
  const asked: string[] = [];
  const engine: { isBusy: boolean; isAllowed: boolean; tables: readonly string[]; checkRun: StandingQuestionsOptions['checkRun'] } = {
    isBusy: false,
    isAllowed: true,
    tables: ['/f/gates.ariadne-table.json'],
    checkRun: (runId, _signal, mayAsk) => {
      asked.push(mayAsk ? `${runId}!` : runId);
      standings.set(runId, { epoch: index.status.epoch, reasons: runId === 'b' ? [goneReason] : [], ...(mayAsk ? {} : given.half) });
      return Promise.resolve();
    },
  };
  const told: string[] = [];
  const standing = new StandingQuestions({
    listRuns: () => Promise.resolve(stored()),
    checkRun: (...run) => engine.checkRun(...run),
    tables: {
      find: () => {
        asked.push('tables');
        return Promise.resolve(engine.tables);
      },
      check: (records) => Promise.resolve(records.map((record) => ({ ...table, record }))),
    },
    index: () => index.status,
    isBusy: () => engine.isBusy,
    isAllowed: () => engine.isAllowed,
    onChange: ({ progress }) => told.push(progress ? `${progress.done} of ${progress.all}` : 'done'),
    clock,
    logger: { log: () => undefined },
    ...given,
  });
  /** The documents are others, or may be. */
  const update = async (epoch = index.status.epoch): Promise<string[]> => {
    index.status = { ...index.status, epoch };
    standing.soon();
    await clock.pass(2_000);
    return asked.splice(0);
  };
  return { standing, engine, index, clock, stored, update, told, takeAsked: () => asked.splice(0) };
}

test('after an update pinned runs are checked, and not again until the documents are others', async () => {
  const { standing, stored, clock, update } = setUp();
  for (let saved = 0; saved < 5; saved++) standing.soon();
  assert.deepEqual(await update(), ['a', 'b', 'tables']);
  assert.deepEqual(
    stored().map((run) => run.standing?.reasons.length),
    [0, 1, undefined],
  );
  assert.deepEqual(
    standing.tables.map(({ record }) => record),
    ['/f/gates.ariadne-table.json'],
  );
  standing.follow(stored());
  await clock.pass(10_000);
  assert.deepEqual(await update(), [], 'known of these documents, perhaps from another window');
  assert.deepEqual(await update('2'), ['a', 'b']);
});

test('tables are looked for again when one may have been added, and go with the index', async () => {
  const { standing, engine, index, update } = setUp();
  await update();
  engine.tables = [];
  assert.deepEqual([await update('2'), standing.tables.length], [['a', 'b'], 1]);
  standing.forgetTables();
  assert.deepEqual([await update(), standing.tables.length], [['tables'], 0]);
  engine.tables = ['/f/new.ariadne-table.json'];
  standing.forgetTables();
  await update();
  index.status = noIndex;
  await update();
  assert.deepEqual(standing.tables, []);
});

test('of very many tables the first are compared with the documents, and the others say that they are not', async () => {
  const files = Array.from({ length: 203 }, (_, i) => `/f/${1000 + i}.ariadne-table.json`);
  const { standing, engine } = setUp();
  engine.tables = files;
  await standing.check({ signal });
  assert.deepEqual(
    standing.tables.map(({ record }) => record),
    files,
  );
  assert.equal(standing.tables[199]?.problem, undefined);
  assert.match(standing.tables[200]?.problem ?? '', /Only the first 200 tables/);
});

test('a run that cannot be checked says why, keeps none from being checked, and is asked again later', async () => {
  const { standing, engine, update } = setUp();
  const { checkRun } = engine;
  engine.checkRun = (...run) => (run[0] === 'a' ? Promise.reject(new AriadneError('offline', 'Ariadne is offline.')) : checkRun(...run));
  assert.deepEqual(await update(), ['b', 'tables']);
  assert.deepEqual([standing.problemOf('a'), standing.problemOf('b')], ['Ariadne is offline.', undefined]);
  engine.checkRun = checkRun;
  assert.deepEqual([await update(), standing.problemOf('a')], [['a'], undefined]);
});

test('while a question is answered, and in a folder that is not trusted, nothing is checked', async () => {
  const { engine, update } = setUp();
  engine.isBusy = true;
  assert.deepEqual(await update(), []);
  Object.assign(engine, { isBusy: false, isAllowed: false });
  assert.deepEqual(await update(), []);
  engine.isAllowed = true;
  assert.deepEqual(await update(), ['a', 'b', 'tables']);
});

test('a check that is cancelled ends, and what it has found counts; another waits for its end', async () => {
  const { standing, engine, told } = setUp();
  const held = new HeldWork<void>();
  const { checkRun } = engine;
  engine.checkRun = async (...run) => {
    await held.begin(run[1]);
    await checkRun(...run);
  };
  const controller = new AbortController();
  const checking = standing.check({ signal: controller.signal });
  const next = standing.check({ signal });
  while (told.length === 0) await new Promise(setImmediate);
  held.finish();
  while (told.length === 1) await new Promise(setImmediate);
  controller.abort();
  await assert.rejects(checking, { name: 'AbortError' });
  assert.equal(standing.problemOf('b'), undefined, 'cancelled is no problem of the run');
  while (told.length < 4) await new Promise(setImmediate);
  held.finish();
  held.finish();
  await next;
  assert.deepEqual(told, ['0 of 2', '1 of 2', 'done', '0 of 1', 'done']);
});

test('a server is asked for vectors only where the user has called for the check', async () => {
  const { standing, update, takeAsked } = setUp({ half: { notAsked: 'openai:words' } });
  await update();
  await standing.check({ signal });
  assert.deepEqual(takeAsked(), []);
  await standing.check({ signal, mayAsk: true });
  await standing.check({ signal, mayAsk: true });
  assert.deepEqual(takeAsked(), ['a!', 'b!']);
});
