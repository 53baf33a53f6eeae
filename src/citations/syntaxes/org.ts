/**
 * Org citations: a link to the first line, followed by an inline comment that no exporter prints:
 * `[[file:docs/report.md::12][1]]@@comment:ariadne:<id>#L12-L18@@`.
 */
import { lineSyntax } from './lineSyntax.ts';
import { fragmentOf, labelOf, readablePath } from './places.ts';

export const orgSyntax = lineSyntax({
  id: 'org',
  citation:
    /\[\[file:(?<path>[^[\]\n]+?)(?:::\d{1,9})?\](?:\[(?<label>[^[\]\n]*)\])?\]\s?@@comment:ariadne:(?<id>[^@#\s]+)(?<lines>#L[^@\s]+)@@/g,
  literal: /(?<![^\s\-({'"])([=~])(?=\S)[^\n]{0,300}?\S\1(?![^\s\-.,;:!?)}'"[\\])/gu,
  lines: {
    listing: /^\s*#\+begin_(src|example|export|comment|verse)\b/i,
    closes: (line, mark) => line.trim().toLowerCase().startsWith(`#+end_${mark.toLowerCase()}`),
    code: /^\s*:\s/,
    // A row of a table is an item.
    markup: /^\s*(?:#(?:\+|\s|$)|:[\w-]+:\s*$|\|-)/,
    heading: /^\*+\s/,
    item: /^\s*(?:\||(?:[-+]|\d{1,9}[.)])\s)/,
  },
  start: /^\s*\|\s(?:\s*(?:[-+]|\d{1,9}[.)])(?=\s))?|^\s*(?:[-+]|\d{1,9}[.)])\s+(?:\[[ xX-]\]\s+)?|^\*+\s+/,
  plain: (text) =>
    text
      .replace(/\s\|(?=\s|$)/g, '')
      .replace(/\[\[[^[\]\n]*\]\[([^[\]\n]*)\]\]/g, '$1')
      .replace(/@@\w+:[^@\n]*@@/g, '')
      .replace(/\\(?:under|asciicirc|dollar|vert)\{\}|\u200b/g, (sign) => entityText.get(sign) ?? '')
      .replace(/(?<![\p{L}\p{N}])[*/_=~+]+(?=\S)|(?<=\S)[*/_=~+]+(?![\p{L}\p{N}])/gu, ''),
  // Org has no escape character. Its manual suggests the zero-width space, and it has entities for the rest.
  escape: (text) =>
    text
      .replace(
        /[_^$]|(?<![\p{L}\p{N}])[*/=~+](?=\S)|(?<=\[)(?:\[|fn:|cite)|(?<=<)(?:<|\d{4}-)|(?<=@)@|(?<=\{)\{|(?<=\\)(?=[A-Za-z([\])])/gu,
        (sign) => entities[sign] ?? `\u200b${sign}`,
      )
      .replace(/^(?=[ \t]*(?:[*#|:+]|-(?:\s|-|$)|\d{1,9}[.)](?:\s|$)))/gm, '\u200b'),
  cite({ path, id, ...citation }) {
    const name = readablePath(path, /[[\]\\@#=~]|:(?=:)|^[^\S\n]|[^\S\n]$/g);
    return ` [[file:${name}::${citation.startLine}][${labelOf(citation)}]]@@comment:ariadne:${id}${fragmentOf(citation)}@@`;
  },
  table(columns, rows) {
    const row = (cells: readonly string[]): string => `| ${cells.map((cell) => withoutBars(cell)).join(' | ')} |`;
    return [row(columns), `|${columns.map(() => '---').join('+')}|`, ...rows.map(row)].join('\n');
  },
});

const entities: Readonly<Record<string, string>> = { _: '\\under{}', '^': '\\asciicirc{}', $: '\\dollar{}' };
const entityText: ReadonlyMap<string, string> = new Map([
  ...Object.entries(entities).map(([character, name]) => [name, character] as const),
  ['\\vert{}', '|'],
]);

/** A bar would end the cell: in the text it is an entity, in the path of a link it is encoded. */
function withoutBars(cell: string): string {
  return cell.replace(/\[\[file:[^\]\n]*\]|\|/g, (found) => (found === '|' ? '\\vert{}' : found.replaceAll('|', '%7C')));
}
