import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isAriadneError, type ErrorCode } from '../../../../src/base/errors.ts';
import { readDataset } from '../../../../lab/evaluation/dataset.ts';
import { documentFolder, fileNameOf } from '../../../../lab/evaluation/workingFolder.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const isAbstention = (answer: string): boolean => answer === 'Insufficient information';
const lines = (...values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const corpus = lines({ id: 'p-1', title: 'One\u2028and more', text: 'First.' }, { id: 'P/2', title: '', text: 'Second.' });
const questions = lines(
  { id: 'q1', question: ' Who? ', answers: ['Ann', 'Anne'], supporting: ['p-1', 'p-1'], type: 'bridge', hops: 2, more: [1] },
  { id: 2, question: 'What?', answers: ['Insufficient information'], supporting: [] },
);

test('questions come with gold documents and kinds; what only says that there is no answer is no accepted answer', (t) => {
  const {
    name: _name,
    folder: _folder,
    fingerprint: _fingerprint,
    ...dataset
  } = readDataset(tempFolder(t, { 'questions.jsonl': questions, 'corpus.jsonl': corpus }), isAbstention);
  assert.deepEqual(dataset, {
    documents: {
      kind: 'corpus',
      passages: [
        { id: 'p-1', title: 'One\u2028and more', text: 'First.' },
        { id: 'P/2', title: '', text: 'Second.' },
      ],
    },
    questions: [
      { id: 'q1', question: 'Who?', answers: ['Ann', 'Anne'], gold: ['p-1'], facets: { type: 'bridge', hops: '2' }, lineNumber1: 1 },
      { id: '2', question: 'What?', answers: [], gold: [], facets: {}, lineNumber1: 2 },
    ],
  });
});

test('a gzipped corpus has the fingerprint of the plain one; another text has another', (t) => {
  const fingerprint = (files: Readonly<Record<string, string | Uint8Array>>): string =>
    readDataset(tempFolder(t, { 'questions.jsonl': questions, ...files }), isAbstention).fingerprint;
  const plain = fingerprint({ 'corpus.jsonl': corpus });
  assert.equal(fingerprint({ 'corpus.jsonl.gz': gzipSync(corpus) }), plain);
  assert.notEqual(fingerprint({ 'corpus.jsonl': corpus.replace('First', 'Furst') }), plain);
  const docs = { 'docs/a/one.md': 'First.' };
  assert.notEqual(fingerprint(docs), fingerprint({ 'docs/b/one.md': 'First.' }));
});

test('with documents as files, gold documents are their paths, whichever way the dataset names them', (t) => {
  const folder = tempFolder(t, {
    'docs/a.md': 'x',
    'files.jsonl': lines({ id: 'p-1', file: 'docs/a.md' }),
    'questions.jsonl': lines(
      { id: '1', question: 'x', answers: [], supporting: ['p-1'] },
      { id: '2', question: 'x', answers: [], supporting: ['docs/a.md'] },
      { id: '3', question: 'x', answers: [], supporting: ['other'], supporting_files: ['a.md'] },
    ),
  });
  const { questions: read, documents } = readDataset(folder, isAbstention);
  assert.deepEqual(
    read.map(({ gold }) => gold),
    [['docs/a.md'], ['docs/a.md'], ['docs/a.md']],
  );
  assert.deepEqual(documents, { kind: 'docs', folder: join(folder, 'docs') });
});

const broken: readonly {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly code: ErrorCode;
  readonly says: RegExp;
}[] = [
  { name: 'no questions', files: { 'corpus.jsonl': corpus }, code: 'dataset-missing', says: /no questions\.jsonl/ },
  { name: 'no documents', files: { 'questions.jsonl': questions }, code: 'dataset-missing', says: /neither corpus\.jsonl/ },
  {
    name: 'a line that is not JSON',
    files: { 'questions.jsonl': `${questions}\n{"id": `, 'corpus.jsonl': corpus },
    code: 'dataset-broken',
    says: /questions\.jsonl, line 4: this is not JSON/,
  },
  {
    name: 'a line without a field',
    files: { 'questions.jsonl': questions, 'corpus.jsonl': corpus + lines({ id: 'p-3' }) },
    code: 'dataset-broken',
    says: /corpus\.jsonl, line 3: text:/,
  },
  {
    name: 'an id that is there twice',
    files: { 'questions.jsonl': questions, 'corpus.jsonl': corpus + corpus },
    code: 'dataset-broken',
    says: /corpus\.jsonl, line 3: the id "p-1" is already used in line 1/,
  },
  {
    name: 'a candidate that is not in the corpus',
    files: {
      'questions.jsonl': lines({ id: 'q', question: 'Who?', answers: ['Ann'], candidates: ['p-1', 'p-9', 'p-8'] }),
      'corpus.jsonl': corpus,
    },
    code: 'dataset-broken',
    says: /^questions\.jsonl, line 1: the candidate "p-9" is not in the corpus\. 2 candidates are missing in all\. Add it/,
  },
  {
    name: 'a candidate that is none of the files',
    files: { 'questions.jsonl': lines({ id: 'q', question: 'Who?', answers: [], candidates: ['a.md', 'b.md'] }), 'docs/a.md': 'x' },
    code: 'dataset-broken',
    says: /^questions\.jsonl, line 1: the candidate "docs\/b\.md" is not in the corpus\. Add it/,
  },
  {
    name: 'questions without a question',
    files: { 'questions.jsonl': '\n', 'corpus.jsonl': corpus },
    code: 'dataset-broken',
    says: /no questions/,
  },
  {
    name: 'a corpus that is not gzipped',
    files: { 'questions.jsonl': questions, 'corpus.jsonl.gz': corpus },
    code: 'dataset-broken',
    says: /corpus\.jsonl\.gz cannot be read/,
  },
];

for (const { name, files, code, says } of broken) {
  test(`${name}: refused, saying where`, (t) => {
    assert.throws(
      () => readDataset(tempFolder(t, files), isAbstention),
      (error) => isAriadneError(error, code) && says.test(error.message),
    );
  });
}

test('sub-questions are the steps of the decomposition with earlier answers filled in; a step that cannot be asked leaves none', (t) => {
  const read = (decomposition: unknown): unknown => {
    const line = { id: 'q', question: 'Who?', answers: ['Ann'], decomposition };
    return readDataset(tempFolder(t, { 'questions.jsonl': lines(line), 'docs/a.md': 'x' }), () => false).questions[0]?.subQuestions;
  };
  const first = { question: 'Which band wrote #1 hit?', answer: 'The Tarns' };
  assert.deepEqual(read([first, { question: 'Who leads #1?', answer: 'Ann' }]), [first.question, 'Who leads The Tarns?']);
  assert.deepEqual(
    [
      read([
        { ...first, answer: null },
        { question: 'Who leads #1?', answer: null },
      ]),
      read([]),
      read(null),
    ],
    [undefined, undefined, undefined],
  );
});

test('candidates are documents like gold ones, each once, and documents have the paths that the engine knows', (t) => {
  const asked = { id: 'q', question: 'Who?', answers: [], candidates: ['P/2', 'p-1', 'P/2'] };
  const ofCorpus = readDataset(tempFolder(t, { 'questions.jsonl': lines(asked), 'corpus.jsonl': corpus }), isAbstention);
  assert.deepEqual(ofCorpus.questions[0]?.candidates, ['P/2', 'p-1']);
  const documents = documentFolder(ofCorpus, tempFolder(t));
  assert.deepEqual(
    ['P/2', 'p-1'].map((id) => documents.idOf(documents.pathOf(id))),
    ['P/2', 'p-1'],
  );
  const files = {
    'docs/a/b.md': 'x',
    'files.jsonl': lines({ id: 'p', file: 'a/b.md' }),
    'questions.jsonl': lines({ ...asked, candidates: ['p'] }),
  };
  const ofFiles = readDataset(tempFolder(t, files), isAbstention);
  assert.deepEqual(ofFiles.questions[0]?.candidates, ['docs/a/b.md']);
  assert.equal(documentFolder(ofFiles, tempFolder(t)).pathOf('docs/a/b.md'), 'a/b.md');
  const without = readDataset(tempFolder(t, { 'questions.jsonl': questions, 'corpus.jsonl': corpus }), isAbstention);
  assert.ok(without.questions.every((question) => !('candidates' in question)));
});

test('a corpus becomes one file a passage outside of the dataset, written once, whose names lead back to the ids', (t) => {
  const folder = tempFolder(t, { 'questions.jsonl': questions, 'corpus.jsonl': corpus });
  const cache = join(tempFolder(t), 'datasets');
  const dataset = readDataset(folder, isAbstention);
  const first = documentFolder(dataset, cache);
  const files = readdirSync(first.folder).sort();
  assert.deepEqual(
    files.map((file) => [first.idOf(file), readFileSync(join(first.folder, file), 'utf8')]),
    [
      ['P/2', 'Second.\n'],
      ['p-1', '# One and more\n\nFirst.\n'],
    ],
  );
  const written = files.map((file) => statSync(join(first.folder, file)).mtimeMs);
  assert.equal(documentFolder(dataset, cache).folder, first.folder);
  assert.deepEqual(
    files.map((file) => statSync(join(first.folder, file)).mtimeMs),
    written,
  );
  assert.deepEqual([readdirSync(cache).length, readdirSync(folder).sort()], [1, ['corpus.jsonl', 'questions.jsonl']]);
});

test('names of files differ also where upper and lower case do not, and are short enough', () => {
  const names = ['a', 'A', 'a/b', 'a=2fb', '..', 'é', 'x'.repeat(300), 'x'.repeat(301)].map(fileNameOf);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
  assert.ok(
    names.every((name) => /^[a-z0-9_=-]{1,120}\.md$/.test(name)),
    names.join(' '),
  );
});
