/** What a run cites, compared with its documents as they are now. Pure: the documents are passed in as text. */
import type { StaleReason } from '../protocol/staleReason.ts';
import type { Citation, Trace } from '../protocol/trace.ts';
import { currentCitation } from './currentCitation.ts';
import type { DraftQuote } from './draft.ts';

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
