/** Standing questions: what makes a run stale, and what is asked again. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startSimulation, type Simulation } from '../../scripts/simulate/startSimulation.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { builtinModels, defaultDiscovery } from '../../src/protocol/engine.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const question = 'Where was Bertil Krog born?';
const dataset = tempFolder(
  { after },
  {
    'docs/krog.md': '# Bertil Krog\n\nBertil Krog was an engineer. Bertil Krog was born in Saltvik.\n',
    'docs/ness.md': '# Orrin Ness\n\nThe lighthouse of Orrin Ness was designed by Bertil Krog.\n',
    'questions.jsonl': `${JSON.stringify({ id: '1', question, answers: ['Saltvik'], supporting: ['docs/krog.md'] })}\n`,
  },
);
const docs = join(dataset, 'docs');
const storage = tempFolder({ after });
const { signal } = new AbortController();
const models = { ...builtinModels, chat: 'openai:simulated' };
let engine: Engine;
let simulation: Simulation;

before(async () => {
  simulation = await startSimulation({ dataset });
  ({ engine } = await openEngine(docs, storage, simulation.baseUrl));
  await engine.index(defaultDiscovery, builtinModels, { signal });
  await engine.runs.ask({ runId: 'standing', question, pipeline: 'retrieve-read', params: {}, models }, signal);
});
after(async () => {
  await engine.close();
  await simulation.close();
});

const stale = () => engine.runs.stale('standing', builtinModels, signal);
const index = () => engine.index(defaultDiscovery, builtinModels, { signal });

test('a run is current while nothing changes, and where only other parts of its documents do', async () => {
  assert.deepEqual(await stale(), []);
  const text = readFileSync(join(docs, 'krog.md'), 'utf8');
  writeFileSync(join(docs, 'krog.md'), `\n\n${text}`);
  await index();
  assert.deepEqual(await stale(), []);
});

test('a new document that a search finds makes it stale, and it is found when the run is asked again', async () => {
  writeFileSync(join(docs, 'parish.md'), '# Parish book\n\nWhere Bertil Krog was born, the parish book of Tarnholm says.\n');
  await index();
  assert.deepEqual(await stale(), [{ kind: 'search', query: question, appeared: ['parish.md'], gone: 0 }]);
  const asked = simulation.requests.length;
  const again = async (runId: string, searchesAgain?: true) => {
    const request = { runId, from: { runId: 'standing' }, edits: {}, ...(searchesAgain ? { searchesAgain } : {}) };
    const { log } = await engine.runs.rerun(request, signal);
    return fold(await readRunLog(log)).retrievals[0]?.results.length;
  };
  assert.equal(await again('kept'), 2, 'an ordinary rerun keeps what it found');
  assert.equal(simulation.requests.length, asked);
  assert.equal(await again('refreshed', true), 3);
  assert.equal(simulation.requests.length, asked + 1, 'the passages that are read have changed');
});

test('words that are cited and changed make it stale', async () => {
  rmSync(join(docs, 'parish.md'));
  writeFileSync(join(docs, 'krog.md'), '# Bertil Krog\n\nBertil Krog was an engineer. Bertil Krog was born in Tarnholm.\n');
  await index();
  const [place, search] = await stale();
  assert.deepEqual(place, { kind: 'cited-place', path: 'krog.md', quote: 'Bertil Krog was born in Saltvik.' });
  assert.deepEqual(search, { kind: 'search', query: question, appeared: ['krog.md'], gone: 1 });
});

test('while nothing that is read has changed, no model is asked again', async () => {
  const asked = simulation.requests.length;
  await engine.runs.ask({ runId: 'now', question, pipeline: 'retrieve-read', params: {}, models }, signal);
  assert.equal(simulation.requests.length, asked + 1);
  await engine.runs.rerun({ runId: 'now-again', from: { runId: 'now' }, edits: {}, searchesAgain: true }, signal);
  assert.equal(simulation.requests.length, asked + 1);
});
