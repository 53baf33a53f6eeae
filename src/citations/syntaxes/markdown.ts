/**
 * Markdown citations, which are ordinary links, so that they work without Ariadne: `[1](docs/report.md#L12-L18 "ariadne:<id>")`. The
 * fragment has 1-based, inclusive lines; the id is the fingerprint of those lines when they were cited. A link without `ariadne:` in its
 * title, or without lines, is not a citation.
 */
import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import type { Citation } from '../../protocol/trace.ts';
import { kindsIn, lineSyntax, type LineKind, type LineKinds } from './lineSyntax.ts';
import { encodePath, fragmentOf, labelOf } from './places.ts';

export type LinkedCitation = Pick<Citation, 'n' | 'startLine' | 'endLine' | 'page' | 'lastPage' | 'linesHash'>;

/** @param path path of the cited document relative to the folder of the document that will contain the link; may begin with `../` */
export function formatCitationAt(citation: LinkedCitation, path: string): string {
  return `[${labelOf(citation)}](${encodePath(path)}${fragmentOf(citation)} "ariadne:${citation.linesHash}")`;
}

export const markdownSyntax = lineSyntax({
  id: 'markdown',
  citation: new RegExp(
    [
      String.raw`(?<=(?:^|[^\\])(?:\\\\)*)\[(?<label>(?:\\.|[^[\]\\])*)\]\(\s*`,
      String.raw`(?<path><(?:\\.|[^<>\n\\])*>|(?:\\.|[^\s()\\<]|\((?:\\.|[^\s()\\])*\))(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*)`,
      String.raw`\s+(?:(?<quote>["'])ariadne:(?<id>(?:(?!\k<quote>)\S)+)\k<quote>|\(ariadne:(?<braced>[^()\s]+)\))\s*\)`,
    ].join(''),
    'g',
  ),
  unescape: (text) => text.replace(/^<([^]*)>$/, '$1').replace(/\\([!-/:-@[-`{-~])/g, '$1'),
  literal: /(?<!\\)<!--(?:[\s\S]*?-->|[\s\S]*$)|(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S]){0,10000}?(?<!`)\1(?!`)/g,
  lines: kinds,
  start: /^\s*(?:(?:>[ \t]?)+\s*)?(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?(?:#{1,6}\s+)?/,
  plain,
  escape: escapeMarkdown,
  cite: ({ id, path, ...citation }) => ` ${formatCitationAt({ ...citation, linesHash: id }, path)}`,
  table: (columns, rows) => [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
});

/** Indented lines after a blank one are a listing, but not below a list's item. */
function kinds(): LineKinds {
  const kindOf = kindsIn({
    listing: /^ {0,3}(`{3,}|~{3,})/,
    closes: (line, mark) => line.trim().startsWith(mark) && /^ {0,3}(?:`+|~+)\s*$/.test(line),
    heading: /^ {0,3}#{1,6}(?:\s|$)/,
    item: /^\s*(?:[-*+]|\d{1,9}[.)])\s/,
  });
  let last: LineKind = 'text';
  return (line, isAfterBlank) => {
    const kind = kindOf(line, isAfterBlank);
    const isListing = isAfterBlank && last !== 'item' && kind !== 'code' && /^(?: {4}|\t)/.test(line);
    if (kind !== 'text' || isAfterBlank || last !== 'item') last = isListing ? 'code' : kind;
    return isListing ? 'code' : kind;
  };
}

/** Text without the marks of quotes, links, emphasis, code and HTML. */
function plain(markdown: string): string {
  return markdown
    .replace(/(?<=\n)[ \t]*(?:>[ \t]?)+/g, '')
    .replace(/<!--(?:[\s\S]*?-->|[\s\S]*$)|<\/?[a-zA-Z][^<>]*>/g, '')
    .replace(/(?<=(?:^|[^\\])(?:\\\\)*)!?\[((?:\\.|[^[\]\\])*)\]\((?:<[^<>\n]*>|[^()\s]|\([^()\s]*\)|\s+"[^"]*"|\s+'[^']*')*\)/g, '$1')
    .replace(/(?<!\\)[*`~]+|(?<![\p{L}\p{N}\\])_+|(?<!\\)_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
