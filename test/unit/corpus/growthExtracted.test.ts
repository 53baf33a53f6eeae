/** As growth.test.ts, for formats that are packed or drawn: what is hostile is what the file holds, of which a small file may have much. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { readDocument } from '../../../src/corpus/readDocument.ts';
import { growthOf } from '../../support/growth.ts';
import { makeDocx, makeEpub, makeOdt, makeZip, wordParagraph } from '../../support/office.ts';
import { makePdf, type PdfText } from '../../support/pdf.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const smallCharacters = 50_000;
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** The file that holds about so many characters, by what is hostile in it. */
type Hostile = Readonly<Record<string, (length: number) => Uint8Array>>;

const paragraph = wordParagraph('a');
const cell = `<w:tc>${paragraph}</w:tc>`;
const headerRow = (cells: string): string => `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cells}</w:tr>`;
const styled = (style: string): string => wordParagraph('a', `<w:pStyle w:val="${style}"/>`);

const docx = {
  'nested elements': (length) => makeDocx(nested('<w:del>', '</w:del>', length)),
  'nested tables': (length) => makeDocx(nested(`<w:tbl><w:tr><w:tc>${paragraph}`, '</w:tc></w:tr></w:tbl>', length)),
  'an endless name of a namespace': (length) =>
    makeZip({
      'word/document.xml': `<w:document xmlns:w="${filled('wordprocessing', length / 2)}">${filled('<w:p w:a=""/>', length / 2)}</w:document>`,
    }),
  'an endless name of a column': (length) =>
    makeDocx(
      `<w:tbl>${headerRow(`${cell}<w:tc>${wordParagraph(filled('a ', length / 2))}</w:tc>`)}${filled(`<w:tr>${cell}${cell}</w:tr>`, length / 2)}</w:tbl>`,
    ),
  'a long note with many references': (length) =>
    makeDocx(filled('<w:p><w:footnoteReference w:id="1"/></w:p>', length / 8), {
      footnotes: `<w:footnote w:id="1">${wordParagraph(filled('a ', length / 8))}</w:footnote>`,
    }),
  'styles each of which is based on the next': (length) =>
    makeZip({
      'word/document.xml': `<w:document ${WORD}>${filled(styled('s0'), length / 2)}</w:document>`,
      'word/styles.xml': `<w:styles ${WORD}>${numbered(length / 100, (i) => `<w:style w:styleId="s${i}"><w:basedOn w:val="s${i + 1}"/></w:style>`)}</w:styles>`,
    }),
  'styles based on one with an endless name': (length) =>
    makeZip({
      'word/document.xml': `<w:document ${WORD}>${numbered(length / 200, (i) => styled(`s${i}`))}</w:document>`,
      'word/styles.xml':
        `<w:styles ${WORD}><w:style w:styleId="s"><w:name w:val="${filled('a ', length)}"/></w:style>` +
        `${numbered(length / 200, (i) => `<w:style w:styleId="s${i}"><w:basedOn w:val="s"/></w:style>`)}</w:styles>`,
    }),
  'one cell with all paragraphs': (length) =>
    makeDocx(`<w:tbl><w:tr><w:tc>${filled(wordParagraph('a'.repeat(40)), 10 * length)}</w:tc></w:tr></w:tbl>`),
} satisfies Hostile;

const odt = {
  'nested lists': (length) => makeOdt(nested('<text:list><text:list-item>', '</text:list-item></text:list>', length)),
  'styles each of which is derived from the next': (length) =>
    makeZip({
      'content.xml': `<a>${numbered(length / 100, (i) => `<style name="s${i}" parent-style-name="s${i + 1}"/>`)}${filled('<p style-name="s0">a</p>', length / 2)}</a>`,
    }),
  'a style with an endless name': (length) =>
    makeZip({
      'content.xml': `<a><style name="s" parent-style-name="${filled('_20_', length / 2)}"/>${filled('<p style-name="s">a</p>', length / 2)}</a>`,
    }),
} satisfies Hostile;

