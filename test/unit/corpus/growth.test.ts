/**
 * Hostile text of every format is read and cut in time that grows with its length, not with the square of it: growth within one run, no
 * clock.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutPassages } from '../../../src/corpus/cut.ts';
import { readerOf } from '../../../src/corpus/readers/allReaders.ts';
import { growthOf } from '../../support/growth.ts';
import { english } from '../../../src/language/english.ts';

const smallCharacters = 5_000;
/** Beginnings of constructs that never end, and what can be repeated, by extension. */
const tokens: Readonly<Record<string, readonly string[]>> = {
  adoc: [
    '== ',
    '. ',
    '** ',
    '**',
    '``',
    '<<x,',
    '((',
    'footnote:[',
    '|===\n',
    '2+|',
    '[cols="',
    '"`',
    ':a: {a}\n',
    '----\n',
    '====\n',
    '[[a',
    'link:a[',
    ':a: b \\\n',
    '<<a,b>> ',
  ],
  rst: [
    '**',
    '``',
    ':r:`',
    '`a <',
    '.. _',
    '+--+--+\n',
    '=== ===\n',
    '|s|',
    '.. |s| replace:: |s|\n',
    '>>> ',
    '= ',
    '- ',
    '.. note:: ',
    'a\n b\n',
    ':r:`a <b>` ',
  ],
  org: ['** ', '* ', '[[a][', '[fn:', '{{{m(', 'src_a{', '- ', '| ', '#+', ':D:\n', '=a=', '@@a:', '- a :: ', '#+BEGIN_SRC\n', '[[a][b]] '],
  tex: [
    '\\item[',
    '\\section{',
    '\\begin{a}',
    '\\end{a}',
    '\\begin{a}\\verb|',
    '\\verb|',
    '\\def\\a#1{',
    '\\footnote{',
    '$$',
    '\\[',
    '\\begin{itemize}',
    '{\\bf ',
    '\\begin{tabular}{l}',
  ],
  md: [
    '**',
    '[a](',
    '[',
    '![',
    '> ',
    '- ',
    '|a|\n|-|\n',
    '<b ',
    '<!--',
    '`',
    '*a_',
    '[^a]: b\n',
    '[r]: ',
    '# ',
    '!!! a\n',
    '```{note}\n',
    '{: .a\n',
  ],
  html: ['<b>', '<a>', '<table>', '<p>', '<div>', '<!--', '<font size=1>', '<a href="', '&', '<li>', '<tr>'],
  bib: ['@article{', '@string{a=a#a}', '@comment{', '@misc{k, title={', '{', '\\"', ' and '],
  csv: ['"', 'a,b\n', '"x\ny"', ';', '"a" '],
  txt: ['. ', 'A. ', '\u0301', '===\n', '(\n', ';\n', '] ', 'e.g. ', '中文', '?! '],
  ipynb: ['[', '{"a":', '{"cells":[', '"a",', '\\u0041'],
  rb: ['def a\n', '=begin\n', 'class A\n', '/*\n', '<a ', '(*\n'],
};

const shapes: Readonly<Record<string, (token: string, length: number) => string>> = {
  repeated: (token, length) => filled(token, length),
  'on lines': (token, length) => filled(`${token}a\n`, length),
  'before blanks': (token, length) => `${token}${filled(' ', length)}x\n`,
  'before tabs': (token, length) => `${token}${filled('\t', length)}x\n`,
  'before combining marks': (token, length) => `${token}a${filled('\u0301', length)}\n`,
};

for (const [extension, all] of Object.entries(tokens)) {
  test(`hostile .${extension} takes time linear in its length`, async () => {
    const grown: string[] = [];
    for (const token of all)
      for (const [name, shape] of Object.entries(shapes)) {
        const growth = await growthOf(smallCharacters, (length) => read(extension, shape(token, length)));
        if (growth !== undefined) grown.push(`${JSON.stringify(token)} ${name}: ${growth}`);
      }
    assert.deepEqual(grown, []);
  });
}

function read(extension: string, text: string): void {
  const path = `a.${extension}`;
  const reader = readerOf(path);
  assert.ok(reader?.kind === 'text');
  try {
    cutPassages({ path, hash: 'h', parsed: reader.parse(text, path), language: english });
  } catch (error) {
    // A file that is refused with a reason is an end like others; how long it took is what counts.
    assert.ok(error instanceof Error);
  }
}

function filled(token: string, length: number): string {
  return token.repeat(Math.ceil(length / token.length)).slice(0, length);
}
