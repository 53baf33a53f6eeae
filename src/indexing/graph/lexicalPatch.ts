/** How the neighbor graph of the words is kept while passages come and go. */
import type { ScoredRow } from '../interfaces.ts';
import { termsOf, type PassageText } from './lexicalGraph.ts';
import type { ChangedLists, GraphOptions } from './neighborLists.ts';

/** Terms of a new passage that are asked with. */
const askedTerms = 24;
const staleShare = 0.1;

/**
 * True when so many passages were added or removed since `buildLexicalGraph` that it is due again. Until then the graph is kept by three rules: lists
 * of removed passages are dropped, entries that name one are skipped when a list is read, and an added passage gets a list by `askForLists`. What is
 * given up: older lists do not name added passages, and keep scores by the old document frequencies.
 */
export function isLexicalGraphStale(passagesThen: number, changedSince: number): boolean {
  return changedSince > staleShare * passagesThen;
}

/**
 * Lists of added passages, by asking the full-text index with their strongest terms: those that are in the passage most often, of these the
 * longest, as document frequencies are the index's to know. One question at a time. Rows ascend; similarities are the index's scores.
 * @param searchText BM25, at most n, best first
 * @throws AbortError; what `searchText` throws
 */
export async function askForLists(
  added: readonly PassageText[],
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
  for (const term of termsOf(text)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return [...frequencies]
    .sort(([a, timesA], [b, timesB]) => timesB - timesA || b.length - a.length)
    .slice(0, askedTerms)
    .map(([term]) => term);
}
