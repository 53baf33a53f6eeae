/**
 * reStructuredText citations: an anonymous link whose fragment ends in a directive that browsers ignore: `` `1
 * <docs/report.md#L12-L18:~:ariadne:ID>`__ ``.
 */
import { blocksByLine, type LineKind } from './lineBlocks.ts';
import { indented } from './markdown.ts';
import { encodePath, fragmentOf, labelIn, labelOf, placeIn } from './places.ts';
import type { CitationSyntax, ParsedCitation } from './syntax.ts';

export const restructuredTextSyntax: CitationSyntax = {
  id: 'restructuredtext',
  hasReferences: true,
  parse: (text) =>
    [...text.matchAll(/`([^`<>\n]*)<([^<>`\s]+?):~:ariadne:([^<>`\s]+)>`__?/g)].flatMap(
      ({ 0: all, 1: label = '', 2: destination = '', 3: id = '', index }): ParsedCitation[] => {
        const place = placeIn(destination);
        return place ? [{ range: { start: index, end: index + all.length }, label: labelIn(label), ...place, id }] : [];
      },
    ),
  literals: (text) =>
    [...text.matchAll(/``(?=\S)[^\n]{0,300}?\S``/g)].map(({ 0: all, index }) => ({ start: index, end: index + all.length })),
  blocks: (text) => blocksByLine(text, kinds()),
  plain: (piece, isStart) =>
    (isStart ? piece.replace(/^\s*(?:(?:[-*+•]|(?:\d{1,9}|#)[.)])\s+)+/, '') : piece)
      .replace(/`([^`<>\n]*)<[^<>`\n]*>`__?/g, '$1')
      .replace(/(?<!\\)[*`|]+|(?<=[\p{L}\p{N}`])__?(?![\p{L}\p{N}])/gu, '')
      .replace(/\\([^\s])/g, '$1'),
  escape: (text) =>
    text.replace(/[\\*`|<>]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|:(?=:)|:(?=`)|\](?=_)/gu, '\\$&').replace(lineStart, '$1\\$2'),
  cite: ({ path, id, ...citation }) => ` \`${labelOf(citation)} <${encodePath(path)}${fragmentOf(citation)}:~:ariadne:${id}>\`__`,
  itemMark: /^\s*- /,
  paragraph: (lines) => lines,
  list: (items, isOrdered) => items.map((item, i) => `${isOrdered ? `${i + 1}.` : '-'} ${indented(item, isOrdered ? 3 : 2)}`).join('\n'),
  table: (columns, rows) =>
    [
      '.. list-table::',
      '   :header-rows: 1',
      '',
      ...[columns, ...rows].flatMap((cells) => cells.map((cell, i) => `   ${i === 0 ? '*' : ' '} - ${cell}`.trimEnd())),
    ].join('\n'),
};

/** Text that would turn a line into a list, directive, field, heading, line block or doctest. */
const lineStart =
  /^([ \t]*)([-+•‣⁃](?=\s|$)|\((?=\w{1,4}\)\s)|\.\.(?=\s|$)|>>>|:(?=[^:\s])|([=~^"'#+.:-])\3+(?=\s*$)|(?:\w{1,4}|#)(?=[.)](?:\s|$))|-{1,2}\w|\/\w)/gm;

function kinds(): (line: string, isAfterBlank: boolean) => LineKind {
  /** Indentation of the line that introduced a literal block or a directive. */
  let indent: number | undefined;
  let isListing = false;
  return (line, isAfterBlank) => {
    const own = line.length - line.trimStart().length;
    if (indent !== undefined && own > indent) return isListing ? 'code' : 'markup';
    indent = undefined;
    if (/^\s*\.\.(?:\s|$)/.test(line)) {
      // A table is a list, in which what is cited counts.
      if (!/^\s*\.\.\s+list-table::/.test(line)) [indent, isListing] = [own, true];
      return 'markup';
    }
    if (/^\s*:[\w-]+:(?:\s|$)/.test(line)) return 'markup';
    if (/::\s*$/.test(line)) [indent, isListing] = [own, true];
    if (/^\s*([=\-`:.'"~^_*+#])\1{2,}\s*$/.test(line)) return 'markup';
    return isAfterBlank || /^\s*[-*+•]\s/.test(line) ? (/^\s*(?:[-*+•]|(?:\d{1,9}|#)[.)])\s/.test(line) ? 'item' : 'text') : 'text';
  };
}
