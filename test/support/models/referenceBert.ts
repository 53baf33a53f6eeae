/** BERT as plain matrix products over the same weights, to compare with what ONNX Runtime computes. */
import type { Bert, BertShape } from './bert.ts';

type Rows = number[][];

/** The last layer's row of each token. Padding is not needed: one sequence at a time. */
export function bertRows({ shape, weights }: Bert, ids: readonly number[], types: readonly number[] = ids.map(() => 0)): Rows {
  const w = (name: string): Float32Array => weights.get(name)!.data;
  const { width } = shape;
  const row = (name: string, at: number): Float32Array => w(name).subarray(at * width, (at + 1) * width);
  const summed = ids.map((id, i) => [...row('words', id)].map((value, d) => value + row('types', types[i]!)[d]! + row('positions', i)[d]!));
  let x = layerNorm(summed, w('embedding.scale'), w('embedding.shift'));
  for (let layer = 0; layer < shape.layers; layer++) x = encoderLayer(shape, w, x, `layer${layer}`);
  return x;
}

/** x · W + b of one row. */
export function linearOf({ weights }: Bert, name: string, x: readonly number[]): number[] {
  return linear([[...x]], weights.get(name)!.data, weights.get(`${name}.bias`)!.data)[0]!;
}

function encoderLayer({ width, heads }: BertShape, w: (name: string) => Float32Array, x: Rows, name: string): Rows {
  const project = (of: string, rows: Rows): Rows => linear(rows, w(`${name}.${of}`), w(`${name}.${of}.bias`));
  const [query, key, value] = ['query', 'key', 'value'].map((of) => project(of, x)) as [Rows, Rows, Rows];
  const size = width / heads;
  const mixed = x.map(() => new Array<number>(width).fill(0));
  for (let head = 0; head < heads; head++) {
    const from = head * size;
    const part = (row: readonly number[]): readonly number[] => row.slice(from, from + size);
    for (let i = 0; i < x.length; i++) {
      const shares = softmax(key.map((row) => dot(part(query[i]!), part(row)) / Math.sqrt(size)));
      shares.forEach((share, j) => part(value[j]!).forEach((v, d) => (mixed[i]![from + d]! += share * v)));
    }
  }
  const attended = layerNorm(added(project('output', mixed), x), w(`${name}.attention.scale`), w(`${name}.attention.shift`));
  const up = project('up', attended).map((row) => row.map(gelu));
  return layerNorm(added(project('down', up), attended), w(`${name}.feedForward.scale`), w(`${name}.feedForward.shift`));
}

function linear(x: Rows, weight: Float32Array, bias: Float32Array): Rows {
  const to = bias.length;
  return x.map((row) => Array.from(bias, (b, j) => row.reduce((sum, value, i) => sum + value * weight[i * to + j]!, b)));
}

export function layerNorm(x: Rows, scale: Float32Array, shift?: Float32Array): Rows {
  return x.map((row) => {
    const mean = row.reduce((a, b) => a + b, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    return row.map((value, d) => ((value - mean) / Math.sqrt(variance + 1e-12)) * scale[d]! + (shift?.[d] ?? 0));
  });
}

export function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

function added(a: Rows, b: Rows): Rows {
  return a.map((row, i) => row.map((value, d) => value + b[i]![d]!));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

export function gelu(x: number): number {
  return 0.5 * x * (1 + erf(x / Math.SQRT2));
}

/** Abramowitz and Stegun 7.1.26: within 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const polynomial = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x));
}
