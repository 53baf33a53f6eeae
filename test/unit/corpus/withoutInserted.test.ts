/** Inserted answers are left out of the index, and nothing else: in every language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesHash } from '../../../src/citations/anchor.ts';
import { syntaxOf } from '../../../src/citations/syntaxes/allSyntaxes.ts';
import { writeAnswer } from '../../../src/citations/writeAnswer.ts';
import { cutPassages } from '../../../src/corpus/cut.ts';
import { readerOf } from '../../../src/corpus/readers/allReaders.ts';
import { withoutInserted } from '../../../src/corpus/withoutInserted.ts';
import { NO_REFERENCES } from '../../../src/corpus/references.ts';
import type { Citation, Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';
import { english } from '../../../src/language/english.ts';

function citation(n: number, nodeId: string): Citation {
  const at = { path: `docs/${n}.md`, startLine: n, endLine: n + 1, linesHash: linesHash([String(n)]) };
  return { n, ...at, quote: '', documentHash: '', nodeId, passageId: '' };
}

function step(id: string, text: string, answer: string): TraceNode {
  const ended = {
    parent: null,
    attempt: 0,
    depth: 1,
    order: Number(id.slice(1)),
    evidence: [],
    calls: [],
    startedAt: 0,
    endedAt: 0,
    flags: [],
  };
  return { id, kind: 'sub_question', text, answer, status: 'answered', ...ended };
}

const trace: Trace = {
  ...emptyTrace,
  finished: true,
  answer: 'Wexcombe',
  citations: [citation(1, 's1'), citation(2, 's2')],
  nodes: [step('s1', 'Who kept the Orfield gauge?', 'Ada Marsh'), step('s2', 'Where was Ada Marsh born?', 'Wexcombe')],
};

/** @returns the text of the passages, each of which is held to its places */
function indexed(path: string, source: string): { readonly texts: readonly string[]; readonly leftOut: number } {
  const reader = readerOf(path);
  assert.ok(reader?.kind === 'text');
  const { parsed, leftOut } = withoutInserted(reader.parse(source, path), source, path, english);
  const passages = cutPassages({ path, hash: 'h', parsed, language: english });
  for (const { text, runs } of passages) {
    for (let i = 0; i < runs.length; i += 4) {
      const [at = 0, offset = 0, length = 0] = runs.slice(i, i + 4);
      assert.equal(text.slice(at, at + length), source.slice(offset, offset + length));
    }
  }
  return { texts: passages.map(({ text }) => text), leftOut };
}

const own = ['My notes on tides come first.', 'And my notes on salt come last.'];

for (const path of ['a.md', 'a.tex', 'a.rst', 'a.adoc', 'a.org', 'a.html', 'a.txt']) {
  const syntax = syntaxOf(path);
  assert.ok(syntax);
  const [first = '', last = ''] = own.map((text) => syntax.paragraph(text));
  const inserted = writeAnswer(trace, { syntax, before: '', pathOf: ({ path: of }) => of, quotes: [] });

  test(`${path}: an inserted answer is left out, the prose around it stays`, () => {
    const { texts, leftOut } = indexed(path, `${first}\n\n${inserted}\n\n${last}\n`);
    const text = texts.join('\n');
    assert.deepEqual(
      own.filter((one) => !text.includes(one)),
      [],
    );
    assert.doesNotMatch(text, /Wexcombe|Ada|gauge|born|ariadne|docs\//);
    assert.ok(leftOut > 0);
  });

  test(`${path}: an inserted answer that was edited a little is left out, what was written beside it stays`, () => {
    const edited = inserted.replace('Wexcombe', 'It was Wexcombe').replace(/(Ada Marsh born\? )/, '$1Surely ');
    const beside = `${edited}\n\n${syntax.paragraph('I doubt that the parish register is right.')}\n`;
    const text = indexed(path, beside).texts.join('\n');
    assert.match(text, /I doubt that the parish register is right\./);
    assert.doesNotMatch(text, /Wexcombe|gauge/);
  });
}

const link = (n: number): string => `[${n}](docs/${n}.md#L${n} "ariadne:0123456789abcdef")`;
const sentences: readonly { readonly name: string; readonly source: string; readonly kept: readonly string[] }[] = [
  {
    name: 'own sentences in the same paragraph',
    source: `Tides rise. The gauge was kept by Ada ${link(1)}. Salt is white.`,
    kept: ['Tides rise.', 'Salt is white.'],
  },
  {
    name: 'own words right behind a short answer',
    source: `Wexcombe ${link(1)} My own note follows here.`,
    kept: ['My own note follows here.'],
  },
  { name: 'a sentence before its citation', source: `Ada was born there. ${link(1)} ${link(2)} Mine is this.`, kept: ['Mine is this.'] },
  { name: 'own items of a list', source: `- Mine is one\n- Who? Ada ${link(1)}\n- Mine is two`, kept: ['Mine is one\nMine is two'] },
  { name: 'a citation that is only shown as code', source: `Write \`${link(1)}\` to cite.`, kept: [`Write ${link(1)} to cite.`] },
  { name: 'links of other kinds', source: 'See [1](docs/1.md#L1) for ariadne: it is a name.', kept: ['See 1 for ariadne: it is a name.'] },
  { name: 'a question of the writer’s own elsewhere', source: `Who was she? I wonder. Ada ${link(1)}.`, kept: ['Who was she? I wonder.'] },
];

for (const { name, source, kept } of sentences) {
  test(`kept: ${name}`, () =>
    assert.deepEqual(
      indexed('a.md', source)
        .texts.join('\n\n')
        .split('\n\n')
        .map((text) => text.trim()),
      kept,
    ));
}

test('a notebook: cells that are inserted answers are left out', () => {
  const syntax = syntaxOf('a.md');
  assert.ok(syntax);
  const inserted = writeAnswer(trace, { syntax, before: '', pathOf: ({ path }) => path, quotes: [] });
  const cell = (text: string): object => ({ cell_type: 'markdown', metadata: {}, source: text.split(/(?<=\n)/) });
  const source = JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [cell(own[0] ?? ''), cell(inserted), cell(own[1] ?? '')],
  });
  const text = indexed('a.ipynb', source).texts.join('\n');
  assert.match(text, /tides[\s\S]*salt/);
  assert.doesNotMatch(text, /Wexcombe|gauge/);
});

test('comments in code: an inserted answer is left out, the code stays', () => {
  const syntax = syntaxOf('a.ts', 'typescript');
  assert.ok(syntax);
  const inserted = writeAnswer(trace, { syntax, before: '', pathOf: ({ path }) => path, quotes: [] });
  const text = indexed('a.ts', `export const tide = 1;\n${inserted}\nexport const salt = 2;\n`).texts.join('\n');
  assert.match(text, /tide = 1[\s\S]*salt = 2/);
  assert.doesNotMatch(text, /Wexcombe|gauge/);
});

test('a document without such citations is the same object', () => {
  const parsed = { title: 'a', titleOrigin: 'path' as const, blocks: [], ...NO_REFERENCES };
  for (const source of ['Plain words.', '[1](a.md#L1)', 'ariadne: a thread'])
    assert.equal(withoutInserted(parsed, source, 'a.md', english).parsed, parsed);
});
