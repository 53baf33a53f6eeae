/** Markdown citations: `[1](docs/report.md#L12-L18 "ariadne:<id>")`. */
import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import { blocksOf, plainBlock, plainText } from './markdownBlocks.ts';
import { formatCitationAt, parseCitations } from '../links.ts';
import type { CitationSyntax } from './syntax.ts';

export const markdownSyntax: CitationSyntax = {
  id: 'markdown',
  hasReferences: true,
  parse: parseCitations,
  blocks: blocksOf,
  literals(markdown) {
    const found = markdown.matchAll(
      /(?<!\\)<!--(?:[\s\S]*?-->|[\s\S]*$)|(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S]){0,10000}?(?<!`)\1(?!`)/g,
    );
    return [...found].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  },
  plain: (piece, isStart) => (isStart ? plainBlock(piece) : plainText(piece)),
  escape: escapeMarkdown,
  cite: ({ id, path, ...citation }) => ` ${formatCitationAt({ ...citation, linesHash: id }, path)}`,
  itemMark: /^- /,
  paragraph: (lines) => lines,
  list: (items, isOrdered) => items.map((item, i) => `${isOrdered ? `${i + 1}.` : '-'} ${indented(item, isOrdered ? 3 : 2)}`).join('\n'),
  table: (columns, rows) => [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
};

/** Indents further lines of an item below its first. */
export function indented(item: string, by: number): string {
  return item.replaceAll('\n', `\n${' '.repeat(by)}`);
}
