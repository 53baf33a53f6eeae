import { test } from 'node:test';
import fc from 'fast-check';
import { assertExact } from './exactMaps.ts';

const WORDS = [
  'gate',
  'Orrin',
  'é',
  'e\u0301',
  '👩‍🔬',
  'שלום',
  '中文。',
  'Mr.',
  '3.14',
  'x_y_z',
  '\t',
  '\u00a0',
  '&amp;',
  '&copy;',
  '&notanentity;',
  '&',
  '<',
  '\ufeff',
  '\\',
  '\\*',
  '"',
  "'",
];

const MARKUP: Readonly<Record<string, readonly string[]>> = {
  md: [
    '{: .x}',
    '![a](b){.x}',
    '**',
    '*',
    '`',
    '[a](b)',
    '[r]',
    '![i](j)',
    '\n',
    '\n\n',
    '\n# ',
    '\n> ',
    '\n> [!NOTE] ',
    '\n!!! note "',
    '"\n\n    ',
    '\n=== "a"\n    ',
    '\n:::tip[',
    '\n:::\n',
    '\n```{note} ',
    '\n- ',
    '\n1. ',
    '\n\n|a|b|\n|-|-|\n|',
    '|',
    '\n```\n',
    '  \n',
    '\n    ',
    '<b>',
    '<!-- c -->',
    '\n<div>\n',
    '\r\n',
    '\n---\n',
    '[^1]',
    '\n\n[^1]: ',
  ],
  txt: ['\n', '\n\n', '\r\n', '\n===\n', '\n---\n', '\n- ', '\n1) ', '   '],
  html: [
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<br>',
    '\n',
    '\r\n',
    '<table>',
    '<tr>',
    '<td>',
    '<th>',
    '</table>',
    '<ul>',
    '<li>',
    '</ul>',
    '<h2>',
    '</h2>',
    '</x>',
    '<!-- c -->',
    '<script>',
    '</script>',
    '<img alt="a &lt; b">',
    '<pre>',
    '</pre>',
    '<main>',
    '<div hidden>',
    '</div>',
    '<title>',
  ],
  tex: [
    '\\section{',
    '\\emph{',
    '{',
    '}',
    '\n',
    '\n\n',
    '\\item ',
    '\\begin{itemize}',
    '\\end{itemize}',
    '$',
    '\\\\',
    '% c\n',
    '``',
    "''",
    '--',
    '~',
    "\\'e",
    '\\"{o}',
    '\\ss ',
    '\\cite{k}',
    '\\begin{tabular}{l}',
    '&',
    '\\end{tabular}',
    '\\footnote{',
    '\\verb|v|',
    '\\[',
    '\\]',
    '[',
    ']',
    '\\begin{verbatim}',
    '\\end{verbatim}',
  ],
};

for (const [extension, markup] of Object.entries(MARKUP)) {
  test(`places are exact in any .${extension} file`, () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...markup), fc.constant(' ')), { maxLength: 60 }),
        (parts) => {
          assertExact(`a.${extension}`, parts.join(''));
        },
      ),
      { numRuns: 200 },
    );
  });
}

test('places are exact in any notebook', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...(MARKUP['md'] ?? [])), fc.constant(' ')), { maxLength: 30 })
    .map((parts) => parts.join(''));
  const source = fc.oneof(
    text,
    text.map((whole) => whole.split(/(?<=\n)/)),
  );
  const cell = fc.record({ cell_type: fc.constantFrom('markdown', 'code', 'raw'), source });
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 5 }), fc.constantFrom(undefined, 1), (cells, indent) => {
      assertExact('a.ipynb', JSON.stringify({ nbformat: 4, cells }, null, indent));
    }),
    { numRuns: 150 },
  );
});

test('passages of long documents stay bounded and complete', () => {
  const sentence = fc
    .array(fc.constantFrom(...WORDS.slice(0, 9), 'word', 'x'.repeat(400)), { minLength: 1, maxLength: 300 })
    .map((words) => `${words.join(' ').replaceAll('gate ', 'gate\n')}.${words.length % 2 === 0 ? ' ' : '\n'}`);
  const block = fc.array(sentence, { maxLength: 6 }).map((sentences) => sentences.join(''));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('', '# H\n\n', '## T\n\n', '- ', '    '), block), { maxLength: 6 }), (blocks) => {
      assertExact('a.md', blocks.map((parts) => parts.join('')).join('\n\n'));
    }),
    { numRuns: 60 },
  );
});
