/** What is inserted is read back, in every language. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { linesHash } from '../../../src/citations/anchor.ts';
import { citationsIn } from '../../../src/citations/checkCitations.ts';
import { placed } from '../../../src/citations/placement.ts';
import { allSyntaxes, syntaxOf } from '../../../src/citations/syntaxes/allSyntaxes.ts';
import { commentsWith } from '../../../src/citations/syntaxes/comments.ts';
import type { CitationSyntax } from '../../../src/citations/syntaxes/syntax.ts';
import { writeAnswer } from '../../../src/citations/writeAnswer.ts';
import type { Citation, Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';
import { findingsIn } from '../../support/findings.ts';

const syntaxes: readonly CitationSyntax[] = [
  ...allSyntaxes,
  { ...commentsWith({ line: '#' }), id: 'comments of Python' },
  { ...commentsWith({ open: '/*', line: ' *', close: ' */' }), id: 'comments of CSS' },
  { ...commentsWith({ line: 'REM' }), id: 'comments of batch files' },
];

function citation(n: number, nodeId: string, place: Partial<Citation> = {}): Citation {
  const at = { path: `docs/${n}.md`, startLine: n, endLine: n + 2, linesHash: `${n}`.padStart(16, '0') };
  return { n, ...at, quote: '', documentHash: '', nodeId, passageId: '', ...place };
}

function step(id: string, question: string, answer: string): TraceNode {
  const ended = {
    parent: 'root',
    attempt: 0,
    depth: 1,
    status: 'answered' as const,
    evidence: [],
    calls: [],
    startedAt: 0,
    endedAt: 0,
    flags: [],
  };
  return { id, kind: 'sub_question', text: question, answer, order: Number(id.slice(1)), ...ended };
}

function traceOf(answer: string, citations: readonly Citation[], nodes: readonly TraceNode[] = []): Trace {
  return { ...emptyTrace, finished: true, answer, citations: [...citations], nodes: [...nodes] };
}

const write = (trace: Trace, syntax: CitationSyntax, before = '', folder = ''): string =>
  writeAnswer(trace, { syntax, before, pathOf: ({ path }) => posix.relative(posix.join('/', folder), posix.join('/', path)), quotes: [] });

const targets = (text: string, syntax: CitationSyntax): readonly string[] => [
  ...new Set(citationsIn(text, syntax).map(({ path, startLine, endLine, id }) => `${posix.normalize(path)}#${startLine}-${endLine} ${id}`)),
];
const targetsOf = (citations: readonly Citation[]): readonly string[] =>
  citations.map(({ path, startLine, endLine, linesHash: id }) => `${posix.normalize(path)}#${startLine}-${endLine} ${id}`);

const twoSteps = [step('s1', 'Who designed it?', 'Ada Holm'), step('s2', 'Where was Ada Holm born?', 'Skell')];
const twoHops = traceOf('Skell', [citation(1, 's1'), citation(2, 's2'), citation(3, 's2')], twoSteps);

