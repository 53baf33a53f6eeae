import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  isAt,
  missingGold,
  naturalQuestions,
  shareOfDocuments,
  shareOfFacts,
  type NaturalQuestion,
} from '../../../bench/naturalQuestions.ts';

const root = mkdtempSync(join(tmpdir(), 'ariadne-natural-'));
after(() => rmSync(root, { recursive: true }));

const sets = [
  { name: 'peps', count: 40, heldOut: true },
  { name: 'security', count: 40, heldOut: true },
  { name: 'swift', count: 60, heldOut: false },
  { name: 'filings', count: 40, heldOut: false },
];

for (const { name, count, heldOut } of sets)
  test(`${name} has ${count} different questions, ${heldOut ? 'every kind in both halves' : 'none held out'}`, () => {
    const questions = naturalQuestions(join(import.meta.dirname, '..', '..', '..', 'bench', 'natural', name));
    assert.equal(questions.length, count);
    for (const key of ['id', 'question'] as const) assert.equal(new Set(questions.map((one) => one[key])).size, count);
    for (const [kind, some] of Map.groupBy(questions, (one) => one.kind)) {
      const held = some.filter(({ half }) => half === 'heldout').length;
      if (heldOut) assert.ok(Math.abs(2 * held - some.length) <= 1, kind);
      else assert.equal(held, 0, kind);
    }
  });

const question: NaturalQuestion = {
  id: 'q',
  question: 'How long is the Orrin barrage, and who built it?',
  kind: 'two',
  half: 'dev',
  gold: [
    [
      { path: 'barrage.md', startLine: 3, endLine: 3 },
      { path: 'report.pdf', page: 2, words: 'of 812 m' },
    ],
    [{ path: 'builders.md', startLine: 1, endLine: 2 }],
  ],
};

const lines = (path: string, startLine: number, endLine: number) => ({
  path,
  startLine,
  endLine,
  firstPage: undefined,
  lastPage: undefined,
});

test('a place counts where one of its lines or pages is gold', () => {
  const [[gold, page] = [], [builders] = []] = question.gold;
  assert.ok(gold && page && builders);
  const overlapping = [lines('barrage.md', 1, 3), lines('barrage.md', 3, 9)].map((place) => isAt(gold, place));
  const beside = [lines('barrage.md', 1, 2), lines('barrage.md', 4, 9), lines('builders.md', 3, 3)].map((place) => isAt(gold, place));
  assert.deepEqual(
    [overlapping, beside],
    [
      [true, true],
      [false, false, false],
    ],
  );
  const pages = (firstPage: number, lastPage: number): boolean => isAt(page, { ...lines('report.pdf', 1, 99), firstPage, lastPage });
  assert.deepEqual([pages(1, 2), pages(2, 3), pages(1, 1), pages(3, 3)], [true, true, false, false]);
  assert.equal(isAt(page, lines('report.pdf', 2, 2)), false);
});

test('shares are of the facts, whichever of its places a fact is at', () => {
  const report = { ...lines('report.pdf', 1, 9), firstPage: 2, lastPage: 2 };
  assert.equal(shareOfFacts(question, [report, lines('barrage.md', 3, 3)]), 0.5);
  assert.equal(shareOfFacts(question, [report, lines('builders.md', 2, 5)]), 1);
  assert.equal(shareOfFacts(question, []), 0);
  assert.equal(shareOfDocuments(question, new Set(['builders.md', 'other.md'])), 0.5);
});

test('gold that the folder does not have is named: lines after the end, other words, missing documents', async () => {
  const folder = join(root, 'docs');
  mkdirSync(folder);
  writeFileSync(join(folder, 'barrage.md'), '# Orrin\n\nThe barrage is 812 m long.\n');
  const { gold } = question;
  const missing = await missingGold(
    [question, { ...question, id: 'r', gold: [[{ path: 'barrage.md', startLine: 30, endLine: 31 }]] }],
    folder,
  );
  const [[, page] = [], [builders] = []] = gold;
  assert.deepEqual(missing, [
    `q: ${JSON.stringify(page)}`,
    `q: ${JSON.stringify(builders)}`,
    'r: {"path":"barrage.md","startLine":30,"endLine":31}',
  ]);
});

test('a folder without questions is no set', () => {
  const folder = join(root, 'set');
  mkdirSync(folder);
  assert.throws(() => naturalQuestions(folder), /has no questions\.jsonl/);
});
