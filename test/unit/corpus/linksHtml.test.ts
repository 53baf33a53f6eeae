/** What HTML links to, what can be linked to in it, and its metadata. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExact } from './exactMaps.ts';
import { anchorsIn, linksIn } from './linksCheck.ts';

const PAGE = `<!doctype html><html><head><title>T</title>
<meta name="author" content="Jane &amp; Roe"><meta name=viewport content="x"><meta name="citation_author" content='Ida 𝒳'>
<meta property="article:published_time" content=2020-01-02><meta name="description" content="On
tides."></head><body><nav><a href="no.html">no</a></nav>
<section id="setup"><h2>Set up</h2><p>See <a href="../a%20b.html?q=1#p&amp;q">the <b>guide</b></a>, <a href="#use">use</a>,
<a href="mailto:a@b.c">mail</a>, <a name="here">here</a> and https://x.org/a.</p></section>
<a href="card.html"><div><h3 id="use">Card</h3><p>Text</p></div></a>
<table><tr><td id="cell"><a href="//y.org/z">Cell</a></td><td>b</td></tr></table>
<p><a href="">empty</a> <a href="open.html">open
`;

test('links of HTML are found in paragraphs, blocks and cells', () => {
  for (const ending of ['\n', '\r\n'])
    assert.deepEqual(linksIn('d/x.html', PAGE.replace(/\n/g, ending)), [
      'the <b>guide -> path a b.html#p&q',
      'use -> path d/x.html#use',
      'https://x.org/a -> url https://x.org/a',
      'Card -> path d/card.html',
      'Text -> path d/card.html',
      'Cell -> url //y.org/z',
      'open -> path d/open.html',
    ]);
});

test('ids and names of HTML can be linked to', () => {
  assert.deepEqual(
    anchorsIn('x.html', PAGE).map((line) => line.replace(/\] .*/s, ']')),
    [
      'label setup [Set up]',
      'heading Set up [Set up]',
      'label here [Set up]',
      'label use [Set up > Card]',
      'heading Card [Set up > Card]',
      'label cell [-]',
    ],
  );
});

test('what a page says about itself is metadata', () => {
  const { parsed } = assertExact('x.html', PAGE);
  assert.deepEqual(
    parsed.blocks.slice(0, 3).map(({ kind, text }) => `${kind} ${text}`),
    ['field author: Jane & Roe', 'field author: Ida 𝒳', 'field published_time: 2020-01-02'],
  );
  assert.deepEqual(parsed.fields.at(-1), { name: 'description', value: 'On tides.' });
});

test('many links and open tags are read in one go', () => {
  assert.equal(linksIn('x.html', '<p><a href="a.html">one</a> 𝒳\n'.repeat(10_000)).length, 10_000);
  assert.equal(linksIn('x.html', '<a href="a.html">one '.repeat(2000)).length, 2000);
});