const expected: Readonly<Record<string, string>> = {
  markdown: `Skell [2](docs/2.md#L2-L4 "ariadne:0000000000000002") [3](docs/3.md#L3-L5 "ariadne:0000000000000003")

- Who designed it? Ada Holm [1](docs/1.md#L1-L3 "ariadne:0000000000000001")
- Where was Ada Holm born? Skell [2](docs/2.md#L2-L4 "ariadne:0000000000000002") [3](docs/3.md#L3-L5 "ariadne:0000000000000003")`,
  html: `<p>Skell <a href="docs/2.md#L2-L4" title="ariadne:0000000000000002">2</a> <a href="docs/3.md#L3-L5" title="ariadne:0000000000000003">3</a></p>

<ul>
  <li>Who designed it? Ada Holm <a href="docs/1.md#L1-L3" title="ariadne:0000000000000001">1</a></li>
  <li>Where was Ada Holm born? Skell <a href="docs/2.md#L2-L4" title="ariadne:0000000000000002">2</a> <a href="docs/3.md#L3-L5" title="ariadne:0000000000000003">3</a></li>
</ul>`,
  latex: `Skell\\footnote{\\label{ariadne:0000000000000002}\\texttt{docs/2.md}, lines 2--4.}\\textsuperscript{,}\\footnote{\\label{ariadne:0000000000000003}\\texttt{docs/3.md}, lines 3--5.}

\\begin{itemize}
  \\item Who designed it? Ada Holm\\footnote{\\label{ariadne:0000000000000001}\\texttt{docs/1.md}, lines 1--3.}
  \\item Where was Ada Holm born? Skell\\textsuperscript{\\ref{ariadne:0000000000000002}}\\textsuperscript{,}\\textsuperscript{\\ref{ariadne:0000000000000003}}
\\end{itemize}`,
  restructuredtext: `Skell \`2 <docs/2.md#L2-L4:~:ariadne:0000000000000002>\`__ \`3 <docs/3.md#L3-L5:~:ariadne:0000000000000003>\`__

- Who designed it? Ada Holm \`1 <docs/1.md#L1-L3:~:ariadne:0000000000000001>\`__
- Where was Ada Holm born? Skell \`2 <docs/2.md#L2-L4:~:ariadne:0000000000000002>\`__ \`3 <docs/3.md#L3-L5:~:ariadne:0000000000000003>\`__`,
  asciidoc: `Skell link:docs/2.md#L2-L4[2,title="ariadne:0000000000000002"] link:docs/3.md#L3-L5[3,title="ariadne:0000000000000003"]

* Who designed it? Ada Holm link:docs/1.md#L1-L3[1,title="ariadne:0000000000000001"]
* Where was Ada Holm born? Skell link:docs/2.md#L2-L4[2,title="ariadne:0000000000000002"] link:docs/3.md#L3-L5[3,title="ariadne:0000000000000003"]`,
  org: `Skell [[file:docs/2.md::2][2]]@@comment:ariadne:0000000000000002#L2-L4@@ [[file:docs/3.md::3][3]]@@comment:ariadne:0000000000000003#L3-L5@@

- Who designed it? Ada Holm [[file:docs/1.md::1][1]]@@comment:ariadne:0000000000000001#L1-L3@@
- Where was Ada Holm born? Skell [[file:docs/2.md::2][2]]@@comment:ariadne:0000000000000002#L2-L4@@ [[file:docs/3.md::3][3]]@@comment:ariadne:0000000000000003#L3-L5@@`,
  plaintext: `Skell [2] [3]

- Who designed it? Ada Holm [1]
- Where was Ada Holm born? Skell [2] [3]

[1] docs/1.md#L1-L3 ariadne:0000000000000001
[2] docs/2.md#L2-L4 ariadne:0000000000000002
[3] docs/3.md#L3-L5 ariadne:0000000000000003`,
  comment: `// Skell [2] [3]
//
// - Who designed it? Ada Holm [1]
// - Where was Ada Holm born? Skell [2] [3]
//
// [1] docs/1.md#L1-L3 ariadne:0000000000000001
// [2] docs/2.md#L2-L4 ariadne:0000000000000002
// [3] docs/3.md#L3-L5 ariadne:0000000000000003`,
};

for (const syntax of allSyntaxes) {
  test(`${syntax.id}: an answer in its own form`, () => assert.equal(write(twoHops, syntax), expected[syntax.id]));
}

