/** Scopes over a real index: what they name, that nothing in them is lost, and what is said when they name nothing. */
import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { searchMethod, type SearchMethod } from '../../../src/protocol/engine.ts';
import { defaultDiscovery } from '../../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import { fieldTerm } from '../../../src/protocol/scopeSyntax.ts';
import { planRerun } from '../../../src/run/plan.ts';
import { replay } from '../../../src/run/replay.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const signal = new AbortController().signal;
const engines: TestEngine[] = [];
const endings: (() => void)[] = [];
const folders = { after: (end: () => void) => endings.push(end) };
const words = 'tide harbor engine turbine valve gauge storm signal lantern cargo anchor pilot chart current depth salt'.split(' ');

/** Text that is as good an answer to any query about a word as that of any other document. */
function textOf(i: number): string {
  const word = (n: number): string => words[(i * 7 + n * 5) % words.length] ?? '';
  return `The ${word(1)} of station ${i} meets the ${word(2)}. Its ${word(3)} and ${word(4)} are checked with the ${word(5)}.`;
}

const scoped: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 20 }, (_, i) => [`reports/deep/r${i}.md`, `# Report ${i}\n\n${textOf(i * 31)}\n`]),
);
const others: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [`archive/a${i}.md`, `# Archive ${i}\n\n${textOf(i)}\n\n## More\n\n${textOf(i + 3)}\n`]),
  ),
  'notes/jane.md':
    '---\nauthor: Jane Doe\nyear: 2021\ntags: [energy, tidal power]\nstatus: final\nproject: north-sea (2)\n---\n\n# Jane\n\nTurbines in the harbor are new.\n',
  'notes/old.md':
    '---\nauthors:\n  - José Núñez\ndate: 1998-04-02\nkeywords: energy; wind\n---\n\n# Old\n\nTurbines in the harbor are old.\n',
  "it's 100% 'new' [x] 潮汐.md": '# Odd\n\nTurbines in the odd harbor.\n',
  'refs.bib':
    '@article{a, author = {Donald Knuth and Jane Roe}, title = {Turbines of the first harbor}, year = 1984, keywords = {tex, harbor}}\n\n@book{b, author = {Ada Lovelace}, title = {Turbines of the second harbor}, year = 2022}\n',
  'more.bib': Array.from(
    { length: 40 },
    (_, i) => `@book{k${i}, author = {Author ${i}}, title = {Book ${i}}, abstract = {${textOf(i).repeat(12)}}}\n`,
  ).join(''),
  'broken.ipynb': '{ not a notebook',
};

let whole: TestEngine;
let alone: TestEngine;

async function indexOf(files: Readonly<Record<string, string>>): Promise<TestEngine> {
  const folder = tempFolder(folders);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    utimesSync(join(folder, path), new Date(2024, 0, 1), path.startsWith('notes/') ? new Date(2025, 5, 2) : new Date(2024, 0, 1));
  }
  const opened = await openEngine(folder, tempFolder(folders));
  engines.push(opened);
  await opened.engine.index(defaultDiscovery, builtinModels, { signal });
  return opened;
}

after(async () => {
  for (const { engine } of engines) await engine.close();
  for (const end of endings) end();
});

before(async () => {
  whole = await indexOf({ ...scoped, ...others });
  alone = await indexOf(scoped);
});

async function pathsFound(
  scope: string,
  query = 'turbines in the harbor',
  method: SearchMethod = 'hybrid',
  k = 1000,
): Promise<readonly string[]> {
  const found = await whole.engine.search(query, { method, k, models: builtinModels, scope, signal });
  return [...new Set(found.map(({ passage }) => passage.path))].sort();
}

async function refusal(scope: string): Promise<string> {
  const error: unknown = await pathsFound(scope).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Error, `${scope} was accepted`);
  return error.message;
}

