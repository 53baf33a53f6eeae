/** Where cited words are in the text of their document. Pure. */
import { findQuote } from '../../citations/findQuote.ts';
import type { TextRange } from '../../citations/readText.ts';
import type { CitedPlace } from '../viewIds.ts';

type Lines = Pick<CitedPlace, 'startLine' | 'endLine'>;

/** The cited words within the cited lines, if they still occur there, else the lines. What shows words leaves out unseen marks. */
export function citedRange(text: string, place: Lines, quote: string): TextRange {
  const lines = linesIn(text, place);
  const near = text.slice(lines.start, lines.end);
  const at = quote === '' ? -1 : near.indexOf(quote);
  const found = at < 0 ? findQuote(near, quote) : { start: at, end: at + quote.length };
  return found ? { start: lines.start + found.start, end: lines.start + found.end } : lines;
}

/** Offsets of lines, 1-based and inclusive. Lines that the text does not have are its last. */
export function linesIn(text: string, { startLine, endLine }: Lines): TextRange {
  const breaks = [...text.matchAll(/\r\n|\r|\n/g)];
  const first = breaks[Math.min(startLine - 2, breaks.length - 1)];
  return { start: first ? first.index + first[0].length : 0, end: breaks[endLine - 1]?.index ?? text.length };
}
