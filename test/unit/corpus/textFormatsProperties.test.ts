import assert from 'node:assert/strict';
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
  'x_y',
  '\t',
  '\u00a0',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\\',
  '"',
  "'",
];
const LINE_BREAKS = ['\n', '\n\n', '\r\n', '\r', '\n  ', '\n    '];

const MARKUP: Readonly<Record<string, readonly string[]>> = {
  rst: (
    '**|*|`|``|:ref:`|`_|`a <b>`_|_|__|[1]_|[#]_|[C1]_|\\ |\\*|::|\n====\n|\n----\n|\n- |\n* |\n1. |\n:f: |\n.. note:: |\n.. code-block:: py\n\n   |\n.. |\n.. _t: u\n|' +
    '\n.. [1] |\n.. [C1] |\n.. figure:: a\n   :alt: |\n\n>>> |\n+--+--+\n|\n+==+==+\n|\n=== ===\n|\n\n.. csv-table:: t\n   :header: a, b\n\n   |\n.. list-table::\n\n   * - |\n     - |' +
    '\n.. |s\u0001 replace:: x\n'
  )
    .split('|')
    .flatMap((part) => (part.includes('\u0001') ? ['\n.. |s| replace:: x\n', '|s|', '|', '\n| '] : [part])),
  adoc: (
    '**¦*¦__¦_¦`¦``¦#¦##¦^¦~¦+¦+++¦[.role]#¦[¦]¦link:u[¦https://a.b[¦xref:x[¦<<x,¦>>¦<<x>>¦[[x]]¦((¦))¦(((¦)))¦{a}¦{nbsp}¦footnote:[¦image:i[alt]¦pass:[¦"`¦`"¦ +\n¦\\*¦\n= ¦\n== ¦\n* ¦\n** ¦' +
    '\n. ¦\nt:: ¦\n+\n¦\n----\n¦\n====\n¦\n____\n¦\n++++\n¦\n////\n¦\n--\n¦\n```\n¦\n|===\n¦|¦2+|¦.2+a|¦\\|¦\n[cols=2*,%header]\n¦\n[quote, A, B]\n¦\n[NOTE]\n¦\n.Title\n¦\n:a: b\n¦\n// c\n¦' +
    '\ninclude::x[]\n¦\nifdef::x[y]\n¦\nimage::p[q,1]\n¦\nOld\n---\n'
  ).split('¦'),
  org: (
    '*¦/¦_¦=¦~¦+¦[[¦]]¦[[a][¦[fn:1]¦[fn::¦]¦[cite:@k]¦<<t>>¦<<<t>>>¦@@h:x@@¦{{{m(a)}}}¦src_a{b}¦\\alpha ¦\\\\\n¦\n* ¦\n** TODO [#A] ¦ :tag:\n¦\n* COMMENT ¦\n- ¦\n + ¦\n1. ¦ :: ¦\n- [X] ¦\n| ¦ | ¦\n|---+---|\n¦\n#+TITLE: ¦' +
    '\n#+CAPTION: ¦\n#+BEGIN_SRC\n¦\n,* ¦\n#+END_SRC\n¦\n#+begin_quote\n¦\n#+end_quote\n¦\n:D:\n¦\n:PROPERTIES:\n¦\n:END:\n¦\n: ¦\n# c\n¦\n[fn:1] ¦\nSCHEDULED: <2020-01-01>\n¦\n-----\n'
  ).split('¦'),
  bib: '@article{¦@book(¦@string{¦@comment{¦\n@misc{k,¦k¦,¦ = ¦{¦}¦"¦#¦(¦)¦title = {¦author = "¦year = 1999,¦abstract={¦doi = {¦},\n¦\\"{o}¦\\\'e¦\\ss ¦\\o{}¦\\&¦\\emph{¦$x$¦$¦--¦``¦~¦s¦jan'.split(
    '¦',
  ),
  csv: ['a,b\n', ',', ';', '|', '"', '""', '","', '\n', '\r\n', '"x\ny"', '1', '\t', 'sep=;\n'],
  tsv: ['a\tb\n', ',', '"', '\t', '\n', '\r\n', '1'],
};

