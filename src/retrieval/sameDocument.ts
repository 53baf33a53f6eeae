/** Several passages of one document that a search finds confirm each other. */
import type { Row, ScoredRow } from '../indexing/interfaces.ts';
import { bestFirst, scaleOf } from './scale.ts';

/**
 * What the next best passage of the same document adds of its score; the one after it adds the square of this share, and so on. Shares of
 * .1 to .4 find .003 to .010 more of MultiHop-RAG's gold articles among the first five, and change recall@5 by at most .003 on five other
 * data sets, most of whose documents are one passage.
 */
const share = 0.2;

/**
 * Raises the best passage of each document by the scores of its others, counted from `floor` (see `scaleOf`): a document that the question
 * is about has more than one passage that suits it. The others stay where they are, or one document would fill the first places.
 * Best first, ties by row; where no document has two passages, the given ones.
 * @param pathOf undefined for passages whose document is unknown
 */
export function raiseBestOfDocuments(
  ranked: readonly ScoredRow[],
  pathOf: (row: Row) => string | undefined,
  isFollowed: (row: Row) => boolean = () => true,
): readonly ScoredRow[] {
  const { floor } = scaleOf(ranked);
  const bestOf = new Map<string, Row>();
  const shareOf = new Map<string, number>();
  const raised = new Map<Row, number>();
  for (const { row, score } of ranked) {
    const path = isFollowed(row) && score > floor ? pathOf(row) : undefined;
    if (path === undefined) continue;
    const best = bestOf.get(path);
    if (best === undefined) {
      bestOf.set(path, row);
      continue;
    }
    const part = (shareOf.get(path) ?? 1) * share;
    shareOf.set(path, part);
    raised.set(best, (raised.get(best) ?? 0) + part * (score - floor));
  }
  if (raised.size === 0) return ranked;
  return ranked.map(({ row, score }) => ({ row, score: score + (raised.get(row) ?? 0) })).sort(bestFirst);
}
