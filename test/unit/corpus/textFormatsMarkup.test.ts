import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import { cut } from './exactMaps.ts';
import { check } from './textFormatsCheck.ts';

test('reStructuredText: sections by first use, inline markup, lists, fields and quotes', () => {
  const source = String.raw`.. a comment
   that goes on

=======
*Gates*
=======
:Author: Jane Doe

.. |tool| replace:: **Ariadne**

A |tool| with *em*, **strong**, ${'``'}lit *x*${'``'}, ${'`'}link <http://x.y>${'`'}_, word_, :ref:${'`'}sec <t>${'`'},
:func:${'`'}~os.path${'`'}, note [1]_ auto [#n]_, cited [Doe20]_, \*not\* em, 2*3*4 and a_b.

.. _target:

Part
====

- one
  wrapped

  second paragraph

  - nested
- two

1. first
#. second

A. Doe wrote
this paragraph.

term
   Its meaning.

   A quote of
   two lines.

Intro:

    Quoted.

Sub
---
| line
| block

.. [1] The *note*.
.. [Doe20] J. Doe.
`;
  check('a.rst', source, {
    title: 'Gates',
    blocks: [
      'field [] Author: Jane Doe',
      'paragraph [] A Ariadne with em, strong, lit *x*, link, word, sec,\nos.path, note [1] auto, cited [Doe20], *not* em, 2*3*4 and a_b.',
      'listItem [Part] one\nwrapped',
      'listItem [Part] second paragraph',
      'listItem [Part] nested',
      'listItem [Part] two',
      'listItem [Part] first',
      'listItem [Part] second',
      'paragraph [Part] A. Doe wrote\nthis paragraph.',
      'listItem [Part] term: Its meaning.',
      'listItem [Part] A quote of\ntwo lines.',
      'paragraph [Part] Intro:',
      'quote [Part] Quoted.',
      'paragraph [Part > Sub] line\nblock',
      'paragraph [Part > Sub] [1] The note.',
      'paragraph [Part > Sub] [Doe20] J. Doe.',
    ],
  });
});

test('reStructuredText: directives keep what readers see', () => {
  const source = `.. title:: Stated

Code::

  x = 1

    y = 2

.. note:: Be *careful*
   here.
.. warning::
   :class: big

   Body.

.. code-block:: python
   :caption: The cap

   z = 3

.. figure:: a.png
   :alt: Alt

   Caption.

.. image:: b.png
   :alt: Picture
.. py:function:: f(a, *b)
   :module: m

   Does it.

   :param a: the a

.. toctree::

   other

.. raw:: html

   <b>

>>> 1 + 1
2
`;
  check('a.rst', source, {
    title: 'Stated',
    blocks: [
      'paragraph [] Code:',
      'code [] x = 1\n\n  y = 2',
      'paragraph [] Note: Be careful\nhere.',
      'paragraph [] Warning: Body.',
      'paragraph [] The cap',
      'code [] z = 3',
      'paragraph [] Alt',
      'paragraph [] Caption.',
      'paragraph [] Picture',
      'paragraph [] f(a, *b)',
      'paragraph [] Does it.',
      'listItem [] param a: the a',
      'code [] >>> 1 + 1\n2',
    ],
  });
});

test('reStructuredText: every kind of table has its column names in each row', () => {
  const source = `+------+------+
| Name | Year |
+======+======+
| A *x*| 1931 |
| more |      |
+------+------+
| 中文 | 1932 |
+------+------+

=====  =====
Name   Year
=====  =====
Orrin  1931 and
       more
B      1932
=====  =====

.. csv-table:: Cap
   :header: Name, "Year"

   "Orrin, J.", 1931

.. list-table::
   :header-rows: 1

   * - Name
     - Year
   * - Orrin
     - 1931
       more
`;
  check('a.rst', source, {
    title: 'a',
    blocks: [
      'tableRow [] Name: A x\nmore; Year: 1931',
      'tableRow [] Name: 中文; Year: 1932',
      'tableRow [] Name: Orrin; Year: 1931 and\nmore',
      'tableRow [] Name: B; Year: 1932',
      'paragraph [] Cap',
      'tableRow [] Name: Orrin, J.; Year: 1931',
      'tableRow [] Name: Orrin; Year: 1931\nmore',
    ],
  });
});

