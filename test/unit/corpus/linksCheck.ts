import assert from 'node:assert/strict';
import type { ParsedDocument, ReadContext } from '../../../src/corpus/document.ts';
import { readerOf } from '../../../src/corpus/readers/allReaders.ts';
import type { Anchor, Link } from '../../../src/corpus/references.ts';
import { cut } from './exactMaps.ts';

/** Links as `text -> kind target#fragment`, the text as it is in the source. */
export function linksIn(path: string, source: string, context?: ReadContext): readonly string[] {
  const { parsed } = cut(path, source, context);
  assertPlaces(parsed, source);
  return parsed.links.map((link) => `${source.slice(link.start, link.end).replace(/\s+/g, ' ')} -> ${shownTarget(link)}`);
}

export function shownTarget({ kind, target, fragment }: Link): string {
  return `${kind} ${target}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Anchors as `kind name [headings] text`: `[-]` when it names no section, and the beginning of the text from its place on. */
export function anchorsIn(path: string, source: string): readonly string[] {
  const { parsed } = cut(path, source);
  assertPlaces(parsed, source);
  return parsed.anchors.map((anchor) => `${shownAnchor(anchor)} ${source.slice(anchor.offset, anchor.offset + 8).replace(/\s+/g, ' ')}`);
}

export function shownAnchor({ kind, name, headings }: Anchor): string {
  return `${kind} ${name} [${headings?.join(' > ') ?? '-'}]`;
}

/** What must hold for every document: places are in the source and in order, and no target is empty except for the folder. */
export function assertPlaces({ links, anchors, aliases, fields }: ParsedDocument, source: string): void {
  let previous = 0;
  for (const { start, end, kind, target } of links) {
    assert(previous <= start && start <= end && end <= source.length, `${start}-${end} after ${previous} in ${source.length}`);
    assert(target !== '' || kind === 'path', kind);
    previous = start;
  }
  previous = 0;
  for (const { offset, name } of anchors) {
    assert(previous <= offset && offset <= source.length && name !== '', `${name} at ${offset} after ${previous}`);
    previous = offset;
  }
  for (const text of [...aliases, ...fields.map(({ name }) => name)]) assert.notEqual(text.trim(), '');
}

/** Parses with the reader of the path's extension, in a folder without other files. */
export function parse(path: string, source: string): ParsedDocument {
  const reader = readerOf(path);
  assert(reader?.kind === 'text');
  return reader.parse(source, path, { textOf: () => undefined, filesIn: () => [] });
}
