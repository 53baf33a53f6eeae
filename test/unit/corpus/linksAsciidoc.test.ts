/** What AsciiDoc links to, what can be linked to in it, and its metadata. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExact } from './exactMaps.ts';
import { anchorsIn, linksIn } from './linksCheck.ts';

test('macros, references and addresses of AsciiDoc are links', () => {
  const source = `:base: https://x.org

See xref:guide/set%20up.adoc#first[the *setup* guide], xref:install[], xref:#run[Run], xref:shop:cart.adoc#a[Cart],
<<install,Install it>>, <<other.adoc#x>>, <<First Part>>, link:../a.html[A, window=_blank], {base}/b[B], https://y.org[Y],
https://z.org[], https://w.org. mailto:a@b.c[Mail] image:i.png[alt] footnote:[See <<install>>.]

include::parts/{base}.adoc[]
include::parts/one.adoc[]
`;
  const expected = [
    'the *setup* guide -> path d/guide/set up.adoc#first',
    'install -> label install',
    'Run -> label run',
    'Cart -> wiki cart.adoc#a',
    'Install it -> label install',
    'other.adoc#x -> path d/other.adoc#x',
    'First Part -> label First Part',
    'A -> path a.html',
    'B -> url https://x.org/b',
    'Y -> url https://y.org',
    'https://z.org -> url https://z.org',
    'https://w.org -> url https://w.org',
    'install -> label install',
    'parts/one.adoc -> path d/parts/one.adoc',
  ];
  for (const ending of ['\n', '\r\n', '\r']) assert.deepEqual(linksIn('d/x.adoc', source.replace(/\n/g, ending)), expected);
});

test('ids and bibliography entries of AsciiDoc can be linked to', () => {
  const source = `= Title

[[install,Install]]
== Set up

Text with [[here]]an anchor, [#there]*id* and anchor:third[].

[#run.x]
=== Use

a

[quote#q]
Said.

[id="last"]
=== Use

* [[[knuth74,1]]] Donald Knuth.
`;
  assert.deepEqual(
    anchorsIn('x.adoc', source).map((line) => line.replace(/\] .*/, ']')),
    [
      'heading Title []',
      'label install [Set up]',
      'heading Set up [Set up]',
      'label here [Set up]',
      'label there [Set up]',
      'label third [Set up]',
      'label run [Set up > Use]',
      'heading Use [Set up > Use]',
      'label q [-]',
      'label last [Set up > Use]',
      'heading Use 2 [Set up > Use]',
      'citation knuth74 [Set up > Use]',
    ],
  );
});

test('the header of AsciiDoc is metadata', () => {
  const source = `// comment
= On Tides
Jane Doe <jane@x.org>; 𝒳 Roe
v1.0, 2020-01-02: First
:toc: left
:keywords: tides, moon
:url: https://x.org

Text.

:description: not in the header
`;
  for (const ending of ['\n', '\r\n']) {
    const { parsed } = assertExact('x.adoc', source.replace(/\n/g, ending));
    assert.equal(parsed.title, 'On Tides');
    assert.deepEqual(
      parsed.blocks.map(({ kind, text }) => `${kind} ${text}`),
      [
        'field author: Jane Doe <jane@x.org>; 𝒳 Roe',
        'field revision: v1.0, 2020-01-02: First',
        'field keywords: tides, moon',
        'paragraph Text.',
      ],
    );
    assert.deepEqual(
      parsed.fields.map(({ name }) => name),
      ['author', 'revision', 'keywords'],
    );
  }
});
