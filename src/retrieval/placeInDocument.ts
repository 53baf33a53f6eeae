/**
 * The place inside a document is ranked by what is asked of it. A search of all documents also ranks a passage by what its document is
 * about, which is no help inside: all passages of a report name its company.
 */
import type { PassageIndex, Row, ScoredRow, WordCounts } from '../indexing/interfaces.ts';
import { followDepth } from './scale.ts';

type Documents = Pick<PassageIndex, 'pathOf' | 'countWords'>;

/** BM25's. Long passages are not held back as much as among documents (b = .75): inside a document they are the ones that say more. */
const k1 = 1.2;
const b = 0.4;

/**
 * Documents keep their places and scores; which of its passages found are in them, best first, is decided by the words of the question. A
 * word weighs √(w · r): w is its weight in the whole index, r how rare it is among the passages of the document that the search has found,
 * so a word that all of them have counts little. Only the first `followDepth` results change places; those that no word tells apart stay
 * in order.
 *
 * Over five sets of questions with gold places, of b = .4 and .75, w alone, r alone and w · r this finds most. Neighbors, headings, pairs
 * of words and vectors help in one set and hurt in another (bench/RESULTS.md, "Place inside a document").
 * @param asked the question, without the words that name documents
 */
export async function placeInDocuments(ranked: readonly ScoredRow[], asked: string, index: Documents): Promise<readonly ScoredRow[]> {
  const placesOf = Map.groupBy([...ranked.slice(0, followDepth).keys()], (place) => index.pathOf(ranked[place]!.row));
  const shared = [...placesOf].flatMap(([path, places]) => (path === undefined || places.length < 2 ? [] : [places]));
  if (shared.length === 0) return ranked;
  const rowsAt = (places: readonly number[]): readonly Row[] => places.map((place) => ranked[place]!.row);
  const words = await index.countWords(asked, rowsAt(shared.flat()));
  const rows = ranked.map(({ row }) => row);
  for (const places of shared) {
    const inside = rankedInside(rowsAt(places), words);
    places.forEach((place, i) => (rows[place] = inside[i]!));
  }
  return ranked.map(({ score }, place) => ({ row: rows[place]!, score }));
}

/** Passages of one document, best first; in the given order where no word tells them apart. */
function rankedInside(rows: readonly Row[], { worths, passages }: WordCounts): readonly Row[] {
  const found = rows.map((row) => ({ row, ...(passages.get(row) ?? { length: 0, counts: [] }) }));
  const averageLength = Math.max(1, found.reduce((sum, { length }) => sum + length, 0) / found.length);
  const weights = worths.map((worth, i) => {
    const having = found.filter(({ counts }) => (counts[i] ?? 0) > 0).length;
    return Math.sqrt(worth * Math.log(1 + (found.length - having + 0.5) / (having + 0.5)));
  });
  return found
    .map(({ row, length, counts }) => {
      const norm = k1 * (1 - b + (b * length) / averageLength);
      const score = weights.reduce((sum, weight, i) => {
        const count = counts[i] ?? 0;
        return sum + (weight * count * (k1 + 1)) / (count + norm);
      }, 0);
      return { row, score };
    })
    .sort((one, other) => other.score - one.score)
    .map(({ row }) => row);
}
