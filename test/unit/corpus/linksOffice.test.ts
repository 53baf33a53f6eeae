/** What Word documents, OpenDocument texts and EPUB books link to, what can be linked to in them, and their properties. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx, makeEpub, makeOdt, wordParagraph } from '../../support/office.ts';
import { makePdf } from '../../support/pdf.ts';
import { assertExactExtracted } from './exactMaps.ts';
import { linksIn, shownAnchor, shownTarget } from './linksCheck.ts';

interface Read {
  readonly links: readonly string[];
  readonly anchors: readonly string[];
  readonly fields: readonly string[];
}

async function read(path: string, bytes: Uint8Array): Promise<Read> {
  const { parsed } = await assertExactExtracted(path, bytes);
  return {
    links: parsed.links.map((link) => `${parsed.text.slice(link.start, link.end)} -> ${shownTarget(link)}`),
    anchors: parsed.anchors.map((anchor) => `${shownAnchor(anchor)} ${parsed.text.slice(anchor.offset, anchor.offset + 7)}`),
    fields: parsed.fields.map(({ name, value }) => `${name}: ${value}`),
  };
}

const link = (attributes: string, text: string): string =>
  `<w:hyperlink ${attributes}><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:hyperlink>`;

test('hyperlinks and bookmarks of a Word document', async () => {
  const relationships =
    '<Relationships xmlns="r"><Relationship Id="r1" Target="../a%20b.docx" TargetMode="External"/><Relationship Id="r2" Target="https://x.org" TargetMode="External"/>' +
    '<Relationship Id="r3" Target="media/i.png"/></Relationships>';
  const body =
    `<w:bookmarkStart w:id="1" w:name="_Toc1"/>${wordParagraph('First part', '<w:pStyle w:val="berschrift1"/>')}` +
    `<w:p><w:r><w:t xml:space="preserve">See </w:t></w:r>${link('r:id="r1" xmlns:r="o"', ' the  other')}${link('w:anchor="_Toc1"', ' part')}${link('r:id="r3" xmlns:r="o"', 'x')}</w:p>` +
    `<w:tbl><w:tr><w:tc><w:p><w:bookmarkStart w:id="2" w:name="cell"/>${link('r:id="r2" xmlns:r="o"', 'Site 𝒳')}</w:p></w:tc><w:tc>${wordParagraph('b')}</w:tc></w:tr></w:tbl>`;
  const core = '<cp:core xmlns:cp="c" xmlns:dc="d"><dc:creator>Jane Doe</dc:creator><dc:subject> </dc:subject></cp:core>';
  const bytes = makeDocx(body, { other: { 'word/_rels/document.xml.rels': relationships, 'docProps/core.xml': core } });
  assert.deepEqual(await read('d/x.docx', bytes), {
    links: ['the other -> path a b.docx', 'part -> path d/x.docx#_Toc1', 'Site 𝒳 -> url https://x.org'],
    anchors: ['heading First part [] First p', 'label _Toc1 [] First p', 'label cell [-] Site 𝒳'],
    fields: ['creator: Jane Doe'],
  });
});

test('hyperlinks and bookmarks of an OpenDocument text', async () => {
  const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
  const body =
    `<text:h text:outline-level="1"><text:bookmark-start text:name="top"/>Part</text:h><text:h text:outline-level="1">Other</text:h>` +
    `<text:p>See <text:a ${xlink} xlink:href="../b.odt#Two|outline">b</text:a> and <text:a ${xlink} xlink:href="#top">top</text:a>.</text:p>`;
  assert.deepEqual(await read('d/x.odt', makeOdt(body)), {
    links: ['b -> path d/b.odt#Two', 'top -> path d/x.odt#top'],
    anchors: ['heading Part [-] Part\nOt', 'label top [-] Part\nOt', 'heading Other [Other] Other\nS'],
    fields: [],
  });
});

test('links between the chapters of a book lead to places in the book', async () => {
  const chapters = {
    'one.xhtml':
      '<h1>One</h1><p>See <a href="two%20b.xhtml#n1">note</a>, <a href="two%20b.xhtml">two</a>, <a href="#here">here</a> and <a href="https://x.org">X</a>.</p>',
    'two b.xhtml': '<h1>Two</h1><p id="here">Text.</p><p><span id="n1"/>Note <img src="i.png" alt="i"/> <a href="i.png">image</a>.</p>',
  };
  assert.deepEqual(await read('d/x.epub', makeEpub(chapters)), {
    links: [
      'note -> path d/x.epub#n1',
      'two -> path d/x.epub#OEBPS/text/two b.xhtml',
      'here -> path d/x.epub#here',
      'X -> url https://x.org',
    ],
    anchors: [
      'heading One [One] One\nSee',
      'label OEBPS/text/one.xhtml [One] One\nSee',
      'heading Two [Two] Two\nTex',
      'label OEBPS/text/two b.xhtml [Two] Two\nTex',
      'label here [Two] Text.\nN',
      'label n1 [-] Note i ',
    ],
    fields: [],
  });
});

test('addresses and properties of a PDF, and addresses in code and tables', async () => {
  const page = { texts: [{ text: 'See https://x.org/a.', x: 72, y: 700, size: 11 }] };
  const { links, fields } = await read('x.pdf', makePdf([page], { title: 'T', author: 'Jane Doe' }));
  assert.deepEqual(
    { links, fields },
    { links: ['https://x.org/a -> url https://x.org/a'], fields: ['Author: Jane Doe', 'CreationDate: 2020-01-02'] },
  );
  assert.deepEqual(linksIn('x.py', '# https://x.org/b(c)\n'), ['https://x.org/b(c) -> url https://x.org/b(c)']);
  assert.deepEqual(linksIn('x.csv', 'name,site\na,https://x.org/d\n'), ['https://x.org/d -> url https://x.org/d']);
});

test('ten thousand links of a Word document are read in one go', async () => {
  const paragraph = `<w:p>${link('w:anchor="a"', 'one ')}<w:r><w:t>two</w:t></w:r></w:p>`;
  assert.equal((await read('x.docx', makeDocx(paragraph.repeat(10_000)))).links.length, 10_000);
});
