import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { linesHash } from '../../../src/citations/anchor.ts';
import { allSyntaxes } from '../../../src/citations/syntaxes/allSyntaxes.ts';
import { htmlSyntax } from '../../../src/citations/syntaxes/html.ts';
import { markdownSyntax } from '../../../src/citations/syntaxes/markdown.ts';
import type { CitationSyntax } from '../../../src/citations/syntaxes/syntax.ts';
import { writeAnswer } from '../../../src/citations/writeAnswer.ts';
import type { Citation, Trace, WrittenAnswer } from '../../../src/protocol/trace.ts';
import { findingsIn } from '../../support/findings.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';

const source = 'Ada Holm designed the light of Skell in 1871.';

function citation(n: number, facts: Partial<Citation> = {}): Citation {
  const hash = linesHash([source]);
  const place = { path: `docs/${n}.md`, startLine: 1, endLine: 1, linesHash: hash, quote: source };
  return { n, documentHash: '', nodeId: 'compose', passageId: '', ...place, ...facts };
}

const everything: WrittenAnswer = {
  sentences: [
    { text: 'Ada Holm designed it.', citations: [1], support: 'supported' },
    { text: 'It cost 40 crowns.', citations: [1], support: 'unsupported', why: { kind: 'number', words: '40 crowns' } },
    { text: 'Lights were common.', citations: [], support: 'own-knowledge' },
    { text: 'One says 1871, the other 1873.', citations: [1, 2], support: 'supported' },
  ],
  blocks: [
    { kind: 'paragraph', sentences: [0, 1, 2] },
    { kind: 'list', isOrdered: true, items: [[0], [1]] },
    { kind: 'table', columns: ['Light', 'Who', 'Cost'], rows: [{ name: 'Skell', cells: [[0], []] }] },
  ],
  conflicts: [3],
  notStated: ['Who paid.'],
  citations: [citation(1), citation(2, { quote: 'It was 1873.' })],
};

function traceOf(written: WrittenAnswer, answer: string | null = null, chat = 'openai:m'): Trace {
  return {
    ...emptyTrace,
    finished: true,
    answer,
    abstained: answer === null,
    written,
    models: { chat, embedder: '', reranker: '', entailment: 'builtin' },
  };
}

function write(trace: Trace, syntax: CitationSyntax): string {
  return writeAnswer(trace, { syntax, before: '', pathOf: ({ path }) => path, quotes: [] });
}

test('a written answer follows the short one, with its doubts, conflicts and gaps', () => {
  const link = (n: number): string => `[${n}](docs/${n}.md#L1 "ariadne:${linesHash([source])}")`;
  const doubted = `It cost 40 crowns. ${link(1)} (unsupported: the quote does not say “40 crowns”)`;
  assert.equal(
    write(traceOf(everything, 'Ada Holm'), markdownSyntax),
    [
      'Ada Holm',
      `Ada Holm designed it. ${link(1)} ${doubted} Lights were common. (from the model’s memory, not from the documents)`,
      `1. Ada Holm designed it. ${link(1)}\n2. ${doubted}`,
      `| Light | Who | Cost |\n| --- | --- | --- |\n| Skell | Ada Holm designed it. ${link(1)} | — |`,
      'The documents disagree:',
      `- One says 1871, the other 1873. “${source}” ${link(1)} “It was 1873.” ${link(2)}`,
      'Not in the documents: Who paid.',
    ].join('\n\n'),
  );
});

