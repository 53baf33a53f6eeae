/** AsciiDoc citations, which are links with a title: `link:docs/report.md#L12-L18[1,title="ariadne:<id>"]`. */
import { lineSyntax } from './lineSyntax.ts';
import { encodePath, fragmentOf, labelOf } from './places.ts';

export const asciidocSyntax = lineSyntax({
  id: 'asciidoc',
  citation: /\blink:(?<path>[^\s[\]]{1,4000})\[(?<label>[^\][\n]*?),\s*title\s*=\s*"?ariadne:(?<id>[^"\][\s,]+)"?[^\][\n]*\]/g,
  literal: /^\/\/[^\r\n]*|`\+[^\n]{0,300}?\+`/gm,
  lines: {
    listing: /^(-{4,}|\.{4,}|\+{4,}|\/{4,})\s*$/,
    markup: /^(?:\/\/|\[[^\]]*\]\s*$|:!?[\w-]+!?:|\.[^\s.]|(?:={4,}|\*{4,}|_{4,}|--|\|===)\s*$)/,
    heading: /^={1,6}\s/,
    item: /^\s*(?:\*{1,5}|-|\.{1,5}|\d{1,9}\.)\s/,
  },
  start: /^\s*(?:\*{1,5}|-|\.{1,5}|\d{1,9}\.)\s+/,
  plain: (text) =>
    text
      .replace(/\b(?:link|xref|mailto):[^\s[\]]{0,4000}\[([^\][\n]*)\]/g, '$1')
      .replace(/[\^~]+|\*\*|__|``|\+\+|(?<![\p{L}\p{N}])(?:[*_`+]|(?<!&)#)+|(?:[*_`+]|(?<!&)#)+(?![\p{L}\p{N}])/gu, '')
      .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff))),
  escape: (text) =>
    text.replace(signs, (found) => (found === '&' ? '&amp;' : Array.from(found, (one) => `&#${one.codePointAt(0)};`).join(''))),
  cite: ({ path, id, ...citation }) => ` link:${encodePath(path)}${fragmentOf(citation)}[${labelOf(citation)},title="ariadne:${id}"]`,
  mark: (isOrdered) => (isOrdered ? '.' : '*'),
  // Each cell begins a line, since words before a bar could be taken for its format.
  table: (columns, rows) =>
    [
      `[cols="${columns.map(() => '1').join(',')}",options="header"]`,
      '|===',
      ...[columns, ...rows].map((cells) => cells.map((cell) => `|${cell}`).join('\n')),
      '|===',
    ].join('\n'),
});

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
