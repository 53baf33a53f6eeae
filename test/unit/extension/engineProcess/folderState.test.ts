import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { AriadneError } from '../../../../src/base/errors.ts';
import { Notifications } from '../../../../src/extension/engineProcess/notifications.ts';
import { FolderState, type Surroundings } from '../../../../src/extension/engineProcess/folderState.ts';
import type { EngineNotificationParams } from '../../../../src/protocol/engine.ts';
import { noIndex, type IndexingState, type IndexStatus } from '../../../../src/protocol/indexStatus.ts';
import { FakeEngine } from '../fakeEngine.ts';

const ready: IndexStatus = { ...noIndex, state: 'ready', documents: 2, passages: 5, epoch: 'e' };
const indexing: IndexingState = { work: [{ kind: 'index', beganAtMs: 0 }], pending: 2 };
const disk: Surroundings = { folder: 'disk', isTrusted: true, hasStorage: false };

function setUp(surroundings = disk) {
  const engine = Object.assign(new FakeEngine({ look: () => Promise.reject(new AriadneError('storage-unwritable', 'No.')) }), {
    notifications: new Notifications(),
    onDidEnd: new Emitter<string | undefined>(),
  });
  const index = new FolderState({ engine, surroundings: () => surroundings });
  let version = 0;
  const tell = (parts: { index?: IndexStatus; indexing?: IndexingState }): void => {
    const versioned = Object.entries(parts).map(([part, value]) => [part, { version: ++version, value }]);
    engine.notifications.fire('state', Object.fromEntries(versioned) as EngineNotificationParams<'state'>);
  };
  return { engine, index, tell };
}

test('readiness says what is missing', () => {
  const cases: readonly (readonly [Surroundings, IndexStatus | undefined, string])[] = [
    [{ ...disk, folder: 'none' }, noIndex, 'no-folder'],
    [{ ...disk, folder: 'virtual' }, noIndex, 'virtual'],
    [{ ...disk, isTrusted: false, hasStorage: true }, undefined, 'untrusted'],
    [disk, undefined, 'no-index'],
    [{ ...disk, hasStorage: true }, undefined, 'unknown'],
    [{ ...disk, hasStorage: true }, noIndex, 'no-index'],
    [disk, { ...noIndex, state: 'indexing' }, 'indexing'],
    [{ ...disk, isTrusted: false }, ready, 'ready'],
    [disk, { ...ready, state: 'indexing', indexedAtUtc: '2024-01-01T00:00:00Z' }, 'ready'],
    [disk, { ...ready, state: 'partial' }, 'no-index'],
    [disk, { ...ready, documents: 0 }, 'empty'],
  ];
  const found = cases.map(([surroundings, status]) => {
    const { index, tell } = setUp(surroundings);
    if (status) tell({ index: status });
    return index.readiness;
  });
  assert.deepEqual(
    found,
    cases.map(([, , expected]) => expected),
  );
});

test('a part that was not sent stays; what goes on ends with the engine; an index in another place is not known', () => {
  const { engine, index, tell } = setUp({ ...disk, hasStorage: true });
  const seen: unknown[] = [];
  const look = (): void => void seen.push([index.status.documents, index.work.length, index.readiness]);
  tell({ index: ready });
  tell({ indexing });
  look();
  engine.onDidEnd.fire(undefined);
  look();
  index.forget();
  look();
  assert.deepEqual(seen, [
    [2, 1, 'ready'],
    [2, 0, 'ready'],
    [0, 0, 'unknown'],
  ]);
});

test('an engine that takes the place of another counts its versions from the start, and its state is what counts', () => {
  const { engine, index } = setUp();
  const { costAhead } = index.known;
  const tables = [{ record: '/f/gates.ariadne-table.json', questions: [], answeredBy: '', documents: 1, unfinished: 0 }];
  engine.notifications.fire('state', { tables: { version: 7, value: tables }, checking: { version: 3, value: { done: 1, all: 2 } } });
  assert.deepEqual([index.known.tables, index.known.checking, costAhead], [tables, { done: 1, all: 2 }, null]);
  engine.onDidEnd.fire('It died.');
  assert.deepEqual([index.known.tables, index.known.checking], [tables, null], 'what it was checking has ended with it');
  engine.notifications.fire('state', { tables: { version: 1, value: [] } });
  assert.deepEqual(index.known.tables, []);
});

test('an engine that dies with something to index is replaced soon; one that had nothing to do is not', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { engine, index, tell } = setUp();
  const die = (): string[] => {
    engine.onDidEnd.fire('It died.');
    t.mock.timers.tick(2_000);
    return engine.takeAsked();
  };
  assert.deepEqual([die(), tell({ indexing }), die(), die()], [[], undefined, ['look'], []]);
  index.dispose();
});

test('an engine that cannot say anything is known not to', async () => {
  const { index, tell } = setUp();
  await assert.rejects(index.refresh(), { code: 'storage-unwritable' });
  const before = index.isUnreadable;
  tell({ index: ready });
  assert.deepEqual([before, index.isUnreadable], [true, false]);
});
