import type { ExtractingReader } from '../document.ts';
import { extractedDocument } from '../extracted.ts';
import { addressTarget } from '../linkTargets.ts';
import type { LinkTarget } from '../references.ts';
import { MAX_STYLE_DEPTH, OfficeText, propertiesIn, styleName } from './officeText.ts';
import { walkXml } from './xml.ts';
import { encryptedDocument, openZip, otherArchive } from './zip.ts';

const KIND = 'an OpenDocument text (.odt)';

/**
 * OpenDocument texts: headings, lists, tables row by row with their column names. Notes and text boxes follow the paragraph that anchors
 * them. Comments, deleted text, tables of contents, page headers and footers are left out.
 */
export const odtReader: ExtractingReader = {
  kind: 'extracting',
  async extract(bytes, path) {
    const zip = await openZip(bytes, path, KIND);
    if (/encryption-data/.test(zip.text('META-INF/manifest.xml') ?? '')) throw encryptedDocument(path);
    const content = zip.text('content.xml');
    if (content === undefined) throw otherArchive(path, KIND);
    const { items, title } = await readContent(content, path);
    return extractedDocument(items, { path, pageCount: 0, ...(await propertiesIn(zip.text('meta.xml'), title, PROPERTIES)) });
  },
};

/** `creator` and `date` are of the last change; dates are those of the file, not of what it says. */
const PROPERTIES = {
  'initial-creator': 'author',
  creator: undefined,
  'creation-date': undefined,
  date: undefined,
  subject: 'subject',
  description: 'description',
  keyword: 'keywords',
};

async function readContent(xml: string, path: string): Promise<Pick<OfficeText, 'items' | 'title'>> {
  const out = new OfficeText();
  const parents = new Map<string, string>();
  const open: { readonly level: number | undefined; readonly style: string }[] = [];
  const columns: number[] = [];
  let listDepth = 0;
  let isInHeaderRows = false;
  const close = (): void => {
    const paragraph = open.pop();
    if (paragraph === undefined) return;
    const { level, style } = paragraph;
    if (level !== undefined) return out.closeParagraph({ kind: 'heading', level: level + 1 });
    const styles = styleNames(style, parents);
    if (styles.includes('Title')) out.closeParagraph('title');
    else out.closeParagraph({ kind: listDepth > 0 ? 'listItem' : kindOf(styles) });
  };
  await walkXml(
    xml,
    {
      open(name, attributes) {
        if (name === 'style') parents.set(styleName(attributes['name'] ?? ''), styleName(attributes['parent-style-name'] ?? ''));
        else if (name === 'p' || name === 'h') {
          const level = name === 'h' ? Math.max(1, Number(attributes['outline-level'] ?? 1) || 1) : undefined;
          open.push({ level, style: styleName(attributes['style-name'] ?? '') });
          out.openParagraph();
        } else if (name === 'a') out.openLink(addressOf(attributes['href'] ?? '', path));
        else if (REFERENCES.has(name)) out.openLink(addressTarget(`#${attributes['ref-name'] ?? ''}`, path));
        else if (PLACES.has(name)) out.anchor(attributes['name'] ?? '');
        else if (name === 's' || name === 'tab' || name === 'line-break') out.text(' ');
        else if (name === 'list') listDepth++;
        else if (name === 'table') out.openTable();
        else if (name === 'table-header-rows') isInHeaderRows = true;
        else if (name === 'table-row') {
          out.openRow();
          if (isInHeaderRows) out.isHeaderRow();
        } else if (name === 'table-cell' || name === 'covered-table-cell') {
          columns.push(Number(attributes['number-columns-repeated'] ?? 1) || 1);
          out.openCell();
        }
      },
      close(name) {
        if (name === 'p' || name === 'h') close();
        else if (name === 'a' || REFERENCES.has(name)) out.closeLink();
        else if (name === 'list') listDepth--;
        else if (name === 'table-header-rows') isInHeaderRows = false;
        else if (name === 'table-cell' || name === 'covered-table-cell') out.closeCell(columns.pop() ?? 1);
        else if (name === 'table') out.closeTable();
      },
      text: (text) => out.text(text),
    },
    SKIPPED,
  );
  return out;
}

/** Paths begin in the file's archive, so `../` is the folder of the document. A place in the document ends with its kind, `|outline`. */
function addressOf(href: string, path: string): LinkTarget | undefined {
  return addressTarget(href.replace(/^\.\.\//, '').replace(/\|(?:outline|table|frame|region|graphic)$/, ''), path);
}

/** Elements that name a place, and those that refer to it. */
const PLACES: ReadonlySet<string> = new Set(['bookmark', 'bookmark-start', 'reference-mark', 'reference-mark-start']);
const REFERENCES: ReadonlySet<string> = new Set(['bookmark-ref', 'reference-ref']);

const SKIPPED: ReadonlySet<string> = new Set([
  'annotation',
  'tracked-changes',
  'table-of-content',
  'illustration-index',
  'table-index',
  'note-citation',
  'forms',
  'desc',
  'title',
]);

/** The displayed names of a style and the styles it is derived from. */
function styleNames(style: string, parents: ReadonlyMap<string, string>): readonly string[] {
  const names: string[] = [];
  for (let name = style; name !== '' && names.length < MAX_STYLE_DEPTH; name = parents.get(name) ?? '') names.push(name);
  return names.map((name) => name.replace(/_20_/g, ' '));
}

function kindOf(styles: readonly string[]): 'paragraph' | 'code' | 'quote' {
  if (styles.includes('Quotations')) return 'quote';
  return styles.includes('Preformatted Text') ? 'code' : 'paragraph';
}
