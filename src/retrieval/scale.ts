/** The scale of a search's scores, by which what raises a passage is measured. */
import type { ScoredRow } from '../indexing/interfaces.ts';

/** The rank whose score counts as 0. */
export const followDepth = 100;

/** By how much of the scores' range a passage stays behind another that it must not overtake. */
export const hair = 1e-6;

/** @param ranked best first */
export function scaleOf(ranked: readonly ScoredRow[]): { readonly best: number; readonly floor: number; readonly range: number } {
  const best = ranked[0]?.score ?? 0;
  const floor = ranked[Math.min(ranked.length, followDepth) - 1]?.score ?? 0;
  // Where all scores are equal, every result is as sure as the best.
  return { best, floor, range: best > floor ? best - floor : Math.abs(best) || 1 };
}

export function bestFirst(a: ScoredRow, b: ScoredRow): number {
  return b.score - a.score || a.row - b.row;
}
