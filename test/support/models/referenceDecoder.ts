/** The decoder as plain matrix products without a cache, to compare with what ONNX Runtime computes with one. */
import { rotations, type MadeDecoder } from './decoder.ts';
import { softmax } from './referenceBert.ts';

/** Logits after the last of these tokens. */
export function nextLogits({ shape, weights }: MadeDecoder, ids: readonly number[]): number[] {
  const { width, layers, heads, headWidth } = shape;
  const w = (name: string): Float32Array => weights.get(name)!.data;
  const { cos, sin } = rotations(shape);
  const rotate = (row: readonly number[], position: number): number[] =>
    row.map((value, d) => {
      const half = headWidth / 2;
      const turned = d < half ? -row[d + half]! : row[d - half]!;
      return value * cos[position * headWidth + d]! + turned * sin[position * headWidth + d]!;
    });
  let x = ids.map((id) => [...w('words').subarray(id * width, (id + 1) * width)]);
  for (let layer = 0; layer < layers; layer++) {
    const name = `layer${layer}`;
    const normed = x.map((row) => rmsNorm(row, w(`${name}.before.scale`)));
    const keys = normed.map((row, i) => rotate(times(row, w(`${name}.key`)), i));
    const values = normed.map((row) => times(row, w(`${name}.value`)));
    x = x.map((row, i) => {
      const queries = times(normed[i]!, w(`${name}.query`));
      const joined: number[] = [];
      for (let head = 0; head < heads; head++) {
        const query = rotate(queries.slice(head * headWidth, (head + 1) * headWidth), i);
        const shares = softmax(
          keys.slice(0, i + 1).map((key) => key.reduce((sum, value, d) => sum + value * query[d]!, 0) / Math.sqrt(headWidth)),
        );
        joined.push(...query.map((_, d) => shares.reduce((sum, share, j) => sum + share * values[j]![d]!, 0)));
      }
      const attended = added(row, times(joined, w(`${name}.output`)));
      const after = rmsNorm(attended, w(`${name}.after.scale`));
      const up = times(after, w(`${name}.up`));
      const gated = times(after, w(`${name}.gate`)).map((value, d) => (value / (1 + Math.exp(-value))) * up[d]!);
      return added(attended, times(gated, w(`${name}.down`)));
    });
  }
  return times(rmsNorm(x.at(-1)!, w('last.scale')), w('next'));
}

export function times(row: readonly number[], weight: Float32Array): number[] {
  const to = weight.length / row.length;
  return Array.from({ length: to }, (_, j) => row.reduce((sum, value, i) => sum + value * weight[i * to + j]!, 0));
}

function rmsNorm(row: readonly number[], scale: Float32Array): number[] {
  const norm = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0) / row.length + 1e-6);
  return row.map((value, d) => (value / norm) * scale[d]!);
}

export function added(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, i) => value + b[i]!);
}
