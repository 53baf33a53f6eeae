/** ModernBERT as plain matrix products over the same weights. */
import { rotations } from './decoder.ts';
import { isGlobal, thetas, type ModernBert } from './modernBert.ts';
import { gelu, layerNorm, softmax } from './referenceBert.ts';
import { added, times } from './referenceDecoder.ts';

type Rows = number[][];

/** The row of each token after the last norm. */
export function modernBertRows({ shape, weights }: ModernBert, ids: readonly number[]): Rows {
  const { width, layers } = shape;
  const w = (name: string): Float32Array => weights.get(name)!.data;
  let x = layerNorm(
    ids.map((id) => [...w('words').subarray(id * width, (id + 1) * width)]),
    w('embedding.scale'),
  );
  for (let layer = 0; layer < layers; layer++) {
    const before = layer === 0 ? x : layerNorm(x, w(`layer${layer}.attention.scale`));
    const attended = attend({ shape, weights }, before, layer).map((row, i) => added(x[i]!, times(row, w(`layer${layer}.output`))));
    x = layerNorm(attended, w(`layer${layer}.feedForward.scale`)).map((row, i) => {
      const gate = times(row, w(`layer${layer}.gate`));
      const gated = times(row, w(`layer${layer}.up`)).map((value, d) => gelu(value) * gate[d]!);
      return added(attended[i]!, times(gated, w(`layer${layer}.down`)));
    });
  }
  return layerNorm(x, w('last.scale'));
}

export function modernBertLabels(made: ModernBert, ids: readonly number[]): number[] {
  const w = (name: string): Float32Array => made.weights.get(name)!.data;
  const rows = modernBertRows(made, ids);
  const mean = rows[0]!.map((_, d) => rows.reduce((sum, row) => sum + row[d]!, 0) / rows.length);
  const [normed] = layerNorm([times(mean, w('head')).map(gelu)], w('headNorm.scale'));
  return added(times(normed!, w('labels')), [...w('labels.bias')]);
}

/** What each token takes from those that it sees, all heads joined. */
function attend({ shape, weights }: Pick<ModernBert, 'shape' | 'weights'>, x: Rows, layer: number): Rows {
  const { width, heads, window, maxTokens } = shape;
  const size = width / heads;
  const project = (part: string): Rows => x.map((row) => times(row, weights.get(`layer${layer}.${part}`)!.data));
  const { cos, sin } = rotations({ maxTokens, headWidth: size }, isGlobal(layer) ? thetas.global : thetas.local);
  const rotate = (row: readonly number[], at: number): number[] =>
    row.map((value, d) => {
      const turned = d < size / 2 ? -row[d + size / 2]! : row[d - size / 2]!;
      return value * cos[at * size + d]! + turned * sin[at * size + d]!;
    });
  const [queries, keys, values] = ['query', 'key', 'value'].map(project) as [Rows, Rows, Rows];
  return x.map((_, i) =>
    Array.from({ length: heads }, (__, head) => {
      const part = (row: readonly number[]): number[] => row.slice(head * size, (head + 1) * size);
      const query = rotate(part(queries[i]!), i);
      const seen = x.map((___, j) => j).filter((j) => isGlobal(layer) || Math.abs(i - j) <= window);
      const scores = seen.map((j) => rotate(part(keys[j]!), j).reduce((sum, value, d) => sum + value * query[d]!, 0) / Math.sqrt(size));
      const shares = softmax(scores);
      return query.map((____, d) => seen.reduce((sum, j, n) => sum + shares[n]! * part(values[j]!)[d]!, 0));
    }).flat(),
  );
}
