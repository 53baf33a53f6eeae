/** Folders that are hard on mentions: many names, many of the same, and more than a passage has room for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FolderNames, type FoundMentions } from '../../../src/indexing/mentions/folderNames.ts';
import { linksOf } from '../../../src/indexing/passageLinks.ts';
import { passageOf } from '../../support/passages.ts';

/** Documents with one passage each, by title. */
async function namesOf(titles: readonly string[]): Promise<FolderNames> {
  const names = new FolderNames();
  titles.forEach((title, row) => names.add({ path: `${row}.md`, title, firstRow: row, passages: 1, outline: '{}' }));
  await names.ready();
  return names;
}

const pathsIn = ({ names }: FoundMentions): readonly string[] => names.flatMap(({ targets }) => targets.map(({ path }) => path));

test('a document mentions ten thousand others', async () => {
  const titles = Array.from({ length: 10_000 }, (_, i) => `Quay ${i} north`);
  const found = (await namesOf(titles)).inPassage('all.md', titles.join(', '), []);
  assert.deepEqual(
    pathsIn(found),
    titles.map((_, i) => `${i}.md`),
  );
});

test('a title of all documents costs and mentions nothing', async () => {
  const names = await namesOf(Array.from({ length: 5000 }, () => 'Meeting Notes'));
  assert.deepEqual(pathsIn(names.inPassage('7.md', 'These meeting notes are short. '.repeat(1000), [])), []);
});

test('in a megabyte of text every name is found whole, by place, also of many that begin alike', async () => {
  const titles = Array.from({ length: 60_000 }, (_, i) => `lamp ${i % 300} of tower ${i}`);
  const text = titles.filter((_, i) => i % 7 === 0).join('. ');
  assert.deepEqual(
    (await namesOf(titles)).inText(text).names.map(({ start, end }) => text.slice(start, end)),
    text.split('. '),
  );
});

test('the longest of names in names counts, and a removed document leaves the next one', async () => {
  const words = 'alder birch cedar dogwood elder fir'.split(' ');
  const names = await namesOf(words.map((_, i) => words.slice(0, i + 1).join(' ')));
  assert.deepEqual(pathsIn(names.inText(words.join(' '))), ['5.md']);
  names.remove('5.md');
  assert.deepEqual(pathsIn(names.inText(words.join(' '))), ['4.md']);
});

test('links without text are bounded, and lead from the passage that is nearest', () => {
  const text = 'Some words here.';
  const links = Array.from({ length: 5000 }, (_, i) => ({ kind: 'path' as const, target: `${i}.png`, start: 900, end: 900 }));
  const [of = []] = linksOf({ links, passages: [passageOf('p', text)] });
  assert.equal(of.length, 1000);
});
