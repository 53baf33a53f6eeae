import type { ExtractingReader, ParsedDocument } from '../document.ts';
import { cleanText, extractedDocument } from '../extracted.ts';
import type { ExtractedItem } from '../extracted.ts';
import { chapterReferences } from './epubLinks.ts';
import type { Book } from './epubLinks.ts';
import { htmlReader } from './html.ts';
import { fieldsOf, titleIn, walkXml } from './xml.ts';
import { encryptedDocument, openZip, otherArchive } from './zip.ts';
import type { ZipArchive } from './zip.ts';

const KIND = 'an EPUB book';

/** EPUB books: the chapters in reading order, each under its title in the table of contents. */
export const epubReader: ExtractingReader = {
  kind: 'extracting',
  async extract(bytes, path) {
    const zip = await openZip(bytes, path, KIND);
    const packagePath = await packagePathIn(zip);
    const packageXml = packagePath === undefined ? undefined : zip.text(packagePath);
    if (packagePath === undefined || packageXml === undefined) throw otherArchive(path, KIND);
    const { chapters, contents } = await packageOf(packageXml, packagePath);
    const isContents = new Set(contents);
    const encrypted = await encryptedIn(zip);
    if (chapters.some((chapter) => encrypted.has(chapter))) throw encryptedDocument(path);
    const title = await titleIn(packageXml);
    const labels = await labelsOf(zip, contents);
    const missing: string[] = [];
    const warnings = new Set<string>();
    const fields = await fieldsOf(packageXml, PROPERTIES);
    const items: ExtractedItem[] = [];
    const book = { path, chapters: new Set(chapters), title };
    for (const [chapter, html] of zip.texts(chapters)) {
      if (html === undefined) missing.push(chapter);
      if (html === undefined || isContents.has(chapter)) continue;
      const parsed = htmlReader.parse(html, chapter);
      for (const warning of parsed.warnings ?? []) warnings.add(`in a chapter: ${warning}`);
      for (const item of itemsOf(parsed, labels.get(chapter), chapter, book)) items.push(item);
    }
    if (missing.length > 0) warnings.add(`the chapters ${missing.join(', ')} are missing from the file; download it again`);
    return extractedDocument(items, { path, title, pageCount: 0, warnings: [...warnings], fields });
  },
};

const PROPERTIES = { creator: 'author', contributor: 'contributor', publisher: 'publisher', date: 'date', subject: 'subject' };

async function packagePathIn(zip: ZipArchive): Promise<string | undefined> {
  const container = zip.text('META-INF/container.xml');
  let found: string | undefined;
  if (container === undefined) return undefined;
  await walkXml(container, {
    open(name, attributes) {
      if (name === 'rootfile') found ??= attributes['full-path'];
    },
  });
  return found;
}

/** Names of the archive members with the chapters, in reading order, and with the tables of contents. */
async function packageOf(
  xml: string,
  packagePath: string,
): Promise<{ readonly chapters: readonly string[]; readonly contents: readonly string[] }> {
  const manifest = new Map<string, { readonly path: string; readonly isText: boolean }>();
  const spine: string[] = [];
  const contents: string[] = [];
  await walkXml(xml, {
    open(name, { id = '', href = '', idref = '', ...attributes }) {
      if (name === 'itemref') spine.push(idref);
      if (name !== 'item') return;
      const path = resolved(packagePath, href);
      const type = attributes['media-type'] ?? '';
      manifest.set(id, { path, isText: /html|xml$/.test(type) && !/svg|ncx/.test(type) });
      if (/\bnav\b/.test(attributes['properties'] ?? '') || /ncx/.test(type)) contents.push(path);
    },
  });
  const chapters = spine.flatMap((id) => {
    const item = manifest.get(id);
    return item?.isText === true ? [item.path] : [];
  });
  return { chapters: [...new Set(chapters)], contents: [...new Set(contents)] };
}

/** Resolves a reference in one member to another member's name, without the fragment. */
function resolved(from: string, reference: string): string {
  const [path = ''] = reference.split('#');
  try {
    return decodeURIComponent(new URL(path, `file:///${encodeURI(from)}`).pathname.slice(1));
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return path;
    throw error;
  }
}

async function encryptedIn(zip: ZipArchive): Promise<ReadonlySet<string>> {
  const xml = zip.text('META-INF/encryption.xml');
  const found = new Set<string>();
  if (xml === undefined) return found;
  await walkXml(xml, {
    open(name, attributes) {
      if (name === 'CipherReference') found.add(resolved('', attributes['URI'] ?? ''));
    },
  });
  return found;
}

/** Each chapter's title in the tables of contents (EPUB 3 `nav`, EPUB 2 NCX): that of the first entry that links to it. */
async function labelsOf(zip: ZipArchive, contents: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const labels = new Map<string, string>();
  const add = (from: string, reference: string, label: string): void => {
    const path = resolved(from, reference);
    if (cleanText(label) !== '' && !labels.has(path)) labels.set(path, cleanText(label));
  };
  for (const [member, xml] of zip.texts(contents)) {
    if (xml === undefined) continue;
    let reference: string | undefined;
    let label = '';
    await walkXml(xml, {
      open(name, attributes) {
        if (name === 'a') [reference, label] = [attributes['href'], ''];
        if (name === 'navPoint') label = '';
        if (name === 'content' && attributes['src'] !== undefined) add(member, attributes['src'], label);
      },
      close(name) {
        if (name === 'a' && reference !== undefined) add(member, reference, label);
      },
      text(text) {
        label += text.slice(0, MAX_LABEL_CHARS - label.length);
      },
    });
  }
  return labels;
}

/** Limits a label, since each following entry scans all of it. */
const MAX_LABEL_CHARS = 1000;

function itemsOf(parsed: ParsedDocument, label: string | undefined, member: string, book: Book): readonly ExtractedItem[] {
  const { title, titleOrigin, blocks } = parsed;
  const references = chapterReferences(parsed, member, book);
  const own = titleOrigin === 'document' && title !== book.title ? title : '';
  const chapter = label ?? own;
  const items: ExtractedItem[] = chapter === '' ? [] : [{ kind: 'heading', level: 2, text: chapter }];
  const topLevel = 2 + items.length;
  let above: readonly string[] = [];
  for (const block of blocks) {
    const { kind, headings, text } = block;
    const below = headings[0] === chapter ? headings.slice(1) : headings;
    let same = 0;
    while (same < above.length && same < below.length && above[same] === below[same]) same++;
    items.push(...below.slice(same).map((heading, i): ExtractedItem => ({ kind: 'heading', level: topLevel + same + i, text: heading })));
    above = below;
    const clean = cleanText(text);
    if (clean !== '') items.push({ kind, text: kind === 'code' ? text : clean, ...references.get(block) });
  }
  const [first] = items;
  if (first === undefined || blocks.length === 0) return [];
  return [{ ...first, anchors: [member, ...(first.anchors ?? [])] }, ...items.slice(1)];
}
