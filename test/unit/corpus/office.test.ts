import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDocument } from '../../../src/corpus/readDocument.ts';
import { makeDocx, makeEpub, makeOdt, makeZip, wordParagraph } from '../../support/office.ts';
import { makePdf } from '../../support/pdf.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import type { Ending } from '../../support/tempFolder.ts';
import { assertExactExtracted } from './exactMaps.ts';

/** The title, and each block as `heading > heading | kind: text`. */
async function read(path: string, bytes: Uint8Array): Promise<{ readonly title: string; readonly blocks: readonly string[] }> {
  const { parsed } = await assertExactExtracted(path, bytes);
  return { title: parsed.title, blocks: parsed.blocks.map(({ kind, headings, text }) => `${headings.join(' > ')} | ${kind}: ${text}`) };
}

async function failure(t: Ending, path: string, bytes: Uint8Array): Promise<string> {
  return await readDocument(tempFolder(t, { [path]: bytes }), { path }, { maxFileBytes: 1e8 }).then(
    ({ title }) => `read: ${title}`,
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );
}

const style = (name: string): string => `<w:pStyle w:val="${name}"/>`;

test('a Word document has headings by style, lists, notes, tables and text boxes', async () => {
  const row = (cells: readonly string[]): string => `<w:tr>${cells.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`;
  const box = (text: string): string => `<w:txbxContent>${wordParagraph(text)}</w:txbxContent>`;
  const body = [
    wordParagraph('The Whole Thing', style('Titel')),
    wordParagraph('Contents', style('Verzeichnis1')),
    wordParagraph('First part', style('berschrift1')),
    '<w:p><w:r><w:t>One </w:t></w:r><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:t> word</w:t>' +
      '<w:noBreakHyphen/><w:t>play</w:t><w:tab/><w:t>here.</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
    wordParagraph('Deeper', style('Mine')),
    wordParagraph('An item', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>'),
    `<w:tbl><w:tblPr><w:tblLook w:firstRow="1"/></w:tblPr>${row(['Name', 'Born'])}${row(['Ada', '1815'])}${row(['', '1912'])}</w:tbl>`,
    `<w:tbl><w:tblPr><w:tblLook w:val="0000"/></w:tblPr>${row(['a', 'b'])}${row(['c', 'd'])}</w:tbl>`,
    `<w:p><w:r><w:t>Around</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><wps:txbx>${box('boxed')}</wps:txbx></mc:Choice>` +
      `<mc:Fallback><v:textbox>${box('boxed')}</v:textbox></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t> a box.</w:t></w:r></w:p>`,
    wordParagraph('Second part', '<w:outlineLvl w:val="0"/>'),
    wordParagraph('The end &amp; more.'),
  ].join('');
  const footnotes =
    '<w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>See </w:t></w:r><w:r><w:t>there.</w:t></w:r></w:p></w:footnote>';
  assert.deepEqual(await read('a.docx', makeDocx(body, { footnotes })), {
    title: 'The Whole Thing',
    blocks: [
      'First part | paragraph: One new word-play here.',
      'First part | paragraph: See there.',
      'First part > Deeper | listItem: An item',
      'First part > Deeper | tableRow: Name: Ada; Born: 1815',
      'First part > Deeper | tableRow: Born: 1912',
      'First part > Deeper | tableRow: a; b',
      'First part > Deeper | tableRow: c; d',
      'First part > Deeper | paragraph: Around a box.',
      'First part > Deeper | paragraph: boxed',
      'Second part | paragraph: The end & more.',
    ],
  });
  assert.equal((await read('a.docx', makeDocx(wordParagraph('x'), { title: 'Stated &amp; meant' }))).title, 'Stated & meant');
  assert.equal((await read('my-notes.docx', makeDocx(wordParagraph('x'), { title: 'Document1' }))).title, 'my notes');
});

test('what would be said many times is said once', async () => {
  const cell = (text: string, span = 1): string => `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${wordParagraph(text)}</w:tc>`;
  const row = (...cells: readonly string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
  const header = `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('Place', 2)}${cell('A remark. '.repeat(12))}</w:tr>`;
  const reference = '<w:footnoteReference w:id="1"/>';
  const body =
    `<w:tbl>${header}${row(cell('Bonn'), cell('Berlin'), cell('yes'))}${row(cell('Rome', 2), cell('no'))}</w:tbl>` +
    `<w:p><w:r><w:t>One</w:t>${reference}${reference}</w:r></w:p><w:p><w:r><w:t>Two</w:t>${reference}</w:r></w:p>`;
  assert.deepEqual(
    (await read('a.docx', makeDocx(body, { footnotes: `<w:footnote w:id="1">${wordParagraph('A note.')}</w:footnote>` }))).blocks,
    [
      ` | tableRow: ${'A remark. '.repeat(12).trim()}`,
      ' | tableRow: Place: Bonn; Place: Berlin; yes',
      ' | tableRow: Place: Rome; no',
      ' | paragraph: One',
      ' | paragraph: A note.',
      ' | paragraph: Two',
    ],
  );
});

test('an OpenDocument text has headings, lists, notes and tables', async () => {
  const cell = (text: string, attributes = ''): string => `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const body =
    '<text:p text:style-name="P1">The Title</text:p><text:table-of-content><text:p>Part … 1</text:p></text:table-of-content>' +
    '<text:h text:outline-level="1">Part</text:h><text:p>One<text:s text:c="3"/>two<text:line-break/>three<text:note><text:note-citation>1</text:note-citation>' +
    '<text:note-body><text:p>A note.</text:p></text:note-body></text:note> four.<office:annotation><text:p>comment</text:p></office:annotation></text:p>' +
    '<text:h text:outline-level="2">Sub</text:h><text:list><text:list-item><text:p>An item</text:p></text:list-item></text:list>' +
    `<table:table><table:table-header-rows><table:table-row>${cell('Name')}${cell('Size', 'table:number-columns-repeated="1"')}</table:table-row></table:table-header-rows>` +
    `<table:table-row>${cell('Elbe')}${cell('1094')}</table:table-row></table:table>`;
  assert.deepEqual(await read('a.odt', makeOdt(body)), {
    title: 'The Title',
    blocks: [
      'Part | paragraph: One two three four.',
      'Part | paragraph: A note.',
      'Part > Sub | listItem: An item',
      'Part > Sub | tableRow: Name: Elbe; Size: 1094',
    ],
  });
  assert.equal((await read('a.odt', makeOdt('<text:p>x</text:p>', { title: 'Stated' }))).title, 'Stated');
});

test('a book has its chapters in reading order, under the titles of its table of contents', async () => {
  const chapters = {
    'a b.xhtml': '<h1>Chapter One</h1><p>It was&#160;a night.</p><h2>Later</h2><ul><li>rain</li></ul>',
    'z.xhtml': '<p>It was a day.</p><pre>x = 1\n  y</pre>',
    'm.xhtml': '<h1>Notes</h1><p>None.</p>',
  };
  const nav = '<ol><li><a href="text/a%20b.xhtml#start">Chapter <i>One</i></a></li><li><a href="text/z.xhtml">Chapter Two</a></li></ol>';
  assert.deepEqual(await read('a.epub', makeEpub(chapters, { nav })), {
    title: 'A Book',
    blocks: [
      'Chapter One | paragraph: It was a night.',
      'Chapter One > Later | listItem: rain',
      'Chapter Two | paragraph: It was a day.',
      'Chapter Two | code: x = 1\n  y',
      'Notes | paragraph: None.',
    ],
  });
});

test('a book says of which chapters not all was read', async () => {
  const { parsed } = await assertExactExtracted('a.epub', makeEpub({ 'a.xhtml': '<div>'.repeat(2000), 'b.xhtml': '<p>Plain.</p>' }));
  assert.deepEqual(
    parsed.warnings?.map((warning) => /^in a chapter: its tags are nested too deeply/.test(warning)),
    [true],
  );
});

test('archives that are bombs, encrypted, damaged or of another format are distinguished', async (t) => {
  const docx = makeDocx(wordParagraph('text'));
  const zeros = new Uint8Array(40e6);
  const drm = '<encryption><EncryptedData><CipherReference URI="OEBPS/text/a.xhtml"/></EncryptedData></encryption>';
  const passwordFlag = docx.slice();
  passwordFlag[6] = 1;
  const codes = await Promise.all([
    failure(t, 'a.docx', makeZip({ 'word/document.xml': zeros })),
    failure(t, 'a.docx', docx.subarray(0, docx.length - 60)),
    failure(t, 'a.docx', makeZip({ 'word/document.xml': '<w:document xmlns:w="w"><w:body>' })),
    failure(t, 'a.docx', makeZip({ 'inner.zip': docx })),
    failure(t, 'a.docx', makePdf([{}])),
    failure(t, 'a.docx', passwordFlag),
    failure(t, 'a.docx', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0])),
    failure(t, 'a.odt', docx),
    failure(t, 'a.odt', makeOdt('', { isEncrypted: true })),
    failure(t, 'a.epub', docx),
    failure(t, 'a.epub', makeEpub({ 'a.xhtml': '<p>x</p>' }, { other: { 'META-INF/encryption.xml': drm } })),
    failure(t, 'a.epub', new TextEncoder().encode('text')),
    failure(t, 'a.pdf', docx),
  ]);
  assert.deepEqual(
    codes.map((code) => code.replace(/ \(.*\)/, '')),
    [
      'document-too-big: a.docx would take 40 MB when unpacked, too much for a document. Exclude or split it.',
      'unreadable-document: a.docx is damaged and cannot be read as a Word document. Save or download it again.',
      'unreadable-document: a.docx could not be read as docx: 1:32: unclosed tag: w:body. Simplify or exclude the file.',
      'wrong-extension: a.docx is a ZIP archive, but not a Word document. Unpack it or give it the right extension.',
      'wrong-extension: a.docx looks like a PDF, not like a .docx file. Give it the right extension or save it again.',
      'encrypted-document: a.docx is encrypted. Save a copy without encryption.',
      'encrypted-document: a.docx is password-protected or has an older format. Save a copy as a Word document without a password.',
      'wrong-extension: a.odt is a ZIP archive, but not an OpenDocument text. Unpack it or give it the right extension.',
      'encrypted-document: a.odt is encrypted. Save a copy without encryption.',
      'wrong-extension: a.epub is a ZIP archive, but not an EPUB book. Unpack it or give it the right extension.',
      'encrypted-document: a.epub is encrypted. Save a copy without encryption.',
      'wrong-extension: a.epub looks like a text file, not like a .epub file. Give it the right extension or save it again.',
      'wrong-extension: a.pdf looks like a ZIP archive, not like a .pdf file. Give it the right extension or save it again.',
    ],
  );
});

test('places are exact whatever the documents say', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', ' ', '.', '\n', 'é', '語', '😀', '\u00ad', '\u200f', 'ש', '&amp;', '-'),
    maxLength: 60,
  });
  const part = fc.oneof(
    fc.record({ kind: fc.constant('p' as const), text }),
    fc.record({ kind: fc.constant('h' as const), text, level: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('table' as const), rows: fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 3 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const word = parts.map((p) =>
        p.kind === 'p'
          ? wordParagraph(p.text)
          : p.kind === 'h'
            ? wordParagraph(p.text, `<w:outlineLvl w:val="${p.level - 1}"/>`)
            : `<w:tbl>${p.rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
      );
      const html = parts.map((p) =>
        p.kind === 'p'
          ? `<p>${p.text}</p>`
          : p.kind === 'h'
            ? `<h${p.level}>${p.text}</h${p.level}>`
            : `<table>${p.rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
      );
      await assertExactExtracted('a.docx', makeDocx(word.join('')));
      await assertExactExtracted('a.epub', makeEpub({ 'a.xhtml': html.join('') }));
    }),
    { numRuns: 100 },
  );
});
