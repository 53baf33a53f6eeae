/** Whether a finished run may answer otherwise now, because its documents have changed. */
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { StaleReason } from '../protocol/staleReason.ts';
import type { Trace } from '../protocol/trace.ts';
import type { Retriever } from '../retrieval/retrieval.ts';
import { hasPassage } from './resume.ts';

/** Results of a search that count: what comes after them is seldom read. */
const first = 10;

/**
 * Why the run is stale, places first: passages that it cites and that its index no longer has as they were, and searches whose first ten
 * results are others. Empty while it is current. Nothing but searches is made.
 * @param retriever of the run's first stage, within its scope
 */
export async function staleReasons(
  { citations, written, retrievals }: Trace,
  { index, retriever }: { readonly index: PassageIndex; readonly retriever: Retriever },
  signal: AbortSignal,
): Promise<readonly StaleReason[]> {
  const reasons: StaleReason[] = [];
  const places = new Map([...citations, ...(written?.citations ?? [])].map((citation) => [citation.passageId, citation]));
  for (const { passageId, path, quote } of places.values())
    if (!hasPassage(index, passageId)) reasons.push({ kind: 'cited-place', path, quote });
  const searches = new Map(retrievals.filter(({ method }) => method === retriever.method).map((one) => [one.query, one]));
  for (const { query, node, results } of searches.values()) {
    signal.throwIfAborted();
    const found = await retriever.search(query, Math.max(first, results.length), { node, signal });
    const [before, now] = [results, found].map((list) => new Set(list.slice(0, first).map(({ passageId }) => passageId)));
    const appeared = [...(now ?? [])].filter((id) => before?.has(id) !== true);
    const gone = [...(before ?? [])].filter((id) => now?.has(id) !== true);
    if (appeared.length + gone.length === 0) continue;
    const passages = await index.passages(appeared.map((id) => index.rowOf(id)));
    reasons.push({ kind: 'search', query, appeared: [...new Set(passages.map(({ path }) => path))], gone: gone.length });
  }
  return reasons;
}
