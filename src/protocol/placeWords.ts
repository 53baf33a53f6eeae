import type { Citation } from './trace.ts';

/** Where a document has words, as people look it up: `line 12`, `lines 12–14`, or `page 3` of a document with pages. */
export function placeWords({ startLine, endLine, page }: Pick<Citation, 'startLine' | 'endLine' | 'page'>): string {
  if (page !== undefined) return `page ${page}`;
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}