const epub = {
  'many chapters': (length) => makeEpub(Object.fromEntries(Array.from({ length: length / 100 }, (_, i) => [`${i}.xhtml`, '']))),
  'many tables of contents': (length) =>
    makeBook(
      numbered(length / 100, (i) => `<item href="n${i}" properties="nav"/>`),
      Object.fromEntries(Array.from({ length: length / 100 }, (_, i) => [`n${i}`, '<a/>'])),
    ),
  'one table of contents, named often': (length) =>
    makeBook(filled('<item href="n" properties="nav"/>', length / 2), { n: `<a>${filled('<a href="x">a</a>', length / 2)}</a>` }),
  'an endless label': (length) =>
    makeBook('<item href="n" properties="nav"/>', { n: `<a>${filled('a ', length / 2)}${filled('<content src="x"/>', length / 2)}</a>` }),
  'an endless path': (length) => makeBook(filled('<item href="c"/>', length), {}, `${filled('a/', Math.min(length / 4, 60_000))}b.opf`),
} satisfies Hostile;

const pdf = {
  'one word': (length) => makePdf([{ texts: [{ x: 50, y: 700, size: 0.001, text: filled('a', length / 2) }] }]),
  'a paragraph of many lines': (length) => makePdf([{ texts: lines(length / 25, () => ({ x: 50, text: 'abc def', size: 0.03 })) }]),
  'text apart in two columns': (length) =>
    makePdf([
      {
        texts: [50, 300].flatMap((x) =>
          lines(length / 200, (step) => ({ x, text: 'The words of a column', size: Math.min(10, step / 3) })),
        ),
      },
    ]),
} satisfies Hostile;

for (const [extension, all] of Object.entries({ docx, odt, epub, pdf }))
  test(`hostile .${extension} takes time linear in what it holds`, async (t) => {
    const grown: string[] = [];
    for (const [name, make] of Object.entries(all)) {
      const files = new Map([1, 4].map((times) => [times * smallCharacters, make(times * smallCharacters)]));
      const growth = await growthOf(smallCharacters, async (size) => void (await outcomeOf(t, extension, files.get(size))));
      if (growth !== undefined) grown.push(`${name}: ${growth}`);
    }
    assert.deepEqual(grown, []);
  });

test('what is refused for the time it would take is refused with the reason', async (t) => {
  const reasons = await Promise.all([
    outcomeOf(t, 'docx', docx['nested tables'](smallCharacters)),
    outcomeOf(t, 'docx', docx['an endless name of a namespace'](smallCharacters)),
    outcomeOf(t, 'odt', odt['nested lists'](smallCharacters)),
    outcomeOf(t, 'epub', epub['an endless path'](smallCharacters)),
  ]);
  assert.deepEqual(reasons, [
    'a.docx could not be read as docx: it is nested too deeply. Simplify or exclude the file.',
    'a.docx could not be read as docx: the name of a namespace is too long. Simplify or exclude the file.',
    'a.odt could not be read as odt: it is nested too deeply. Simplify or exclude the file.',
    'a.epub is damaged and cannot be read as an EPUB book (a name in it is too long). Save or download it again.',
  ]);
});

/** Why the file is refused; empty where it is read. */
async function outcomeOf(t: TestContext, extension: string, bytes: Uint8Array | undefined): Promise<string> {
  assert.ok(bytes);
  try {
    const folder = tempFolder(t, { [`a.${extension}`]: bytes });
    await readDocument(folder, { path: `a.${extension}` }, { maxFileBytes: 100e6 });
    return '';
  } catch (error) {
    assert.ok(isAriadneError(error));
    return error.message;
  }
}

function makeBook(manifest: string, members: Readonly<Record<string, string>>, path = 'b.opf'): Uint8Array {
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `<container><rootfile full-path="${path}"/></container>`,
    [path]: `<package><manifest>${manifest}</manifest></package>`,
    ...members,
  });
}

/** @param line told how far apart they are */
function lines(count: number, line: (step: number) => Omit<PdfText, 'y'>): readonly PdfText[] {
  const step = 700 / count;
  return Array.from({ length: count }, (_, i) => ({ ...line(step), y: 750 - i * step }));
}

function nested(open: string, close: string, length: number): string {
  const depth = length / (open.length + close.length);
  return open.repeat(depth) + close.repeat(depth);
}

function numbered(count: number, make: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join('');
}

function filled(token: string, length: number): string {
  return token.repeat(length / token.length);
}
