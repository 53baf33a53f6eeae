/** What the engine process says of itself, over real IPC. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAriadneError } from '../../src/base/errors.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { recordSuffix } from '../../src/protocol/table.ts';
import { listPipelines } from '../../src/run/aboutPipelines.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { startEngine } from '../support/engineProcess.ts';
import { tempFolder, writeFile } from '../support/tempFolder.ts';

const served = { ...builtinModels, chat: 'openai:simulation' };

test('what the engine says of pipelines, costs and files survives the way to the editor', async (t) => {
  const folder = tempFolder(t);
  writeFile(folder, 'ilse.md', '# Ilse Brandvik\n\nIlse Brandvik was born on 3 May 1870 in Tarnholm.\n');
  const settings = { discovery: defaultDiscovery, models: served, isAllowed: true, isWatching: true };
  const engine = startEngine(t, folder, tempFolder(t), undefined, settings);
  const { client } = engine;
  await client.request('index', {});
  assert.deepEqual([engine.state().pipelines, engine.state().costAhead], [listPipelines(), null]);
  await client.request('changed', { settings: { ...settings, question: { pipeline: 'retrieve-read', params: {} } } });
  assert.equal(engine.state().costAhead?.bound.llmCalls, 1);
  for (const { id } of listPipelines()) {
    const { bound } = await client.request('estimate', { pipeline: id, params: {}, models: served });
    assert.ok(bound.llmCalls > 0, id);
  }
  const question = 'Where was Ilse Brandvik born?';
  const { log } = await client.request('ask', { runId: 'r1', question, pipeline: 'sunar-nar', params: {}, models: builtinModels });
  assert.deepEqual(engine.state().suggestions, ['When was Ilse Brandvik born?']);
  const estimate = await client.request('estimate', { pipeline: 'sunar-nar', params: {}, models: builtinModels });
  assert.equal(estimate.expected?.runs, 1);
  await client.request('noteRun', { runId: 'r1', isPinned: true });
  writeFile(folder, `people${recordSuffix}`, '{}');
  assert.deepEqual((await client.request('check', { runId: 'r1' })).standing?.reasons, []);
  await client.request('check', {});
  const [table] = engine.state().tables ?? [];
  assert.match(table?.problem ?? '', /is not an Ariadne table/);
  assert.deepEqual([engine.state().runs?.[0]?.standing?.reasons, engine.state().checking], [[], null]);
  const again = await client.request('ask', { runId: 'r2', from: { log }, edits: {} });
  assert.equal(fold(await readRunLog(again.log)).answer, 'Tarnholm');
  await assert.rejects(client.request('ask', { run: { runId: 'r2' } }), (error) => isAriadneError(error, 'run-finished'));
  const { total, files } = await client.request('files', { from: 0, count: 9 });
  assert.deepEqual([total, files.map(({ path, state }) => [path, state])], [1, [['ilse.md', 'indexed']]]);
  const passages = Object.keys(fold(await readRunLog(log)).passages);
  const { state, reason, ...explained } = await client.request('explain', { path: 'ilse.md', passages: [...passages, 'gone'] });
  assert.deepEqual(
    explained.passages?.map(({ id }) => id),
    passages,
  );
  assert.deepEqual([state, reason === ''], ['indexed', false]);
  const { text, isExtracted } = await client.request('sourceText', { path: 'ilse.md' });
  assert.deepEqual([text.startsWith('# Ilse'), isExtracted], [true, false]);
});
