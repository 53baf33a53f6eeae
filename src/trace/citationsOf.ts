import type { Citation, DigestQuote, Trace } from '../protocol/trace.ts';

/** All that a run cites or quotes with the fingerprint of its lines, each number once: for its answer, conflicts, digest. */
export function citationsOf({ citations, written, conflicts = [], digest = [] }: Trace): readonly Citation[] {
  const all = [...citations, ...(written?.citations ?? []), ...conflicts.flatMap((one) => one.citations), ...digest.flatMap(citationOf)];
  return [...new Map(all.toReversed().map((one) => [one.n, one])).values()].toReversed();
}

function citationOf(quote: DigestQuote): readonly Citation[] {
  const {
    linesHash,
    lead: _lead,
    isCutBefore: _before,
    isCutAfter: _after,
    also: _also,
    isFurther: _further,
    subQuestion: _asked,
    ...place
  } = quote;
  const { startOffset: _start, endOffset: _end, ...citation } = place;
  return linesHash === undefined ? [] : [{ ...citation, linesHash }];
}
