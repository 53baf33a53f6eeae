/** What Org links to, what can be linked to in it, and its metadata. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExact } from './exactMaps.ts';
import { anchorsIn, linksIn } from './linksCheck.ts';

test('links, citations and included files of Org are links', () => {
  const source = `See [[file:../a b.org::*The Part][the *part*]], [[./c.org::#id]], [[id:12-ab][by id]], [[#setup]], [[*Set up]],
[[https://x.org][X]], [[target]], [[roam:Tides]], [[file:d.pdf::12]], https://y.org. [cite/t:@doe99; see @roe p. 3] and [cite:@open.

#+INCLUDE: "part/one.org::*A" :lines "1-3"
#+bibliography: refs.bib
`;
  const expected = [
    'the *part -> path a b.org#The Part',
    './c.org::#id -> path d/c.org#id',
    'by id -> label 12-ab',
    'setup -> path d/x.org#setup',
    'Set up -> path d/x.org#Set up',
    'X -> url https://x.org',
    'target -> label target',
    'roam:Tides -> wiki Tides',
    'd.pdf::12 -> path d/d.pdf',
    'https://y.org -> url https://y.org',
    '@doe99 -> citation doe99',
    '@roe -> citation roe',
    'part/one.org::*A -> path d/part/one.org',
    'refs.bib -> path d/refs.bib',
  ];
  for (const ending of ['\n', '\r\n', '\r']) assert.deepEqual(linksIn('d/x.org', source.replace(/\n/g, ending)), expected);
});

const DOCUMENT = `:PROPERTIES:
:ID: file-id
:ROAM_ALIASES: "The Tides" Ebb
:END:
#+TITLE: On Tides
#+AUTHOR: Jane *Doe*
#+DATE: <2020-01-02>
#+OPTIONS: toc:nil

* Set up
:PROPERTIES:
:CUSTOM_ID: setup
:END:
** Use
Text <<here>> and <<<radio>>>.

#+NAME: tab
| a | b |
`;

test('ids, names and targets of Org can be linked to', () => {
  assert.deepEqual(
    anchorsIn('x.org', DOCUMENT).map((line) => line.replace(/\] .*/s, ']')),
    [
      'label file-id []',
      'heading Set up [Set up]',
      'label setup [Set up]',
      'heading Use [Set up > Use]',
      'label here [Set up > Use]',
      'label radio [Set up > Use]',
      'label tab [-]',
    ],
  );
});

test('settings and properties at the top of Org are metadata', () => {
  const { parsed } = assertExact('x.org', DOCUMENT);
  assert.deepEqual([parsed.title, parsed.aliases], ['On Tides', ['The Tides', 'Ebb']]);
  assert.deepEqual(
    parsed.blocks.map(({ kind, text }) => `${kind} ${text}`),
    ['field AUTHOR: Jane Doe', 'field DATE: <2020-01-02>', 'paragraph Text  and radio.', 'tableRow a; b'],
  );
});
