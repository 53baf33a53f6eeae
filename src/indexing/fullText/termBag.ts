/** The terms of a text with their counts, and the total number including repetitions. */
export interface TermBag {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** @param terms separated by blanks, as the index stores them */
export function bagOf(terms: string): TermBag {
  const counts = new Map<string, number>();
  const all = terms === '' ? [] : terms.split(' ');
  for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: all.length };
}
