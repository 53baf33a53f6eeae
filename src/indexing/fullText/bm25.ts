/**
 * BM25 as LanceDB computes it. Source: Robertson and Zaragoza 2009, 3.1; the inverse frequency is that of Lucene, which is never negative.
 */

const k1 = 1.2;
const b = 0.75;

/** The weight of a term that `containing` of `passages` passages have. */
export function inverseFrequency(containing: number, passages: number): number {
  return Math.log(1 + (passages - containing + 0.5) / (containing + 0.5));
}

/** The share of a term's weight for a passage in which it occurs `count` times. Lengths are in terms. */
export function saturation(count: number, length: number, averageLength: number): number {
  return (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / averageLength));
}
