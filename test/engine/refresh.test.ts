/** Standing questions: what makes a run stale, and what is asked again. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as z from 'zod';
import { startSimulation, type Simulation } from '../../lab/simulation/startSimulation.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';

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

const stale = async () => (await engine.runs.check('standing', builtinModels, signal)).reasons;
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

test('the command line says which tables and pinned questions are stale, and refreshes them', async (t) => {
  const folder = tempFolder(t, { 'a.md': '# A\n\nAda Krog was born in Saltvik.\n', 'b.md': '# B\n\nBo Krog was born in Tarnholm.\n' });
  const [own, out] = [tempFolder(t), join(folder, 'born.csv')];
  const run = (...args: readonly string[]) => runWarmCli([...args, '--storage', own, '--json']);
  await run('index', folder);
  const log = z.object({ log: z.string() }).parse(JSON.parse((await run('ask', folder, 'Where was Ada Krog born?')).stdout)).log;
  const table = await run('table', folder, '--question', 'Where was the person born?', '--out', out);
  const made = z.object({ questions: z.array(z.string()), rows: z.array(z.object({ path: z.string() })) }).parse(JSON.parse(table.stdout));
  assert.deepEqual([made.questions.length, made.rows.map(({ path }) => path)], [1, ['a.md', 'b.md']]);
  writeFileSync(join(folder, 'a.md'), '# A\n\nAda Krog was born in Nether Coll.\n');
  await runWarmCli(['refresh', folder, '--storage', own, '--pin', log]);
  const refreshed = async (...args: readonly string[]) => {
    const { code, stdout } = await run('refresh', folder, ...args);
    const stated = z.array(z.object({ state: z.string(), runId: z.string().optional(), failure: z.string().optional() }));
    const { questions, tables } = z.object({ questions: stated, tables: stated }).parse(JSON.parse(stdout));
    pinned = questions[0];
    return [code, ...[...questions, ...tables].map(({ state }) => state)];
  };
  let pinned: { readonly runId?: string; readonly failure?: string } | undefined;
  assert.deepEqual(await refreshed('--check'), [1, 'stale', 'stale']);
  assert.deepEqual(await refreshed(), [1, 'changed', 'changed']);
  assert.deepEqual(await refreshed(), [0, 'current', 'current']);
  // What cannot be read has failed, is named, and keeps nothing else from being looked at.
  const { runId = '' } = pinned ?? {};
  writeFileSync(join(own, 'runs', `${runId}.jsonl`), 'damaged');
  assert.deepEqual(await refreshed('--check'), [1, 'failed', 'current']);
  assert.equal(pinned?.runId, runId);
  assert.match(pinned?.failure ?? '', /it was changed: line 1 cannot be read\. Restore the log, or take the pin away .*--unpin/);
  writeFileSync(join(folder, 'born.ariadne-table.json'), '{');
  assert.deepEqual(await refreshed(), [1, 'failed', 'failed']);
  assert.equal((await runWarmCli(['refresh', folder, '--storage', own, '--unpin', runId])).code, 0);
});

test('an answer that is only quotes has changed when its quotes have', async (t) => {
  const text = (cause: string): string =>
    `# Harbour\n\nThe harbour of Kelm was dredged because ${cause} had closed the channel. Fishermen complained for weeks.\n`;
  const folder = tempFolder(t, { 'a.md': text('sand') });
  const own = tempFolder(t);
  const run = (...args: readonly string[]) => runWarmCli([...args, '--storage', own, '--json']);
  await run('index', folder);
  const asked = JSON.parse((await run('ask', folder, 'Why was the harbour of Kelm dredged?')).stdout) as { log: string; answer: null };
  assert.equal(asked.answer, null);
  writeFileSync(join(folder, 'a.md'), text('wrecks'));
  await runWarmCli(['refresh', folder, '--storage', own, '--pin', asked.log]);
  const quoted = (cause: string): string =>
    `a.md: “The harbour of Kelm was dredged because ${cause} had closed the channel. Fishermen complained for weeks.”`;
  const { code, stdout } = await run('refresh', folder);
  const [{ state, noMore, first }] = (JSON.parse(stdout) as { questions: [{ state: string; noMore: string[]; first: string[] }] })
    .questions;
  assert.deepEqual([code, state, noMore, first], [1, 'changed', [quoted('sand')], [quoted('wrecks')]]);
});

test('a refreshed run takes the place of the pinned one, and what is known of it is kept for other windows', async () => {
  engine.runs.store.note('now', { isPinned: true });
  const pinned = async () => (await engine.runs.list()).flatMap(({ runId, isPinned, standing }) => (isPinned ? [{ runId, standing }] : []));
  rmSync(join(docs, 'krog.md'));
  writeFileSync(join(docs, 'place.md'), '# Saltvik\n\nBertil Krog was born in Saltvik, as Saltvik says.\n');
  const { epoch } = await index().then(() => engine.status());
  const { reasons } = await engine.runs.check('now', builtinModels, signal);
  assert.deepEqual(reasons, [{ kind: 'search', query: question, appeared: ['place.md'], gone: 1 }]);
  assert.deepEqual(await pinned(), [{ runId: 'now', standing: { epoch, reasons } }]);
  await engine.runs.rerun({ runId: 'taken', from: { runId: 'now' }, edits: {}, searchesAgain: true }, AbortSignal.abort()).catch(() => 0);
  assert.deepEqual(
    (await pinned()).map(({ runId }) => runId),
    ['now'],
    'one that was cancelled takes no place',
  );
  await engine.runs.rerun({ runId: 'next', from: { runId: 'now' }, edits: {}, searchesAgain: true }, signal);
  assert.deepEqual(await pinned(), [{ runId: 'next', standing: undefined }]);
  assert.deepEqual(await engine.runs.check('next', builtinModels, signal), { epoch, reasons: [] });
});

test('tables say what of them is out of date, and why that cannot be told', async () => {
  const row = (path: string, documentHash: string) => ({ path, title: path, documentHash, cells: [{ state: 'open' }] });
  const table = { format: 'ariadne-table', version: 1, folder: '', questions: ['Where?'], answeredBy: 'builtin' };
  const rows = [row('ness.md', 'other'), row('krog.md', 'any')];
  const file = (name: string, record: object): string => {
    writeFileSync(join(docs, `${name}.ariadne-table.json`), JSON.stringify({ ...table, ...record }));
    return join(docs, `${name}.ariadne-table.json`);
  };
  const records = [
    file('aged', { rows }),
    file('scoped', { rows: rows.slice(1), scope: 'in:krog.md' }),
    file('elsewhere', { rows, folder: '..' }),
    join(docs, 'gone.ariadne-table.json'),
    file('broken', { version: 'one' }),
  ];
  const [aged, scoped, elsewhere, broken] = await engine.tables.check(records, signal);
  assert.deepEqual([aged?.age, aged?.unfinished], [{ changed: ['ness.md'], gone: ['krog.md'], added: ['place.md'], faults: [] }, 2]);
  assert.deepEqual(scoped?.age, { changed: [], gone: ['krog.md'], added: [], faults: [] });
  assert.deepEqual([elsewhere?.age, elsewhere?.problem], [undefined, 'Its documents are in another folder. Open that folder to check it.']);
  assert.match(broken?.problem ?? '', /broken\.ariadne-table\.json is (?:damaged|not an Ariadne table)/);
});
