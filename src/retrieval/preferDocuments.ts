/** Documents that a question names come first, and inside them what the rest of the question asks for. */
import type { PassageIndex, Row, ScoredRow } from '../indexing/interfaces.ts';
import { indexWith } from './partOfIndex.ts';
import { bestFirst, scaleOf } from './scale.ts';

/**
 * What each further passage of a document keeps of s, so that all documents that are named have a place among the first, and of the whole,
 * so that others have places too.
 */
const further = 0.5;
const furtherNamed = 0.95;

/** The documents that a question prefers: their weights, above 0 and at most 1, by path. */
export function preferredIn(groups: Awaited<ReturnType<PassageIndex['namedIn']>>['groups']): ReadonlyMap<string, number> {
  return new Map(groups.flat().flatMap(({ path, preference }) => (preference > 0 ? [[path, preference] as const] : [])));
}

/**
 * A passage of a document that is preferred with weight w has w² · (1 + s) of the scores' range, where s is its score in the search inside
 * the preferred documents, and 1 − w² of its score in the whole search: a name that is on every page of a report no longer ranks its pages.
 * Other passages stay where they are. Best first, ties by row.
 * @param found by the whole question in all documents
 * @param inside found by the rest of the question in the preferred documents
 */
export function preferDocuments(
  found: readonly ScoredRow[],
  inside: readonly ScoredRow[],
  weightOf: (row: Row) => number | undefined,
  pathOf: (row: Row) => string | undefined,
): readonly ScoredRow[] {
  if (inside.length === 0) return found;
  const { floor, range } = scaleOf(found);
  const within = scaleOf(inside);
  const raised = new Map<Row, number>();
  const before = new Map<string, number>();
  for (const { row, score } of inside) {
    const path = pathOf(row) ?? '';
    const suits = within.best > within.floor ? Math.max(0, score - within.floor) / within.range : 1;
    const nth = before.get(path) ?? 0;
    before.set(path, nth + 1);
    raised.set(row, furtherNamed ** nth * (1 + further ** nth * suits));
  }
  const scores = new Map(found.map(({ row, score }) => [row, score]));
  for (const row of raised.keys()) if (!scores.has(row)) scores.set(row, floor);
  return [...scores]
    .map(([row, score]) => {
      const named = (weightOf(row) ?? 0) ** 2;
      return { row, score: floor + (1 - named) * (score - floor) + range * named * (raised.get(row) ?? 0) };
    })
    .sort(bestFirst);
}

/** The index as if no question named any of its documents. */
export function withoutNames(index: PassageIndex): PassageIndex {
  return indexWith(index, {
    namedIn: async (content) => {
      const { otherForms } = await index.namedIn(content);
      return { meant: [], preferred: [], unknown: [], groups: [], otherForms, content };
    },
    mentionsInText: () => Promise.resolve([]),
  });
}
