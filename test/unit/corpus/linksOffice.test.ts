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

test('the code of a field in a Word document is no text', async () => {
  const text = (shown: string): string => `<w:r><w:t xml:space="preserve">${shown}</w:t></w:r>`;
  const code = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF _Ref7 </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`;
  const body = `<w:p>${text('See ')}${code}${text('the part')}<w:r><w:fldChar w:fldCharType="end"/></w:r>${text('.')}</w:p>`;
  const { blocks } = (await assertExactExtracted('d/x.docx', makeDocx(body))).parsed;
  assert.deepEqual(
    blocks.map((block) => block.text),
    ['See the part.'],
  );
});

test('hyperlinks and bookmarks of an OpenDocument text', async () => {
  const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
  const body =
    `<text:h text:outline-level="1"><text:bookmark-start text:name="top"/>Part</text:h><text:h text:outline-level="1">Other</text:h>` +
    `<text:p>See <text:a ${xlink} xlink:href="../b.odt#Two|outline">b</text:a> and <text:a ${xlink} xlink:href="#top">top</text:a>, <text:bookmark-ref text:ref-name="top">above</text:bookmark-ref>.</text:p>`;
  assert.deepEqual(await read('d/x.odt', makeOdt(body)), {
    links: ['b -> path d/b.odt#Two', 'top -> path d/x.odt#top', 'above -> path d/x.odt#top'],
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

test('links of a PDF are those of its areas: to addresses and other files, whole or part of a text, over two lines, turned', async () => {
  const uri = (rect: readonly [number, number, number, number], address: string) => ({ rect, action: `/S /URI /URI (${address})` });
  const texts = [
    { text: 'Read the long plan of the harbor, which', x: 72, y: 700 },
    { text: 'another file de-', x: 72, y: 688 },
    { text: 'scribes; see there.', x: 72, y: 676 },
    { text: 'Turned words', x: 500, y: 300, quarters: 1 },
  ];
  const links = [
    uri([112, 697, 158, 710], 'https://x.org/plan'),
    { rect: [72, 685, 140, 697] as const, action: '/S /GoToR /F (../plans/b.pdf) /D [0 /Fit]' },
    { rect: [72, 673, 106, 685] as const, action: '/S /GoToR /F (../plans/b.pdf) /D [0 /Fit]' },
    uri([490, 300, 505, 350], 'mailto:a@x.org'),
    uri([490, 295, 505, 370], 'https://x.org/turned'),
    uri([300, 100, 310, 110], 'https://x.org/nothing'),
    { rect: [72, 697, 110, 710] as const, action: '/S /GoTo /D [0 /Fit]' },
  ];
  assert.deepEqual((await read('d/x.pdf', makePdf([{ texts, links }]))).links, [
    'long plan -> url https://x.org/plan',
    'another file de -> path plans/b.pdf',
    'scribes; -> path plans/b.pdf',
    'Turned words -> url https://x.org/turned',
  ]);
});

test('properties are lines of the text, except dates of the file; alone they are no text', async () => {
  const dc = 'xmlns:cp="c" xmlns:dc="d"';
  const core = `<c ${dc}><dc:title>Stated</dc:title><dc:creator>Jane Doe</dc:creator><cp:keywords>mud, rain</cp:keywords><created>2020-01-02</created></c>`;
  const lines = async (path: string, bytes: Uint8Array): Promise<readonly string[]> => {
    const { parsed } = await assertExactExtracted(path, bytes);
    return [parsed.title, ...parsed.blocks.map(({ kind, text }) => `${kind} ${text}`)];
  };
  const docx = (body: string): Uint8Array => makeDocx(body, { other: { 'docProps/core.xml': core } });
  assert.deepEqual(await lines('a.docx', docx(wordParagraph('Text.'))), [
    'Stated',
    'field author: Jane Doe',
    'field keywords: mud, rain',
    'paragraph Text.',
  ]);
  const titled = `${wordParagraph('Shown', '<w:pStyle w:val="Titel"/>')}${wordParagraph('Text.')}`;
  assert.deepEqual((await lines('a.docx', docx(titled))).slice(0, 2), ['Shown', 'field title: Stated']);
  assert.deepEqual(await lines('a.docx', docx('')), ['Stated']);
  const texts = [{ text: 'Text of the page.', x: 72, y: 700 }];
  const pdf = makePdf([{ texts }], { title: 'Stated', author: 'Jane Doe' });
  assert.deepEqual(await lines('a.pdf', pdf), ['Stated', 'field author: Jane Doe', 'paragraph Text of the page.']);
});

test('ten thousand links of a Word document are read in one go', async () => {
  const paragraph = `<w:p>${link('w:anchor="a"', 'one ')}<w:r><w:t>two</w:t></w:r></w:p>`;
  assert.equal((await read('x.docx', makeDocx(paragraph.repeat(10_000)))).links.length, 10_000);
});