test('AsciiDoc: header, attributes and inline markup', () => {
  const source = String.raw`// a comment
= The *Gates*
Jane Doe <jane@x.org>
:tool: Ariadne
:site: https://x.org/{page}

A {tool} {unknown} with *bold*, _it_, ${'`'}code *x*${'`'}, **un**bound, {site}[Site], link:http://x.y[Link text^], https://a.b/c_d_e[page], https://plain.org/x_y,
<<sec,Section>>, footnote:[A *note*.] H~2~O, "${'`'}quoted${'`'}", image:a.png[Alt, 10], xref:d.adoc#a[the doc,role=x], [.big]#styled#, \*not bold*,
((term))(((hidden))) &#9733; 2^10 and 3^2 snake_case +
last
`;
  check('a.adoc', source, {
    title: 'The Gates',
    blocks: [
      'field [] author: Jane Doe <jane@x.org>',
      'paragraph [] A Ariadne {unknown} with bold, it, code *x*, unbound, Site, Link text, page, https://plain.org/x_y,\nSection, (A note.) H2O, "quoted", Alt, the doc, styled, *not bold*,\n' +
        'term ★ 2^10 and 3^2 snake_case\nlast',
    ],
  });
});

test('AsciiDoc: blocks, lists and tables', () => {
  const source = `= T

include::other.adoc[]

[[anchor]]
== Part

.A title
[source,ruby]
----
x = 1
include::y.rb[]

  y
----
* one
wrapped
** nested
+
attached

* [x] done

. first
+
....
literal
....

term:: meaning
other::
  meaning

NOTE: Careful.

[TIP]
====
Inside.

More.
====

[quote, Jane Doe, Book]
____
Said.
____

 indented
   code

[cols="1,2"]
|===
|Name |Year

|A *x*
|1931
2+|Wide
|B |a \\| b
|===

,===
Name,Year

"B, C",1932
,===

////
hidden
////
++++
<b>
++++
ifdef::x[]
seen
endif::[]

=== Sub

image::p.png[Picture,300]

[discrete]
== Line

Old part
--------
Text
// no comment
goes on.
`;
  check('a.adoc', source, {
    title: 'T',
    blocks: [
      'paragraph [Part] A title',
      'code [Part] x = 1\n\n  y',
      'listItem [Part] one\nwrapped',
      'listItem [Part] nested',
      'listItem [Part] attached',
      'listItem [Part] done',
      'listItem [Part] first',
      'code [Part] literal',
      'listItem [Part] term: meaning',
      'listItem [Part] other: meaning',
      'paragraph [Part] NOTE: Careful.',
      'paragraph [Part] TIP: Inside.',
      'paragraph [Part] More.',
      'quote [Part] Said.',
      'quote [Part] Jane Doe, Book',
      'code [Part] indented\n  code',
      'tableRow [Part] Name: A x; Year: 1931',
      'tableRow [Part] Name: Wide',
      'tableRow [Part] Name: B; Year: a | b',
      'tableRow [Part] Name: B, C; Year: 1932',
      'paragraph [Part] seen',
      'paragraph [Part > Sub] Picture',
      'paragraph [Part > Sub] Line',
      'paragraph [Old part] Text\ngoes on.',
    ],
  });
});

test('an .asc file that is an OpenPGP message is not AsciiDoc', () => {
  assert.throws(() => cut('a.asc', '-----BEGIN PGP MESSAGE-----\n\nabc\n'), AriadneError);
});
