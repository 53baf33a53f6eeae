/** What a document says about itself and others, by passage, as it is stored with them. */
import type { CutDocument } from '../corpus/document.ts';
import type { Anchor, Link } from '../corpus/references.ts';
import type { Passage, VerbatimRuns } from '../protocol/passage.ts';

/** A link of a passage. Offsets are of the passage's text, both the same when the text does not show the link. */
export type PassageLink = Link;

/** A place in a passage, or the section that it names, to which links may lead. */
export type PassageAnchor = Pick<Anchor, 'kind' | 'name' | 'headings'>;

/** Parts that are empty are left out, to take no space. */
export interface PassageReferences {
  readonly links?: readonly PassageLink[];
  readonly anchors?: readonly PassageAnchor[];
  /** Other names of the whole document, with its first passage. */
  readonly aliases?: readonly string[];
}

/** More links than a passage's text has room to show: links without text, such as images, may all be at one place. */
const maxLinks = 1000;

/** The references of each passage of a document, in order. */
export function referencesOf({ passages, links, anchors, aliases, fields }: CutDocument): readonly PassageReferences[] {
  const all = passages.map((): { links: PassageLink[]; anchors: PassageAnchor[] } => ({ links: [], anchors: [] }));
  for (const link of links) {
    const at = passageAt(passages, link.start);
    const passage = passages[at];
    const own = all[at]?.links;
    if (passage && own && own.length < maxLinks) own.push({ ...link, ...placeIn(passage.runs, link.start, link.end) });
  }
  for (const { kind, name, offset, headings } of anchors)
    all[passageAt(passages, offset)]?.anchors.push({ kind, name, ...(headings ? { headings } : {}) });
  const names = [...aliases, ...fields.filter(({ name, part }) => !part && isIdentifying.test(name)).map(({ value }) => value)];
  return all.map((own, i) => ({
    ...(own.links.length === 0 ? {} : { links: own.links }),
    ...(own.anchors.length === 0 ? {} : { anchors: own.anchors }),
    ...(i > 0 || names.length === 0 ? {} : { aliases: names }),
  }));
}

/** Fields whose value names the document anywhere. */
const isIdentifying = /^(?:doi|arxiv|arxivid|eprint|isbn)$/i;

/** The passage that an offset of the source is in, or else the next, or else the last; -1 when there are none. */
function passageAt(passages: readonly Passage[], offset: number): number {
  let low = 0;
  let high = passages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((passages[middle]?.range.endOffset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, passages.length - 1);
}

/** Where a stretch of the source is in a passage's text; an empty place where it would be when the text lacks it. */
function placeIn(runs: VerbatimRuns, sourceStart: number, sourceEnd: number): { readonly start: number; readonly end: number } {
  let start: number | undefined;
  let end = 0;
  for (let i = 0; i + 2 < runs.length; i += 4) {
    const [textStart = 0, sourceOffset = 0, length = 0] = runs.slice(i, i + 3);
    if (sourceOffset + length > sourceStart) start ??= textStart + Math.max(0, sourceStart - sourceOffset);
    if (sourceOffset < sourceEnd) end = textStart + Math.min(length, sourceEnd - sourceOffset);
  }
  const from = start ?? end;
  return { start: from, end: Math.max(from, end) };
}
