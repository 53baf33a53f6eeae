/**
 * Writes small uncompressed PDFs, so that tests state their exact contents. Coordinates are in points from the page's lower left corner.
 */

type PdfFont = 'regular' | 'bold' | 'mono' | 'type3' | 'japanese' | 'ligatures' | 'hebrew' | 'false';

export interface PdfText {
  readonly x: number;
  readonly y: number;
  /** Default: 10. */
  readonly size?: number;
  readonly font?: PdfFont;
  /**
   * In WinAnsi, or Shift-JIS for the Japanese font. In the font of ligatures, `\x01` to `\x04` are fi, fl, ffi and ffl; in the Hebrew one,
   * the 27 letters follow `\x80`; in the false one, every letter is another than is drawn.
   */
  readonly text: string;
  /** Quarter turns to the left: with 1, the text runs up the page. */
  readonly quarters?: number;
}

export interface PdfPageContent {
  readonly texts?: readonly PdfText[];
  /** Whether a gray image covers the whole page. */
  readonly hasImage?: boolean;
  readonly links?: readonly PdfLink[];
  /** Default: 612. */
  readonly width?: number;
  /** Degrees by which viewers turn the page, a multiple of 90. */
  readonly rotation?: number;
  /** The part of the page that is shown: left, bottom, right, top. Default: all. */
  readonly crop?: readonly [number, number, number, number];
}

/** An area that links. */
interface PdfLink {
  /** Left, bottom, right, top. */
  readonly rect: readonly [number, number, number, number];
  /** A dictionary's content, such as `/S /URI /URI (https://x.org)`. */
  readonly action: string;
}

export interface PdfOptions {
  readonly title?: string;
  readonly author?: string;
  readonly bookmarks?: readonly string[];
  /** What happens when it is opened: a dictionary's content. */
  readonly opening?: string;
  /** Whether the file needs an unknown password. */
  readonly isEncrypted?: boolean;
  /** Compresses what is on a page, in zlib's format. */
  readonly deflate?: (content: Uint8Array) => Uint8Array;
}