test('recall under a scope is not less than with its documents indexed alone, with every method', async () => {
  for (const method of searchMethod.options) {
    for (const query of ['the turbine meets the storm', 'gauge and lantern of a station', 'which pilot has the chart?']) {
      const options = { method, models: builtinModels, signal };
      const ofScope = await whole.engine.search(query, { ...options, k: 20, scope: 'in:reports/' });
      const ofAlone = await alone.engine.search(query, { ...options, k: 20 });
      const missing = ofAlone.filter(({ passage }) => !ofScope.some((one) => one.passage.path === passage.path));
      assert.deepEqual(
        missing.map(({ passage }) => passage.path),
        [],
        `${method}: ${query}`,
      );
      assert.ok(
        ofScope.every(({ passage }) => passage.path.startsWith('reports/')),
        `${method}: ${query}`,
      );
    }
  }
});

test('a search by words finds all passages of the scope, however many of others rank before them', async () => {
  const own = Object.keys(scoped).filter((path) => scoped[path]?.includes('turbine'));
  assert.deepEqual(await pathsFound('in:reports/', 'turbine', 'bm25', own.length), own.sort());
});

test('while a question is typed, its words are found in its scope, and names of documents are known', async () => {
  const { searches } = whole.engine;
  const found = await searches.whileTyping('in:notes turbines in the har', builtinModels, signal);
  assert.deepEqual(found.map(({ path }) => path).sort(), ['notes/jane.md', 'notes/old.md']);
  assert.partialDeepStrictEqual(
    found.find(({ path }) => path === 'notes/jane.md'),
    { title: 'Jane', text: 'Turbines in the harbor are new.' },
  );
  assert.deepEqual(await searches.whileTyping('modified:>x turbines', builtinModels, signal), [], 'not understood yet');
  const { names } = await searches.scopeNames();
  assert.deepEqual([names[0], names.includes('Jane Doe')], ['Jane', true], 'the last changed first');
});

test('paths, types, dates and fields', async () => {
  assert.deepEqual(await pathsFound('in:notes/'), ['notes/jane.md', 'notes/old.md']);
  assert.deepEqual(await pathsFound('in:notes -in:old.md'), ['notes/jane.md']);
  assert.deepEqual(await pathsFound('in:NOTES/j*'), ['notes/jane.md']);
  assert.deepEqual(await pathsFound('modified:2025-06'), ['notes/jane.md', 'notes/old.md']);
  assert.deepEqual(await pathsFound('author:"jane doe"'), ['notes/jane.md']);
  assert.deepEqual(await pathsFound('author:nunez'), ['notes/old.md']);
  assert.deepEqual(await pathsFound("author:'Doe, Jane'"), ['notes/jane.md']);
  assert.deepEqual(await pathsFound('author:"Knuth, Donald"'), ['refs.bib']);
  assert.deepEqual(await pathsFound('year:<2000 tags:energy'), ['notes/old.md']);
  assert.deepEqual(await pathsFound('tags:"tidal power"'), ['notes/jane.md']);
  assert.deepEqual(await pathsFound('status:final'), ['notes/jane.md']);
  assert.deepEqual(await pathsFound('type:bibtex'), ['more.bib', 'refs.bib']);
  assert.deepEqual(await pathsFound('in:notes/ -tags:wind'), ['notes/jane.md']);
});

test('of a bibliography only the entries that a field names', async () => {
  const found = await whole.engine.search('station', { method: 'dense', k: 10, models: builtinModels, scope: 'author:"Author 7"', signal });
  assert.ok(found.length > 0 && found.length < 5, String(found.length));
  assert.ok(found.every(({ passage }) => passage.text.includes('Author 7')));
  assert.deepEqual(await pathsFound('author:Knuth year:<2000'), ['refs.bib']);
  assert.match(
    await refusal('in:refs.bib author:Knuth year:2022'),
    /no document matches all of them: none that “in:refs\.bib author:Knuth” names matches “year:2022”\. Remove a term\.$/,
  );
  assert.deepEqual(await pathsFound('year:2021..2023'), ['notes/jane.md', 'refs.bib']);
});

test('hostile names are names', async () => {
  assert.deepEqual(await pathsFound(`in:"it's 100% 'new' \\[x\\] 潮汐.md"`), ["it's 100% 'new' [x] 潮汐.md"]);
  assert.deepEqual(await pathsFound(`in:"it's 100%*"`), ["it's 100% 'new' [x] 潮汐.md"]);
  assert.match(await refusal(`in:"x') OR ('1'='1"`), /^No document is in/);
  assert.match(await refusal(`author:"%' OR '1'='1"`), /^No document matches/);
});

