import { firstWhere } from '../base/binarySearch.ts';
import type { Block } from './document.ts';
import type { Link } from './references.ts';
import { placeLink } from './sourceText.ts';

/**
 * Adds the addresses in the blocks' text, which are links in every format, to the links that the format marks.
 * @returns all links by `start`
 */
export function withBareUrls(marked: readonly Link[], blocks: readonly Block[]): readonly Link[] {
  const links = marked.toSorted(byStart);
  const bare = blocks.flatMap((block) => urlsIn(block).filter((url) => !isInside(url, links)));
  return bare.length === 0 ? links : [...links, ...bare].sort(byStart);
}

function urlsIn({ text, runs, range }: Block): readonly Link[] {
  if (!text.includes('://')) return [];
  return [...text.matchAll(BARE_URL)].map(({ 0: match, index }) => {
    const target = withoutTrail(match);
    return placeLink({ kind: 'url', target, start: index, end: index + target.length }, runs, range);
  });
}

const BARE_URL = /(?<![A-Za-z\d])https?:\/\/[^\s<>"`{}|\\^[\]]{1,2000}/g;

/** The address without the punctuation of the sentence around it. */
function withoutTrail(url: string): string {
  let end = url.length;
  let surplus = url.split(')').length - url.split('(').length;
  for (; end > 0; end--) {
    const last = url.charAt(end - 1);
    if (last === ')' && surplus > 0) surplus--;
    else if (!TRAIL.test(last)) break;
  }
  return url.slice(0, end);
}

const TRAIL = /[.,;:!?'’”*_~]/;

/** Whether a link that was found in the text begins in one of the links. */
function isInside({ start }: Link, links: readonly Link[]): boolean {
  const last = links[firstWhere(links.length, (i) => links[i]!.start > start) - 1];
  return last !== undefined && (start < last.end || start === last.start);
}

function byStart(a: Link, b: Link): number {
  return a.start - b.start || a.end - b.end;
}
