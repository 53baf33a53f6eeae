/**
 * Models of ModernBERT's architecture: rotated positions, attention that is local in most layers, a gated feed-forward part, norms before
 * each part, and no segments.
 */
import { elementType } from '../../../scripts/onnxModel.ts';
import { tempFolder, type Ending } from '../tempFolder.ts';
import { attentionMask, gelu } from './bert.ts';
import { rotated, rotations } from './decoder.ts';
import { Graph, type Weights } from './graph.ts';
import { wordPiece, type TokenizerFiles } from './tokenizers.ts';

interface ModernBertShape {
  readonly vocabulary: number;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  readonly inner: number;
  readonly maxTokens: number;
  /** Tokens that a local layer sees on each side. */
  readonly window: number;
}

export interface ModernBert {
  readonly folder: string;
  readonly shape: ModernBertShape;
  readonly weights: Weights;
  readonly tokenizer: TokenizerFiles;
}

/** Of layers that see everything, the first and each third, and of the others. */
export const thetas = { global: 160_000, local: 10_000 } as const;

export function isGlobal(layer: number): boolean {
  return layer % 3 === 0;
}

/** @param labels a head for pairs with so many labels; 0 for an embedder */
export function modernBertFolder(t: Ending, { labels = 0 } = {}): ModernBert {
  const maxTokens = 64;
  const tokenizer = wordPiece([], { maxTokens });
  const shape: ModernBertShape = {
    vocabulary: tokenizer.vocabulary.size,
    width: 32,
    layers: 4,
    heads: 4,
    inner: 48,
    maxTokens,
    window: 3,
  };
  const { onnx, weights } = graphOf(shape, labels);
  const config = {
    model_type: 'modernbert',
    hidden_size: shape.width,
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    global_attn_every_n_layers: 3,
    local_attention: 2 * shape.window,
    max_position_embeddings: maxTokens,
    vocab_size: shape.vocabulary,
    pad_token_id: 0,
  };
  const folder = tempFolder(t, {
    'config.json': JSON.stringify(config),
    'tokenizer.json': JSON.stringify(tokenizer.tokenizer),
    'tokenizer_config.json': JSON.stringify({ ...tokenizer.config, tokenizer_class: 'PreTrainedTokenizerFast' }),
    ...(labels === 0 && { '1_Pooling/config.json': JSON.stringify({ pooling_mode_cls_token: true }) }),
    'onnx/model.onnx': onnx,
  });
  return { folder, shape, weights, tokenizer };
}

function graphOf(shape: ModernBertShape, labels: number): { readonly onnx: Uint8Array; readonly weights: Weights } {
  const g = new Graph({ seed: 1 });
  const { vocabulary, width, layers } = shape;
  const padding = attentionMask(g);
  const places = placesOf(g);
  const masks = { global: padding, local: g.op('Add', [padding, localMask(g, places, shape.window)]) };
  let x = g.layerNorm(g.op('Gather', [g.weight('words', [vocabulary, width]), 'input_ids']), 'embedding', width, { hasBias: false });
  for (let layer = 0; layer < layers; layer++) {
    const kind = isGlobal(layer) ? 'global' : 'local';
    x = encoderLayer(g, shape, x, masks[kind], turnOf(g, shape, places, kind), layer);
  }
  x = g.layerNorm(x, 'last', width, { hasBias: false });
  const { float, int64 } = elementType;
  const output = labels === 0 ? 'last_hidden_state' : 'logits';
  g.named('Identity', [labels === 0 ? x : labelsOf(g, x, width, labels)], [output]);
  const dims = labels === 0 ? ['batch', 'sequence', width] : ['batch', labels];
  const tokens = (name: string) => ({ name, type: int64, dims: ['batch', 'sequence'] });
  const onnx = g.encode('modernbert', ['input_ids', 'attention_mask'].map(tokens), [{ name: output, type: float, dims }]);
  return { onnx, weights: g.weights };
}

function placesOf(g: Graph): string {
  const length = g.op('Gather', [g.op('Shape', ['input_ids']), g.integer(1)]);
  return g.op('Range', [g.integer(0), length, g.integer(1)]);
}

/** Very negative between tokens that are further apart; `sequence × sequence`. */
function localMask(g: Graph, places: string, window: number): string {
  const apart = g.op('Abs', [g.op('Sub', [g.op('Unsqueeze', [places, g.integers(1)]), g.op('Unsqueeze', [places, g.integers(0)])])]);
  return g.op('Where', [g.op('Greater', [apart, g.integer(window)]), g.float(-10_000), g.float(0)]);
}

function turnOf(g: Graph, { maxTokens, width, heads }: ModernBertShape, places: string, kind: keyof typeof thetas): readonly string[] {
  const headWidth = width / heads;
  return Object.entries(rotations({ maxTokens, headWidth }, thetas[kind])).map(([part, data]) => {
    const name = `${kind}.${part}`;
    g.weights.set(name, { dims: [maxTokens, headWidth], data });
    return g.op('Unsqueeze', [g.op('Gather', [g.weight(name, [maxTokens, headWidth]), places]), g.integers(0, 1)]);
  });
}

function encoderLayer(g: Graph, shape: ModernBertShape, x: string, mask: string, turn: readonly string[], layer: number): string {
  const { width, heads, inner } = shape;
  const [name, size, plain] = [`layer${layer}`, width / heads, { hasBias: false }];
  // The norm after the embedding is that of the first layer.
  const before = layer === 0 ? x : g.layerNorm(x, `${name}.attention`, width, plain);
  const split = (part: string): string =>
    g.op('Transpose', [g.op('Reshape', [g.linear(before, `${name}.${part}`, width, width, plain), g.integers(0, 0, heads, size)])], {
      perm: [0, 2, 1, 3],
    });
  const [query, key] = ['query', 'key'].map((part) => rotated(g, split(part), turn, size)) as [string, string];
  const products = g.op('MatMul', [query, g.op('Transpose', [key], { perm: [0, 1, 3, 2] })]);
  const scores = g.op('Add', [g.op('Div', [products, g.float(Math.sqrt(size))]), mask]);
  const mixed = g.op('Transpose', [g.op('MatMul', [g.op('Softmax', [scores], { axis: -1 }), split('value')])], { perm: [0, 2, 1, 3] });
  const joined = g.op('Reshape', [mixed, g.integers(0, 0, width)]);
  const attended = g.op('Add', [x, g.linear(joined, `${name}.output`, width, width, plain)]);
  const after = g.layerNorm(attended, `${name}.feedForward`, width, plain);
  const gated = g.op('Mul', [
    gelu(g, g.linear(after, `${name}.up`, width, inner, plain)),
    g.linear(after, `${name}.gate`, width, inner, plain),
  ]);
  return g.op('Add', [attended, g.linear(gated, `${name}.down`, inner, width, plain)]);
}

/** Of the mean over the text's tokens. */
function labelsOf(g: Graph, x: string, width: number, labels: number): string {
  const mask = g.op('Unsqueeze', [g.op('Cast', ['attention_mask'], { to: elementType.float }), g.integers(2)]);
  const sum = (of: string): string => g.op('ReduceSum', [of, g.integers(1)], { keepdims: 0 });
  const mean = g.op('Div', [sum(g.op('Mul', [x, mask])), sum(mask)]);
  const dense = gelu(g, g.linear(mean, 'head', width, width, { hasBias: false }));
  return g.linear(g.layerNorm(dense, 'headNorm', width, { hasBias: false }), 'labels', width, labels);
}
