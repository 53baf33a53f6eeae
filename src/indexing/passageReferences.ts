/** What a document says about itself and others, by passage, as it is stored with them. */
import type { CutDocument } from '../corpus/document.ts';
import { passageAt, placeInPassage } from '../protocol/placeInPassage.ts';
import type { Anchor, Link } from '../corpus/references.ts';

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
    if (passage && own && own.length < maxLinks) own.push({ ...link, ...placeInPassage(passage.runs, link.start, link.end) });
  }
  for (const { kind, name, offset, headings } of anchors) all[passageAt(passages, offset)]?.anchors.push({ kind, name, headings });
  const names = [...aliases, ...fields.filter(({ name, part }) => !part && isIdentifying.test(name)).map(({ value }) => value)];
  return all.map((own, i) => ({
    ...(own.links.length === 0 ? {} : { links: own.links }),
    ...(own.anchors.length === 0 ? {} : { anchors: own.anchors }),
    ...(i > 0 || names.length === 0 ? {} : { aliases: names }),
  }));
}

/** Fields whose value names the document anywhere. */
const isIdentifying = /^(?:doi|arxiv|arxivid|eprint|isbn)$/i;
