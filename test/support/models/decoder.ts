/** A model like Qwen: grouped attention with rotated positions, a gated feed-forward part, and a cache of keys and values. */
import { elementType } from '../../../scripts/onnxModel.ts';
import { Graph, type Weights } from './graph.ts';

export interface DecoderShape {
  readonly vocabulary: number;
  readonly width: number;
  readonly layers: number;
  /** Of queries. Keys and values have one. */
  readonly heads: number;
  readonly headWidth: number;
  readonly inner: number;
  readonly maxTokens: number;
}

export interface MadeDecoder {
  readonly shape: DecoderShape;
  readonly weights: Weights;
  readonly onnx: Uint8Array;
}

export function makeDecoder(shape: DecoderShape, { seed = 1, given = new Map() as Weights, isHalf = false } = {}): MadeDecoder {
  const g = new Graph({ seed, isHalf });
  for (const [name, weight] of given) g.weights.set(name, weight);
  const { vocabulary, width, layers, headWidth, maxTokens } = shape;
  const { cos, sin } = rotations(shape);
  g.weights.set('cos', { dims: [maxTokens, headWidth], data: cos });
  g.weights.set('sin', { dims: [maxTokens, headWidth], data: sin });
  const turn = ['cos', 'sin'].map((name) =>
    g.op('Unsqueeze', [g.op('Gather', [g.weight(name, [maxTokens, headWidth]), 'position_ids']), g.integers(1)]),
  );
  const mask = causalMask(g);
  let x = g.op('Gather', [g.weight('words', [vocabulary, width]), 'input_ids']);
  for (let layer = 0; layer < layers; layer++) x = decoderLayer(g, shape, x, mask, turn, layer);
  g.named('Identity', [g.linear(rmsNorm(g, x, 'last', width), 'next', width, vocabulary, { hasBias: false })], ['logits']);
  const { int64 } = elementType;
  const cache = (name: string, length: string) =>
    Array.from({ length: layers }, (_, layer) =>
      ['key', 'value'].map((part) => ({ name: `${name}.${layer}.${part}`, type: g.floats, dims: ['batch_size', 1, length, headWidth] })),
    ).flat();
  const onnx = g.encode(
    'decoder',
    [
      { name: 'input_ids', type: int64, dims: ['batch_size', 'sequence_length'] },
      { name: 'attention_mask', type: int64, dims: ['batch_size', 'total_sequence_length'] },
      { name: 'position_ids', type: int64, dims: ['batch_size', 'sequence_length'] },
      ...cache('past_key_values', 'past_sequence_length'),
    ],
    [{ name: 'logits', type: g.floats, dims: ['batch_size', 'sequence_length', vocabulary] }, ...cache('present', 'total_sequence_length')],
  );
  return { shape, weights: g.weights, onnx };
}

/** Very negative where a token would see a later one; `sequence × total`. */
function causalMask(g: Graph): string {
  const length = (of: string): string => g.op('Gather', [g.op('Shape', [of]), g.integer(1)]);
  const total = length('attention_mask');
  const past = g.op('Sub', [total, length('input_ids')]);
  const queries = g.op('Unsqueeze', [g.op('Range', [past, total, g.integer(1)]), g.integers(1)]);
  const keys = g.op('Unsqueeze', [g.op('Range', [g.integer(0), total, g.integer(1)]), g.integers(0)]);
  return g.op('Where', [g.op('Greater', [keys, queries]), g.float(-10_000), g.float(0)]);
}

