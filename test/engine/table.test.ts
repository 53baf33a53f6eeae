import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulation } from '../../lab/simulation/startSimulation.ts';
import { checkDocuments } from '../../src/check/checkDocuments.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { TableRecord } from '../../src/protocol/table.ts';
import { readRecord } from '../../src/table/recordFile.ts';
import { runCli } from '../support/cli.ts';
import { openEngine } from '../support/engine.ts';
import { engineFiles } from '../support/kernel.ts';
import { tempFolder } from '../support/tempFolder.ts';

const files = {
  'gate.md': '---\nauthor: Ines Tarrow\nyear: 1911\n---\n# The gate\n\nThe gate was built at Orrin in 1911. It has nine sluices.\n',
  'light.md': '---\nauthor: Leopold Vane\nyear: 1886\n---\n# The light\n\nThe light was first lit in 1886.\n',
  'empty.md': '\n',
};
const question = 'How many sluices does the gate have?';
const signal = new AbortController().signal;

test('a table over an index with a model: answers with true quotes, only changed rows again, one call for each cell', async (t) => {
  const [folder, storage, dataset] = [tempFolder(t), tempFolder(t), tempFolder(t)];
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const gold = { question, answers: ['nine'], supporting: ['g'], evidence: [{ text: 'It has nine sluices.' }] };
  writeFileSync(join(dataset, 'questions.jsonl'), JSON.stringify(gold));
  writeFileSync(join(dataset, 'corpus.jsonl'), JSON.stringify({ id: 'g', title: '', text: 'It has nine sluices.' }));
  const simulation = await startSimulation({ dataset });
  t.after(() => simulation.close());
  const { engine } = await openEngine(folder, storage, simulation.baseUrl);
  t.after(() => engine.close());
  await engine.index(defaultDiscovery, builtinModels, { signal });
  mkdirSync(join(folder, 'tables'));
  const out = join(folder, 'tables', 'gates.md');
  const order = { questions: [question, 'Who wrote it?'], out, models: { ...builtinModels, chat: 'openai:simulated' } };
  const record = (): TableRecord => readRecord(join(folder, 'tables', 'gates.ariadne-table.json')) ?? assert.fail();
  assert.partialDeepStrictEqual(await engine.tables.ahead(order, engine.runs, signal), { documents: 3, cells: 6, due: 4, likelyCalls: 4 });

  await engine.tables.fill(order, { signal });
  const rows = record().rows.map(({ path, cells }) => [path, ...cells.map(({ state, answer }) => answer ?? state)]);
  assert.deepEqual(rows, [
    ['empty.md', 'not-read', 'not-read'],
    ['gate.md', 'nine', 'not-stated'],
    ['light.md', 'not-stated', 'not-stated'],
  ]);
  assert.deepEqual(
    record().rows[1]?.cells[0]?.quotes?.map(({ quote, startLine }) => [quote, startLine]),
    [['It has nine sluices.', 7]],
  );
  assert.equal(simulation.requests.length, 4);
  const asked = simulation.requests.map(({ body }) => body.messages[1]?.content ?? '');
  assert.match(asked.find((text) => text.includes('\nFile: gate.md\n')) ?? '', /^author: Ines Tarrow$/m);
  assert.match(readFileSync(out, 'utf8'), /\(\.\.\/gate\.md#L7 "ariadne:/);
  const [, gate] = record().rows;
  const stored = join(folder, 'tables', 'gates.ariadne-table.json');
  const { passages: read = [] } = await engine.explain('gate.md', defaultDiscovery, gate?.cells[1]?.passages ?? []);
  assert.partialDeepStrictEqual(read, [{ path: 'gate.md', range: { startLine: 1, endLine: 7 } }]);
  assert.match(read[0]?.text ?? '', /It has nine sluices\.$/);
  writeFileSync(stored, readFileSync(stored, 'utf8').replace('It has nine sluices', 'It has ten sluices'));
  await engine.tables.export(stored, join(storage, 'export.csv'), signal);
  const exported = readFileSync(join(storage, 'export.csv'), 'utf8');
  assert.match(
    exported,
    /"nine","quote not in the document; The document does not say this at line 7: “It has ten sluices\.”; out of date","",""/,
  );
  await assert.rejects(engine.tables.export(stored, join(storage, 'export.json'), signal), { code: 'usage' });
  writeFileSync(stored, readFileSync(stored, 'utf8').replace('It has ten sluices', 'It has nine sluices'));

  writeFileSync(join(folder, 'light.md'), files['light.md'].replace('1886', '1887'));
  await engine.index(defaultDiscovery, builtinModels, { signal });
  const again = await engine.tables.fill(order, { signal });
  assert.equal(again.answeredNow, 2, 'exactly its row, and no row for the table, which is in the folder too');
  assert.equal(simulation.requests.length, 6);

  const many = join(storage, 'questions.txt');
  writeFileSync(many, Array.from({ length: 60 }, (_, i) => `What is ${i}?`).join('\n'));
  const asked60 = [
    'table',
    folder,
    '--storage',
    storage,
    '--questions',
    many,
    '--out',
    join(storage, 'many.csv'),
    '--chat',
    'openai:simulated',
  ];
  const refused = await runCli(asked60, { env: { OPENAI_BASE_URL: simulation.baseUrl } });
  assert.match(refused.stderr, /3 documents and 120 cells to fill, about 120 model calls.* Add --yes/);
  assert.equal(simulation.requests.length, 6);

  rmSync(join(folder, 'gate.md'));
  const gone = await engine.tables.fill({ ...order, questions: [question, 'Where?'], scope: 'author:Tarrow' }, { signal });
  assert.partialDeepStrictEqual(gone, { documents: 1, removed: 2 });
  await assert.rejects(engine.tables.fill({ ...order, scope: 'in:nowhere' }, { signal }), { code: 'scope-empty' });
});

test('two places of a document that disagree are a conflict in every form, with both quotes and checked places', async (t) => {
  const [folder, storage, dataset] = [tempFolder(t), tempFolder(t), tempFolder(t)];
  writeFileSync(join(folder, 'gate.md'), `${files['gate.md']}\nAfter the flood, eleven sluices were counted.\n`);
  const otherwise = [{ answer: 'eleven', text: 'eleven sluices were counted' }];
  writeFileSync(join(dataset, 'questions.jsonl'), JSON.stringify({ question, answers: ['nine'], supporting: ['g'], otherwise }));
  writeFileSync(join(dataset, 'corpus.jsonl'), JSON.stringify({ id: 'g', title: '', text: 'It has nine sluices.' }));
  const simulation = await startSimulation({ dataset });
  t.after(() => simulation.close());
  const { engine } = await openEngine(folder, storage, simulation.baseUrl);
  t.after(() => engine.close());
  await engine.index(defaultDiscovery, builtinModels, { signal });
  const models = { ...builtinModels, chat: 'openai:simulated' };
  for (const form of ['md', 'csv']) await engine.tables.fill({ questions: [question], out: join(folder, `t.${form}`), models }, { signal });
  const cell = readRecord(join(folder, 't.ariadne-table.json'))?.rows[0]?.cells[0];
  assert.partialDeepStrictEqual(cell, {
    ...{ state: 'conflict', answer: 'nine / eleven' },
    quotes: [
      { answer: 'nine', quote: 'It has nine sluices.', startLine: 7 },
      { answer: 'eleven', quote: 'After the flood, eleven sluices were counted.', startLine: 9 },
    ],
  });
  assert.match(readFileSync(join(folder, 't.md'), 'utf8'), /conflict:\*\* nine: “It has .*gate\.md#L7 .* · eleven: “After .*gate\.md#L9 /);
  assert.match(readFileSync(join(folder, 't.csv'), 'utf8'), /"nine \/ eleven","conflict","It has nine sluices\. ¦ After.*#L7 .* ¦ .*#L9 /);
  const forms = ['t.ariadne-table.json', 't.md', 't.csv'].map((name) => join(folder, name));
  const checked = await checkDocuments(forms, { folder: undefined, reader: engineFiles().reader, signal });
  assert.deepEqual(
    checked.flatMap(({ findings }) => findings.map(({ state }) => state)),
    Array(6).fill('current'),
  );
});

test('a quote that the model makes up twice is marked, and one that it corrects is kept', async (t) => {
  const [folder, storage, dataset] = [tempFolder(t), tempFolder(t), tempFolder(t)];
  writeFileSync(join(folder, 'gate.md'), files['gate.md']);
  writeFileSync(join(dataset, 'questions.jsonl'), JSON.stringify({ question, answers: ['nine'], supporting: ['g'] }));
  writeFileSync(join(dataset, 'corpus.jsonl'), JSON.stringify({ id: 'g', title: '', text: 'It has nine sluices.' }));
  const simulation = await startSimulation({ dataset, misquotes: 1 });
  t.after(() => simulation.close());
  const { engine } = await openEngine(folder, storage, simulation.baseUrl);
  t.after(() => engine.close());
  await engine.index(defaultDiscovery, builtinModels, { signal });
  const out = join(storage, 't.json');
  const summary = await engine.tables.fill(
    { questions: [question], out, models: { ...builtinModels, chat: 'openai:simulated' } },
    { signal },
  );
  assert.equal(summary.states.unsupported, 1);
  assert.equal(summary.cost.llmCalls, 2);
  assert.equal(readRecord(out)?.rows[0]?.cells[0]?.said, 'It has nine reportedly');
});
