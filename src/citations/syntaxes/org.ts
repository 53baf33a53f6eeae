/**
 * Org citations: a link to the first line, followed by an inline comment that no exporter prints:
 * `[[file:docs/report.md::12][1]]@@comment:ariadne:<id>#L12-L18@@`.
 */
import { blocksByLine, type LineKind } from './lineBlocks.ts';
import { indented } from './markdown.ts';
import { fragmentOf, labelIn, labelOf, placeIn, readablePath } from './places.ts';
import type { CitationSyntax, ParsedCitation } from './syntax.ts';

export const orgSyntax: CitationSyntax = {
  id: 'org',
  hasReferences: true,
  parse: (text) =>
    [...text.matchAll(/\[\[file:([^[\]\n]+?)(?:::\d{1,9})?\](?:\[([^[\]\n]*)\])?\]\s?@@comment:ariadne:([^@#\s]+)(#L[^@\s]+)@@/g)].flatMap(
      ({ 0: all, 1: path = '', 2: label = '', 3: id = '', 4: lines = '', index }): ParsedCitation[] => {
        const place = placeIn(path + lines);
        return place ? [{ range: { start: index, end: index + all.length }, label: labelIn(label), ...place, id }] : [];
      },
    ),
  literals: (text) =>
    [...text.matchAll(/(?<![^\s\-({'"])([=~])(?=\S)[^\n]{0,300}?\S\1(?![^\s\-.,;:!?)}'"[\\])/gu)].map(({ 0: all, index }) => ({
      start: index,
      end: index + all.length,
    })),
  blocks: (text) => blocksByLine(text, kinds()),
  plain: (piece, isStart) =>
    (isStart ? piece.replace(/^\s*\|\s|\s\|(?=\s|$)/g, '').replace(/^\s*(?:[-+]|\d{1,9}[.)])\s+(?:\[[ xX-]\]\s+)?|^\*+\s+/, '') : piece)
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
  itemMark: /^\s*- /,
  paragraph: (lines) => lines,
  list: (items, isOrdered) => items.map((item, i) => `${isOrdered ? `${i + 1}.` : '-'} ${indented(item, isOrdered ? 3 : 2)}`).join('\n'),
  table: (columns, rows) => {
    const row = (cells: readonly string[]): string => `| ${cells.map((cell) => withoutBars(cell)).join(' | ')} |`;
    return [row(columns), `|${columns.map(() => '---').join('+')}|`, ...rows.map(row)].join('\n');
  },
};

const entities: Readonly<Record<string, string>> = { _: '\\under{}', '^': '\\asciicirc{}', $: '\\dollar{}' };
const entityText: ReadonlyMap<string, string> = new Map([
  ...Object.entries(entities).map(([character, name]) => [name, character] as const),
  ['\\vert{}', '|'],
]);

/** A bar would end the cell: in the text it is an entity, in the path of a link it is encoded. */
function withoutBars(cell: string): string {
  return cell.replace(/\[\[file:[^\]\n]*\]|\|/g, (found) => (found === '|' ? '\\vert{}' : found.replaceAll('|', '%7C')));
}

function kinds(): (line: string) => LineKind {
  let isListing = false;
  return (line) => {
    const [, way] = /^\s*#\+(begin|end)_(?:src|example|export|comment|verse)\b/i.exec(line) ?? [];
    if (way !== undefined) isListing = way.toLowerCase() === 'begin';
    if (isListing || way !== undefined) return 'code';
    if (/^\s*(?:#(?:\+|\s|$)|:[\w-]+:\s*$|\|-)/.test(line)) return 'markup';
    // A row of a table.
    if (/^\s*\|/.test(line)) return 'item';
    if (/^\s*:\s/.test(line)) return 'code';
    if (/^\*+\s/.test(line)) return 'heading';
    return /^\s*(?:[-+]|\d{1,9}[.)])\s/.test(line) ? 'item' : 'text';
  };
}
