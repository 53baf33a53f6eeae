import type { Anchor, Link } from '../../../src/corpus/references.ts';
import { assertExact } from './exactMaps.ts';

/** Links as `text -> kind target#fragment`, the text as it is in the source. */
export function linksIn(path: string, source: string): readonly string[] {
  const { parsed } = assertExact(path, source);
  return parsed.links.map((link) => `${source.slice(link.start, link.end).replace(/\s+/g, ' ')} -> ${shownTarget(link)}`);
}

export function shownTarget({ kind, target, fragment }: Link): string {
  return `${kind} ${target}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Anchors as `kind name [headings] text`: `[-]` when it names no section, and the beginning of the text from its place on. */
export function anchorsIn(path: string, source: string): readonly string[] {
  const { parsed } = assertExact(path, source);
  return parsed.anchors.map((anchor) => `${shownAnchor(anchor)} ${source.slice(anchor.offset, anchor.offset + 8).replace(/\s+/g, ' ')}`);
}

export function shownAnchor({ kind, name, headings }: Anchor): string {
  return `${kind} ${name} [${headings?.join(' > ') ?? '-'}]`;
}
