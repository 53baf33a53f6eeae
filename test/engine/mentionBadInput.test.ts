/** Folders that are hard on mentions, with the whole engine: what one searches for is still found, and mentions say what they should. */
import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Engine } from '../../src/engine/engine.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { openEngine } from '../support/engine.ts';
import { tempFolder, type Ending } from '../support/tempFolder.ts';

const { signal } = new AbortController();

async function indexed(t: Ending, files: Readonly<Record<string, string>>): Promise<{ readonly engine: Engine; readonly folder: string }> {
  const folder = tempFolder(t);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const { engine } = await openEngine(folder, tempFolder(t));
  t.after(() => engine.close());
  await engine.index(defaultDiscovery, builtinModels, { signal });
  return { engine, folder };
}

/** `path`, or `path by path "name"` for what came in through a mention. */
async function linked(engine: Engine, query: string, k: number): Promise<readonly string[]> {
  const found = await engine.search(query, { method: 'linked', k, models: builtinModels, signal });
  return found.map(({ passage, mentionedBy: by }) => `${passage.path}${by ? ` by ${by.path} "${by.name}"` : ''}`);
}

test('titles that all documents share, or that are common words, lead nowhere; the documents are found by what they say', async (t) => {
  const title = (i: number): string => ['Notes', 'Index', '2024'][i % 3] ?? '';
  const { engine } = await indexed(
    t,
    Object.fromEntries(
      Array.from({ length: 90 }, (_, i) => [
        `d${i}.md`,
        `# ${title(i)}\n\nIn 2024 the index of notes counted ${i} herons${i === 42 ? ' at the Ferrow weir' : ''}.\n`,
      ]),
    ),
  );
  const found = await linked(engine, 'Who counted herons at the Ferrow weir?', 5);
  assert.equal(found[0], 'd42.md');
  assert.deepEqual(
    found.filter((one) => one.includes(' by ')),
    [],
  );
  assert.equal((await linked(engine, 'Notes Index 2024', 100)).length, 90);
});

test('a document that mentions a thousand others displaces nothing, and leads to the one that is asked for', async (t) => {
  const names = Array.from({ length: 1000 }, (_, i) => `Quay ${1000 + i} north`);
  const others = Object.fromEntries(names.map((name, i) => [`q${i}.md`, `# ${name}\n\nBuilt of stone ${i}.\n`]));
  const { engine } = await indexed(t, {
    ...others,
    'register.md': `# The register\n\nThe harbor board lists all of them.\n\n${names.map((name) => `- ${name}`).join('\n')}\n`,
    'board.md': '# The board\n\nThe harbor board of Senn was led by Ida Marl, who had built Quay 1500 north.\n',
  });
  const found = await linked(engine, 'Of what is the quay that the leader of the harbor board of Senn had built?', 3);
  assert.deepEqual([found[0], found.includes('q500.md by board.md "Quay 1500 north"')], ['board.md', true]);
});

test('a table of ten thousand names is indexed whole; a name in it leads to its document, and a new title to its lines', async (t) => {
  const rows = Array.from(
    { length: 10_000 },
    (_, i) => `${i},Person${i} of the ${i % 7}th house,${i === 7777 ? 'keeper of Vell: Orla Fenwick' : ''}`,
  );
  const { engine, folder } = await indexed(t, {
    'table.csv': `number,name,known as\n${rows.join('\n')}\n`,
    'orla.md': '# Orla Fenwick\n\nShe planted the long orchard.\n',
  });
  const found = await linked(engine, 'What did the keeper of Vell do?', 3);
  assert.deepEqual([found[0], found[1]?.split(' ')[0]], ['table.csv', 'orla.md']);
  writeFileSync(join(folder, 'new.md'), '# Person6666 of the 2th house\n\nA builder of bridges.\n');
  await engine.update(['new.md'], defaultDiscovery, builtinModels, signal);
  await engine.update([], defaultDiscovery, builtinModels, signal);
  assert.ok((await linked(engine, 'number 6666', 3)).some((one) => one.startsWith('new.md')));
});

test('a document mentions itself by links only, and mentions follow files that are renamed in a cycle', async (t) => {
  const town = (name: string, next: string): string =>
    `# ${name}\n\n${name} lies on the road to ${next}. [Again](#${name.toLowerCase().replace(' ', '-')}), [[${name}]].\n`;
  const { engine, folder } = await indexed(t, {
    'a.md': town('Alder Ford', 'Birch Mill'),
    'b.md': town('Birch Mill', 'Cedar Tor'),
    'c.md': town('Cedar Tor', 'Alder Ford'),
  });
  const roads = async (): Promise<readonly string[]> =>
    Promise.all(
      ['Alder Ford', 'Birch Mill', 'Cedar Tor'].map(async (name) => {
        const found = await engine.search(`"${name}" lies on the road`, { method: 'bm25', k: 1, models: builtinModels, signal });
        return `${name} ${found[0]?.passage.path ?? '?'}`;
      }),
    );
  assert.deepEqual(await roads(), ['Alder Ford a.md', 'Birch Mill b.md', 'Cedar Tor c.md']);
  for (const [from, to] of [
    ['a', 'x'],
    ['c', 'a'],
    ['b', 'c'],
    ['x', 'b'],
  ])
    renameSync(join(folder, `${from}.md`), join(folder, `${to}.md`));
  await engine.update(['a.md', 'b.md', 'c.md', 'x.md'], defaultDiscovery, builtinModels, signal);
  await engine.update([], defaultDiscovery, builtinModels, signal);
  assert.deepEqual(await roads(), ['Alder Ford b.md', 'Birch Mill c.md', 'Cedar Tor a.md']);
  const all = await linked(engine, 'road', 3);
  assert.deepEqual([...new Set(all.map((one) => one.split(' ')[0]))].sort(), ['a.md', 'b.md', 'c.md']);
  assert.ok(all.every((one) => !/^(\S+) by \1 /.test(one)));
});