test('a scope that names nothing says so, with what is near', async () => {
  assert.equal(await refusal('in:report/'), 'No document is in “in:report/”. Nearest: reports/.');
  assert.match(await refusal('type:docx'), /^No document has the type “type:docx”\. There are: md, bib\.$/);
  assert.match(await refusal('modified:2019'), /changed between 2024-01-01 and 2025-06-02\.$/);
  assert.equal(await refusal('in:docs/reports/deep'), 'No document is in “in:docs/reports/deep”. Nearest: reports/deep/.');
  assert.equal(await refusal('in:./deep/'), 'No document is in “in:./deep/”. Nearest: reports/deep/.');
  assert.equal(await refusal('author:Knut'), 'No document matches “author:Knut”. Nearest: Donald Knuth.');
  assert.match(await refusal('in:notes/ stattus:final'), /^No document has a field for “stattus:final”\. Nearest: status\.$/);
  assert.match(await refusal('typ:md'), /Nearest: type\.$/);
  assert.match(await refusal('colour:red'), /^No document has a field for “colour:red”\. There are: .*author.*, in, type, modified\.$/);
  assert.match(
    await refusal('in:notes/ type:bib'),
    /no document matches all of them: none that “in:notes\/” names matches “type:bib”\. Remove a term\.$/,
  );
  assert.match(await refusal('in:notes/ -in:notes'), /^Nothing is left of the scope without what “-in:notes” leaves out/);
  assert.match(await refusal('in:broken.ipynb'), /^The scope names only documents that could not be read: broken\.ipynb \(/);
  assert.match(await refusal('author:"x'), /not closed/);
});

test('a run keeps to its scope in all its searches, and its log has it', async () => {
  for (const pipeline of ['sunar-nar', 'retrieve-read', 'leapquery']) {
    const trace = await whole.ask('Which turbines are in the harbor of station 31?', { pipeline, scope: 'in:reports/ in:nowhere/' });
    assert.deepEqual(trace.scope, { text: 'in:reports/ in:nowhere/', documents: 20, passages: 20, unmatched: ['in:nowhere/'] });
    const paths = Object.values(trace.passages).map(({ path }) => path);
    assert.ok(paths.length > 0 && paths.every((path) => path.startsWith('reports/')), pipeline);
    const log = await whole.engine.runs.events(trace.runId, 0);
    assert.equal((await replay(log)).difference, undefined, pipeline);
    assert.equal(planRerun(log, { runId: 'next', from: { runId: trace.runId }, edits: {} }).spec.scope, trace.scope?.text);
  }
});

test('what documents can be limited by is counted, the most frequent first, and each of it names documents', async () => {
  const { folders: named, files, types, months, fields } = await whole.engine.searches.scopeNames();
  assert.deepEqual(named, ['archive', 'reports', 'reports/deep', 'notes']);
  assert.deepEqual(files.slice(0, 2), ['notes/jane.md', 'notes/old.md'], 'the last changed first');
  assert.deepEqual(
    [types, months],
    [
      ['md', 'bib'],
      ['2025-06', '2024-01'],
    ],
  );
  const valuesOf = (field: string): readonly string[] => fields.find(({ name }) => name === field)?.values ?? [];
  assert.deepEqual([valuesOf('year').slice().sort(), valuesOf('status')], [['1984', '1998', '2021', '2022'], ['final']]);
  assert.equal(valuesOf('tags')[0], 'energy');
  assert.deepEqual(
    ['Jane Doe', 'José Núñez', 'Donald Knuth', 'Jane Roe'].filter((name) => !valuesOf('author').includes(name)),
    [],
  );
  assert.ok(valuesOf('author').length <= 50);
  for (const { name, values } of fields)
    for (const value of values.slice(0, 3)) assert.notDeepEqual(await pathsFound(fieldTerm(name, value)), [], `${name}: ${value}`);
});
