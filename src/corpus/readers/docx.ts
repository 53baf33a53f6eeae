import type { ExtractingReader } from '../document.ts';
import { extractedDocument } from '../extracted.ts';
import { addressTarget } from '../linkTargets.ts';
import type { LinkTarget } from '../references.ts';
import { MAX_STYLE_DEPTH, OfficeText, propertiesIn, styleName } from './officeText.ts';
import type { ParagraphKind } from './officeText.ts';
import { walkXml } from './xml.ts';
import { openZip, otherArchive } from './zip.ts';
import type { ZipArchive } from './zip.ts';

const KIND = 'a Word document (.docx)';

/**
 * Word documents: headings by style or outline level, lists, tables row by row with their column names, tracked changes as if accepted.
 * Footnotes and text boxes follow the paragraph that anchors them. Page headers and footers, comments, hidden text and tables of contents
 * are left out.
 */
export const docxReader: ExtractingReader = {
  kind: 'extracting',
  async extract(bytes, path) {
    const zip = await openZip(bytes, path, KIND);
    const body = zip.text('word/document.xml');
    if (body === undefined) throw otherArchive(path, KIND);
    const styles = await stylesOf(zip.text('word/styles.xml'));
    const notes = new Map([...(await notesOf(zip, 'footnote')), ...(await notesOf(zip, 'endnote'))]);
    const { items, title } = await readBody(body, styles, notes, await linksOf(zip, path));
    return extractedDocument(items, { path, pageCount: 0, ...(await propertiesIn(zip.text('docProps/core.xml'), title, PROPERTIES)) });
  },
};

/** Dates are those of the file, not of what it says. */
const PROPERTIES = {
  creator: 'author',
  created: undefined,
  modified: undefined,
  subject: 'subject',
  description: 'description',
  keywords: 'keywords',
  category: 'category',
};

/** Resolves a hyperlink by the relationship that has its address, and its bookmark. */
type LinkResolver = (relationship: string | undefined, bookmark: string | undefined) => LinkTarget | undefined;

async function linksOf(zip: ZipArchive, path: string): Promise<LinkResolver> {
  const xml = zip.text('word/_rels/document.xml.rels');
  const addresses = new Map<string, string>();
  if (xml !== undefined)
    await walkXml(xml, {
      open(name, { Id = '', Target = '', TargetMode }) {
        if (name === 'Relationship' && TargetMode === 'External') addresses.set(Id, Target);
      },
    });
  return (relationship = '', bookmark) =>
    addressTarget((addresses.get(relationship) ?? '') + (bookmark === undefined ? '' : `#${bookmark}`), path);
}

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  /** From 0; 9 is body text. */
  readonly outlineLevel: number | undefined;
  readonly isList: boolean;
}

async function stylesOf(xml: string | undefined): Promise<ReadonlyMap<string, Style>> {
  const styles = new Map<string, Style>();
  let id = '';
  if (xml === undefined) return styles;
  const update = (changes: Partial<Style>): void => {
    const style = styles.get(id);
    if (style !== undefined) styles.set(id, { ...style, ...changes });
  };
  await walkXml(xml, {
    open(name, { styleId = '', val = '' }) {
      if (name === 'style') styles.set((id = styleName(styleId)), { name: '', basedOn: undefined, outlineLevel: undefined, isList: false });
      else if (name === 'name') update({ name: styleName(val) });
      else if (name === 'basedOn') update({ basedOn: styleName(val) });
      else if (name === 'outlineLvl') update({ outlineLevel: Number(val) });
      else if (name === 'numPr') update({ isList: true });
    },
    close(name) {
      if (name === 'style') id = '';
    },
  });
  return styles;
}

/** Texts of notes by key, such as `footnote 3`, without the separators that are stored among them. */
async function notesOf(zip: ZipArchive, kind: 'footnote' | 'endnote'): Promise<ReadonlyMap<string, string>> {
  const notes = new Map<string, string>();
  const xml = zip.text(`word/${kind}s.xml`);
  let id: string | undefined;
  if (xml === undefined) return notes;
  let isText = false;
  await walkXml(xml, {
    open(name, attributes) {
      if (name === kind) id = attributes['type'] === undefined || attributes['type'] === 'normal' ? attributes['id'] : undefined;
      isText = name === 't';
    },
    close(name) {
      isText = false;
      if (name === 'p' && id !== undefined) notes.set(`${kind} ${id}`, `${notes.get(`${kind} ${id}`) ?? ''} `);
    },
    text(text) {
      if (isText && id !== undefined) notes.set(`${kind} ${id}`, (notes.get(`${kind} ${id}`) ?? '') + text);
    },
  });
  return notes;
}

interface Paragraph {
  style: string;
  outlineLevel: number | undefined;
  isList: boolean;
  readonly notes: string[];
}

