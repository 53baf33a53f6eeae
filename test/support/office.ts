/** Makes office documents and books from the parts that a test needs. */
import { strToU8, zipSync } from 'fflate';

export function makeZip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content])),
  );
}

const WORD =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"';

const STYLES = `<w:styles ${WORD}>
<w:style w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:styleId="Titel"><w:name w:val="Title"/><w:basedOn w:val="Normal"/></w:style>
<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:styleId="berschrift2"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:styleId="Mine"><w:name w:val="My section"/><w:basedOn w:val="berschrift2"/></w:style>
<w:style w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>
</w:styles>`;

export interface DocxParts {
  /** Other members of the archive, by name. */
  readonly other?: Readonly<Record<string, string>>;
  readonly footnotes?: string;
  readonly title?: string;
}

/** @param body content of `w:body` */
export function makeDocx(body: string, { footnotes, title, other = {} }: DocxParts = {}): Uint8Array {
  return makeZip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${WORD}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': STYLES,
    ...(footnotes === undefined ? {} : { 'word/footnotes.xml': `<w:footnotes ${WORD}>${footnotes}</w:footnotes>` }),
    ...(title === undefined ? {} : { 'docProps/core.xml': `<cp:core xmlns:cp="c" xmlns:dc="d"><dc:title>${title}</dc:title></cp:core>` }),
    ...other,
  });
}

/** A paragraph of a Word document. */
export function wordParagraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

const ODF =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ' +
  'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ' +
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"';

/** @param body content of `office:text` */
export function makeOdt(body: string, { title, isEncrypted = false }: { title?: string; isEncrypted?: boolean } = {}): Uint8Array {
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml':
      `<office:document-content ${ODF}><office:automatic-styles><style:style style:name="P1" style:parent-style-name="Title"/></office:automatic-styles>` +
      `<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'META-INF/manifest.xml': isEncrypted ? '<manifest><encryption-data/></manifest>' : '<manifest/>',
    ...(title === undefined
      ? {}
      : { 'meta.xml': `<office:document-meta ${ODF}><office:meta><dc:title>${title}</dc:title></office:meta></office:document-meta>` }),
  });
}

/** @param chapters XHTML by file name, in reading order */
export function makeEpub(
  chapters: Readonly<Record<string, string>>,
  { title = 'A Book', nav = '', other = {} }: { title?: string; nav?: string; other?: Record<string, string> } = {},
): Uint8Array {
  const names = Object.keys(chapters);
  const items = names.map((name, i) => `<item id="c${i}" href="text/${encodeURI(name)}" media-type="application/xhtml+xml"/>`).join('');
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf':
      `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></metadata>` +
      `<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items}</manifest>` +
      `<spine><itemref idref="nav"/>${names.map((_, i) => `<itemref idref="c${i}"/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body><nav>${nav}</nav></body></html>`,
    ...Object.fromEntries(
      names.map((name) => [
        `OEBPS/text/${name}`,
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body>${chapters[name] ?? ''}</body></html>`,
      ]),
    ),
    ...other,
  });
}
