import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noIndex } from '../../../../src/protocol/indexStatus.ts';
import { indexRows } from '../../../../src/extension/index/indexRows.ts';
import type { IndexFacts, IndexRow } from '../../../../src/extension/index/indexRows.ts';
import { ShownRows } from '../../../../src/extension/index/indexRows.ts';
import type { IndexProgress } from '../../../../src/protocol/indexStatus.ts';

const now = new Date('2024-03-10T12:00:00Z');
const facts: IndexFacts = {
  folderName: 'samples',
  status: {
    ...noIndex,
    state: 'ready',
    documents: 62,
    passages: 310,
    epoch: 'e',
    indexedAtUtc: '2024-03-10T11:57:00Z',
    vectors: 'learned',
    sizeBytes: 1_500_000,
    graph: { k: 10, edges: 310, exact: true },
  },
  indexing: { work: [], pending: 0 },
  indexUri: undefined,
  method: 'Balanced',
  models: { name: 'Built-in models', about: 'Chat: built-in' },
  embedder: 'builtin',
  bytesSent: 0,
};
type Changed = Partial<IndexFacts & IndexFacts['indexing']>;
const drawn = ({ work = [], pending = 0, standstill, problem, ...changed }: Changed): string[] =>
  indexRows({ ...facts, indexing: { work, pending, standstill, problem }, ...changed }, now).map(({ label, description, command }) =>
    [label, description, command].filter(Boolean).join(' | '),
  );
/** The rows above the documents. */
const head = (changed: Changed): string[] =>
  drawn(changed).slice(
    0,
    drawn(changed).findIndex((line) => line.startsWith('62 documents')),
  );

test('an index at rest says what there is, and how and where it is kept', () => {
  assert.deepEqual(drawn({}), [
    '62 documents | 310 passages',
    'Last indexed | 3 min ago',
    'Search by meaning | learned from this folder',
    'Size on disk | 1.5 MB',
    'Method | Balanced | ariadne.choosePipeline',
    'Models | Built-in models | ariadne.chooseModels',
    'Network | 0 bytes sent | ariadne.showLedger',
    'Documents',
  ]);
});

test('what goes on is first, with how far it is', () => {
  const counts = { documentsDone: 3, documentsTotal: 62, passages: 0 };
  const progress = { work: 'index', stage: 'read', fraction: 0.04, ...counts, remainingSeconds: 100 } as const;
  assert.deepEqual(
    head({
      work: [
        { kind: 'index', beganAtMs: 0, progress },
        { kind: 'learn', beganAtMs: 0 },
      ],
      pending: 3,
    }),
    [
      'Indexing | 4% · about 2 min left',
      'Reading documents | 3 of 62',
      'Stop Indexing | ariadne.stopIndexing',
      'Learning from your documents | starting',
    ],
  );
});

test('of learning its name says what it does, unless it waits', () => {
  const progress = { work: 'learn', stage: 'embed', fraction: 0.6, documentsDone: 0, documentsTotal: 0, passages: 310 } as const;
  const learning = (now: IndexProgress): string[] => head({ work: [{ kind: 'learn', beganAtMs: 0, progress: now }] });
  assert.deepEqual(learning(progress), ['Learning from your documents | 60%']);
  assert.deepEqual(learning({ ...progress, stage: 'wait', waitingFor: 'process 7' }), [
    'Learning from your documents | 60%',
    'Waiting | for process 7 to finish indexing',
  ]);
});

test('while another embedder makes its vectors, the old ones are named; stopped, a click goes on', () => {
  const embedder = 'hf:org/granite@0123#q8';
  const progress = { work: 'learn', stage: 'embed', fraction: 0.6, documentsDone: 0, documentsTotal: 0, passages: 310 } as const;
  const vectors = (changed: Changed): string[] => drawn({ embedder, ...changed }).filter((line) => /^(Preparing|Stop|Search)/.test(line));
  assert.deepEqual(vectors({ work: [{ kind: 'learn', beganAtMs: 0, progress }] }), [
    'Preparing search with granite | 60%',
    'Stop Preparing | ariadne.stopIndexing',
    'Search by meaning | learned from this folder',
  ]);
  assert.deepEqual(vectors({}), [
    'Search by meaning | learned from this folder',
    'Search uses the old model | click to continue with granite | ariadne.index',
  ]);
  assert.deepEqual(vectors({ status: { ...facts.status, vectors: 'external', embedder } }), ['Search by meaning | granite']);
});

test('an update is mentioned only when it takes long', () => {
  const began = (agoMs: number): Changed => ({ work: [{ kind: 'update', beganAtMs: now.getTime() - agoMs }] });
  assert.deepEqual([head(began(500)), head(began(5000))], [[], ['Updating | starting']]);
});

test('why the index may not show the folder as it is, and what to do about it', () => {
  const problem = { code: 'folder-large', sentence: 'It is large.' } as const;
  const cases: readonly (readonly [Changed, readonly string[]])[] = [
    [{ problem }, ['Not up to date | It is large. | ariadne.index']],
    [{ problem: { ...problem, code: 'folder-refused' } }, ['Not up to date | It is large. | vscode.openFolder']],
    [{ pending: 2, standstill: 'held' }, ['Not indexed yet | 2 changed files | ariadne.index']],
    [{ pending: 2 }, []],
    [{ pending: 'all', standstill: 'waiting' }, ['Waiting for another window | full scan needed']],
    [{ status: { ...facts.status, state: 'partial' } }, ['Partly indexed | indexing was interrupted; click to continue | ariadne.index']],
  ];
  assert.deepEqual(
    cases.map(([changed]) => head(changed)),
    cases.map(([, rows]) => rows),
  );
});

test('while vectors of another embedder are made, the stage is said too', () => {
  const facts = { documentsDone: 0, documentsTotal: 0, passages: 310, passagesDone: 31 } as const;
  const progress = { work: 'switch', stage: 'embed', fraction: 0.12, ...facts } as const;
  const rows = head({ embedder: 'hf:org/granite', work: [{ kind: 'learn', beganAtMs: 0, progress }] });
  assert.deepEqual(rows.slice(0, 2), ['Preparing search with granite | 12%', 'Preparing search by meaning | 31 of 310 passages']);
});

test('files that are left out, another place, an approximate graph and learning are said', () => {
  const rows = drawn({
    status: {
      ...facts.status,
      vectors: 'plain',
      skipped: { files: 1, reasons: [{ reason: 'too large', files: 1 }] },
      graph: { k: 10, edges: 9, exact: false },
    },
    work: [{ kind: 'learn', beganAtMs: 0 }],
    indexUri: 's3://bucket/x',
  });
  assert.deepEqual(
    rows.filter((line) => /^(Needs|Search by|Kept)/.test(line)),
    ['Needs attention | 1 file', 'Search by meaning | general model, learning from this folder', 'Kept at | s3://bucket/x'],
  );
});

test('a tree hears of its own rows that say something new, however often they do', () => {
  const row = (id: string, description: string): IndexRow => ({ kind: 'row', id, label: id, icon: '', description });
  const shown = new ShownRows();
  const given = shown.give([row('a', '1'), row('b', '1')]);
  const changes = ['2', '2', '3'].map((description) => shown.update([row('a', '1'), row('b', description)]));
  assert.deepEqual(
    changes.map((change) => change !== 'all' && change.map((changed) => given.indexOf(changed))),
    [[1], [], [1]],
  );
  assert.deepEqual(
    given.map((one) => shown.now(one).description),
    ['1', '3'],
  );
  assert.equal(shown.update([row('b', '3')]), 'all');
});