const tables: Readonly<Record<string, RegExp>> = {
  html: /<tr><th scope="row">Skell<\/th><td>Ada Holm designed it. <a [^>]*>1<\/a><\/td><td>—<\/td><\/tr>/,
  latex: /^ {2}Skell & Ada Holm designed it\.\\textsuperscript\{\\ref\{ariadne:\w+\}\} & — \\\\$/m,
  restructuredtext: /^ {3}\* - Skell\n {5}- Ada Holm designed it. `1 <[^>]*>`__\n {5}- —$/m,
  asciidoc: /^\|Skell\n\|Ada Holm designed it. link:\S*\[1,title="[^"]*"\]\n\|—\n\|===$/m,
  org: /^\|---\+---\+---\|\n\| Skell \| Ada Holm designed it. \[\[.*@@ \| — \|$/m,
  plaintext: /^- Skell: Who: Ada Holm designed it. \[1\]$/m,
  comment: /^\/\/ - Skell: Who: Ada Holm designed it. \[1\]$/m,
};

for (const syntax of allSyntaxes) {
  test(`${syntax.id}: a table is a table, or a list where there is none; check finds its citations current`, () => {
    const text = `${write(traceOf({ ...everything, conflicts: [] }), syntax)}\n`;
    if (syntax !== markdownSyntax) assert.match(text, tables[syntax.id] ?? /(?!)/);
    const onlyTable = { ...everything, blocks: everything.blocks.slice(2), conflicts: [], notStated: [] };
    const found = findingsIn(`${write(traceOf(onlyTable), syntax)}\n`, () => ({ text: source }), syntax);
    assert.deepEqual(
      found.map(({ state }) => state),
      ['current'],
    );
  });
}

test('what the answer leaves open is said once, and a written answer that the question calls for takes its place', () => {
  const { written: _none, ...short } = traceOf(everything, 'Ada Holm');
  assert.match(write({ ...short, missing: 'what it\ncost' }, markdownSyntax), /^Ada Holm[^]*\n\nNot found: what it cost/);
  const told = write({ ...traceOf(everything, 'Ada Holm'), missing: 'what it cost' }, markdownSyntax);
  assert.match(told, /^Ada Holm/);
  assert.doesNotMatch(told, /Not found/);
  assert.match(write(traceOf({ ...everything, leads: true }, 'Designed by somebody.'), markdownSyntax), /^Ada Holm designed it\./);
});

test('what strict left out is said below', () => {
  const text = write(
    traceOf({ ...everything, blocks: everything.blocks.slice(0, 1), conflicts: [], notStated: [], dropped: 2 }),
    markdownSyntax,
  );
  assert.match(text, /\n\n2 sentences left out, because nothing supports them\.$/);
});

test('quotes that no model wrote are called quotes', () => {
  assert.match(write(traceOf(everything, null, 'builtin'), markdownSyntax), /^Quotes:\n\n/);
});

const words = fc.string({
  unit: fc.constantFrom(...'ab1 \n![](){}<>&;#*_`~|\\=-+.:/"@%$^,?', '://', '[1]', '--', '*/', '::', '\\item', 'ariadne:', '|===', '| a'),
  minLength: 1,
  maxLength: 40,
});
const name = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'ab#%"\'()<>[]{} \\&?:;=+*_`!|é漢-,@~$^') });
const cells = fc.array(fc.array(words, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 });

function tableOf(rows: readonly (readonly string[])[], path: string): WrittenAnswer {
  const sentences = rows.flatMap(([, text = '']) => ({ text: `x ${text}`, citations: [1], support: 'supported' as const }));
  const table = { kind: 'table' as const, columns: ['', 'b | c'], rows: rows.map(([of = ''], i) => ({ name: `n ${of}`, cells: [[i]] })) };
  return { sentences, blocks: [table], conflicts: [], notStated: [], citations: [citation(1, { path })] };
}

for (const syntax of allSyntaxes) {
  test(`${syntax.id}: whatever cells say and files are called, each citation of a table is read back`, () => {
    fc.assert(
      fc.property(cells, name, (rows, file) => {
        const path = `docs/${file}.md`;
        const text = write(traceOf(tableOf(rows, path)), syntax);
        const found = syntax.parse(text).filter(({ path: target }) => target === path);
        assert.equal(found.length, rows.length, text);
      }),
      { numRuns: 150 },
    );
  });
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

test('quotes that are shown below what is written out follow it', () => {
  const quote = { text: 'It was lit in 1873.', isCutBefore: false, isCutAfter: false, citation: citation(3) };
  for (const answer of ['Ada Holm', null]) {
    const trace = traceOf(everything, answer);
    assert.equal(
      writeAnswer(trace, { syntax: markdownSyntax, before: '', pathOf: ({ path }) => path, quotes: [quote] }),
      `${write(trace, markdownSyntax)}\n\nFrom the documents:\n\n- “It was lit in 1873.” [3](docs/3.md#L1 "ariadne:${linesHash([source])}")`,
    );
  }
});

test('in Markdown and HTML, cells show what was written, in as many cells', () => {
  fc.assert(
    fc.property(cells, (rows) => {
      const trace = traceOf(tableOf(rows, 'docs/a.md'));
      const wanted = rows.map(([of = '', text = '']) => [flat(`n ${of}`), flat(`x ${text}`)]);
      const tree = fromMarkdown(write(trace, markdownSyntax), { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
      const [table] = tree.children;
      assert.equal(table?.type, 'table');
      assert.deepEqual(
        table.children.slice(1).map((row) => row.children.map((cell) => flat(cell.children.map(shown).join('')))),
        wanted,
      );
      const html = write(trace, htmlSyntax).replace(/ <a [^>]*>1<\/a>/g, '');
      const shownRows = [...html.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/g)];
      assert.deepEqual(
        shownRows.map(([, of = '', text = '']) => [of, text].map((cell) => flat(htmlSyntax.plain(cell, true)))),
        wanted,
      );
    }),
    { numRuns: 150 },
  );
});

/** The text of a node without its citations. */
function shown(node: Nodes): string {
  if (node.type === 'link') return '';
  return 'children' in node ? node.children.map(shown).join('') : 'value' in node ? node.value : '';
}
