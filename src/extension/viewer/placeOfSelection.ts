/** Where the text of a document has words that were selected on one of its pages. Pure. */
import { linesHash, linesOf } from '../../citations/anchor.ts';
import { findQuoteWhere } from '../../citations/findQuote.ts';
import type { CitedWords } from '../../citations/currentCitation.ts';

interface SelectedWords {
  readonly text: string;
  /** 1-based. */
  readonly page: number;
  readonly pages: number;
}

/** In pages: how far from where pages of equal length would have it a text is looked for. Pages with pictures have less text. */
const farthestPages = 8;
const leastChars = 40_000;

/**
 * The lines with the words, or with all words of the cells of a row; of several places, the one nearest to the page. Undefined where the
 * text does not have them near there, as for what the edges of all pages repeat.
 */
export function placeOfSelection(source: string, { text, page, pages }: SelectedWords): CitedWords | undefined {
  const perPage = source.length / pages;
  const middle = (page - 0.5) * perPage;
  const around = Math.max(leastChars, farthestPages * perPage);
  const from = source.lastIndexOf('\n', Math.max(0, middle - around)) + 1;
  const near = source.slice(from, middle + around);
  const found = [...quotesIn(near, text), ...rowsIn(near, text)];
  const distance = (place: { readonly start: number }): number => Math.abs(from + place.start - middle);
  const nearest = found.reduce<(typeof found)[number] | undefined>(
    (best, place) => (best === undefined || distance(place) < distance(best) ? place : best),
    undefined,
  );
  if (!nearest) return undefined;
  const [start, end] = [from + nearest.start, from + nearest.end];
  const startLine = linesOf(source.slice(0, start)).length;
  const endLine = linesOf(source.slice(0, end)).length;
  const hash = linesHash(
    linesOf(source.slice(0, source.indexOf('\n', end) < 0 ? undefined : source.indexOf('\n', end))).slice(startLine - 1),
  );
  return { startLine, endLine, linesHash: hash, quote: source.slice(start, end) };
}

interface Found {
  readonly start: number;
  readonly end: number;
}

function quotesIn(text: string, words: string): readonly Found[] {
  const found: Found[] = [];
  // Every place is refused, so that all are seen.
  findQuoteWhere(text, words, (place) => {
    found.push(place);
    return false;
  });
  return found;
}

/** Rows of tables with all the words in their order: the page has no names of columns between them. */
function rowsIn(text: string, words: string): readonly Found[] {
  const wanted = words.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const found: Found[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    let at = 0;
    const hasAll = wanted.every((word) => (at = line.indexOf(word, at) + word.length) >= word.length);
    if (line.includes(' | ') && wanted.length > 1 && hasAll) found.push({ start, end: start + line.length });
    start += line.length + 1;
  }
  return found;
}
