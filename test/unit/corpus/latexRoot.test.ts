import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadContext } from '../../../src/corpus/document.ts';
import { assertExact, cut } from './exactMaps.ts';

/** A folder in memory, which counts the files that were looked at. */
function folderOf(files: Readonly<Record<string, string>>): ReadContext & { readonly looks: () => number } {
  let looks = 0;
  return {
    looks: () => looks,
    textOf: (path) => {
      if (path in files) looks++;
      return files[path];
    },
    filesIn: (folder) =>
      Object.keys(files).flatMap((path) => {
        const name = folder === '' ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : '/';
        return name.includes('/') ? [] : [name];
      }),
  };
}

/** Title and blocks of one file of a folder. */
function read(files: Readonly<Record<string, string>>, path: string): readonly string[] {
  const { parsed } = cut(path, files[path] ?? '', folderOf(files));
  return [`${parsed.title} (${parsed.titleOrigin})`, ...parsed.blocks.map(({ headings, text }) => `[${headings.join(' > ')}] ${text}`)];
}

const ROOT = '\\documentclass{book}\\title{On \\emph{Tides}}\n\\begin{document}\n';
const END = '\n\\end{document}\n';

test('a part takes title and headings from the place where its root includes it', () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, string, readonly string[]])[] = [
    [
      {
        'main.tex': `${ROOT}\\chapter{One \\& two}\\input{sections/a}${END}`,
        'sections/a.tex': 'Before.\n\\section{A}\nText.\n\\chapter{Two}\nMore.',
      },
      'sections/a.tex',
      ['On Tides (document)', '[One & two] Before.', '[One & two > A] Text.', '[Two] More.'],
    ],
    // Through another part, whose own headings count, relative to the root; a comment includes nothing.
    [
      {
        'doc/z.tex': `${ROOT}%\\input{c/b}\n\\include{c/a}${END}`,
        'doc/c/a.tex': '\\chapter[Short]{Ebb}\n\\section{Skipped}\n\\section{Flow}\n\\input{c/b.tex}',
        'doc/c/b.tex': '\\subsection{Deep} Text.',
      },
      'doc/c/b.tex',
      ['On Tides (document)', '[Ebb > Flow > Deep] Text.'],
    ],
    // Relative to the including file; TeX's own form without braces; a cycle.
    [
      { 'main.tex': `${ROOT}\\input x/a ${END}`, 'x/a.tex': '\\input{x/a}\\input{../main}\\section{A}\\input{b}', 'x/b.tex': 'Text.' },
      'x/b.tex',
      ['On Tides (document)', '[A] Text.'],
    ],
    [
      { 'main.tex': `${ROOT}\\section{S}\\import{x/}{a}${END}`, 'x/a.tex': '\\subimport{y/}{b}', 'x/y/b.tex': 'Text.' },
      'x/y/b.tex',
      ['On Tides (document)', '[S] Text.'],
    ],
    // Named by the file itself, though it is not included; then the subfiles class.
    [
      { 'all.tex': `${ROOT}x${END}`, 'x/a.tex': '% !TEX root = ../all\n\\section{A}\nText.' },
      'x/a.tex',
      ['On Tides (document)', '[A] Text.'],
    ],
    [
      {
        'main.tex': `${ROOT}\\chapter{One}\\subfile{x/a}${END}`,
        'x/a.tex': '\\documentclass[../main.tex]{subfiles}\\begin{document}Text.\\end{document}',
      },
      'x/a.tex',
      ['On Tides (document)', '[One] Text.'],
    ],
    // An own title wins; a root that does not include the file is none; nor is one outside of the folder.
    [{ 'main.tex': `${ROOT}\\chapter{One}\\input{a}${END}`, 'a.tex': '\\title{Own}\nText.' }, 'a.tex', ['Own (document)', '[One] Text.']],
    [{ 'main.tex': `${ROOT}\\input{b}${END}`, 'a.tex': 'Text.' }, 'a.tex', ['a (path)', '[] Text.']],
    [{ 'a.tex': '% !TEX root = ../../main.tex\nText.' }, 'a.tex', ['a (path)', '[] Text.']],
  ];
  for (const [files, path, expected] of cases) assert.deepEqual(read(files, path), expected);
});

test('an included file leaves no trace in the text around it', () => {
  const files = { 'main.tex': `${ROOT}One \\input{a} two \\input a/b.tex three\n\\include{c}four.${END}`, 'a.tex': 'x' };
  assert.deepEqual(read(files, 'main.tex'), ['On Tides (document)', '[] One two three\nfour.']);
});

test('no more than fifty files are looked at', () => {
  const parts = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}.tex`, `\\input{p${i + 1}}`]));
  const context = folderOf({ ...parts, 'main.tex': `${ROOT}\\input{p0}${END}` });
  assert.equal(cut('p299.tex', 'Text.', context).parsed.title, 'p299');
  assert(context.looks() <= 50);
});

test('a long LaTeX file is cut for the parser without changing what it says', () => {
  const part =
    'Some \\emph{plain words that go on for a while} here.\n\n\\begin{verbatim}\n}{ a b c d e f g h i\n\n\\section{x}\n\\end{verbatim}\n\n\\verb|{| and \\c cedilla words that go on.\n\n';
  const { parsed } = assertExact('a.tex', part.repeat(200));
  const counts = new Map<string, number>();
  for (const { kind, text } of parsed.blocks) counts.set(`${kind} ${text}`, (counts.get(`${kind} ${text}`) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(counts), {
    'paragraph Some plain words that go on for a while here.': 200,
    'code }{ a b c d e f g h i\n\n\\section{x}': 200,
    'paragraph { and çedilla words that go on.': 200,
  });
});
