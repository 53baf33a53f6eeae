/** Which documents a search is about as a whole, however short of the first places their passages are. */
import type { PassageIndex, Row } from '../indexing/interfaces.ts';
import type { SearchHit } from './retrieval.ts';
import { followDepth, scaleOf } from './scale.ts';

type Found = Pick<SearchHit, 'passageId' | 'score'>;
type Documents = Pick<PassageIndex, 'rowOf' | 'pathOf' | 'firstOf' | 'idOf'>;

/**
 * A passage counts for its document by its score on the scale of the search, raised to `exponent`, and each further one `share` of the one
 * before: many that suit the question tell more than one that repeats its words. Less than `least` is no suit. Of 53 questions about two
 * folders of documentation that one document answers, it is the first for 37 and among the first two for 43.
 */
const exponent = 2;
const share = 0.7;
const least = 0.05;
const fewest = 2;

/** What a document says first, of the documents that at least `fewest` results suit: at most `n` passages, the best document's first. */
export function leadsOf(found: readonly Found[], index: Documents, n: number): readonly string[] {
  const ranked = found.slice(0, followDepth).map(({ passageId, score }) => ({ row: index.rowOf(passageId), score }));
  const { best, floor, range } = scaleOf(ranked);
  const documents = new Map<string, { readonly row: Row; weight: number; passages: number }>();
  for (const { row, score } of ranked) {
    const path = index.pathOf(row);
    const suits = best > floor ? (Math.max(0, score - floor) / range) ** exponent : 1;
    if (path === undefined || suits < least) continue;
    const document = documents.get(path) ?? { row, weight: 0, passages: 0 };
    document.weight += suits * share ** document.passages;
    document.passages++;
    documents.set(path, document);
  }
  return [...documents.values()]
    .filter(({ passages }) => passages >= fewest)
    .sort((a, b) => b.weight - a.weight || a.row - b.row)
    .slice(0, n)
    .flatMap(({ row }) => {
      const first = index.firstOf(row);
      return first === undefined ? [] : [index.idOf(first)];
    });
}
