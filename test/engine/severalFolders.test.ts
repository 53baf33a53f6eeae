import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels, type OtherFolder } from '../../src/protocol/runSpec.ts';
import { openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const signal = new AbortController().signal;
const question = 'When was the Orfield gauge moved to the north pier?';

test('a question over several folders is answered from the one that knows, and says which could not be searched', async (t) => {
  const root = tempFolder(t);
  const folderOf = (name: string, text: string): OtherFolder => {
    mkdirSync(join(root, name));
    // The same name and text in both would be one passage in one index.
    write(name, text);
    return { name, folder: join(root, name), storage: join(root, `${name}-storage`) };
  };
  const write = (name: string, text: string): void => writeFileSync(join(root, name, 'a.md'), `# Notes\n\n${text}\n`);
  const bridges = folderOf('bridges', 'The Milden bridge was built by Ada Quill.');
  const rivers = folderOf('rivers', 'The Orfield gauge was moved to the north pier in 1931.');
  const unindexed = folderOf('plans', 'Nothing is planned.');
  const gone = folderOf('gone', 'It is gone.');
  rmSync(gone.folder, { recursive: true });
  const indexed = async ({ folder, storage }: OtherFolder) => {
    const opened = await openEngine(folder, storage);
    await opened.engine.index(defaultDiscovery, builtinModels, { signal });
    return opened;
  };
  await (await indexed(rivers)).engine.close();
  const { engine, ask } = await indexed(bridges);
  try {
    const alone = await ask(question);
    assert.doesNotMatch(alone.answer ?? '', /1931/);
    const trace = await ask(question, { folders: [rivers, unindexed, gone] });
    assert.match(trace.answer ?? '', /1931/);
    assert.deepEqual(trace.citations.map(({ path }) => path).slice(0, 1), ['../rivers/a.md']);
    assert.equal(trace.identity, undefined);
    assert.deepEqual(
      trace.unsearched?.map(({ name }) => name),
      ['plans', 'gone'],
    );
    assert.match(trace.unsearched?.[0]?.why ?? '', /no index yet/);
    // It can be executed again from its log, with the same folders.
    const again = await engine.runs.previewRerun({ from: { runId: trace.runId }, edits: {} }, signal);
    assert.equal(again.calls.likely, 0);

    // A pin holds while no folder has changed, is stale when another one has, and is not judged while that one is gone.
    const pinned = await ask(question, { folders: [rivers] });
    engine.runs.store.note(pinned.runId, { isPinned: true });
    const check = async () => (await engine.runs.check(pinned.runId, builtinModels, signal)).reasons.map(({ kind }) => kind);
    assert.deepEqual(await check(), []);
    write('rivers', 'The Orfield gauge was moved to the south pier in 1947.');
    await (await indexed(rivers)).engine.close();
    assert.ok((await check()).includes('cited-place'));
    const runId = 'refreshed';
    await engine.runs.rerun({ runId, from: { runId: pinned.runId }, edits: {}, searchesAgain: true }, signal);
    const [now] = (await engine.runs.list()).filter(({ isPinned }) => isPinned);
    assert.deepEqual([now?.runId, now?.answer], [runId, '1947']);
    renameSync(rivers.folder, `${rivers.folder}-away`);
    await assert.rejects(engine.runs.check(runId, builtinModels, signal), /“rivers” was not searched/);
  } finally {
    await engine.close();
  }
});

test('a folder that keeps a question and cannot be searched is named, and the others answer; where none can, the error names all', async (t) => {
  const root = tempFolder(t);
  const at = (name: string): OtherFolder => ({ name, folder: join(root, name), storage: join(root, `${name}-storage`) });
  for (const [name, text] of [
    ['home', 'Nothing.'],
    ['rivers', 'The Orfield gauge was moved to the north pier in 1931.'],
    ['plans', 'None.'],
  ] as const) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'a.md'), `# Notes\n\n${text}\n`);
  }
  const rivers = await openEngine(at('rivers').folder, at('rivers').storage);
  await rivers.engine.index(defaultDiscovery, builtinModels, { signal });
  await rivers.engine.close();
  const { engine, ask } = await openEngine(at('home').folder, at('home').storage);
  try {
    const trace = await ask(question, { folders: [at('rivers')] });
    assert.deepEqual([trace.answer, trace.folder, trace.citations[0]?.path], ['1931', at('home').folder, '../rivers/a.md']);
    assert.deepEqual(
      trace.unsearched?.map(({ name }) => name),
      ['home'],
    );
    await assert.rejects(
      ask(question, { folders: [at('plans')] }),
      /“home” was not searched\. .*no index yet.*“plans” was not searched\. It has no index yet/,
    );
    await assert.rejects(ask(question), /no index yet\.$/);
  } finally {
    await engine.close();
  }
});
