/**
 * reStructuredText citations: an anonymous link whose fragment ends in a directive that browsers ignore: `` `1
 * <docs/report.md#L12-L18:~:ariadne:ID>`__ ``.
 */
import { lineSyntax, type LineKinds } from './lineSyntax.ts';
import { encodePath, fragmentOf, labelOf } from './places.ts';

export const restructuredTextSyntax = lineSyntax({
  id: 'restructuredtext',
  citation: /`(?<label>[^`<>\n]*)<(?<path>[^<>`\s]+?):~:ariadne:(?<id>[^<>`\s]+)>`__?/g,
  literal: /``(?=\S)[^\n]{0,300}?\S``/g,
  lines: kinds,
  start: /^\s*(?:(?:[-*+•]|(?:\d{1,9}|#)[.)])\s+)+/,
  plain: (text) =>
    text
      .replace(/`([^`<>\n]*)<[^<>`\n]*>`__?/g, '$1')
      .replace(/(?<!\\)[*`|]+|(?<=[\p{L}\p{N}`])__?(?![\p{L}\p{N}])/gu, '')
      .replace(/\\([^\s])/g, '$1'),
  escape: (text) =>
    text.replace(/[\\*`|<>]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|:(?=:)|:(?=`)|\](?=_)/gu, '\\$&').replace(lineStart, '$1\\$2'),
  cite: ({ path, id, ...citation }) => ` \`${labelOf(citation)} <${encodePath(path)}${fragmentOf(citation)}:~:ariadne:${id}>\`__`,
  table: (columns, rows) =>
    [
      '.. list-table::',
      '   :header-rows: 1',
      '',
      ...[columns, ...rows].flatMap((cells) => cells.map((cell, i) => `   ${i === 0 ? '*' : ' '} - ${cell}`.trimEnd())),
    ].join('\n'),
});

/** Text that would turn a line into a list, directive, field, heading, line block or doctest. */
const lineStart =
  /^([ \t]*)([-+•‣⁃](?=\s|$)|\((?=\w{1,4}\)\s)|\.\.(?=\s|$)|>>>|:(?=[^:\s])|([=~^"'#+.:-])\3+(?=\s*$)|(?:\w{1,4}|#)(?=[.)](?:\s|$))|-{1,2}\w|\/\w)/gm;

function kinds(): LineKinds {
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
