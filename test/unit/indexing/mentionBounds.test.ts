/** Folders that are hard on mentions: many names, many of the same, and more than a passage has room for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_REFERENCES } from '../../../src/corpus/references.ts';
import type { MentionIndex } from '../../../src/indexing/mentions/mentionIndex.ts';
import type { MentionRecord } from '../../../src/indexing/mentions/mentionTable.ts';
import { NameMatcher } from '../../../src/indexing/mentions/nameMatcher.ts';
import { addWord, NameInSets, WordSets, wordSetSize } from '../../../src/indexing/mentions/wordSet.ts';
import { referencesOf } from '../../../src/indexing/passageReferences.ts';
import { mentionIndexOf } from '../../support/mentionIndexOf.ts';
import { passageOf } from '../../support/passages.ts';

/** The index of documents with one passage each, by title and text. */
function indexOf(documents: readonly (readonly [title: string, text: string])[]): MentionIndex {
  const named = documents.map(([title], row): MentionRecord => ({
    row,
    path: `${row}.md`,
    title,
    headings: [],
    aliases: [],
    anchors: [],
    places: [],
  }));
  const { matcher } = mentionIndexOf(named).searched;
  return mentionIndexOf(named.map((record, row) => ({ ...record, places: matcher.find(documents[row]?.[1] ?? '') })));
}

test('a document mentions ten thousand others, each of which knows', () => {
  const count = 10_000;
  const others = Array.from({ length: count }, (_, i) => [`Quay ${i} north`, 'nothing'] as const);
  const index = indexOf([...others, ['All of them', others.map(([title]) => title).join(', ')]]);
  const mentions = index.mentionsIn(count);
  assert.deepEqual([mentions.length, new Set(mentions.map(({ targets }) => targets[0]?.path)).size], [count, count]);
  assert.deepEqual(
    [0, 1, count - 1].map((row) => index.mentionedBy(row)),
    [[count], [count], [count]],
  );
});

test('a title of all documents, in all passages, costs and mentions nothing', () => {
  const index = indexOf(Array.from({ length: 5000 }, () => ['Meeting Notes', 'These meeting notes are short.'] as const));
  assert.deepEqual([index.mentionsIn(7), index.mentionedBy(7)], [[], []]);
});

test('a megabyte of names is searched for at once; every name is found whole, by place', () => {
  const names = Array.from({ length: 60_000 }, (_, i) => `lamp ${i % 300} of tower ${i}`);
  const matcher = new NameMatcher();
  for (const name of names) matcher.add(name);
  const text = names.filter((_, i) => i % 1000 === 7).join('. ');
  assert.deepEqual(
    matcher.find(text).map(({ start, end }) => text.slice(start, end)),
    text.split('. '),
  );
});

test('of names in names, the eight longest are kept at one place', () => {
  const matcher = new NameMatcher();
  const words = 'abcdefghijkl'.split('');
  for (let length = 1; length <= words.length; length++) matcher.add(words.slice(0, length).join(' '));
  assert.deepEqual(
    matcher.find(words.join(' ')).map(({ key }) => key.split(' ').length),
    [12, 11, 10, 9, 8, 7, 6, 5],
  );
});

test('links without text are bounded, and lead from the passage that is nearest', () => {
  const text = 'Some words here.';
  const links = Array.from({ length: 5000 }, (_, i) => ({ kind: 'path' as const, target: `${i}.png`, start: 900, end: 900 }));
  const document = {
    ...NO_REFERENCES,
    path: 'a.md',
    title: 'A',
    titleOrigin: 'path' as const,
    identity: { titles: [], lines: [], parts: [], organizations: [], names: [], definitions: [], others: [] },
    hash: '',
    parser: '',
    parserVersion: 1,
    readMs: 0,
    cutMs: 0,
  };
  const [of] = referencesOf({ ...document, links, passages: [passageOf('p', text)], searchTerms: [] });
  assert.equal(of?.links?.length, 1000);
});

test('sets of words follow their passages, in the room that removed ones leave', () => {
  const setsOf = (...texts: readonly string[]): Int32Array => {
    const sets = new Int32Array(texts.length * wordSetSize);
    texts.forEach((text, i) => text.split(' ').forEach((word) => addWord(sets.subarray(i * wordSetSize), word)));
    return sets;
  };
  const words = new WordSets();
  const having = (name: string): readonly number[] => {
    const parts = [...words.parts()].flatMap(({ rows, sets }) => Array.from(rows).filter((_, i) => new NameInSets(name).mayBeIn(sets, i)));
    return parts.filter((row) => row >= 0).sort((a, b) => a - b);
  };
  words.put({ rows: [3, 5, 9], sets: setsOf('alder hall', 'birch hall', 'cedar row') });
  words.put({ rows: [5], sets: setsOf('birch lane') });
  words.delete([3, 4]);
  assert.deepEqual([having('hall'), having('birch lane'), having('cedar')], [[], [5], [9]]);
  for (let row = 10; row < 1000; row++) {
    words.put({ rows: [row], sets: setsOf(`alder ${row}`) });
    if (row > 10) words.delete([row - 1]);
  }
  assert.deepEqual([having('alder'), having('cedar row'), words.room], [[999], [9], 4]);
});

test('a set of words may have more, never fewer', () => {
  const words = Array.from({ length: 120 }, (_, i) => `word${i * 7}`);
  const sets = new Int32Array(2 * wordSetSize);
  for (const word of words) addWord(sets.subarray(wordSetSize), word);
  assert.ok(words.every((word) => new NameInSets(word).mayBeIn(sets, 1)));
  assert.ok(!words.some((word) => new NameInSets(word).mayBeIn(sets, 0)));
  const strangers = Array.from({ length: 1000 }, (_, i) => `other${i}`).filter((word) => new NameInSets(word).mayBeIn(sets, 1));
  assert.ok(strangers.length < 50, `${strangers.length} of 1,000 by chance`);
});
