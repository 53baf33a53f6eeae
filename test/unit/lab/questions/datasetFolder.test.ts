import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isAriadneError } from '../../../../src/base/errors.ts';
import { readDataset } from '../../../../lab/evaluation/dataset.ts';
import { compose } from '../../../../lab/questions/compose.ts';
import { requireFreshFolder, reviewDataset, writeDataset } from '../../../../lab/questions/datasetFolder.ts';
import { recordsOf, type QuestionRecord } from '../../../../lab/questions/records.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { allPairs, proposals, sourcePassages } from './questionDocuments.ts';

const signal = new AbortController().signal;
const passages = sourcePassages(proposals);
const { drafts } = await compose(passages, allPairs(passages), { count: 12, seed: 1, signal });
const questions = recordsOf(drafts, (path) => proposals[path]?.text);

async function written(): Promise<string> {
  const folder = tempFolder({ after }, Object.fromEntries(Object.entries(proposals).map(([path, { text }]) => [path, text])));
  const out = join(tempFolder({ after }), 'questions');
  await writeDataset({ questions, folder, paths: Object.keys(proposals), out, signal });
  return out;
}

function change(file: string, edit: (text: string) => string): void {
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
}

const questionsOf = (out: string, name = 'questions.jsonl'): QuestionRecord[] =>
  readFileSync(join(out, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as QuestionRecord);

test('every place has the verbatim words of its document', () => {
  assert.ok(questions.length >= 6);
  for (const { places } of questions.flatMap(({ decomposition }) => decomposition))
    for (const { path, startOffset, endOffset, startLine, quote } of places) {
      const text = proposals[path]?.text ?? '';
      assert.equal(text.slice(startOffset, endOffset), quote);
      assert.ok((text.split('\n')[startLine - 1] ?? '').includes(quote.split('\n')[0] ?? ''));
    }
});

test('the dataset can be evaluated before and after its review', async () => {
  const out = await written();
  const dataset = readDataset(out, () => false);
  assert.equal(dataset.questions.length, questions.length);
  assert.ok(dataset.questions.every(({ gold }) => gold.length >= 2 && gold.every((path) => path.startsWith('docs/rfp-'))));
  assert.deepEqual(new Set(dataset.questions.map(({ facets }) => facets['split'])), new Set(['dev', 'test']));
});

for (const [name, drop, edit] of [
  [
    'review.md',
    (text: string) => text.replace('- decision: keep', '- decision: drop').replace('- note:', '- note: too easy'),
    (text: string, from: string, to: string) => text.replace(`- question: ${from}`, `- question: ${to}`),
  ],
  [
    'review.csv',
    (text: string) =>
      text
        .replace('"keep"', '"drop"')
        .replace('"",', '"",')
        .replace(/(^"q-001",(?:"[^"]*",){4})"[^"]*"/mu, '$1"too easy"'),
    (text: string, from: string, to: string) => text.replace(`"${from}"`, `"${to}"`),
  ],
] as const) {
  test(`${name}: what is dropped and edited is in the dataset, and nothing is lost`, async () => {
    const out = await written();
    const [first, second] = questions;
    assert.ok(first && second);
    change(join(out, name), (text) =>
      edit(drop(text), second.question, 'Tell me, "who"?'.replaceAll('"', name.endsWith('csv') ? '""' : '"')),
    );
    const { kept, edited, dropped } = reviewDataset(join(out, name));
    assert.deepEqual([kept.length, edited, dropped.length], [questions.length - 1, 1, 1]);
    assert.deepEqual(
      questionsOf(out).map(({ id }) => id),
      questions.slice(1).map(({ id }) => id),
    );
    assert.equal(questionsOf(out)[0]?.question, 'Tell me, "who"?');
    assert.deepEqual(questionsOf(out)[0]?.original, { question: second.question, answers: second.answers });
    assert.deepEqual(questionsOf(out)[1], questions[2]);
    assert.deepEqual(
      questionsOf(out, 'dropped.jsonl').map(({ id, note }) => ({ id, note })),
      [{ id: first.id, note: 'too easy' }],
    );
    assert.deepEqual(questionsOf(out, 'drafts.jsonl'), questions);
  });
}

test('a sheet that keeps nothing changes nothing', async () => {
  const out = await written();
  change(join(out, 'review.md'), (text) => text.replaceAll('- decision: keep', '- decision: drop'));
  assert.throws(
    () => reviewDataset(join(out, 'review.md')),
    (error) => isAriadneError(error, 'questions-none-kept'),
  );
  assert.equal(questionsOf(out).length, questions.length);
});

test('a broken sheet is refused with its line', async () => {
  const out = await written();
  const sheet = join(out, 'review.md');
  const original = readFileSync(sheet, 'utf8');
  for (const [edit, wanted] of [
    [
      (text: string) => text.replace('- decision: keep', '- decision: maybe'),
      /line \d+: the decision on q-001 is "maybe"\. Write keep, edit or drop\./u,
    ],
    [(text: string) => text.replace('## q-002', '## q-001'), /the question q-001 is there twice/u],
    [(text: string) => text.replace('## q-001', '## q-999'), /no question q-999 in drafts\.jsonl/u],
    [(text: string) => text.replace(/- answer: .*/u, '- answer:'), /q-001 has no answer/u],
    [() => 'nothing', /review\.md has no questions/u],
  ] as const) {
    writeFileSync(sheet, edit(original));
    assert.throws(
      () => reviewDataset(sheet),
      (error) => isAriadneError(error, 'sheet-broken') && wanted.test(error.message),
    );
    assert.equal(questionsOf(out).length, questions.length);
  }
});

test('a question deleted from the sheet is dropped, and says so', async () => {
  const out = await written();
  change(join(out, 'review.md'), (text) => text.replace(/## q-002[^]*?(?=## q-003)/u, ''));
  const { dropped } = reviewDataset(join(out, 'review.md'));
  assert.deepEqual(
    dropped.map(({ id, note }) => ({ id, note })),
    [{ id: 'q-002', note: 'deleted from the sheet' }],
  );
});

test('questions are never written into the folder they are about, nor over others', async () => {
  const out = await written();
  const folder = tempFolder({ after });
  mkdirSync(join(folder, 'docs'));
  for (const [to, from] of [
    [join(folder, 'docs'), folder],
    [folder, folder],
    [out, folder],
  ] as const)
    assert.throws(
      () => requireFreshFolder(to, from),
      (error) => isAriadneError(error, 'results-unwritable'),
    );
  assert.doesNotThrow(() => requireFreshFolder(`${folder}-questions`, folder));
});