/** Without these most files would hold nothing that is read. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  bib: ['@article{k, title = {', '@string{s = "a"}@misc{k, note = ', '@book(k, author = "'],
};

for (const [extension, markup] of Object.entries(MARKUP)) {
  test(`places are exact in any .${extension} file`, () => {
    const part = fc.oneof(
      { arbitrary: fc.constantFrom(...WORDS), weight: 3 },
      { arbitrary: fc.constantFrom(...markup), weight: 4 },
      { arbitrary: fc.constantFrom(' ', 'word', ...LINE_BREAKS), weight: 3 },
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 60, size: 'max' }),
        fc.constantFrom('', '\ufeff', ...(BEFORE[extension] ?? [])),
        (parts, before) => {
          assertExact(`a.${extension}`, before + parts.join(''));
        },
      ),
      { numRuns: 500 },
    );
  });
}

/** Markup that hides no words, wherever it is. */
const VISIBLE: Readonly<Record<string, readonly string[]>> = {
  rst: '**¦*¦`¦``¦x_¦\\ ¦\\*¦::¦|¦\n====\n¦\n====\nT\n====\n¦\n----\n¦\n- ¦\n* ¦\n1. ¦\n:f: ¦\n.. note:: ¦\n.. code-block:: py\n\n   ¦\n.. figure:: a\n\n   ¦\n>>> ¦\n+--+--+\n¦\n+==+==+\n¦\n| ¦\n=== ===\n¦\n--- ---\n¦\n.. csv-table:: t\n\n   ¦\n.. list-table:: t\n\n   * - ¦\n     - ¦"¦,'.split(
    '¦',
  ),
  adoc: '**¦*¦__¦_¦`¦``¦#¦##¦^¦~¦+¦"`¦`"¦ +\n¦\\*¦\n= ¦\n== ¦\n* ¦\n** ¦\n. ¦\nt:: ¦\n+\n¦\n----\n¦\n====\n¦\n____\n¦\n--\n¦\n```\n¦\n|===\n¦|¦2+|¦.2+a|¦\\|¦\n[cols=2*,%header]\n¦\n[quote]\n¦\n[NOTE]\n¦\n.Title\n¦\n> ¦<1> ¦((¦))¦>>'.split(
    '¦',
  ),
  org: '*¦/¦_¦=¦~¦+¦[[¦]]¦[[a][¦\\\\\n¦\n* ¦\n** TODO [#A] ¦ :tag:\n¦\n- ¦\n + ¦\n1. ¦ :: ¦\n- [X] ¦\n| ¦ | ¦\n|---+---|\n¦\n#+CAPTION: ¦\n#+BEGIN_SRC\n¦\n,* ¦\n#+END_SRC\n¦\n#+begin_quote\n¦\n#+end_quote\n¦\n:D:\n¦\n:END:\n¦\n: ¦\n[fn:1] ¦\n-----\n'.split(
    '¦',
  ),
  csv: ['a,b\n', ',', ';', '|', '"', '""', '","', '\n', '\r\n', '"x\ny"', '1', '\t'],
};

for (const [extension, markup] of Object.entries(VISIBLE)) {
  test(`no word of an .${extension} file is lost`, () => {
    const part = fc.oneof(fc.constant(undefined), fc.constantFrom(...markup), fc.constantFrom(' ', ...LINE_BREAKS));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60, size: 'max' }), (parts) => {
        const words = parts.map((text, i) => text ?? `word${i}x`);
        // The language of a fenced listing is not text.
        fc.pre(!words.join('').includes('```word'));
        const { title, blocks } = assertExact(`a.${extension}`, words.join('')).parsed;
        const shown = [title, ...blocks.flatMap(({ headings, text }) => [...headings, text])].join(' ').replace(/[^a-z\d]/g, '');
        const lost = words.filter((word, i) => parts[i] === undefined && !shown.includes(word));
        assert.deepEqual(lost, []);
      }),
      { numRuns: 500 },
    );
  });
}
