/** Which inputs are computed together. */

/**
 * Padding to the longest of a batch is computed like text, so inputs of similar length go together. Longest first: memory is largest at the
 * beginning, not at the end of a long job.
 * @param lengths tokens of each input
 * @returns positions in `lengths`; a batch has at most `budget` tokens with padding, or one input
 */
export function batchesByLength(lengths: readonly number[], budget: number): readonly (readonly number[])[] {
  const order = lengths.map((_, at) => at).sort((a, b) => lengths[b]! - lengths[a]! || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const at of order) {
    const longest = lengths[batch[0] ?? at]!;
    if (batch.length > 0 && (batch.length + 1) * longest > budget) {
      batches.push(batch);
      batch = [];
    }
    batch.push(at);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
