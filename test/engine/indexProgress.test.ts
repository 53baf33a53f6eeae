/** What the engine tells of its work on an index, from the beginning to the end. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAbort } from '../../src/base/abort.ts';
import { lockForWriting } from '../../src/indexing/lock.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { IndexProgress } from '../../src/protocol/indexStatus.ts';
import { writeDocuments } from '../support/documents.ts';
import { openEngine } from '../support/engine.ts';
import { checkTold } from '../support/progressCheck.ts';
import { tempFolder, writeFile } from '../support/tempFolder.ts';

test('a pass is at 100% only when it has ended well: not when it is stopped, also when there was nothing to do', async (t) => {
  const [folder, storage] = [tempFolder(t), tempFolder(t)];
  writeDocuments(folder, 12);
  const told: IndexProgress[] = [];
  let onTold: (progress: IndexProgress) => void = () => undefined;
  const { engine } = await openEngine(folder, storage, undefined, (progress) => {
    told.push(progress);
    onTold(progress);
  });
  t.after(() => engine.close());
  const index = (signal = new AbortController().signal) => engine.index(defaultDiscovery, builtinModels, { signal });
  const take = (): readonly IndexProgress[] => told.splice(0);

  const stopping = new AbortController();
  onTold = ({ documentsDone }) => documentsDone === 3 && stopping.abort();
  await assert.rejects(index(stopping.signal), isAbort);
  checkTold(take(), false);

  onTold = () => undefined;
  await index();
  checkTold(take());
  await index();
  checkTold(take());

  const lock = await lockForWriting(join(storage, 'index.lancedb'));
  onTold = ({ stage }) => stage === 'wait' && void lock.release();
  writeFile(folder, 'more.md', '# More\n\nMore was written later.\n');
  await index();
  const waited = take();
  checkTold(waited);
  assert.deepEqual(
    waited.slice(0, 3).map(({ stage }) => stage),
    ['discover', 'wait', 'discover'],
  );
});

test('what was stored before the first pass was stopped can be asked at once', async (t) => {
  const [folder, storage] = [tempFolder(t), tempFolder(t)];
  writeDocuments(folder, 30);
  const stopping = new AbortController();
  const { engine, ask } = await openEngine(folder, storage, undefined, ({ stage }) => stage === 'embed' && stopping.abort());
  t.after(() => engine.close());
  await assert.rejects(engine.index(defaultDiscovery, builtinModels, { signal: stopping.signal }), isAbort);
  const { state, documents, passages } = await engine.status();
  assert.deepEqual([state, documents, passages > 30], ['partial', 30, true]);
  const { signal } = new AbortController();
  assert.equal((await engine.search('lighthouse person', { method: 'hybrid', k: 3, models: builtinModels, signal })).length, 3);
  assert.equal((await ask('Who kept the lighthouse?')).status, 'ok');
});