for (const syntax of syntaxes) {
  test(`${syntax.id}: a one-step answer is written once`, () => {
    const text = write(traceOf('Skell', [citation(1, 's1')], [step('s1', 'Where was Ada Holm born?', 'skell')]), syntax);
    assert.equal([...text.matchAll(/Skell/gi)].length, 1, text);
    assert.doesNotMatch(text, /Where was/);
  });

  test(`${syntax.id}: a second insertion counts on, and knows what the document cites already`, () => {
    const first = write(twoHops, syntax);
    const again = traceOf('Ada Holm', [citation(1, 's1'), citation(9, 's1')], [step('s1', 'Who?', 'Ada Holm')]);
    const both = `${first}\n\n${write(again, syntax, first)}\n`;
    assert.deepEqual(
      targets(both, syntax).toSorted(),
      targetsOf([citation(1, ''), citation(2, ''), citation(3, ''), citation(9, '')]).toSorted(),
    );
    const numbers = new Map(citationsIn(both, syntax).map(({ label, path }) => [path, label]));
    const wanted = { 'docs/1.md': '1', 'docs/2.md': '2', 'docs/3.md': '3', 'docs/9.md': '4' };
    if (syntax.id !== 'latex') assert.deepEqual(Object.fromEntries(numbers), wanted);
    // Labels must be unique, or LaTeX complains.
    const labels = [...both.matchAll(/\\label\{[^{}]*\}/g)].map(([label]) => label);
    assert.equal(new Set(labels).size, labels.length);
  });

  test(`${syntax.id}: a citation of a document with pages names its pages, and reads back without them`, () => {
    const cited = [citation(1, 'root', { path: 'a.pdf', page: 16 }), citation(2, 'root', { path: 'a.pdf', page: 17, lastPage: 18 })];
    const text = write(traceOf('Yes', cited), syntax);
    assert.deepEqual(
      [...text.matchAll(/\bpages? ([\d–-]+)/g)].map(([, page]) => page?.replace('--', '–')),
      ['16', '17–18'],
      text,
    );
    assert.deepEqual(targets(text, syntax), targetsOf(cited));
    if (syntax.id !== 'latex')
      assert.deepEqual(
        citationsIn(text, syntax).map(({ label }) => label),
        ['1', '2'],
      );
  });

  test(`${syntax.id}: links start from the folder of the document`, () => {
    const text = write(traceOf('Yes', [citation(1, 'root')]), syntax, '', 'notes/2024');
    assert.deepEqual(
      citationsIn(text, syntax).map(({ path }) => path),
      ['../../docs/1.md'],
    );
  });

  test(`${syntax.id}: check finds what was inserted to be current, at the place where it is`, () => {
    const source = 'Ada Holm designed the light of Skell in 1871.';
    const cited = citation(1, 's1', { path: 'docs/a.md', startLine: 1, endLine: 1, linesHash: linesHash([source]) });
    const text = `${write(traceOf('Ada Holm designed it.', [cited]), syntax)}\n`;
    assert.deepEqual(
      findingsIn(text, () => ({ text: source }), syntax).map(({ state, cited: found }) => [state, found?.path]),
      [['current', 'docs/a.md']],
    );
    const other = findingsIn(text, () => ({ text: 'Something else.' }), syntax);
    assert.deepEqual(
      other.map(({ state }) => state),
      ['changed'],
    );
    const bananas = `${write(traceOf('Bananas were eaten by the monkeys.', [cited]), syntax)}\n`;
    assert.deepEqual(
      findingsIn(bananas, () => ({ text: source }), syntax).map(({ state }) => state),
      ['unsupported'],
    );
  });
}

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab#%"\'()<>[]{} \\&?:;=+*_`!|é漢😀 .-,@~$^L1') }),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
);
const path = fc
  .array(
    name.filter((segment) => !/^\.+$/.test(segment) && !/[/\0]/.test(segment)),
    { minLength: 1, maxLength: 4 },
  )
  .map((segments) => segments.join('/'));
const words = fc.string({
  unit: fc.constantFrom(...'ab1 \n![](){}<>&;#*_`~|\\=-+.:/"@%$^,?', '://', '[1]', '--', '*/', '**', '::', '\\item', 'ariadne:'),
  maxLength: 60,
});
const cites = fc.record({ path, startLine: fc.integer({ min: 1, max: 9999 }), more: fc.nat(40), id: fc.stringMatching(/^[0-9a-f]{16}$/) });

for (const syntax of syntaxes) {
  test(`${syntax.id}: whatever an answer says and files are called, what is inserted is read back with the same targets`, () => {
    fc.assert(
      fc.property(words, words, fc.array(cites, { minLength: 1, maxLength: 4 }), fc.boolean(), (answer, question, places, isTwice) => {
        const citations = places.map(({ path: target, startLine, more, id }, i) =>
          citation(i + 1, i % 2 === 0 ? 's1' : 's2', { path: target.toWellFormed(), startLine, endLine: startLine + more, linesHash: id }),
        );
        // Parts of paths that a parser folds away are none of files.
        fc.pre(citations.every((one) => posix.normalize(one.path) === one.path));
        const trace = traceOf(`A ${answer}`, citations, [step('s1', `Q ${question}?`, 'x'), step('s2', 'R?', `y ${answer}`)]);
        const first = write(trace, syntax);
        const text = isTwice ? `${first}\n\n${write(trace, syntax, first)}` : first;
        assert.deepEqual(new Set(targets(text, syntax)), new Set(targetsOf(citations)), text);
      }),
      { numRuns: 150 },
    );
  });
}

