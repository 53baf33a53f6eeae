/** Where cited words are in their document as it is now. Pure. */
import type { Citation, Trace } from '../protocol/trace.ts';
import { linesHash, linesOf, resolveAnchor } from './anchor.ts';
import type { StaleReason } from '../protocol/staleReason.ts';
import type { DraftQuote } from './draft.ts';

export type CitedWords = Pick<Citation, 'startLine' | 'endLine' | 'linesHash' | 'quote'>;

/**
 * The citation with the lines that have its words now: the cited lines, also where they have moved, otherwise the nearest other place with
 * its quote. Undefined when the document no longer has them.
 */
export function currentCitation<T extends CitedWords>(citation: T, source: string): T | undefined {
  const { startLine, endLine, linesHash: id, quote } = citation;
  const { state, ...lines } = resolveAnchor(source, startLine, endLine, id);
  if (state === 'unchanged') return citation;
  if (state === 'moved') return { ...citation, ...lines };
  const at = quote.length < SHORTEST_MOVED ? undefined : nearest(source, quote, startLine);
  return at && { ...citation, ...at, linesHash: linesHash(linesOf(source).slice(at.startLine - 1, at.endLine)) };
}

/** In characters. Shorter words may be anywhere and mean something else there. */
const SHORTEST_MOVED = 16;

/** 1-based, inclusive. */
function nearest(source: string, words: string, line1: number): Pick<Citation, 'startLine' | 'endLine'> | undefined {
  const height = linesOf(words).length - 1;
  let found: number | undefined;
  let [line, counted] = [1, 0];
  for (let at = source.indexOf(words); at >= 0; at = source.indexOf(words, at + words.length)) {
    line += linesOf(source.slice(counted, at)).length - 1;
    counted = at;
    if (found === undefined || Math.abs(line - line1) < Math.abs(found - line1)) found = line;
  }
  return found === undefined ? undefined : { startLine: found, endLine: found + height };
}

/** A citation as its document has it now; or why it does not. */
export type CitationNow = { readonly citation: Citation } | { readonly reason: ChangedPlace };
export type ChangedPlace = Extract<StaleReason, { kind: 'cited-place' }>;

/** @param source the text of its document; undefined when that is gone */
export function citationNow(citation: Citation, source: string | undefined): CitationNow {
  const { path, quote, text = quote } = citation;
  const now = source === undefined ? undefined : currentCitation(citation, source);
  if (now) return { citation: now };
  return { reason: { kind: 'cited-place', path, quote: text, ...(source === undefined ? { isGone: true } : {}) } };
}

/** The run and its quotes with all citations replaced. */
export function withCitations(
  trace: Trace,
  quotes: readonly DraftQuote[],
  replaced: (citation: Citation) => Citation,
): { readonly trace: Trace; readonly quotes: readonly DraftQuote[] } {
  const { citations, written, conflicts } = trace;
  return {
    trace: {
      ...trace,
      citations: citations.map(replaced),
      ...(written && { written: { ...written, citations: written.citations.map(replaced) } }),
      ...(conflicts && { conflicts: conflicts.map((one) => ({ ...one, citations: one.citations.map(replaced) })) }),
    },
    quotes: quotes.map((quote) => ({ ...quote, citation: replaced(quote.citation) })),
  };
}
