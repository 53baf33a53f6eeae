/** Finds the blocks of a Markdown text that contain sentences. */
import type { Block } from './syntax.ts';

/**
 * Blocks in order: a paragraph, a list item with its further lines, a heading, or a fenced or indented listing. Blank lines are in none.
 */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: { start: number; end: number; kind: Block['kind']; isAfterBlank: boolean }[] = [];
  let fence: string | undefined;
  let isAfterBlank = true;
  for (const { 0: line, index: start } of markdown.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (line === '') break;
    const end = start + line.length;
    const last = blocks.at(-1);
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined && last) {
      last.end = end;
      if (marks?.startsWith(fence) === true && line.trim() === marks) fence = undefined;
    } else if (marks !== undefined) {
      fence = marks;
      blocks.push({ start, end, kind: 'code', isAfterBlank });
    } else if (line.trim() !== '') {
      const kind = kindOf(line, isAfterBlank && last?.kind !== 'item');
      if (last && !isAfterBlank && kind === 'text' && last.kind !== 'heading' && last.kind !== 'code') last.end = end;
      else blocks.push({ start, end, kind, isAfterBlank });
    }
    isAfterBlank = line.trim() === '' && fence === undefined;
  }
  return blocks;
}

function kindOf(line: string, mayBeListing: boolean): Block['kind'] {
  if (mayBeListing && /^(?: {4}|\t)/.test(line)) return 'code';
  if (/^ {0,3}#{1,6}(?:\s|$)/.test(line)) return 'heading';
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line) ? 'item' : 'text';
}

/** Approximately the text of a block as a reader sees it. */
export function plainBlock(markdown: string): string {
  return plainText(
    markdown
      .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
      .replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, '')
      .replace(/^\s*#{1,6}\s+/, ''),
  );
}

/** Part of a line without the marks of links, emphasis, code and HTML. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/<!--(?:[\s\S]*?-->|[\s\S]*$)|<\/?[a-zA-Z][^<>]*>/g, '')
    .replace(/(?<=(?:^|[^\\])(?:\\\\)*)!?\[((?:\\.|[^[\]\\])*)\]\((?:<[^<>\n]*>|[^()\s]|\([^()\s]*\)|\s+"[^"]*"|\s+'[^']*')*\)/g, '$1')
    .replace(/(?<!\\)[*`~]+|(?<![\p{L}\p{N}\\])_+|(?<!\\)_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
