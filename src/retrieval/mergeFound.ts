import type { SearchHit } from './retrieval.ts';

/** The usual one of reciprocal rank fusion. */
const rankOffset = 60;

/**
 * What was found in several indexes, best first. Scores of two indexes are alike, but not the same: words are as rare as each index has
 * them, and vectors are as sure as each was learned. So a passage has two ranks, that among its own and that by score among all, and their
 * reciprocals are added. With half of 300 news articles in each index, recall@5 is .56 to .58 so; with ranks alone .49 to .58, with scores
 * alone .55 to .56, in one index .59. See docs/architecture.md, “Several folders”.
 * @param lists best first
 */
export function mergeFound(lists: readonly (readonly SearchHit[])[]): readonly SearchHit[] {
  const byScore = lists.flat().sort((a, b) => b.score - a.score);
  const rankByScore = new Map(byScore.map((hit, rank) => [hit, rank]));
  const worth = (hit: SearchHit): number => 1 / (rankOffset + hit.rank) + 1 / (rankOffset + rankByScore.get(hit)!);
  return asRanking(byScore.toSorted((a, b) => worth(b) - worth(a)));
}

/** Passages in their order. One that comes before one of a higher score has that score. */
export function asRanking(ordered: readonly SearchHit[]): readonly SearchHit[] {
  let score = -Infinity;
  return ordered
    .toReversed()
    .map((hit) => ({ ...hit, score: (score = Math.max(score, hit.score)) }))
    .toReversed()
    .map((hit, rank) => ({ ...hit, rank }));
}
