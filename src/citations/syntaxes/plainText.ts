/**
 * Citations in plain text and code comments: a number in brackets, and below the text one line for each:
 * `[1] docs/report.md#L12-L18 ariadne:<id>`. If a number has several such lines, the first applies.
 */
import type { TextRange } from '../readText.ts';
import { blocksByLine, listItems } from './lineSyntax.ts';
import { fragmentOf, pageOf, type Place, placeOf, readablePath } from './places.ts';
import type { CitationSyntax, ParsedCitation } from './syntax.ts';

export const plainTextSyntax: CitationSyntax = {
  id: 'plaintext',
  hasReferences: true,
  parse: (text) => parseReferences(text, ''),
  literals: () => [],
  blocks: (text) =>
    blocksByLine(text, (line) => {
      if (isDefinition(line, '')) return 'markup';
      return /^\s*(?:[-*+•]|\d{1,9}[.)])\s/.test(line) ? 'item' : 'text';
    }),
  plain: (piece, isStart) => (isStart ? piece.replace(/^\s*(?:[-*+•]|\d{1,9}[.)])\s+/, '') : piece),
  // No character has a meaning here, but text that looks like a reference would be taken for one.
  escape: (text) => text.replace(/\[(\d{1,9})\]/g, '($1)'),
  cite: ({ n }) => ` [${n}]`,
  itemMark: /^\s*- /,
  paragraph: (lines) => lines,
  list: listItems,
  below: (citations) =>
    citations
      .flatMap(({ n, path, page, lastPage, id, isKnown, ...lines }) =>
        isKnown ? [] : [`[${n}] ${readablePath(path, nothing)}${fragmentOf(lines)}${pageOf({ page, lastPage })} ariadne:${id}`],
      )
      .join('\n'),
};

const nothing = /(?!)/g;

/**
 * Matches a line that defines the place of a number.
 * @param lead a regular expression for the text before it
 */
function definition(lead: string): RegExp {
  const begin = lead === '' ? '^[ \\t]*' : `^[ \\t]*${lead}[ \\t]*`;
  const place = '(\\S[^\\r\\n]*?)#L(\\d{1,9})(?:-L(\\d{1,9}))?(?: \\(pages? \\d{1,9}(?:–\\d{1,9})?\\))?';
  return new RegExp(`${begin}\\[(\\d{1,9})\\][ \\t]+${place}[ \\t]+\\(?ariadne:([^\\s()]+)\\)?[ \\t]*$`, 'gm');
}

/** @param line the line without its line break */
export function isDefinition(line: string, lead: string): boolean {
  return definition(lead).test(line);
}

/**
 * Numbers in brackets that are defined by a line; if a line defines no number, the line itself.
 * @param lead a regular expression for the start of lines that count
 */
export function parseReferences(text: string, lead: string): readonly ParsedCitation[] {
  if (!text.includes('ariadne:')) return [];
  const defined = new Map<string, Place & Pick<ParsedCitation, 'id' | 'range'>>();
  for (const { 0: line, 1: n = '', 2: path = '', 3: first, 4: last, 5: id = '', index } of text.matchAll(definition(lead))) {
    const place = placeOf(path, first, last);
    if (place && !defined.has(n)) defined.set(n, { ...place, id, range: { start: index, end: index + line.length } });
  }
  if (defined.size === 0) return [];
  const used = new Set<string>();
  const found = referencesIn(text, lead).flatMap(({ n, ...range }): ParsedCitation[] => {
    const place = defined.get(n);
    if (!place) return [];
    used.add(n);
    const { range: line, ...where } = place;
    return [{ range, label: n, ...where, definition: line }];
  });
  const unused = [...defined].flatMap(([n, place]): ParsedCitation[] => (used.has(n) ? [] : [{ label: n, ...place }]));
  return [...found, ...unused].toSorted((a, b) => a.range.start - b.range.start);
}

/** Numbers in brackets, except in lines that do not count or define a place. */
function referencesIn(text: string, lead: string): readonly (TextRange & { readonly n: string })[] {
  const counts = new RegExp(`^[ \\t]*${lead}`);
  const defines = new RegExp(definition(lead).source);
  return [...text.matchAll(/[^\r\n]+/g)].flatMap(({ 0: line, index }) => {
    if (!counts.test(line) || defines.test(line)) return [];
    return [...line.matchAll(/(?<![\p{L}\p{N}\])])\[(\d{1,9})\](?![(\w])/gu)].map(({ 0: all, 1: n = '', index: at }) => {
      return { n, start: index + at, end: index + at + all.length };
    });
  });
}
