/** Models of BERT's architecture: the encoder, and heads for pairs, entailment and spans. */
import { elementType, type WeightsBeside } from '../../../scripts/onnxModel.ts';
import { Graph, type Weights } from './graph.ts';

export interface BertShape {
  readonly vocabulary: number;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  /** Width inside the feed-forward part. */
  readonly inner: number;
  readonly maxTokens: number;
}

type BertHead = 'none' | 'spans' | { readonly labels: number };

export interface BertOptions {
  readonly seed?: number;
  readonly head?: BertHead;
  readonly isQuantized?: boolean;
  /** As `Graph` takes it. */
  readonly isHalf?: boolean;
  /** Weights that are not drawn. */
  readonly given?: Weights;
  readonly beside?: WeightsBeside;
}

export interface Bert {
  readonly shape: BertShape;
  readonly weights: Weights;
  readonly onnx: Uint8Array;
}

export function makeBert(
  shape: BertShape,
  { seed = 1, head = 'none', isQuantized = false, isHalf = false, given, beside }: BertOptions = {},
): Bert {
  const g = new Graph({ seed, isQuantized, isHalf });
  for (const [name, weight] of given ?? []) g.weights.set(name, weight);
  let x = embed(g, shape);
  const mask = attentionMask(g);
  for (let layer = 0; layer < shape.layers; layer++) x = encoderLayer(g, shape, x, mask, `layer${layer}`);
  const outputs = addHead(g, shape, x, head);
  const tokens = (name: string) => ({ name, type: elementType.int64, dims: ['batch', 'sequence'] });
  const onnx = g.encode('bert', ['input_ids', 'attention_mask', 'token_type_ids'].map(tokens), outputs, beside);
  return { shape, weights: g.weights, onnx };
}

function embed(g: Graph, { vocabulary, width, maxTokens }: BertShape): string {
  const words = g.op('Gather', [g.weight('words', [vocabulary, width]), 'input_ids']);
  const types = g.op('Gather', [g.weight('types', [2, width]), 'token_type_ids']);
  const length = g.op('Gather', [g.op('Shape', ['input_ids']), g.integer(1)]);
  const places = g.op('Range', [g.integer(0), length, g.integer(1)]);
  const positions = g.op('Gather', [g.weight('positions', [maxTokens, width]), places]);
  return g.layerNorm(g.op('Add', [g.op('Add', [words, types]), positions]), 'embedding', width);
}

/** 0 where there is a token, very negative where there is padding; `batch × 1 × 1 × sequence`. */
export function attentionMask(g: Graph): string {
  const missing = g.op('Sub', [g.float(1), g.op('Cast', ['attention_mask'], { to: g.floats })]);
  return g.op('Unsqueeze', [g.op('Mul', [missing, g.float(-10_000)]), g.integers(1, 2)]);
}

function encoderLayer(g: Graph, { width, heads, inner }: BertShape, x: string, mask: string, name: string): string {
  const split = (of: string, perm: readonly number[]): string =>
    g.op('Transpose', [g.op('Reshape', [g.linear(x, `${name}.${of}`, width, width), g.integers(0, 0, heads, width / heads)])], { perm });
  const products = g.op('MatMul', [split('query', [0, 2, 1, 3]), split('key', [0, 2, 3, 1])]);
  const scores = g.op('Add', [g.op('Div', [products, g.float(Math.sqrt(width / heads))]), mask]);
  const mixed = g.op('MatMul', [g.op('Softmax', [scores], { axis: -1 }), split('value', [0, 2, 1, 3])]);
  const joined = g.op('Reshape', [g.op('Transpose', [mixed], { perm: [0, 2, 1, 3] }), g.integers(0, 0, width)]);
  const attended = g.layerNorm(g.op('Add', [g.linear(joined, `${name}.output`, width, width), x]), `${name}.attention`, width);
  const up = gelu(g, g.linear(attended, `${name}.up`, width, inner));
  return g.layerNorm(g.op('Add', [g.linear(up, `${name}.down`, inner, width), attended]), `${name}.feedForward`, width);
}

export function gelu(g: Graph, x: string): string {
  const share = g.op('Add', [g.op('Erf', [g.op('Div', [x, g.float(Math.SQRT2)])]), g.float(1)]);
  return g.op('Mul', [g.op('Mul', [x, share]), g.float(0.5)]);
}

function addHead(g: Graph, { width }: BertShape, x: string, head: BertHead): Parameters<Graph['encode']>[2] {
  if (head === 'none') {
    g.named('Identity', [x], ['last_hidden_state']);
    return [{ name: 'last_hidden_state', type: g.floats, dims: ['batch', 'sequence', width] }];
  }
  if (head === 'spans') {
    const both = g.linear(x, 'spans', width, 2);
    const names = ['start_logits', 'end_logits'];
    names.forEach((name, at) => g.named('Gather', [both, g.integer(at)], [name], { axis: 2 }));
    return names.map((name) => ({ name, type: g.floats, dims: ['batch', 'sequence'] }));
  }
  const first = g.op('Gather', [x, g.integer(0)], { axis: 1 });
  g.named('Identity', [g.linear(first, 'labels', width, head.labels)], ['logits']);
  return [{ name: 'logits', type: g.floats, dims: ['batch', head.labels] }];
}
