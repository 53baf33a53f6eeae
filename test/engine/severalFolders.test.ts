import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
    writeFileSync(join(root, name, 'a.md'), `# Notes\n\n${text}\n`);
    return { name, folder: join(root, name), storage: join(root, `${name}-storage`) };
  };
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
  } finally {
    await engine.close();
  }
});