test('the language of a document follows from its name, then by the editor; data has none', () => {
  const cases: readonly (readonly [path: string, languageId: string | undefined, id: string | undefined])[] = [
    ['a.md', undefined, 'markdown'],
    ['a.tex', 'plaintext', 'latex'],
    ['a.adoc', 'plaintext', 'asciidoc'],
    ['a.ORG', 'plaintext', 'org'],
    ['Untitled-1', 'restructuredtext', 'restructuredtext'],
    ['a.py', 'python', 'comment'],
    ['a.ts', undefined, 'comment'],
    ['notes', 'plaintext', 'plaintext'],
    ['a.ipynb', 'markdown', 'markdown'],
    ['a.ipynb', 'json', undefined],
    ['a.json', 'json', undefined],
    ['a.csv', 'csv', undefined],
  ];
  assert.deepEqual(
    cases.map(([of, languageId]) => syntaxOf(of, languageId)?.id),
    cases.map(([, , id]) => id),
  );
});

test('a new number comes behind those of footnotes and lists of sources that people write', () => {
  const [markdown] = allSyntaxes;
  assert.ok(markdown);
  const text = write(traceOf('Yes', [citation(1, 'root')]), markdown, 'As shown [4].[^7]\n\n[4]: x.md\n\nSince [2020] and a[12].');
  assert.equal(text, 'Yes [8](docs/1.md#L1-L3 "ariadne:0000000000000001")');
});

test('numbers in the text of an answer become citations where they are; others stay', () => {
  const [markdown] = allSyntaxes;
  assert.ok(markdown);
  const link = (n: number, of: number): string => `[${n}](docs/${of}.md#L${of}-L${of + 2} "ariadne:${String(of).padStart(16, '0')}")`;
  const trace = traceOf('Built in 1902 [2], by Holm [1, 2] [7].\n\n* One [1]\n* Two', [citation(1, 'a'), citation(2, 'b')]);
  assert.equal(
    write(trace, markdown),
    `Built in 1902 ${link(2, 2)}, by Holm ${link(1, 1)} ${link(2, 2)} \\[7\\].\n\n- One ${link(1, 1)}\n- Two`,
  );
});

const [markdown, , , , , , , comment] = allSyntaxes;
const places: readonly { readonly name: string; readonly text: string; readonly result: string; readonly isCode?: true }[] = [
  { name: 'an empty document', text: '|', result: 'A' },
  { name: 'an empty line between paragraphs', text: 'x\n\n|\n\ny', result: 'x\n\nA\n\ny' },
  { name: 'an empty line right behind a paragraph', text: 'x\n|\ny', result: 'x\n\nA\n\ny' },
  { name: 'the end of a line', text: 'x|\ny', result: 'x\n\nA\n\ny' },
  { name: 'within a line', text: 'x |y', result: 'x \n\nA\n\ny' },
  { name: 'blanks before the cursor', text: 'x\n\n    |\n', result: 'x\n\nA    \n' },
  { name: 'lines that end in CR LF', text: 'x\r\n|\r\ny', result: 'x\r\n\nA\n\r\ny' },
  { name: 'code: below the line', text: '  f(|x)\ny', result: '  f(x)\n  A\ny', isCode: true },
  { name: 'code: an empty line', text: 'f()\n|\ny', result: 'f()\nA\ny', isCode: true },
];

for (const { name: what, text, result, isCode } of places) {
  test(`where an answer goes: ${what}`, () => {
    const document = text.replace('|', '');
    const { offset, text: written } = placed(document, text.indexOf('|'), 'A', (isCode ? comment : markdown) ?? {});
    assert.equal(document.slice(0, offset) + written + document.slice(offset), result);
  });
}
