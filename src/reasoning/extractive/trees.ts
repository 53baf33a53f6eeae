/**
 * A regression tree, depth first, three numbers per node: feature, threshold and index of the right child (the left one follows), or -1,
 * the leaf's value and 0. Values up to the threshold go left.
 */
export type DecisionTree = readonly number[];

/** The sum of the trees' values. */
export function sumOf(trees: readonly DecisionTree[], features: readonly number[]): number {
  let sum = 0;
  for (const tree of trees) {
    let at = 0;
    while ((tree[at] ?? -1) >= 0) at = (features[tree[at] ?? 0] ?? 0) <= (tree[at + 1] ?? 0) ? at + 3 : 3 * (tree[at + 2] ?? 0);
    sum += tree[at + 1] ?? 0;
  }
  return sum;
}
