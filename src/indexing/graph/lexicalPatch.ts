/** Maintains the lexical neighbor graph while passages come and go. */
import type { ScoredRow } from '../interfaces.ts';
import { lexicalTerms, type IndexedText } from './lexicalGraph.ts';
import type { ChangedLists, GraphOptions } from './neighborLists.ts';

/** The number of terms of a new passage in its query. */
const askedTerms = 24;
const staleShare = 0.1;

/**
 * True when so many passages were added or removed since `buildLexicalGraph` that the graph must be rebuilt. Until then three rules
 * maintain it: lists of removed passages are dropped, entries that name one are skipped on reading, and an added passage gets a list from
 * `askForLists`. The compromise: older lists do not name added passages and keep scores from old document frequencies.
 */
export function isLexicalGraphStale(passagesThen: number, changedSince: number): boolean {
  return changedSince > staleShare * passagesThen;
}

/**
 * Lists for added passages, found by searching the full-text index with their strongest terms: the most frequent in the passage and, among
 * those, the longest, because only the index knows document frequencies. One query at a time. Rows ascend; similarities are the index's
 * scores.
 * @param searchText BM25, at most n, best first
 * @throws AbortError; errors of `searchText`
 */
export async function askForLists(
  added: readonly IndexedText[],
  searchText: (query: string, n: number) => Promise<readonly ScoredRow[]>,
  k: number,
  { signal, onShare }: GraphOptions = {},
): Promise<ChangedLists> {
  const passages = [...added].sort((a, b) => a.row - b.row);
  const neighbors = new Int32Array(passages.length * k).fill(-1);
  const similarities = new Float32Array(passages.length * k);
  for (const [i, { row, text }] of passages.entries()) {
    signal?.throwIfAborted();
    const terms = strongestTerms(text);
    const found = terms.length === 0 ? [] : await searchText(terms.join(' '), k + 1);
    const others = found.filter((other) => other.row !== row).slice(0, k);
    neighbors.set(
      others.map((other) => other.row),
      i * k,
    );
    similarities.set(
      others.map((other) => other.score),
      i * k,
    );
    onShare?.((i + 1) / passages.length);
  }
  return { rows: Int32Array.from(passages, ({ row }) => row), neighbors, similarities };
}

function strongestTerms(text: string): readonly string[] {
  const frequencies = new Map<string, number>();
  for (const term of lexicalTerms(text)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return [...frequencies]
    .sort(([a, timesA], [b, timesB]) => timesB - timesA || b.length - a.length)
    .slice(0, askedTerms)
    .map(([term]) => term);
}