async function readBody(
  xml: string,
  styles: ReadonlyMap<string, Style>,
  notes: Map<string, string>,
  linkTo: LinkResolver,
): Promise<Pick<OfficeText, 'items' | 'title'>> {
  const out = new OfficeText();
  const open: Paragraph[] = [];
  const spans: number[] = [];
  let isText = false;
  let isInRunProperties = false;
  let isHidden = false;
  const closeParagraph = (): void => {
    const paragraph = open.pop();
    if (paragraph === undefined) return;
    const kind = kindOf(paragraph, styles);
    // A table of contents repeats the headings.
    if (kind === 'contents') out.dropParagraph();
    else out.closeParagraph(kind);
    for (const note of paragraph.notes) {
      out.openParagraph();
      out.text(notes.get(note) ?? '');
      out.closeParagraph({ kind: 'paragraph' });
      // A note is written once: a long note with many references would make the text a thousand times as long as the file.
      notes.delete(note);
    }
  };
  await walkXml(
    xml,
    {
      open(name, attributes, namespace) {
        const paragraph = open.at(-1);
        // Drawings and formulas have separate paragraphs and texts.
        const isWord = /wordprocessingml/.test(namespace);
        isText = name === 't' && !isHidden;
        if (!isWord) return;
        const { val } = attributes;
        if (name === 'p') {
          open.push({ style: '', outlineLevel: undefined, isList: false, notes: [] });
          out.openParagraph();
        } else if (name === 'hyperlink') out.openLink(linkTo(attributes['id'], attributes['anchor']));
        else if (name === 'bookmarkStart' && attributes['name'] !== '_GoBack') out.anchor(attributes['name'] ?? '');
        else if (name === 'r') isHidden = false;
        else if (name === 'rPr') isInRunProperties = true;
        else if (name === 'vanish') isHidden ||= isInRunProperties && val !== '0' && val !== 'false';
        else if (name === 'pStyle' && paragraph !== undefined) paragraph.style = styleName(val ?? '');
        else if (name === 'outlineLvl' && paragraph !== undefined) paragraph.outlineLevel = Number(val);
        else if (name === 'numId' && paragraph !== undefined) paragraph.isList = val !== '0';
        else if (BLANKS.has(name) && paragraph !== undefined && !isInRunProperties) out.text(' ');
        else if (name === 'noBreakHyphen') out.text('-');
        else if (name === 'footnoteReference' || name === 'endnoteReference')
          paragraph?.notes.push(`${name.slice(0, -'Reference'.length)} ${attributes['id'] ?? ''}`);
        else if (name === 'tbl') out.openTable();
        else if (name === 'tblLook' && isOff(attributes['firstRow'], val)) out.hasNoHeader();
        else if (name === 'tr') out.openRow();
        else if (name === 'tblHeader' && val !== '0' && val !== 'false') out.isHeaderRow();
        else if (name === 'tc') {
          spans.push(1);
          out.openCell();
        } else if (name === 'gridSpan') spans.splice(-1, 1, Number(val) || 1);
      },
      close(name, namespace) {
        isText = false;
        if (!/wordprocessingml/.test(namespace)) return;
        if (name === 'p') closeParagraph();
        else if (name === 'hyperlink') out.closeLink();
        else if (name === 'rPr') isInRunProperties = false;
        else if (name === 'r') isHidden = false;
        else if (name === 'tc') out.closeCell(spans.pop() ?? 1);
        else if (name === 'tbl') out.closeTable();
      },
      text(text) {
        if (isText) out.text(text);
      },
    },
    SKIPPED,
  );
  return out;
}

/** Elements that are not read. `Fallback` repeats the preceding content for older programs. */
const SKIPPED: ReadonlySet<string> = new Set(['Fallback', 'del', 'moveFrom', 'delText', 'delInstrText']);
const BLANKS: ReadonlySet<string> = new Set(['tab', 'br', 'cr', 'ptab']);

/** Older files keep the switches as bits of one number; 0x20 is the first row. */
function isOff(firstRow: string | undefined, bits: string | undefined): boolean {
  if (firstRow !== undefined) return firstRow === '0' || firstRow === 'false' || firstRow === 'off';
  return bits !== undefined && (Number.parseInt(bits, 16) & 0x20) === 0;
}

function kindOf({ style, outlineLevel, isList }: Paragraph, styles: ReadonlyMap<string, Style>): ParagraphKind | 'contents' {
  let level = outlineLevel;
  let isInList = isList;
  let id: string | undefined = style;
  for (let depth = 0; id !== undefined && depth < MAX_STYLE_DEPTH; depth++, id = styles.get(id)?.basedOn) {
    const known = styles.get(id);
    // Built-in styles have English names in every language.
    const name = (known?.name ?? id).toLowerCase();
    if (name === 'title') return 'title';
    if (/^toc ?\d|^table of figures$/.test(name)) return 'contents';
    if (/quote/.test(name)) return { kind: 'quote' };
    if (/^(?:html preformatted|macro|code|source code)/.test(name)) return { kind: 'code' };
    const heading = /^heading ?(\d)/.exec(name)?.[1];
    level ??= known?.outlineLevel ?? (heading === undefined ? undefined : Number(heading) - 1);
    isInList ||= known?.isList === true || /^list (?:paragraph|bullet|number)/.test(name);
  }
  if (level !== undefined && level < 9) return { kind: 'heading', level: level + 2 };
  return { kind: isInList ? 'listItem' : 'paragraph' };
}
