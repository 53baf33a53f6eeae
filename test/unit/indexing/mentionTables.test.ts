/** Tables of names, as large as a file may well be: what they name is found, and nothing else takes longer for it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FoundFile } from '../../../src/corpus/document.ts';
import { readDocument } from '../../../src/corpus/readDocument.ts';
import { MentionTable } from '../../../src/indexing/mentions/mentionTable.ts';
import { NameMatcher } from '../../../src/indexing/mentions/nameMatcher.ts';
import { nameKey } from '../../../src/language/nameWords.ts';
import { defaultDiscovery } from '../../../src/protocol/indexRequests.ts';
import { MemoryCorpus } from '../../support/memoryCorpus.ts';
import { load, mentionsOf, openStore, pass, update } from '../../support/mentionedIndex.ts';
import { mentionIndexOf } from '../../support/mentionIndexOf.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test('in a table of 10 MB, every document that it names is found on its line, and knows who names it', async (t) => {
  const folder = tempFolder(t);
  const lines = 200_000;
  const every = 97;
  const nameOf = (line: number): string => `Person ${line} of the house of Vell`;
  const table = Array.from({ length: lines }, (_, line) => `${line},${nameOf(line)},trade ${line % 31}`);
  writeFileSync(join(folder, 'table.csv'), `number,name,trade\n${table.join('\n')}\n`);
  const { passages } = await readDocument(folder, { path: 'table.csv' }, defaultDiscovery);
  const titles = Array.from({ length: Math.ceil(lines / every) }, (_, i) => nameOf(i * every));
  const matcher = new NameMatcher();
  for (const title of titles) matcher.add(nameKey(title));
  const empty = { headings: [], aliases: [], anchors: [], places: [] };
  const index = mentionIndexOf([
    ...passages.map((passage, row) => ({ ...empty, row, path: 'table.csv', title: 'table', places: matcher.find(passage.text) })),
    ...titles.map((title, i) => ({ ...empty, row: passages.length + i, path: `${i}.md`, title })),
  ]);
  const mentions = passages.flatMap(({ text }, row) =>
    index.mentionsIn(row).map(({ name, targets, start, end }) => [name, targets[0]?.path, text.slice(start, end)]),
  );
  assert.deepEqual(
    mentions,
    titles.map((title, i) => [title, `${i}.md`, title]),
  );
  const [first] = index.mentionedBy(passages.length + 1500);
  assert.ok(passages[first ?? -1]?.text.includes(nameOf(1500 * every)));
});

/** A folder whose documents may have other names. */
class NamedCorpus extends MemoryCorpus {
  readonly aliases = new Map<string, readonly string[]>();

  override async read(file: Pick<FoundFile, 'path'>, options?: Parameters<MemoryCorpus['read']>[1]): ReturnType<MemoryCorpus['read']> {
    const cut = await super.read(file, options);
    return cut === 'unchanged' ? cut : { ...cut, aliases: this.aliases.get(file.path) ?? [] };
  }
}

test('thousands of new names are looked for in all passages at once, a few only where their words may be', async (t) => {
  const corpus = new NamedCorpus();
  for (let i = 0; i < 40; i++)
    corpus.write(`${i}.md`, `# Log ${i} of June\n\nThe keeper of lamp ${1000 + i * 50} wrote to the keeper of lamp ${i}.`);
  const store = await openStore(t);
  await pass(store, corpus);
  const reads = t.mock.method(MentionTable.prototype, 'words');
  const roll = (from: number, count: number): readonly string[] => Array.from({ length: count }, (_, i) => `keeper of lamp ${from + i}`);
  corpus.write('roll.md', '# The roll\n\nAll keepers.');
  corpus.aliases.set('roll.md', roll(40, 3000));
  const state = await update(store, corpus, ['roll.md']);
  assert.equal(reads.mock.callCount(), 0);
  corpus.write('rest.md', '# The rest\n\nFew keepers.');
  corpus.aliases.set('rest.md', roll(0, 40));
  await update(store, corpus, ['rest.md'], state);
  assert.equal(reads.mock.callCount(), 1);
  const index = await load(store);
  assert.ok(index);
  const [roll40, rest] = ['roll.md', 'rest.md'].map(
    (to) => index.state.mentions.rowsOf(to).flatMap((row) => index.mentionedBy(row)).length,
  );
  const all = (await mentionsOf(index)).filter((mention) => mention.includes('> alias'));
  assert.deepEqual([roll40, rest, all.length], [40, 40, 80]);
  index.close();
});
