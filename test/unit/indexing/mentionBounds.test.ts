/** Folders that are hard on mentions: many names, many of the same, and more than a passage has room for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashOf } from '../../../src/base/hash.ts';
import { FolderNames, type FoundMentions } from '../../../src/indexing/mentions/folderNames.ts';
import { nameHashes, namesOf as namesOfFile } from '../../../src/indexing/mentions/names.ts';
import { knownFile, nameHashesOf, outlineOf, type OutlinedDocument } from '../../../src/indexing/mentions/outline.ts';
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

/** A document with a passage below each heading. */
function outlined(path: string, title: string, headings: readonly string[], alias: string): OutlinedDocument {
  const passages = headings.map((heading, i) => ({ ...passageOf(String(i)), headings: [heading] }));
  const anchors = headings.map((name) => ({ kind: 'label' as const, name, offset: 0 }));
  const outline = outlineOf({ path, title, passages, anchors, aliases: [alias], fields: [] });
  return { path, title, firstRow: 3, passages: passages.length, outline };
}

test('hashes of names are stored with the outline, and made again where they are of another version or missing', () => {
  const word = fc.constantFrom('Alder', 'birch-12', '"quoted"', '\\', 'Straße', '東京', '7', ' ', 'of');
  const words = fc.array(word, { minLength: 1, maxLength: 40 }).map((some) => some.join(' '));
  fc.assert(
    fc.property(words, fc.array(words, { minLength: 1, maxLength: 3 }), words, (title, headings, alias) => {
      const document = outlined('notes/a 1.md', title, headings, alias);
      const stored = nameHashesOf(document);
      assert.deepEqual(stored, nameHashes(namesOfFile(knownFile(document)).keys()));
      const older = { ...document, outline: document.outline.replace(/^\{"names":"\d+ /, '{"names":"0 AAAA') };
      const { names: _names, ...plain } = JSON.parse(document.outline) as Record<string, unknown>;
      for (const outline of [older.outline, JSON.stringify(plain)]) {
        assert.notEqual(outline, document.outline);
        assert.deepEqual(nameHashesOf({ ...document, outline }), stored);
      }
    }),
    { numRuns: 100 },
  );
});

test('names are those of the version that is stored with them: increase namesVersion, then change this', () => {
  const document = outlined('docs/pep-0484.rst', 'PEP 484 – Type Hints (draft)', ['1.2 Déjà vu of 東京', 'Usage'], 'Typing, ２nd');
  assert.equal(hashOf([document.outline], 16), 'dc5a07efe6b21a58');
});

test('links without text are bounded, and lead from the passage that is nearest', () => {
  const text = 'Some words here.';
  const links = Array.from({ length: 5000 }, (_, i) => ({ kind: 'path' as const, target: `${i}.png`, start: 900, end: 900 }));
  const [of = []] = linksOf({ links, passages: [passageOf('p', text)] });
  assert.equal(of.length, 1000);
});
