/**
 * Weights that make a BERT of 32 dimensions and two layers compute something known: whether words of two sets are in the right text of a
 * pair. A feature is a pair of dimensions with opposite signs, so that layer normalization only scales.
 */
import type { BertShape } from './bert.ts';
import type { Weights } from './graph.ts';
import type { TokenizerFiles } from './tokenizers.ts';

export const constructedShape = { width: 32, layers: 2, heads: 4, inner: 8 } as const;

const half = constructedShape.width / 2;
const feature = { first: 0, second: 1, other: 2, inFirstText: 3, inSecondText: 4, found: 5, foundSecond: 6 } as const;
type Feature = keyof typeof feature;

export interface Sets {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** One logit: large when a word of `first` is in the first text and one of `second` in the second. */
export function pairWeights(tokenizer: TokenizerFiles, sets: Sets): Weights {
  const weights = body(tokenizer, sets, [
    { word: 'first', text: 'inFirstText', into: 'found' },
    { word: 'second', text: 'inSecondText', into: 'found' },
  ]);
  const head = matrix(constructedShape.width, 1);
  at(head, 'found', 0, 4);
  weights.set('labels', head);
  return weights.set('labels.bias', { dims: [1], data: Float32Array.of(0) });
}

/** Spans of the second text from a word of `first` to one of `second`; without one, the first token wins. */
export function spanWeights(tokenizer: TokenizerFiles, sets: Sets): Weights {
  const weights = body(tokenizer, sets, [
    { word: 'first', text: 'inSecondText', into: 'found' },
    { word: 'second', text: 'inSecondText', into: 'foundSecond' },
  ]);
  const head = matrix(constructedShape.width, 2);
  at(head, 'found', 0, 2);
  at(head, 'foundSecond', 1, 2);
  for (const column of [0, 1]) at(head, 'inFirstText', column, 0.5);
  weights.set('spans', head);
  return weights.set('spans.bias', { dims: [2], data: new Float32Array(2) });
}

interface Both {
  readonly word: Feature;
  readonly text: Feature;
  readonly into: Feature;
}

function body({ vocabulary }: TokenizerFiles, { first, second }: Sets, units: readonly Both[]): Weights {
  const { width, inner, layers } = constructedShape;
  const weights: Weights = new Map();
  const words = matrix(vocabulary.size, width);
  for (const [word, id] of vocabulary) {
    const name = first.includes(word) ? 'first' : second.includes(word) ? 'second' : 'other';
    row(words, id, name, 1);
    // A word of both sets begins and ends.
    if (first.includes(word) && second.includes(word)) row(words, id, 'second', 1);
  }
  weights.set('words', words);
  const types = matrix(2, width);
  row(types, 0, 'inFirstText', 1);
  row(types, 1, 'inSecondText', 1);
  weights.set('types', types);
  for (let layer = 0; layer < layers; layer++) {
    const isLast = layer === layers - 1;
    const name = `layer${layer}`;
    // Without queries and keys every token gets the mean of all. Only the last layer uses it, and only what was found.
    for (const part of ['query', 'key', 'value', 'output']) weights.set(`${name}.${part}`, matrix(width, width));
    if (isLast) {
      const value = weights.get(`${name}.value`)!;
      for (let d = 0; d < width; d++) value.data[d * width + d] = 1;
      const output = weights.get(`${name}.output`)!;
      for (const d of [feature.found, feature.found + half]) output.data[d * width + d] = 1;
    }
    const up = matrix(width, inner);
    const down = matrix(inner, width);
    if (!isLast) {
      units.forEach(({ word, text, into }, unit) => {
        for (const part of [word, text]) at(up, part, unit, 2);
        row(down, unit, into, 0.5);
      });
    }
    weights.set(`${name}.up`, up);
    weights.set(`${name}.down`, down);
    const bias = new Float32Array(inner);
    if (!isLast) bias.fill(-16.8, 0, units.length);
    weights.set(`${name}.up.bias`, { dims: [inner], data: bias });
    for (const part of ['query', 'key', 'value', 'output', 'down'])
      weights.set(`${name}.${part}.bias`, { dims: [width], data: new Float32Array(width) });
    for (const part of ['attention', 'feedForward']) setNorm(weights, `${name}.${part}`);
  }
  setNorm(weights, 'embedding');
  return weights;
}

/** Positions say nothing. */
export function withoutPositions(weights: Weights, { maxTokens }: Pick<BertShape, 'maxTokens'>): Weights {
  return weights.set('positions', matrix(maxTokens, constructedShape.width));
}

interface Matrix {
  readonly dims: readonly [rows: number, columns: number];
  readonly data: Float32Array;
}

function matrix(rows: number, columns: number): Matrix {
  return { dims: [rows, columns], data: new Float32Array(rows * columns) };
}

/** What a feature adds to a column. */
function at({ dims, data }: Matrix, name: Feature, column: number, value: number): void {
  data[feature[name] * dims[1] + column] = value;
  data[(feature[name] + half) * dims[1] + column] = -value;
}

/** What a row adds to a feature. */
function row({ dims, data }: Matrix, index: number, name: Feature, value: number): void {
  data[index * dims[1] + feature[name]] = value;
  data[index * dims[1] + feature[name] + half] = -value;
}

function setNorm(weights: Weights, name: string): void {
  const { width } = constructedShape;
  weights.set(`${name}.scale`, { dims: [width], data: new Float32Array(width).fill(1) });
  weights.set(`${name}.shift`, { dims: [width], data: new Float32Array(width) });
}
