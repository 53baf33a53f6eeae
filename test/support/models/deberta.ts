/**
 * Models of DeBERTa's architecture (v3) with labels for pairs: attention compares contents, and each content with how far apart the two
 * are. Distances share queries and keys with contents, and are the coarser the larger they are.
 */
import { elementType } from '../../../scripts/onnxModel.ts';
import { tempFolder, type Ending } from '../tempFolder.ts';
import { attentionMask, gelu } from './bert.ts';
import { Graph, type Weights } from './graph.ts';
import { unigram, type TokenizerFiles } from './tokenizers.ts';

interface DebertaShape {
  readonly vocabulary: number;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  readonly inner: number;
  readonly maxTokens: number;
  /** Distances that are told apart on each side. */
  readonly buckets: number;
}

export interface Deberta {
  readonly folder: string;
  readonly shape: DebertaShape;
  readonly weights: Weights;
  readonly tokenizer: TokenizerFiles;
}

export function debertaFolder(t: Ending, id2label: Readonly<Record<string, string>>): Deberta {
  const maxTokens = 48;
  const tokenizer = unigram([], { maxTokens });
  const shape = { vocabulary: tokenizer.vocabulary.size, width: 32, layers: 3, heads: 4, inner: 48, maxTokens, buckets: 8 };
  const { onnx, weights } = graphOf(shape, Object.keys(id2label).length);
  const config = {
    model_type: 'deberta-v2',
    architectures: ['DebertaV2ForSequenceClassification'],
    hidden_size: shape.width,
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    intermediate_size: shape.inner,
    max_position_embeddings: maxTokens,
    position_buckets: shape.buckets,
    relative_attention: true,
    position_biased_input: false,
    pos_att_type: ['p2c', 'c2p'],
    share_att_key: true,
    norm_rel_ebd: 'layer_norm',
    type_vocab_size: 0,
    vocab_size: shape.vocabulary,
    pad_token_id: 0,
    id2label,
  };
  const folder = tempFolder(t, {
    'config.json': JSON.stringify(config),
    'tokenizer.json': JSON.stringify(tokenizer.tokenizer),
    'tokenizer_config.json': JSON.stringify(tokenizer.config),
    'onnx/model.onnx': onnx,
  });
  return { folder, shape, weights, tokenizer };
}

/** The row of a distance in the table of distances: exact when small, then by its logarithm. */
export function bucketOf(distance: number, { buckets, maxTokens }: Pick<DebertaShape, 'buckets' | 'maxTokens'>): number {
  const middle = buckets / 2;
  const apart = Math.abs(distance);
  const coarse = Math.ceil((Math.log(apart / middle) / Math.log((maxTokens - 1) / middle)) * (middle - 1)) + middle;
  const bucket = apart <= middle ? distance : Math.sign(distance) * coarse;
  return Math.min(2 * buckets - 1, Math.max(0, bucket + buckets));
}

function graphOf(shape: DebertaShape, labels: number): { readonly onnx: Uint8Array; readonly weights: Weights } {
  const g = new Graph({ seed: 3 });
  const { vocabulary, width, layers, buckets } = shape;
  const mask = attentionMask(g);
  const apart = distancesOf(g, shape);
  const distances = g.layerNorm(g.weight('distances', [2 * buckets, width]), 'distancesNorm', width);
  let x = g.layerNorm(g.op('Gather', [g.weight('words', [vocabulary, width]), 'input_ids']), 'embedding', width);
  for (let layer = 0; layer < layers; layer++) x = encoderLayer(g, shape, { x, mask, apart, distances }, `layer${layer}`);
  const first = g.op('Gather', [x, g.integer(0)], { axis: 1 });
  g.named('Identity', [g.linear(gelu(g, g.linear(first, 'pooler', width, width)), 'labels', width, labels)], ['logits']);
  const tokens = (name: string) => ({ name, type: elementType.int64, dims: ['batch', 'sequence'] });
  const output = { name: 'logits', type: elementType.float, dims: ['batch', labels] };
  return { onnx: g.encode('deberta', ['input_ids', 'attention_mask'].map(tokens), [output]), weights: g.weights };
}

/** Buckets of all pairs of places; `1 × 1 × sequence × sequence`. */
function distancesOf(g: Graph, shape: DebertaShape): string {
  const { maxTokens } = shape;
  const of = Float32Array.from({ length: maxTokens ** 2 }, (_, at) => bucketOf(Math.floor(at / maxTokens) - (at % maxTokens), shape));
  g.weights.set('buckets', { dims: [maxTokens, maxTokens], data: of });
  const length = g.op('Gather', [g.op('Shape', ['input_ids']), g.integer(1)]);
  const places = g.op('Range', [g.integer(0), length, g.integer(1)]);
  const rows = g.op('Gather', [g.weight('buckets', [maxTokens, maxTokens]), places]);
  const square = g.op('Cast', [g.op('Gather', [rows, places], { axis: 1 })], { to: elementType.int64 });
  return g.op('Unsqueeze', [square, g.integers(0, 1)]);
}

interface Inputs {
  readonly x: string;
  readonly mask: string;
  readonly apart: string;
  readonly distances: string;
}

function encoderLayer(
  g: Graph,
  { width, heads, inner, buckets }: DebertaShape,
  { x, mask, apart, distances }: Inputs,
  name: string,
): string {
  const size = width / heads;
  const split = (of: string, part: string, perm: readonly number[]): string =>
    g.op('Transpose', [g.op('Reshape', [g.linear(of, `${name}.${part}`, width, width), g.integers(0, 0, heads, size)])], { perm });
  // The table of distances, as a batch of one.
  const table = g.op('Reshape', [distances, g.integers(1, 2 * buckets, width)]);
  const query = split(x, 'query', [0, 2, 1, 3]);
  const products = g.op('MatMul', [query, split(x, 'key', [0, 2, 3, 1])]);
  const index = g.op('Expand', [apart, g.op('Shape', [products])]);
  const byContent = g.op('GatherElements', [g.op('MatMul', [query, split(table, 'key', [0, 2, 3, 1])]), index], { axis: 3 });
  const ofKeys = g.op('MatMul', [split(x, 'key', [0, 2, 1, 3]), split(table, 'query', [0, 2, 3, 1])]);
  // A key sees the query from the other side: what is gathered for (key, query) is the distance of (query, key).
  const seen = g.op('GatherElements', [ofKeys, g.op('Transpose', [index], { perm: [0, 1, 3, 2] })], { axis: 3 });
  const byDistance = g.op('Transpose', [seen], { perm: [0, 1, 3, 2] });
  const sum = g.op('Add', [g.op('Add', [products, byContent]), byDistance]);
  const scores = g.op('Add', [g.op('Div', [sum, g.float(Math.sqrt(3 * size))]), mask]);
  const mixed = g.op('MatMul', [g.op('Softmax', [scores], { axis: -1 }), split(x, 'value', [0, 2, 1, 3])]);
  const joined = g.op('Reshape', [g.op('Transpose', [mixed], { perm: [0, 2, 1, 3] }), g.integers(0, 0, width)]);
  const attended = g.layerNorm(g.op('Add', [g.linear(joined, `${name}.output`, width, width), x]), `${name}.attention`, width);
  const up = gelu(g, g.linear(attended, `${name}.up`, width, inner));
  return g.layerNorm(g.op('Add', [g.linear(up, `${name}.down`, inner, width), attended]), `${name}.feedForward`, width);
}
