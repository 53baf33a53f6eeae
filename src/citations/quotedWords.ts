/** What a text quotes from the places that it cites, word for word. Pure. */
import { type Cited, type CitingBlock, piecesOf } from './citing.ts';
import { findQuote, findQuoteWhere } from './findQuote.ts';
import { type PassageText, locate } from './locate.ts';
import type { CitationSyntax } from './syntaxes/syntax.ts';
import type { TextRange } from './readText.ts';

/** For each citation of a block the quotations that end directly before it: `“These words” “and these” [1]`. */
export function quotesBefore(text: string, block: CitingBlock<Cited>, syntax: CitationSyntax): readonly (readonly string[])[] {
  return piecesOf(text, block)
    .slice(0, -1)
    .map((piece, i) => {
      const quotes: string[] = [];
      const plain = syntax.plain(piece, i === 0);
      let end = trimmedEnd(plain, plain.length);
      for (let start = openingOf(plain, end); start >= 0; start = openingOf(plain, end)) {
        quotes.unshift(plain.slice(start + 1, end - 1));
        end = trimmedEnd(plain, start);
        if (quotes.length === mostQuotes) break;
      }
      return quotes;
    });
}

/** Before one citation. */
const mostQuotes = 8;

function trimmedEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}

/** Where the quotation begins that ends there, -1 without one. It may quote others; where their marks do not match, it is the longest. */
function openingOf(text: string, end: number): number {
  if (text[end - 1] !== '”') return -1;
  let found = -1;
  let depth = 0;
  for (let i = end - 1; i >= 0 && end - i <= longestQuote; i--) {
    if (text[i] === '”') depth++;
    else if (text[i] === '“') {
      found = i;
      if (--depth === 0) break;
    }
  }
  return found;
}

/** In characters, longer than any that Ariadne writes. */
const longestQuote = 20_000;
interface QuotedLines {
  /** Of the lines, as the document has it. */
  readonly text: string;
  /** Of the document. */
  readonly passages: readonly PassageText[];
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Whether lines have the words, with or without their markup: see `findQuote`. */
export function isQuotedFrom(words: string, { text, passages, startLine, endLine }: QuotedLines): boolean {
  const isInLines = (passage: PassageText, { start, end }: TextRange): boolean => {
    const place = locate(passage, start, end);
    return place.startLine >= startLine - 1 && place.endLine <= endLine;
  };
  return (
    findQuote(text, words) !== undefined ||
    passages.some((passage) => {
      const { range } = passage;
      const isNear = range.startLine < endLine && range.endLine >= startLine;
      return isNear && findQuoteWhere(passage.text, words, (part) => isInLines(passage, part)) !== undefined;
    })
  );
}
