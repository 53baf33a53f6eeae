import type { Block, ParsedDocument } from '../document.ts';
import type { ExtractedItem, ItemLink } from '../extracted.ts';
import type { Link, LinkTarget } from '../references.ts';

export interface Book {
  readonly path: string;
  /** Names of the archive members with the chapters. */
  readonly chapters: ReadonlySet<string>;
  readonly title: string | undefined;
}

/**
 * The links and anchors of a chapter's blocks. A link to another chapter leads to a place in the book, named by the chapter's file or the
 * place's id.
 * @param member name of the archive member with the chapter
 */
export function chapterReferences(
  { blocks, links, anchors }: ParsedDocument,
  member: string,
  book: Book,
): ReadonlyMap<Block, Pick<ExtractedItem, 'links' | 'anchors'>> {
  const labels = anchors.filter(({ kind }) => kind === 'label');
  const found = new Map<Block, Pick<ExtractedItem, 'links' | 'anchors'>>();
  let link = 0;
  let label = 0;
  for (const block of blocks) {
    const { endOffset } = block.range;
    const names: string[] = [];
    for (let next = labels[label]; next !== undefined && next.offset < endOffset; next = labels[++label]) names.push(next.name);
    const here: Link[] = [];
    for (let next = links[link]; next !== undefined && next.start < endOffset; next = links[++link]) here.push(next);
    found.set(block, { links: textsOf(here, block, member, book), anchors: names });
  }
  return found;
}

function textsOf(links: readonly Link[], { text, runs }: Block, member: string, book: Book): readonly ItemLink[] {
  const found: ItemLink[] = [];
  let run = 0;
  for (const link of links) {
    while (run < runs.length && (runs[run + 1] ?? 0) + (runs[run + 2] ?? 0) <= link.start) run += 4;
    const from = (runs[run] ?? 0) + Math.max(0, link.start - (runs[run + 1] ?? 0));
    let to = from;
    for (let at = run; at < runs.length && (runs[at + 1] ?? 0) < link.end; at += 4)
      to = (runs[at] ?? 0) + Math.min(runs[at + 2] ?? 0, link.end - (runs[at + 1] ?? 0));
    const target = inBook(link, member, book);
    if (target !== undefined && to > from) found.push({ target, text: text.slice(from, to) });
  }
  return found;
}

function inBook({ kind, target, fragment }: Link, member: string, { path, chapters }: Book): LinkTarget | undefined {
  if (kind !== 'path') return { kind, target };
  if (!chapters.has(target)) return undefined;
  const place = fragment ?? (target === member ? undefined : target);
  return { kind, target: path, fragment: place };
}
