import type { Mention, PassageIndex, Row, ScoredRow } from '../indexing/interfaces.ts';

/**
 * The index as if it had these passages only. A search gives as many of them as it is asked for: those that it does not rank itself,
 * because they lack its words or a vector, come last, by row.
 * @param rows ascending
 */
export function partOfIndex(index: PassageIndex, rows: readonly Row[]): PassageIndex {
  const isIn = new Set(rows);
  const search = async (n: number, whole: (depth: number) => Promise<readonly ScoredRow[]>): Promise<readonly ScoredRow[]> => {
    const ranked = await rankedAmong(isIn, Math.min(n, rows.length), whole);
    if (ranked.length === Math.min(n, rows.length)) return ranked;
    const isRanked = new Set(ranked.map(({ row }) => row));
    const score = Math.min(0, ranked.at(-1)?.score ?? 0);
    return [...ranked, ...rows.filter((row) => !isRanked.has(row)).map((row) => ({ row, score }))].slice(0, n);
  };
  return {
    epoch: index.epoch,
    passageCount: rows.length,
    idOf: (row) => index.idOf(row),
    rowOf: (id) => index.rowOf(id),
    pathOf: (row) => index.pathOf(row),
    firstOf: (row) => index.firstOf(row),
    searchText: (query, n) => search(n, (depth) => index.searchText(query, depth)),
    searchVector: (query, n) => search(n, (depth) => index.searchVector(query, depth)),
    rowsWith: async (phrases, signal) => (await index.rowsWith(phrases, signal)).filter((row) => isIn.has(row)),
    neighborsOf: (row, k) => index.neighborsOf(row, k).filter((neighbor) => isIn.has(neighbor)),
    mentionsIn: (row) => index.mentionsIn(row).flatMap((mention) => mentionAmong(isIn, mention)),
    mentionsInText: (text) => index.mentionsInText(text).flatMap((mention) => mentionAmong(isIn, mention)),
    mentionedBy: (row) => index.mentionedBy(row).filter((by) => isIn.has(by)),
    passages: (some) => index.passages(some),
  };
}

/** The mention as far as it leads to passages of the part. */
function mentionAmong(isIn: ReadonlySet<Row>, mention: Mention): readonly Mention[] {
  const targets = mention.targets
    .map((target) => ({ ...target, rows: target.rows.filter((row) => isIn.has(row)) }))
    .filter(({ rows }) => rows.length > 0);
  return targets.length === 0 ? [] : [{ ...mention, targets }];
}

const firstDepth = 100;
const deeper = 8;

/** Goes deeper into the ranking of the whole until enough of the part are found, or the ranking ends. */
async function rankedAmong(
  rows: ReadonlySet<Row>,
  n: number,
  whole: (depth: number) => Promise<readonly ScoredRow[]>,
): Promise<readonly ScoredRow[]> {
  for (let depth = Math.max(n, firstDepth); ; depth *= deeper) {
    const ranking = await whole(depth);
    const found = ranking.filter(({ row }) => rows.has(row));
    if (found.length >= n || ranking.length < depth) return found.slice(0, n);
  }
}