function decoderLayer(g: Graph, shape: DecoderShape, x: string, mask: string, turn: readonly string[], layer: number): string {
  const { width, heads, headWidth, inner } = shape;
  const name = `layer${layer}`;
  const normed = rmsNorm(g, x, `${name}.before`, width);
  const split = (part: string, count: number): string => {
    const projected = g.linear(normed, `${name}.${part}`, width, count * headWidth, { hasBias: false });
    return g.op('Transpose', [g.op('Reshape', [projected, g.integers(0, 0, count, headWidth)])], { perm: [0, 2, 1, 3] });
  };
  const withPast = (part: 'key' | 'value', now: string): string => {
    g.named('Concat', [`past_key_values.${layer}.${part}`, now], [`present.${layer}.${part}`], { axis: 2 });
    return `present.${layer}.${part}`;
  };
  const query = rotated(g, split('query', heads), turn, headWidth);
  const key = withPast('key', rotated(g, split('key', 1), turn, headWidth));
  const value = withPast('value', split('value', 1));
  const products = g.op('MatMul', [query, g.op('Transpose', [key], { perm: [0, 1, 3, 2] })]);
  const scores = g.op('Add', [g.op('Div', [products, g.float(Math.sqrt(headWidth))]), mask]);
  const mixed = g.op('Transpose', [g.op('MatMul', [g.op('Softmax', [scores], { axis: -1 }), value])], { perm: [0, 2, 1, 3] });
  const joined = g.op('Reshape', [mixed, g.integers(0, 0, heads * headWidth)]);
  const attended = g.op('Add', [x, g.linear(joined, `${name}.output`, heads * headWidth, width, { hasBias: false })]);
  const after = rmsNorm(g, attended, `${name}.after`, width);
  const gate = g.linear(after, `${name}.gate`, width, inner, { hasBias: false });
  const gated = g.op('Mul', [
    g.op('Mul', [gate, g.op('Sigmoid', [gate])]),
    g.linear(after, `${name}.up`, width, inner, { hasBias: false }),
  ]);
  return g.op('Add', [attended, g.linear(gated, `${name}.down`, inner, width, { hasBias: false })]);
}

function rmsNorm(g: Graph, x: string, name: string, width: number): string {
  const mean = g.op('ReduceMean', [g.op('Mul', [x, x])], { axes: [-1] });
  const norm = g.op('Sqrt', [g.op('Add', [mean, g.float(1e-6)])]);
  return g.op('Mul', [g.op('Div', [x, norm]), g.weight(`${name}.scale`, [width], { mean: 1, deviation: 0.05 })]);
}

/** x · cos + (−second half, first half) · sin. */
export function rotated(g: Graph, x: string, [cos, sin]: readonly string[], headWidth: number): string {
  const part = (from: number, to: number): string => g.op('Slice', [x, g.integers(from), g.integers(to), g.integers(3)]);
  const turned = g.op('Concat', [g.op('Neg', [part(headWidth / 2, headWidth)]), part(0, headWidth / 2)], { axis: 3 });
  return g.op('Add', [g.op('Mul', [x, cos!]), g.op('Mul', [turned, sin!])]);
}

export function rotations(
  { maxTokens, headWidth }: Pick<DecoderShape, 'maxTokens' | 'headWidth'>,
  theta = 10_000,
): { readonly cos: Float32Array; readonly sin: Float32Array } {
  const angle = (i: number): number => Math.floor(i / headWidth) / theta ** ((2 * (i % (headWidth / 2))) / headWidth);
  const size = { length: maxTokens * headWidth };
  return { cos: Float32Array.from(size, (_, i) => Math.cos(angle(i))), sin: Float32Array.from(size, (_, i) => Math.sin(angle(i))) };
}

/** Weights of a model that always continues a chain of tokens: after each the next one. A token occurs once. */
export function chainWeights(shape: DecoderShape, chain: readonly number[]): Weights {
  const { vocabulary, width, layers, heads, headWidth, inner } = shape;
  if (width < vocabulary) throw new Error('each token needs a dimension');
  const zeros = (rows: number, columns: number) => ({ dims: [rows, columns], data: new Float32Array(rows * columns) });
  const words = zeros(vocabulary, width);
  for (let token = 0; token < vocabulary; token++) words.data[token * width + token] = 1;
  const next = zeros(width, vocabulary);
  chain.slice(1).forEach((token, i) => (next.data[chain[i]! * vocabulary + token] = 2));
  const weights: Weights = new Map([
    ['words', words],
    ['next', next],
  ]);
  for (let layer = 0; layer < layers; layer++) {
    weights.set(`layer${layer}.output`, zeros(heads * headWidth, width));
    weights.set(`layer${layer}.down`, zeros(inner, width));
  }
  return weights;
}
