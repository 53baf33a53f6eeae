/**
 * The place inside a document is ranked by what is asked of it. A search of all documents also ranks a passage by what its document is
 * about, which is no help inside: all passages of a report name its company.
 */
import type { PassageIndex, Row, ScoredRow, WordCounts } from '../indexing/interfaces.ts';
import { followDepth, scaleOf } from './scale.ts';

type Documents = Pick<PassageIndex, 'pathOf' | 'countWords'>;

/** BM25's, with b = 0: inside a document long passages are the ones that say more. */
const k1 = 1.2;

/**
 * Documents keep their places and scores; which of its passages found are in them, best first, is decided half by the search that found
 * them and half by the words of the question. A word weighs √(w · r): w is its weight in the whole index, r how rare it is among the
 * passages of the document that the search has found, so a word that all of them have counts little. Only the first `followDepth` results
 * change places; those that nothing tells apart stay in order.
 *
 * Shares, weights and lengths were compared over eight sets of questions with gold places (bench/RESULTS.md, "Place inside a document").
 * @param askedIn the question as it is asked inside a document, such as without the words that name it
 */
export async function placeInDocuments(
  ranked: readonly ScoredRow[],
  askedIn: (path: string) => string,
  index: Documents,
): Promise<readonly ScoredRow[]> {
  const placesOf = Map.groupBy([...ranked.slice(0, followDepth).keys()], (place) => index.pathOf(ranked[place]!.row));
  const shared = [...placesOf].flatMap(([path, places]) => (path === undefined || places.length < 2 ? [] : [{ path, places }]));
  if (shared.length === 0) return ranked;
  const { floor, range } = scaleOf(ranked);
  const rows = ranked.map(({ row }) => row);
  for (const [asked, documents] of Map.groupBy(shared, ({ path }) => askedIn(path))) {
    const words = await index.countWords(
      asked,
      documents.flatMap(({ places }) => places.map((place) => ranked[place]!.row)),
    );
    for (const { places } of documents) {
      const inside = places.map((place) => ranked[place]!);
      const byWords = scoredByWords(
        inside.map(({ row }) => row),
        words,
      );
      const placed = inside.map(({ row, score }) => ({ row, score: (score - floor) / range + (byWords.get(row) ?? 0) }));
      placed.sort((one, other) => other.score - one.score);
      places.forEach((place, i) => (rows[place] = placed[i]!.row));
    }
  }
  return ranked.map(({ score }, place) => ({ row: rows[place]!, score }));
}

/** Passages of one document, from 0 to 1 for the best of them. */
function scoredByWords(found: readonly Row[], { worths, passages }: WordCounts): ReadonlyMap<Row, number> {
  const countsOf = (row: Row): readonly number[] => passages.get(row)?.counts ?? [];
  const weights = worths.map((worth, i) => {
    const having = found.filter((row) => (countsOf(row)[i] ?? 0) > 0).length;
    return Math.sqrt(worth * Math.log(1 + (found.length - having + 0.5) / (having + 0.5)));
  });
  const scores = new Map(
    found.map((row): [Row, number] => {
      const counts = countsOf(row);
      return [row, counts.reduce((sum, count, i) => sum + (weights[i]! * count) / (count + k1), 0)];
    }),
  );
  const best = Math.max(...scores.values()) || 1;
  return new Map([...scores].map(([row, score]) => [row, score / best]));
}
