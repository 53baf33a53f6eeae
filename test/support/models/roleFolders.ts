/** A generated model of each role, in folders, for runs from end to end. */
import type { Ending } from '../tempFolder.ts';
import { makeChatFolder } from './chatFolder.ts';
import { constructedShape, pairWeights, spanWeights, withoutPositions } from './constructed.ts';
import { chainWeights } from './decoder.ts';
import { makeModelFolder, type MadeModelOptions } from './modelFolder.ts';

export function embedderFolder(t: Ending, words: readonly string[]): string {
  return makeModelFolder(t, { words, shape: { maxTokens: 128 } }).folder;
}

/** Prefers passages with `found` for questions with `asked`. */
export function rerankerFolder(t: Ending, asked: string, found: string): string {
  const sets = { first: [asked], second: [found] };
  return makeModelFolder(t, {
    words: [asked, found],
    head: { labels: 1 },
    shape: { ...constructedShape, maxTokens: 128 },
    given: (tokenizer, shape) => withoutPositions(pairWeights(tokenizer, sets), shape),
  }).folder;
}

const nliLabels = { 0: 'contradiction', 1: 'entailment', 2: 'neutral' };

export function entailmentFolder(t: Ending): string {
  return makeModelFolder(t, { head: { labels: 3 }, config: { id2label: nliLabels } }).folder;
}

/** Loads, and computes values that are not numbers as soon as this word comes: in the reranker with one label, in NLI with three. */
export function failingFolder(t: Ending, labels: 1 | 3, word: string): string {
  return makeModelFolder(t, {
    words: [word],
    head: { labels },
    shape: { maxTokens: 128 },
    config: { id2label: nliLabels },
    given: failingAt(word),
  }).folder;
}

/** As `failingFolder`, without labels. */
export function failingEncoderFolder(t: Ending, word: string): string {
  return makeModelFolder(t, { words: [word], shape: { maxTokens: 128 }, given: failingAt(word) }).folder;
}

function failingAt(word: string): NonNullable<MadeModelOptions['given']> {
  return ({ vocabulary }, { width }) => {
    const data = new Float32Array(vocabulary.size * width).fill(0.1);
    data.fill(NaN, vocabulary.get(word)! * width, (vocabulary.get(word)! + 1) * width);
    return new Map([['words', { dims: [vocabulary.size, width], data }]]);
  };
}

/** Quotes from `first` to `second`. */
export function readerFolder(t: Ending, first: string, second: string): string {
  return makeModelFolder(t, {
    head: 'spans',
    words: [first, second],
    shape: { ...constructedShape, maxTokens: 128 },
    given: (tokenizer, shape) => withoutPositions(spanWeights(tokenizer, { first: [first], second: [second] }), shape),
  }).folder;
}

/** A model that replies with one of these objects, all as likely; without randomness with the first. */
export function chatFolder(t: Ending, replies: readonly object[], maxTokens = 8192): string {
  const words = replies.map((reply) => JSON.stringify(reply).slice(1));
  return makeChatFolder(t, {
    words,
    shape: { width: 272, layers: 1, maxTokens },
    given: ({ vocabulary }, shape) => {
      const [brace, end] = [vocabulary.get('{')!, vocabulary.get('<|im_end|>')!];
      const weights = chainWeights(shape, [brace, vocabulary.get(words[0]!)!, end]);
      for (const word of words) {
        weights.get('next')!.data[brace * shape.vocabulary + vocabulary.get(word)!] = 2;
        weights.get('next')!.data[vocabulary.get(word)! * shape.vocabulary + end] = 2;
      }
      return weights;
    },
  }).folder;
}
