/** What reStructuredText links to, what can be linked to in it, and its metadata. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExact } from './exactMaps.ts';
import { anchorsIn, linksIn } from './linksCheck.ts';

test('roles and references of reStructuredText are links', () => {
  const source = `See :ref:\`the setup <set-up>\`, :ref:\`other\`, :doc:\`/guide/intro\`, :doc:\`Intro <../intro>\`, :pep:\`484#rationale\`,
:rfc:\`2119\`, :term:\`Generator\`, :func:\`~os.path.join\`, :py:meth:\`str.split()\`, :class:\`!None\`, :math:\`x\`, :cite:\`Doe99\`.
A \`page <../a%20b.html#x>\`_, \`Python\`_, Python_, \`text\`__, word__, \`alias <Python_>\`_, [Knuth74]_, [1]_, [#]_ and \`Some
Section\`_; not snake_case or \`\`code_\`\`. https://z.org/.

.. _Python: https://python.org/
   doc
__ https://one.org
__ two.rst
.. [Knuth74] Donald Knuth.
`;
  const expected = [
    'the setup -> label set-up',
    'other -> label other',
    '/guide/intro -> path guide/intro',
    'Intro -> path intro',
    '484#rationale -> name PEP 484#rationale',
    '2119 -> name RFC 2119',
    'Generator -> label generator',
    'os.path.join -> label os.path.join',
    'str.split() -> label str.split',
    'Doe99 -> citation Doe99',
    'page -> path a b.html#x',
    'Python -> url https://python.org/doc',
    'Python -> url https://python.org/doc',
    'text -> url https://one.org',
    'word -> path d/two.rst',
    'alias -> url https://python.org/doc',
    '[Knuth74] -> citation Knuth74',
    'Some Section -> label some section',
    'https://z.org/ -> url https://z.org/',
  ];
  for (const ending of ['\n', '\r\n', '\r']) assert.deepEqual(linksIn('d/x.rst', source.replace(/\n/g, ending)), expected);
});

test('targets, citations, terms and objects of reStructuredText can be linked to', () => {
  const source = `.. _top:

Title
=====

.. module:: shop

.. _\`Part: one\`:
.. _second:

Part
----

Text with an _\`inline target\`.

.. _para:

Other text.

.. class:: Cart(owner, *, size=1)

   A cart.

   .. method:: add(item)
               remove(item)

      Adds it.

.. c:function:: PyObject *cart_new(int n)

   Makes it.

.. glossary::

   basket
      A small cart.

.. [Knuth74] Donald Knuth.

.. _web: https://x.org
`;
  assert.deepEqual(
    anchorsIn('x.rst', source).map((line) => line.replace(/\] .*/, ']')),
    [
      'label top []',
      'heading Title []',
      'object shop []',
      'label Part: one [Part]',
      'label second [Part]',
      'heading Part [Part]',
      'label inline target [Part]',
      'label para [-]',
      'object Cart [-]',
      'object shop.Cart [-]',
      'object add [-]',
      'object Cart.add [-]',
      'object shop.Cart.add [-]',
      'object remove [-]',
      'object Cart.remove [-]',
      'object shop.Cart.remove [-]',
      'object cart_new [-]',
      'object shop.cart_new [-]',
      'term basket [-]',
      'citation Knuth74 [-]',
    ],
  );
  const { parsed } = assertExact('x.rst', source);
  assert(parsed.blocks.some(({ text }) => text === 'Cart(owner, *, size=1)'));
});

test('a toctree links to its pages', () => {
  const source = 'Index\n=====\n\nText.\n\n.. toctree::\n   :maxdepth: 2\n\n   guide/intro\n   Setup <set-up.rst>\n   many/*\n   self\n';
  assert.deepEqual(linksIn('d/index.rst', source), ['guide/intro -> path d/guide/intro', 'set-up.rst -> path d/set-up.rst']);
});

const PEP = `PEP: 484
Title: Type Hints
Version: $Revision$
Author: Guido van Rossum <guido@python.org>,
        Łukasz Langa <lukasz@python.org>
Status: Final
Requires: 3107, 3119
Created: 29-Sep-2014
Post-History: \`16-Jan-2015 <https://mail.org/a>\`__,
              20-Mar-2015

Abstract
========

PEP 3107 introduced syntax.
`;

test('the header of a PEP is metadata: title, other name, fields, and lines that can be found', () => {
  for (const ending of ['\n', '\r\n']) {
    const { parsed, passages } = assertExact('pep-0484.rst', PEP.replace(/\n/g, ending));
    assert.deepEqual([parsed.title, parsed.titleOrigin, parsed.aliases], ['Type Hints', 'document', ['PEP 484']]);
    assert.deepEqual(
      parsed.fields.map(({ name, value }) => `${name}: ${value}`),
      [
        'PEP: 484',
        'Title: Type Hints',
        'Version: $Revision$',
        'Author: Guido van Rossum <guido@python.org>, Łukasz Langa <lukasz@python.org>',
        'Status: Final',
        'Requires: 3107, 3119',
        'Created: 29-Sep-2014',
        'Post-History: 16-Jan-2015, 20-Mar-2015',
      ],
    );
    assert.deepEqual(
      passages.map(({ headings, text }) => [headings.join(), text.replace(/\s*\r?\n\s*/g, '|')]),
      [
        [
          '',
          'PEP: 484|Author: Guido van Rossum <guido@python.org>, Łukasz Langa <lukasz@python.org>|Status: Final|Requires: 3107, 3119|Created: 29-Sep-2014|Post-History: 16-Jan-2015, 20-Mar-2015',
        ],
        ['Abstract', 'PEP 3107 introduced syntax.'],
      ],
    );
  }
  assert.deepEqual(linksIn('pep-0484.rst', PEP), [
    '3107 -> name PEP 3107',
    '3119 -> name PEP 3119',
    '16-Jan-2015 -> url https://mail.org/a',
  ]);
});

test('docinfo is metadata, a field list in the text is not', () => {
  const { parsed } = assertExact('x.rst', 'Title\n=====\n\n:Author: *Jane* Doe\n:Date: 2020-01-02\n:orphan:\n\nText.\n\n:Author: None\n');
  assert.equal(parsed.title, 'Title');
  assert.deepEqual(parsed.fields, [
    { name: 'Author', value: 'Jane Doe' },
    { name: 'Date', value: '2020-01-02' },
  ]);
  assert.deepEqual(
    parsed.blocks.map(({ kind, text }) => `${kind} ${text}`),
    ['field Author: Jane Doe', 'field Date: 2020-01-02', 'paragraph Text.', 'listItem Author: None'],
  );
  assert.deepEqual(assertExact('x.rst', 'Note: this is text.\nIt continues.\n').parsed.fields, []);
  assert.deepEqual(assertExact('x.rst', 'Title: x\nno field\n').parsed.fields, []);
});
