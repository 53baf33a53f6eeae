/** What Markdown and notebooks link to, and what can be linked to in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExact } from './exactMaps.ts';
import { anchorsIn, linksIn } from './linksCheck.ts';

test('Markdown links are places in the visible text, with targets relative to the folder', () => {
  const source = `# Title
See [the *setup* guide](../guide/set%20up.md#first-steps "T"), [refs][R] and [r], <https://x.org/a>, https://y.org/b(c).
![image](i.png) [![alt](i.png)](/root.md) [mail](mailto:a@b.c) [here](#part) [none]() [up](../../../out.md)

[r]: <other file.md>
`;
  assert.deepEqual(linksIn('docs/a/x.md', source), [
    'the *setup* guide -> path docs/guide/set up.md#first-steps',
    'refs -> path docs/a/other file.md',
    'r -> path docs/a/other file.md',
    'https://x.org/a -> url https://x.org/a',
    'https://y.org/b(c) -> url https://y.org/b(c)',
    'alt -> path root.md',
    'here -> path docs/a/x.md#part',
    'up -> path ../out.md',
  ]);
});

test('wiki links are read without their marks', () => {
  const source =
    'See [[Quillan Gate]], [[Gate#The flood|the *flood*]], [[gate#Flood\\|flood 𝒳]], ![[Embedded]] and [[#Here]]; not [[ -f x ]] or [[]].\n';
  const { parsed } = assertExact('n/a.md', source);
  assert.equal(parsed.blocks[0]?.text, 'See Quillan Gate, the flood, flood 𝒳, Embedded and #Here; not [[ -f x ]] or [[]].');
  assert.deepEqual(linksIn('n/a.md', source), [
    'Quillan Gate -> wiki Quillan Gate',
    'the *flood -> wiki Gate#The flood',
    'flood 𝒳 -> wiki gate#Flood',
    'Embedded -> wiki Embedded',
    '#Here -> path n/a.md#Here',
  ]);
});

test('links in tables, items, headings and raw HTML are found, with any line ending', () => {
  const source = `## See [A](a.md)

- item [B](b.md)

| x | y |
|---|---|
| [C](c.md) | d |

Some <a href="d.md#e">D</a> text.

<p align="center"><a href='f.md'>F</a> not <b>g</b></p>
`;
  for (const ending of ['\n', '\r\n', '\r'])
    assert.deepEqual(linksIn('x.md', source.replace(/\n/g, ending)), [
      'A -> path a.md',
      'B -> path b.md',
      'C -> path c.md',
      'D -> path d.md#e',
      'F -> path f.md',
    ]);
});

test('anchors of Markdown are its headings, ids and tags', () => {
  const source = `# Title

<a name="intro"></a>

Text.

## Set up {#install .x}

a

## Use

b

## Use

c <span id="here">d</span>
`;
  assert.deepEqual(anchorsIn('x.md', source), [
    'heading Title [] Title <',
    'label intro [] <a name=',
    'heading Set up [Set up] Set up {',
    'label install [Set up] Set up {',
    'heading Use [Use] Use b ',
    'heading Use 1 [Use] Use c <',
    'label here [Use] <span id',
  ]);
  const { parsed } = assertExact('x.md', source);
  assert.deepEqual(
    parsed.blocks.map(({ headings }) => headings.join()),
    ['', 'Set up', 'Use', 'Use'],
  );
});

test('links of a notebook are places in its JSON', () => {
  const cell = {
    cell_type: 'markdown',
    source: ['# T "q"\n', '<a id="x"></a>\n', 'See [the\n', '"guide"](a%20b.ipynb#Part-1) and https://x.org.'],
  };
  const source = JSON.stringify({ nbformat: 4, cells: [cell, { cell_type: 'code', source: '# https://y.org' }] }, null, 1);
  assert.deepEqual(linksIn('n/x.ipynb', source), [
    'the\\n", "\\"guide\\" -> path n/a b.ipynb#Part-1',
    'https://x.org -> url https://x.org',
    'https://y.org -> url https://y.org',
  ]);
  assert.deepEqual(anchorsIn('n/x.ipynb', source), ['heading T "q" [] T \\"q\\"\\', 'label x [] <a id=\\"']);
});

test('ten thousand links, unclosed and nested ones are read in one go', () => {
  const line = 'See [one](a.md#x) and [[two]] 𝒳.\n';
  assert.equal(linksIn('x.md', line.repeat(5000)).length, 10_000);
  assert.deepEqual(linksIn('x.md', 'a [b [c](d.md) e](f.md) [g](h.md'), ['c -> path d.md']);
  assert.deepEqual(linksIn('x.md', '[['.repeat(5000)), []);
});
