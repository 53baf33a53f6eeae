import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutLines } from '../../../src/cli/aboutLines.ts';
import type { AboutDocuments } from '../../../src/protocol/aboutDocuments.ts';

function lines(about: Partial<AboutDocuments>): readonly string[] {
  return aboutLines({ meant: [], preferred: [], unknown: [], ...about });
}

test('what a question names is said in a line, with its words', () => {
  const meant = [
    { start: 0, end: 6, words: 'Varrow', documents: ['a/1912.pdf'], total: 1 },
    { start: 7, end: 11, words: '1912', documents: ['a/1912.pdf'], total: 1 },
  ];
  const titles = { 'a/1912.pdf': 'Varrow Tidal, 1912' };
  assert.deepEqual(lines({ meant, preferred: ['a/1912.pdf'], titles }), ['about Varrow Tidal, 1912 (from “Varrow”, “1912”)']);
});

test('names of several documents, and of none, are said', () => {
  const documents = Array.from({ length: 20 }, (_, i) => `${i}.md`);
  const meant = [{ start: 0, end: 6, words: 'Varrow', documents, total: 40 }];
  assert.deepEqual(lines({ meant, preferred: documents, unknown: ['Acme'] }), [
    'about 0.md · 1.md · 2.md · 17 more (from “Varrow”)',
    '“Varrow” names 40 documents: the best match first, then the newest',
    'No document seems to be about “Acme”.',
  ]);
});

test('words that are searched in another spelling are said', () => {
  assert.deepEqual(lines({ respelled: [{ written: 'tuturial', meant: 'tutorial' }] }), [
    'Searched for “tutorial”: nothing has “tuturial”.',
  ]);
});

test('nothing reaches the terminal but text', () => {
  const hostile = '\u001B[31mred\u0007 \u202Egnp.exe';
  const meant = [{ start: 0, end: 3, words: hostile, documents: [hostile, 'b'], total: 2 }];
  const shown = lines({ meant, preferred: [hostile, 'b'], unknown: [hostile], respelled: [{ written: hostile, meant: hostile }] }).join(
    '\n',
  );
  assert.doesNotMatch(shown, /\p{Cc}(?<!\n)|[\u202A-\u202E\u2066-\u2069]/u);
});

test('a question that names nothing says nothing', () => {
  assert.deepEqual(aboutLines(undefined), []);
  assert.deepEqual(lines({}), []);
});
