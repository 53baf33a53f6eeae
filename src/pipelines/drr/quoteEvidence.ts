import type { Passage } from '../../protocol/passage.ts';

/** Where evidence stands in passages, whatever its white space and case: the first such passage, best first, and its own words for it; null when in none. */
export function quoteEvidence(evidence: string, passages: readonly Passage[]): { readonly index: number; readonly quote: string } | null {
  const words = evidence.split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const sought = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+'), 'iu');
  for (const [index, { text }] of passages.entries()) {
    const quote = sought.exec(text)?.[0];
    if (quote !== undefined) return { index, quote };
  }
  return null;
}
