/** What is searched beside the full-text index must be cut as LanceDB cuts it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '@lancedb/lancedb';
import { fullTextConfig } from '../../../../src/indexing/fullText/fullTextIndex.ts';
import { bagOf, indexLanguage, termOf, wordsOf } from '../../../../src/indexing/fullText/terms.ts';
import { recordsOf } from '../../../../src/indexing/tables.ts';
import { root } from '../../../support/cli.ts';

/** Which of the words LanceDB finds by each of them. */
async function groupsOf(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const connection = await connect('memory://');
  const table = await connection.createTable(
    'words',
    words.map((text, row) => ({ row, text })),
  );
  await table.createIndex('text', { config: fullTextConfig() });
  const groups = new Map<string, readonly string[]>();
  for (const word of words) {
    const found = await table.query().fullTextSearch(word, { columns: 'text' }).select(['row', '_score']).limit(words.length).toArrow();
    groups.set(
      word,
      recordsOf(found)
        .map(({ row }) => words[row as number] ?? '')
        .sort(),
    );
  }
  connection.close();
  return groups;
}

function ownGroupsOf(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byTerm = Map.groupBy(words, (word) => termOf(word, indexLanguage));
  return new Map(
    words.map((word) => [
      word,
      termOf(word, indexLanguage) === undefined ? [] : (byTerm.get(termOf(word, indexLanguage)) ?? []).toSorted(),
    ]),
  );
}

const forms = ['', 's', 'ed', 'ing', 'ly', 'ness', 'ation', 'ational', 'ies', 'ized'];
const stems = ['relat', 'happ', 'gener', 'commun', 'sky', 'die', 'wander', 'will', 'be', 'use', 'no'];
const letters = 'àÁâÃäÅæÇéÈêÍïðÑóÖøÙüÝÿþßĀćĐėĞħĨıĳķŁňŋŌœřŞţŦŭůŵŹžſƒșțǽǿɓẞệΣςσάЖйקعक中한かガ①²½㎏Ⅷªⓐﬁ𝐚'.normalize('NFC');

test('a word is found by the words by which LanceDB finds it', async () => {
  const docs = join(root, 'samples', 'docs');
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  const written = files.flatMap((path) => wordsOf(readFileSync(join(docs, path), 'utf8')));
  const built = stems.flatMap((stem) => forms.map((form) => stem + form));
  const marked = Array.from(letters, (letter) => `x${letter}z`).flatMap((word) => [word, word.normalize('NFD'), word.normalize('NFKD')]);
  const long = [38, 39, 40, 41].flatMap((length) => ['n'.repeat(length), 'é'.repeat(length / 2)]);
  const words = [...new Set([...written.slice(0, 3000), ...built, ...marked, ...long])].filter((word) => wordsOf(word).length === 1);
  assert.ok(words.length > 1000, `${words.length} words`);
  assert.deepEqual(ownGroupsOf(words), await groupsOf(words));
});

test('a text is cut into words where LanceDB cuts it', async () => {
  const texts = [
    '10-0',
    'don’t',
    "O'Neil",
    'a_b',
    'x86/64',
    'C++',
    'naïve—co-op',
    'e.g.',
    'ﬁne;print',
    '東京タワー',
    'état',
    '١٢٣',
    'a\u200bb',
  ];
  for (const text of texts) {
    const connection = await connect('memory://');
    const table = await connection.createTable('texts', [{ text: `${text} anchor` }]);
    await table.createIndex('text', { config: fullTextConfig() });
    for (const word of wordsOf(text)) {
      const found = await table.query().fullTextSearch(word, { columns: 'text' }).limit(1).toArray();
      assert.equal(found.length > 0, termOf(word, indexLanguage) !== undefined, `${word} of ${text}`);
    }
    connection.close();
  }
});

test('stop words and words that are too long count nowhere', () => {
  assert.deepEqual(bagOf(`The lamps of the lamp, a lamp ${'x'.repeat(40)}`, indexLanguage), { counts: new Map([['lamp', 3]]), length: 3 });
});
