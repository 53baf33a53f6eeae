/** HTML citations: `<a href="docs/report.md#L12-L18" title="ariadne:<id>">1</a>`. */
import { blockElements } from '../../base/blockElements.ts';
import { rangesOf } from './lineSyntax.ts';
import { encodePath, fragmentOf, labelIn, labelOf, placeIn } from './places.ts';
import type { SentenceBlock, CitationSyntax, ParsedCitation } from './syntax.ts';

export const htmlSyntax: CitationSyntax = {
  id: 'html',
  hasReferences: false,
  parse: (text) =>
    [...text.matchAll(/<a\s([^<>]*)>([^<>]*)<\/a\s*>/gi)].flatMap(
      ({ 0: all, 1: attributes = '', 2: label = '', index }): ParsedCitation[] => {
        const title = attributeOf(attributes, 'title');
        const place = title?.startsWith('ariadne:') === true ? placeIn(attributeOf(attributes, 'href') ?? '') : undefined;
        const id = title?.slice('ariadne:'.length).trim();
        return place && id ? [{ range: { start: index, end: index + all.length }, label: labelIn(unescaped(label)), ...place, id }] : [];
      },
    ),
  literals: (text) => rangesOf(text, /<!--(?:[\s\S]*?-->|[\s\S]*$)/g),
  blocks,
  plain: (piece) => unescaped(piece.replace(/<[^<>]*>/g, '')),
  escape: (text) => text.replace(/[&<>"]/g, (character) => names[character] ?? character),
  cite: ({ path, id, ...citation }) =>
    ` <a href="${encodePath(path)}${fragmentOf(citation)}" title="ariadne:${id}">${labelOf(citation)}</a>`,
  itemMark: /^/,
  paragraph: (lines) => `<p>${lines}</p>`,
  list(items, isOrdered) {
    const tag = isOrdered ? 'ol' : 'ul';
    return [`<${tag}>`, ...items.map((item) => `  <li>${item}</li>`), `</${tag}>`].join('\n');
  },
  table(columns, rows) {
    const row = (cells: readonly string[]): string => `  <tr>${cells.join('')}</tr>`;
    return [
      '<table>',
      row(columns.map((column) => `<th scope="col">${column}</th>`)),
      ...rows.map(([name = '', ...cells]) => row([`<th scope="row">${name}</th>`, ...cells.map((cell) => `<td>${cell}</td>`)])),
      '</table>',
    ].join('\n');
  },
};

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const characters: ReadonlyMap<string, string> = new Map([
  ...Object.entries(names).map(([character, name]) => [name, character] as const),
  ['&apos;', "'"],
]);

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescaped(value);
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z]+);/gi, (reference, decimal?: string, hex?: string) => {
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    if (Number.isNaN(code)) return characters.get(reference.toLowerCase()) ?? reference;
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}

const blockTag = new RegExp(`<(/?)(${[...blockElements].join('|')}|h[1-6]|script|style)\\b[^<>]*>`, 'gi');

/** The text between the tags of block elements. */
function blocks(text: string): readonly SentenceBlock[] {
  const found: SentenceBlock[] = [];
  let start = 0;
  let name = '';
  const close = (end: number): void => {
    if (text.slice(start, end).trim() === '') return;
    const kind = /^(?:pre|script|style)$/.test(name) ? 'code' : name === 'li' ? 'item' : /^h[1-6]$/.test(name) ? 'heading' : 'text';
    found.push({ start, end, kind, isAfterBlank: kind !== 'item' || (found.at(-1)?.kind ?? kind) !== 'item' });
  };
  for (const { 0: tag, 1: slash, 2: tagName = '', index } of text.matchAll(blockTag)) {
    close(index);
    start = index + tag.length;
    name = slash === '' ? tagName.toLowerCase() : '';
  }
  close(text.length);
  return found;
}
