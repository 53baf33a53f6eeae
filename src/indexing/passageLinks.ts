/** The links of a document by passage, as they are stored with them. */
import type { CutDocument } from '../corpus/document.ts';
import type { Link } from '../corpus/references.ts';
import { passageAt, placeInPassage } from '../protocol/placeInPassage.ts';

/** A link of a passage. Offsets are of the passage's text, both the same when the text does not show the link. */
export type PassageLink = Link;

/** More links than a passage's text has room to show: links without text, such as images, may all be at one place. */
const maxLinks = 1000;

/** The links of each passage of a document, in order. */
export function linksOf({ passages, links }: Pick<CutDocument, 'passages' | 'links'>): readonly (readonly PassageLink[])[] {
  const all = passages.map((): PassageLink[] => []);
  for (const link of links) {
    const at = passageAt(passages, link.start);
    const passage = passages[at];
    const own = all[at];
    if (passage && own && own.length < maxLinks) own.push({ ...link, ...placeInPassage(passage.runs, link.start, link.end) });
  }
  return all;
}