export function makePdf(
  pages: readonly PdfPageContent[],
  { title, author = '', bookmarks = [], opening = '', isEncrypted = false, deflate }: PdfOptions = {},
): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const catalog = add('');
  const tree = add('');
  const fonts = FONTS.map(([name, body]) => [name, add(body)] as const);
  const [, type3 = 0] = fonts.find(([name]) => name === 'type3') ?? [];
  const glyph = add(stream('1000 0 0 0 750 750 d1 0 0 750 750 re f'));
  objects[type3 - 1] = FONTS.find(([name]) => name === 'type3')?.[1].replaceAll('GLYPH', `${glyph} 0 R`) ?? '';
  const letters = add(stream('1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <61> <79> <0062> endbfrange'));
  const [, falseFont = 0] = fonts.find(([name]) => name === 'false') ?? [];
  objects[falseFont - 1] = (objects[falseFont - 1] ?? '').replace('LETTERS', `${letters} 0 R`);
  const descendant = add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> ' +
      '/FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >> >>',
  );
  const [, japanese = 0] = fonts.find(([name]) => name === 'japanese') ?? [];
  objects[japanese - 1] = (objects[japanese - 1] ?? '').replace('DESCENDANT', `${descendant} 0 R`);
  const image = add(
    '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n\u0080\nendstream',
  );
  const resources = add(
    `<< /Font << ${fonts.map(([name, id]) => `/${name} ${id} 0 R`).join(' ')} >> /XObject << /image ${image} 0 R >> >>`,
  );
  // A tree of two levels, since readers walk through all kids of a node to find a page.
  const groups: { readonly id: number; readonly kids: number[] }[] = [];
  pages.forEach((page, i) => {
    if (i % PAGES_PER_NODE === 0) groups.push({ id: add(''), kids: [] });
    const contents = add(deflate ? deflated(contentOf(page), deflate) : stream(contentOf(page)));
    const annotations = (page.links ?? []).map(
      ({ rect, action }) => `<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /A << ${action} >> >>`,
    );
    const parent = groups.at(-1);
    parent?.kids.push(
      add(
        `<< /Type /Page /Parent ${parent.id} 0 R /MediaBox [0 0 ${page.width ?? 612} 792] ${page.crop ? `/CropBox [${page.crop.join(' ')}]` : ''} /Rotate ${page.rotation ?? 0} /Resources ${resources} 0 R /Contents ${contents} 0 R /Annots [${annotations.join(' ')}] >>`,
      ),
    );
  });
  for (const { id, kids } of groups) objects[id - 1] = pagesNode(kids, kids.length, `/Parent ${tree} 0 R`);
  objects[tree - 1] = pagesNode(
    groups.map(({ id }) => id),
    pages.length,
    '',
  );
  const outline = bookmarks.length > 0 ? addOutline(add, bookmarks, groups[0]?.kids[0] ?? 0) : undefined;
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${tree} 0 R ${outline === undefined ? '' : `/Outlines ${outline} 0 R`} ${opening === '' ? '' : `/OpenAction << ${opening} >>`} >>`;
  const info =
    title === undefined
      ? ''
      : `/Info ${add(`<< /Title (${escaped(title)}) /Author (${escaped(author)}) /CreationDate (D:20200102030405Z) >>`)} 0 R`;
  const secret = `<${'ab'.repeat(32)}>`;
  const encrypt = isEncrypted ? `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >> /ID [<00> <00>]` : '';
  return file(objects, `/Root ${catalog} 0 R ${info} ${encrypt}`);
}

/** Lines of a column from `top` down, each as wide as its words allow. */
export function column(
  text: string,
  { x, top, chars, size = 10, leading = 12 }: { x: number; top: number; chars: number; size?: number; leading?: number },
): readonly PdfText[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < chars) lines.push(`${lines.pop() ?? ''} ${word}`);
    else lines.push(word);
  }
  return lines.map((line, i) => ({ x, y: top - i * leading, size, text: line }));
}

/**
 * Rows of a table from `top` down. The first cell of a row begins at `x`; others end at the right edge of their column, as numbers do.
 * An empty cell is left out.
 */
export function tableTexts(
  rows: readonly (readonly string[])[],
  { x, rights, top, size = 10, leading = 14 }: { x: number; rights: readonly number[]; top: number; size?: number; leading?: number },
): readonly PdfText[] {
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, i): readonly PdfText[] => {
      if (text === '') return [];
      const right = rights[i - 1];
      return [{ x: right === undefined ? x : right - widthOf(text) * size, y: top - row * leading, size, text }];
    }),
  );
}

/** About the width of a text in Helvetica, in ems. */
function widthOf(text: string): number {
  return [...text].reduce(
    (sum, char) => sum + (/[.,' ilj]/.test(char) ? 0.278 : /[()-]/.test(char) ? 0.333 : /[A-Zm%]/.test(char) ? 0.7 : 0.556),
    0,
  );
}

const FONTS: readonly (readonly [PdfFont, string])[] = [
  ['regular', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
  ['bold', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>'],
  ['mono', '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>'],
  ['ligatures', fontWith('1 /fi /fl /ffi /ffl')],
  ['false', `${fontWith('').slice(0, -2)}/ToUnicode LETTERS >>`],
  ['hebrew', fontWith(`128 ${Array.from({ length: 27 }, (_, i) => `/afii${57_664 + i}`).join(' ')}`)],
  [
    'type3',
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 99 /Widths [1000 1000 1000] ' +
      '/CharProcs << /a GLYPH /b GLYPH /c GLYPH >> /Encoding << /Type /Encoding /Differences [97 /a /b /c] >> /Resources << >> >>',
  ],
  [
    'japanese',
    '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light-90ms-RKSJ-H /Encoding /90ms-RKSJ-H /DescendantFonts [DESCENDANT] >>',
  ],
];

function fontWith(differences: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${differences}] >> >>`;
}

const PAGES_PER_NODE = 100;

function pagesNode(kids: readonly number[], count: number, parent: string): string {
  return `<< /Type /Pages /Count ${count} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] ${parent} >>`;
}

function contentOf({ texts = [], hasImage = false }: PdfPageContent): string {
  const shown = texts.map(({ x, y, size = 10, font = 'regular', text, quarters = 0 }) => {
    const matrix = `${['1 0 0 1', '0 1 -1 0', '-1 0 0 -1', '0 -1 1 0'][quarters] ?? ''} ${x} ${y}`;
    return `BT /${font} ${size} Tf ${matrix} Tm (${escaped(text)}) Tj ET`;
  });
  return [...(hasImage ? ['q 612 0 0 792 0 0 cm /image Do Q'] : []), ...shown].join('\n');
}

function addOutline(add: (body: string) => number, titles: readonly string[], page: number): number {
  const outline = add('<< /Type /Outlines /First NEXT 0 R >>');
  // The entries follow their parent.
  titles.forEach((title, i) => {
    const next = i + 1 < titles.length ? `/Next ${outline + i + 2} 0 R` : '';
    add(`<< /Title (${escaped(title)}) /Parent ${outline} 0 R ${next} /Dest [${page} 0 R /Fit] >>`);
  });
  return outline;
}

function deflated(content: string, deflate: (content: Uint8Array) => Uint8Array): string {
  const bytes = Buffer.from(deflate(Buffer.from(content, 'latin1'))).toString('latin1');
  return `<< /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, (char) => `\\${char}`);
}

/** Every character is a byte. */
function file(objects: readonly string[], trailer: string): Uint8Array {
  const parts = ['%PDF-1.4\n'];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((body, i) => {
    const offset = length;
    const part = `${i + 1} 0 obj\n${body.replace('NEXT', String(i + 2))}\nendobj\n`;
    parts.push(part);
    length += part.length;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Uint8Array.from(Buffer.from(parts.join(''), 'latin1'));
}
