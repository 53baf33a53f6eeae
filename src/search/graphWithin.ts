import type { RowSet } from '../base/rowSet.ts';
import { askForLists } from '../indexing/graph/lexicalPatch.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { FirstStageMethod } from '../protocol/engine.ts';
import type { NeighborsOf } from '../retrieval/batchScorer.ts';

/**
 * The graph that the passages of a part would have if they were indexed alone. The stored graph has a few neighbors of each passage, of
 * which few may be in the part; then the nearest of the part are looked for.
 * @param graph of the whole index, for candidates of this first stage
 */
export function graphWithin(
  part: RowSet,
  index: IndexSnapshot,
  {
    graph,
    firstStage,
    signal,
  }: { readonly graph: IndexSnapshot['neighborsOf']; readonly firstStage: FirstStageMethod; readonly signal: AbortSignal },
): NeighborsOf {
  return async (row, k) => {
    const stored = graph(row, Infinity).filter((neighbor) => part.has(neighbor));
    if (stored.length >= Math.min(k, part.size - 1)) return stored.slice(0, k);
    return firstStage === 'dense' ? lexicalNeighbors(row, k) : index.nearestTo(row, k, part);
  };

  async function lexicalNeighbors(row: number, k: number): Promise<readonly number[]> {
    const texts = (await index.passages([row])).map(({ title, headings, text }) => ({ row, text: [title, ...headings, text].join('\n') }));
    const { neighbors } = await askForLists(texts, (query, n) => index.searchText(query, n, part), k, { signal });
    return [...neighbors].filter((neighbor) => neighbor >= 0);
  }
}
