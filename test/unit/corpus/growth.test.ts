/** Hostile text of every format is read and cut in time that grows with its length, not with the square of it: growth within one run, no clock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutPassages } from '../../../src/corpus/cut.ts';
import { readerOf } from '../../../src/corpus/readers/allReaders.ts';

const smallCharacters = 10_000;
const times = 4;
/** Four times the text takes about four times as long where reading is linear, and sixteen times where it is quadratic. */
const mostGrowth = 9;
/** Below this a measurement is noise: at quadratic growth it would still be far below what a user notices. */
const leastCpuMs = 60;
const tries = 3;

/** Beginnings of constructs that never end, and what can be repeated, by extension. */
const tokens: Readonly<Record<string, readonly string[]>> = {
  adoc: ['== ', '. ', '** ', '**', '``', '<<x,', '((', 'footnote:[', '|===\n', '2+|', '[cols="', '"`', ':a: {a}\n', '----\n'],
  rst: ['**', '``', ':r:`', '`a <', '.. _', '+--+--+\n', '=== ===\n', '|s|', '.. |s| replace:: |s|\n', '>>> ', '= '],
  org: ['** ', '* ', '[[a][', '[fn:', '{{{m(', 'src_a{', '- ', '| ', '#+', ':D:\n', '=a='],
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
  md: ['**', '[a](', '[', '![', '> ', '- ', '|a|\n|-|\n', '<b ', '<!--', '`', '*a_', '[^a]: b\n', '[r]: ', '# '],
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
  test(`hostile .${extension} takes time linear in its length`, () => {
    const grown = all.flatMap((token) =>
      Object.entries(shapes).flatMap(([name, shape]) => {
        const growth = growthOf((length) => read(extension, shape(token, length)));
        return growth === undefined ? [] : [`${JSON.stringify(token)} ${name}: ${growth}`];
      }),
    );
    assert.deepEqual(grown, []);
  });
}

/** Undefined where growth is linear, as far as can be told; noise has to repeat itself to count. */
function growthOf(work: (length: number) => void): string | undefined {
  for (let attempt = 1; ; attempt++) {
    const large = cpuMs(() => work(times * smallCharacters));
    if (large < leastCpuMs) return undefined;
    const growth = large / cpuMs(() => work(smallCharacters));
    if (growth < mostGrowth) return undefined;
    if (attempt === tries) return `${growth.toFixed(1)} times as long for ${times} times the text`;
  }
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function read(extension: string, text: string): void {
  const path = `a.${extension}`;
  const reader = readerOf(path);
  assert.ok(reader?.kind === 'text');
  try {
    cutPassages({ path, hash: 'h', parsed: reader.parse(text, path, { textOf: () => undefined, filesIn: () => [] }) });
  } catch (error) {
    // A file that is refused with a reason is an end like others; how long it took is what counts.
    assert.ok(error instanceof Error);
  }
}

function filled(token: string, length: number): string {
  return token.repeat(Math.ceil(length / token.length)).slice(0, length);
}
