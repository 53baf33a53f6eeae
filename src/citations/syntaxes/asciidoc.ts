/** AsciiDoc citations, which are links with a title: `link:docs/report.md#L12-L18[1,title="ariadne:<id>"]`. */
import { blocksByLine, type LineKind } from './lineBlocks.ts';
import { encodePath, fragmentOf, labelIn, labelOf, placeIn } from './places.ts';
import type { CitationSyntax, ParsedCitation } from './syntax.ts';

export const asciidocSyntax: CitationSyntax = {
  id: 'asciidoc',
  hasReferences: true,
  parse: (text) =>
    [...text.matchAll(/\blink:([^\s[\]]{1,4000})\[([^\][\n]*?),\s*title\s*=\s*"?ariadne:([^"\][\s,]+)"?[^\][\n]*\]/g)].flatMap(
      ({ 0: all, 1: destination = '', 2: label = '', 3: id = '', index }): ParsedCitation[] => {
        const place = placeIn(destination);
        return place ? [{ range: { start: index, end: index + all.length }, label: labelIn(label), ...place, id }] : [];
      },
    ),
  literals: (text) =>
    [...text.matchAll(/^\/\/[^\r\n]*|`\+[^\n]{0,300}?\+`/gm)].map(({ 0: all, index }) => ({ start: index, end: index + all.length })),
  blocks: (text) => blocksByLine(text, kinds()),
  plain: (piece, isStart) =>
    (isStart ? piece.replace(/^\s*(?:\*{1,5}|-|\.{1,5}|\d{1,9}\.)\s+/, '') : piece)
      .replace(/\b(?:link|xref|mailto):[^\s[\]]{0,4000}\[([^\][\n]*)\]/g, '$1')
      .replace(/[\^~]+|\*\*|__|``|\+\+|(?<![\p{L}\p{N}])(?:[*_`+]|(?<!&)#)+|(?:[*_`+]|(?<!&)#)+(?![\p{L}\p{N}])/gu, '')
      .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff))),
  escape: (text) => text.replace(signs, (found) => (found === '&' ? '&amp;' : Array.from(found, reference).join(''))),
  cite: ({ path, id, ...citation }) => ` link:${encodePath(path)}${fragmentOf(citation)}[${labelOf(citation)},title="ariadne:${id}"]`,
  itemMark: /^\s*\* /,
  paragraph: (lines) => lines,
  list: (items, isOrdered) => items.map((item) => `${isOrdered ? '.' : '*'} ${item}`).join('\n'),
  // Each cell begins a line, since words before a bar could be taken for its format.
  table: (columns, rows) =>
    [
      `[cols="${columns.map(() => '1').join(',')}",options="header"]`,
      '|===',
      ...[columns, ...rows].map((cells) => cells.map((cell) => `|${cell}`).join('\n')),
      '|===',
    ].join('\n'),
};

const signs = new RegExp(
  [
    /&(?=#?\w+;)/,
    // Marks of emphasis, macros, attributes and cells.
    /(?<![\p{L}\p{N}])[*_`#+](?=\S)|([*_`#+])(?=\1)|(?<=([*_`#+]))\2|`(?=["'])|["'](?=`)/u,
    /[\^~{}[\]|\\]|<(?=[<\w/-])/,
    // Text that AsciiDoc would replace with other characters, or that would break the line.
    /(?<=[-=])>|\((?=(?:C|R|TM)\))|--(?=\s|$)|\.{3}|(?<=\s)\+(?=\s*$)/,
    // Terms of description lists, and block macros.
    /:(?=:)|;(?=\s|$)/,
    // Headings, lists, titles, comments and delimiters at the beginning of a line.
    /(?<=^[ \t]{0,40})(?:[=#\-.*](?=[=#\-.*]{0,5}\s)|[=\-.*/_+#]{2,}(?=\s*$)|\/(?=\/)|\.(?=\S)|:(?=!?[\w-]+!?:)|'(?='{2})|>(?=\s))/,
    /(?<=^[ \t]{0,40}\w{1,4})\.(?=\s|$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gmu',
);

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

function kinds(): (line: string) => LineKind {
  let fence: string | undefined;
  return (line) => {
    const mark = /^(-{4,}|\.{4,}|\+{4,}|\/{4,})\s*$/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark === fence) fence = undefined;
      return 'code';
    }
    if (mark !== undefined) {
      fence = mark;
      return 'code';
    }
    if (/^(?:\/\/|\[[^\]]*\]\s*$|:!?[\w-]+!?:|\.[^\s.]|(?:={4,}|\*{4,}|_{4,}|--|\|===)\s*$)/.test(line)) return 'markup';
    if (/^={1,6}\s/.test(line)) return 'heading';
    return /^\s*(?:\*{1,5}|-|\.{1,5}|\d{1,9}\.)\s/.test(line) ? 'item' : 'text';
  };
}
