import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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

const sets = ['peps', 'security'].map((name) => join(import.meta.dirname, '..', '..', '..', 'bench', 'natural', name));

for (const set of sets)
  test(`${basename(set)} has 40 different questions, every kind in both halves`, () => {
    const questions = naturalQuestions(set);
    assert.equal(questions.length, 40);
    for (const key of ['id', 'question'] as const) assert.equal(new Set(questions.map((one) => one[key])).size, 40);
    for (const [kind, some] of Map.groupBy(questions, (one) => one.kind)) {
      const heldOut = some.filter(({ half }) => half === 'heldout').length;
      assert.ok(Math.abs(2 * heldOut - some.length) <= 1, kind);
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

test('a set without its held-out half is not one', () => {
  const folder = join(root, 'set');
  mkdirSync(folder);
  writeFileSync(join(folder, 'questions.jsonl'), '');
  assert.throws(() => naturalQuestions(folder), /has no heldout\.jsonl/);
});
