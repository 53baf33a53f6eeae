/** Markdown beyond its samples in `readers.test.ts`: what the parser's extensions decide, and what no person writes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertExact } from './exactMaps.ts';
import { check } from './textFormatsCheck.ts';

function reads(source: string, ...blocks: readonly string[]): void {
  check('a.md', source, { title: 'a', blocks });
}

test('only brackets that a definition names are links, and links contain others', () => {
  reads(
    'See [this [1]](u), [a], [b][c] and ![an *image*][r], [R][], [r].\n\n> [r]: u "Title"\n',
    'paragraph [] See this [1], [a], [b][c] and an image, R, r.',
  );
  reads('[a\\]](<u v> "t") [b](u(v)) [c](u v)\n', 'paragraph [] a] b [c](u v)');
});

test('files of Quarto and R Markdown are Markdown', () => {
  const source = '---\ntitle: Tides\n---\n\n# Method\n\nSee *this*.\n\n```{r}\nplot(1)\n```\n';
  for (const path of ['a.qmd', 'a.Rmd'])
    check(path, source, { title: 'Tides', blocks: ['paragraph [Method] See this.', 'code [Method] plot(1)'] });
});

test('one tilde or two strike through', () => {
  reads('~a~ ~~b~~ a~b ~~~c\n', 'paragraph [] a b a~b ~~~c');
});

test('code that wraps is one line, wherever it is', () => {
  reads('- Run `npm\n  run lint`.\n\n> `a\n> b` c\n', 'listItem [] Run npm run lint.', 'quote [] a b c');
  reads('| a |\n|---|  \n| `x \\| y` |\n', 'tableRow [] a: x | y');
});

test('code in lists and quotes has no prefix, and none of the blanks before its fence', () => {
  reads('- ```\n  a\n\n    b\n  ```\n\n>  ~~~\n>  c\n>   d\n', 'code [] a\n\n  b', 'code [] c\n d');
});

test('footnotes interrupt text and continue when indented', () => {
  reads('A.[^1] B.[^2]\n[^1]: One\n    more.\n\n    Two.\n', 'paragraph [] A. B.[^2]', 'paragraph [] One\nmore.', 'paragraph [] Two.');
});

test('HTML in a quote ends at a blank line', () => {
  reads('> <details>\n> <summary>S</summary>\n>\n> *Text*.\n> </details>\n', 'quote [] S', 'quote [] Text.');
});

test('what is nested too deeply, and comments that do not end, are text', () => {
  reads(
    `${'> '.repeat(45)}words\n\n${'a <!-- '.repeat(20)}\n\n${' '.repeat(300)}b`,
    `quote [] ${'> '.repeat(5)}words`,
    `paragraph [] ${'a <!-- '.repeat(20).trimEnd()}`,
    'code [] b',
  );
  const lines = Array.from({ length: 400 }, (_, i) => `${'  '.repeat(i)}- item ${i}`);
  const text = assertExact('a.md', lines.join('\n')).parsed.blocks.map((block) => block.text);
  assert.deepEqual(
    text.join(' ').match(/item \d+/g),
    lines.map((line) => line.trim().slice(2)),
  );
});

test('images in images are read, however many', () => {
  reads(`${'!['.repeat(2000)}a${'](b)'.repeat(2000)}\n`, `paragraph [] ${'!['.repeat(1500)}a${'](b)'.repeat(1500)}`);
});

test('paragraphs with more marks than people write keep them', () => {
  const dense = '*a_'.repeat(1500);
  reads(`${dense}\n\n*a*\n`, `paragraph [] ${dense}`, 'paragraph [] a');
});

// oxfmt-ignore
const PARTS = [
  'some plain words', 'x', 'é 中文', '**', '*', '_', '`', '``', '```\n', '~~', '[', ']', '](', ')', '"', '<', '>', '<b ', '</b>', '<!-- ', ' -->', '![', '[[', ']]', '&amp;', '\\',
  '|', '\n|-|-|  \n', '\n', '\n\n', '\r\n', '\r', '\n# ', '\n> ', '\n- ', '\n1. ', '  \n', '\\\n', '\n    ', '\n===\n', '\n---\n', '[^1]', '\n\n[^1]: ', '\n\n[x]: u\n', '\t', ' ',
  '\n<div>\n', '\n!!! note "x"\n', '\n:::tip\n', '\n```{note}\n', '\n> [!NOTE]\n', '{: .a}', '{#b}',
];

test('any mix of marks is read with exact places', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }), (parts) => {
      assertExact('a.md', parts.join(''));
    }),
    { numRuns: 200 },
  );
});
