import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortError } from '../../../src/base/abort.ts';
import { Emitter } from '../../../src/base/emitter.ts';
import type { EngineMethod, EngineParams, EngineResult, IndexProgress, IndexStatus } from '../../../src/protocol/engine.ts';
import { builtinModels, defaultDiscovery } from '../../../src/protocol/engine.ts';
import type { Engine, EngineRequestOptions } from '../../../src/extension/engineClient.ts';
import { FolderIndex, noIndex } from '../../../src/extension/folderIndex.ts';
import type { Surroundings } from '../../../src/extension/folderIndex.ts';

const ready: IndexStatus = { ...noIndex, state: 'ready', documents: 2, passages: 5, epoch: 'e' };

/** Its index is made when the test says so. */
class ScriptedEngine implements Engine {
  readonly asked: string[] = [];
  status = noIndex;
  finish: () => void = () => undefined;

  request<M extends EngineMethod>(method: M, _params: EngineParams<M>, { signal }: EngineRequestOptions = {}): Promise<EngineResult<M>> {
    this.asked.push(method);
    const answer: Promise<unknown> =
      method === 'status'
        ? Promise.resolve(this.status)
        : new Promise((resolve, reject) => {
            this.finish = () => resolve({ documents: 2 });
            signal?.addEventListener('abort', () => reject(abortError()));
          });
    return answer as Promise<EngineResult<M>>;
  }
}

const disk: Surroundings = { folder: 'disk', isTrusted: true, hasStorage: false };

function setUp(surroundings = disk) {
  const engine = new ScriptedEngine();
  const onDidOpen = new Emitter<IndexStatus>();
  const onIndexProgress = new Emitter<IndexProgress>();
  return {
    engine,
    onDidOpen,
    onIndexProgress,
    index: new FolderIndex({ engine, onDidOpen, onIndexProgress, surroundings: () => surroundings }),
  };
}

const request = { discovery: defaultDiscovery, models: builtinModels };
const progress = (documentsDone: number): IndexProgress => ({ stage: 'read', documentsDone, documentsTotal: 9, passages: 0 });

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
  ];
  const found = cases.map(([surroundings, status]) => {
    const { index, onDidOpen } = setUp(surroundings);
    if (status) onDidOpen.fire(status);
    return index.readiness;
  });
  assert.deepEqual(
    found,
    cases.map(([, , expected]) => expected),
  );
});

test('two calls make one index, progress never goes back, and the end is known', async () => {
  const { engine, index, onIndexProgress } = setUp();
  const both = [index.run(request), index.run(request)];
  const seen = [3, 5, 4].map((done) => {
    onIndexProgress.fire(progress(done));
    return index.progress?.documentsDone;
  });
  assert.deepEqual([seen, index.readiness], [[3, 5, 5], 'indexing']);
  engine.status = ready;
  engine.finish();
  await Promise.all(both);
  assert.deepEqual([engine.asked, index.readiness, index.progress], [['index', 'status'], 'ready', undefined]);
});

test('cancelling ends with AbortError and keeps what was stored', async () => {
  const { engine, index } = setUp();
  const running = index.run(request);
  engine.status = ready;
  index.cancel();
  await assert.rejects(running, { name: 'AbortError' });
  assert.deepEqual([index.isIndexing, index.readiness], [false, 'ready']);
});
