import { test } from 'node:test';
import { check } from './textFormatsCheck.ts';

test('Org: headlines, settings and inline markup', () => {
  const source = String.raw`# -*- mode: org -*-
#+TITLE: The
#+TITLE: *Gates*
#+AUTHOR: Jane Doe
#+OPTIONS: toc:nil
#+TODO: NEXT | DROPPED

With *bold*, /it/, =v*e*r=, ~code~, [[http://x.y][Link *text*]], [[file:z.org]], [fn:1] [fn:: inline], [cite/t:@doe p. 3],
a<<target>> \alpha \unknown @@html:<b>@@src_py[:x]{f(1)} {{{kbd(C-c)}}} 2*3*4 a_b\\
<2020-01-01 Wed>

* TODO [#A] Head [1/2] :tag:other:
SCHEDULED: <2020-01-01 Wed> DEADLINE: <2021-01-01 Fri>
:PROPERTIES:
:ID: 123
:END:
Text.
** NEXT Sub
:NOTES:
kept
:END:
* COMMENT Hidden
hidden
** also
* Last
[fn:1] The note.
`;
  check('a.org', source, {
    title: 'The Gates',
    blocks: [
      'field [] AUTHOR: Jane Doe',
      'paragraph [] With bold, it, v*e*r, code, Link text, z.org,  (inline), [@doe p. 3],\na α \\unknown f(1) C-c 2*3*4 a_b\n<2020-01-01 Wed>',
      'paragraph [Head] Text.',
      'paragraph [Head > Sub] kept',
      'paragraph [Last] The note.',
    ],
  });
});

test('Org: lists, tables and blocks', () => {
  const source = `- one
  wrapped
  1. nested

  paragraph of one
- [X] done
- term :: meaning

Text.
#+CAPTION: Cap
| Name  | Year |
|-------+------|
| A *x* | 1931 |
| B     |      |
#+TBLFM: $2=1

#+BEGIN_SRC python :results output
  x = 1

  ,* y
#+END_SRC

#+RESULTS:
: 42
# comment
#+begin_quote
Said.
#+end_quote
#+BEGIN_EXPORT html
<b>
#+END_EXPORT
-----
#+BEGIN_SRC without end
kept
`;
  check('my-notes.org', source, {
    title: 'my notes',
    blocks: [
      'listItem [] one\nwrapped',
      'listItem [] nested',
      'listItem [] paragraph of one',
      'listItem [] done',
      'listItem [] term: meaning',
      'paragraph [] Text.',
      'paragraph [] Cap',
      'tableRow [] Name: A x; Year: 1931',
      'tableRow [] Name: B',
      'code [] x = 1\n\n* y',
      'code [] 42',
      'quote [] Said.',
      'paragraph [] kept',
    ],
  });
});
