/** What Markdown's text links to, apart from its parsing. */
import type { Definition, RootContent } from 'mdast';
import { addressTarget, wikiTarget } from '../linkTargets.ts';
import type { LinkTarget } from '../references.ts';

/** Targets of the definitions, by identifier. The first definition of an identifier applies. */
export function definedTargets(nodes: readonly RootContent[], path: string): ReadonlyMap<string, LinkTarget> {
  const targets = new Map<string, LinkTarget>();
  for (const definition of definitionsIn(nodes)) {
    const target = addressTarget(definition.url, path);
    if (target !== undefined && !targets.has(definition.identifier)) targets.set(definition.identifier, target);
  }
  return targets;
}

function* definitionsIn(nodes: readonly RootContent[]): Generator<Definition> {
  for (const node of nodes) {
    if (node.type === 'definition') yield node;
    else if (node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem' || node.type === 'footnoteDefinition')
      yield* definitionsIn(node.children);
  }
}

/** A part of a text: plain, or the visible text of a wiki link. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly target: LinkTarget | undefined;
}

/**
 * Splits `source[start, end)`, parsed as `text`, at the marks of its wiki links: `[[page]]`, `[[page#heading|text]]`, `![[page]]`.
 * Without wiki links it is one part.
 */
export function wikiParts(source: string, start: number, end: number, text: string, path: string): readonly TextPart[] {
  if (!text.includes('[[')) return [{ start, end, text, target: undefined }];
  const parts: TextPart[] = [];
  let at = start;
  let textAt = 0;
  for (const { 0: written, 1: page = '', 2: shown, index } of source.slice(start, end).matchAll(WIKI_LINK)) {
    const mark = written.replace('\\|', '|');
    const found = text.indexOf(mark, textAt);
    const target = wikiTarget(page, path);
    if (found < 0 || target === undefined) continue;
    const visible = shown?.trim() === '' ? page : (shown ?? page);
    const visibleAt = start + index + written.lastIndexOf(visible);
    parts.push({ start: at, end: start + index, text: text.slice(textAt, found), target: undefined });
    parts.push({ start: visibleAt, end: visibleAt + visible.length, text: visible, target });
    at = start + index + written.length;
    textAt = found + mark.length;
  }
  return [...parts, { start: at, end, text: text.slice(textAt), target: undefined }];
}

const WIKI_LINK = /!?\[\[(?![\s[])([^[\]|\\\r\n]{1,1000})(?:\\?\|([^[\]\r\n]{0,1000}))?\]\]/g;

/** The values of a tag's attributes, by name in lower case. */
export function attributesIn(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, plain = ''] of tag.slice(0, MAX_TAG_CHARS).matchAll(ATTRIBUTE))
    found.set(name.toLowerCase(), double ?? single ?? plain);
  return found;
}

const MAX_TAG_CHARS = 4000;
const ATTRIBUTE = /\s([A-Za-z][\w:.-]{0,80})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
