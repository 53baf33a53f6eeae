/** How α and β of Self-DC are found for a model. Source: pipelines.md 4.1. */
import type { Thresholds } from './selfDcConfidence.ts';

/** As the paper describes them: mean and population standard deviation of the model's confidence. Null without values. */
export function calibrate(values: readonly number[]): Thresholds | null {
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { alpha: mean, beta: Math.sqrt(variance) };
}

export interface Tuned extends Thresholds {
  readonly quality: number;
}

/** As the paper tunes them: α from 0.1 to 0.9, β fixed. */
export const paperGrid: readonly Thresholds[] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenths) => ({ alpha: tenths / 10, beta: 0.1 }));

/**
 * The thresholds of a grid with the best quality on development data; on a tie the earliest.
 * @param measure the quality of a run over the data with these thresholds; higher is better. Called one after the other: runs share the model.
 * @returns null for an empty grid
 */
export async function searchGrid(
  measure: (thresholds: Thresholds) => Promise<number>,
  grid: readonly Thresholds[] = paperGrid,
): Promise<Tuned | null> {
  let best: Tuned | null = null;
  for (const thresholds of grid) {
    const quality = await measure(thresholds);
    if (best === null || quality > best.quality) best = { ...thresholds, quality };
  }
  return best;
}
