/** Gradient-boosted regression trees over dense features, for some 100,000 rows: histograms of at most 48 bins. Deterministic. */
import type { DecisionTree } from '../../src/reasoning/extractive/trees.ts';

export interface BoostOptions {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  /** Least sum of second derivatives in a leaf. */
  readonly leastWeight: number;
  /** The share of features that a tree may use, drawn for each tree. */
  readonly columns: number;
  readonly seed: number;
  /** Added to the second derivatives, which shrinks leaves. */
  readonly ridge: number;
}

/** First and second derivatives of the loss by the scores, in place. */
export type Gradient = (scores: Float64Array, first: Float64Array, second: Float64Array) => void;

const bins = 48;

/** @param rows feature vectors of equal length */
export function boost(rows: readonly (readonly number[])[], gradient: Gradient, options: BoostOptions): readonly DecisionTree[] {
  const width = rows[0]?.length ?? 0;
  const edges = Array.from({ length: width }, (_, feature) => edgesOf(rows, feature));
  const binned = edges.map((edge, feature) => Uint8Array.from(rows, (row) => binOf(edge, row[feature] ?? 0)));
  const scores = new Float64Array(rows.length);
  const first = new Float64Array(rows.length);
  const second = new Float64Array(rows.length);
  const trees: DecisionTree[] = [];
  const random = randomFrom(options.seed);
  for (let round = 0; round < options.trees; round++) {
    gradient(scores, first, second);
    const columns = binned.flatMap((_, feature) => (random() < options.columns ? [feature] : []));
    const grown = grow({ binned, edges, columns, first, second, options }, rows.length);
    if (grown === null) break;
    for (const { rows: of, value } of grown.leaves) for (const row of of) scores[row] = (scores[row] ?? 0) + value;
    trees.push(grown.tree);
  }
  return trees;
}

/** Numbers from 0 to below 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Quantiles of the distinct values, each half-way between two. */
function edgesOf(rows: readonly (readonly number[])[], feature: number): readonly number[] {
  const step = Math.max(1, Math.floor(rows.length / 20_000));
  const values = rows
    .filter((_, i) => i % step === 0)
    .map((row) => row[feature] ?? 0)
    .sort((a, b) => a - b);
  const edges: number[] = [];
  for (let i = 1; i < values.length; i++) {
    const [a = 0, b = 0] = [values[i - 1], values[i]];
    if (a === b) continue;
    const quantile = Math.floor((i / values.length) * bins);
    const before = Math.floor(((i - 1) / values.length) * bins);
    if (quantile > before || edges.length < 8 || (b - a > 1e-6 && edges.length < bins - 1 && distinctFew(values)))
      edges.push(Number(((a + b) / 2).toPrecision(6)));
  }
  return thin([...new Set(edges)], bins - 1);
}

function distinctFew(values: readonly number[]): boolean {
  let count = 1;
  for (let i = 1; i < values.length && count <= bins; i++) if (values[i] !== values[i - 1]) count++;
  return count <= bins;
}

function thin(edges: readonly number[], most: number): readonly number[] {
  return edges.length <= most ? edges : Array.from({ length: most }, (_, i) => edges[Math.floor((i * edges.length) / most)] ?? 0);
}

function binOf(edges: readonly number[], value: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value > (edges[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Data {
  readonly columns: readonly number[];
  readonly binned: readonly Uint8Array[];
  readonly edges: readonly (readonly number[])[];
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly options: BoostOptions;
}

interface Node {
  readonly rows: Int32Array;
  readonly split: Split | null;
  value: number;
  children: readonly [Node, Node] | null;
}

interface Split {
  readonly feature: number;
  readonly bin: number;
  readonly gain: number;
}

function grow(data: Data, count: number): { readonly tree: DecisionTree; readonly leaves: readonly Node[] } | null {
  const root = nodeOf(
    data,
    Int32Array.from({ length: count }, (_, i) => i),
  );
  const leaves = [root];
  while (leaves.length < data.options.leaves) {
    let best = -1;
    for (const [i, leaf] of leaves.entries())
      if (leaf.split !== null && (best < 0 || leaf.split.gain > (leaves[best]?.split?.gain ?? 0))) best = i;
    const leaf = leaves[best];
    if (!leaf?.split) break;
    const { feature, bin } = leaf.split;
    const column = data.binned[feature] ?? new Uint8Array();
    const low = leaf.rows.filter((row) => (column[row] ?? 0) <= bin);
    const high = leaf.rows.filter((row) => (column[row] ?? 0) > bin);
    leaf.children = [nodeOf(data, low), nodeOf(data, high)];
    leaves.splice(best, 1, ...leaf.children);
  }
  return leaves.length === 1 ? null : { tree: flat(root, data), leaves };
}

function nodeOf(data: Data, rows: Int32Array): Node {
  const { first, second, options } = data;
  let [g, h] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    g += first[row] ?? 0;
    h += second[row] ?? 0;
  }
  const value = Number(((-g / (h + options.ridge)) * options.rate).toPrecision(5));
  return { rows, split: bestSplit(data, rows, g, h), value, children: null };
}

function bestSplit({ binned, edges, columns, first, second, options }: Data, rows: Int32Array, g: number, h: number): Split | null {
  const { ridge, leastWeight } = options;
  if (h < 2 * leastWeight) return null;
  const whole = g ** 2 / (h + ridge);
  let best: Split | null = null;
  const gs = new Float64Array(bins + 1);
  const hs = new Float64Array(bins + 1);
  for (const feature of columns) {
    const column = binned[feature] ?? new Uint8Array();
    const count = edges[feature]?.length ?? 0;
    if (count === 0) continue;
    gs.fill(0);
    hs.fill(0);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      const bin = column[row] ?? 0;
      gs[bin] = (gs[bin] ?? 0) + (first[row] ?? 0);
      hs[bin] = (hs[bin] ?? 0) + (second[row] ?? 0);
    }
    let [leftG, leftH] = [0, 0];
    for (let bin = 0; bin < count; bin++) {
      leftG += gs[bin] ?? 0;
      leftH += hs[bin] ?? 0;
      if (leftH < leastWeight || h - leftH < leastWeight) continue;
      const gain = leftG ** 2 / (leftH + ridge) + (g - leftG) ** 2 / (h - leftH + ridge) - whole;
      if (gain > 1e-9 && (best === null || gain > best.gain)) best = { feature, bin, gain };
    }
  }
  return best;
}

/** In depth-first order: inner nodes as feature, threshold and the index of the right child; leaves as -1 and their value. */
function flat(root: Node, { edges }: Data): DecisionTree {
  const nodes: [number, number, number][] = [];
  const put = (node: Node): void => {
    if (node.children === null || node.split === null) {
      nodes.push([-1, node.value, 0]);
      return;
    }
    const { feature, bin } = node.split;
    const own: [number, number, number] = [feature, edges[feature]?.[bin] ?? 0, 0];
    nodes.push(own);
    put(node.children[0]);
    own[2] = nodes.length;
    put(node.children[1]);
  };
  put(root);
  return nodes.flat();
}
