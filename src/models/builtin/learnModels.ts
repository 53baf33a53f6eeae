/** Makes the built-in models of a workspace from a limited sample of its passages. */
import type { RerankItem } from '../models.ts';
import { softplus, train } from './contrastiveTrainer.ts';
import { inverseClozePairs } from './inverseCloze.ts';
import type { LearningKernel } from './learningKernel.ts';
import { learnWordPieces } from './learnWordPieces.ts';
import { PassageSample } from './passageSample.ts';
import { learnedModel, pack, plainModel, randomSigns, scaleRows, staticDimension, type StaticModel } from './staticModel.ts';
import { type WordPiece, splitWords } from './wordPiece.ts';

const vocabularySize = 32_000;
/** Limits the number of distinct counted words, and so memory to about 100 MB. */
const maxDistinctWords = 600_000;
/** Sample size for a plain model: enough to know which words are rare, and cheap compared to indexing. */
const plainSampleSize = 4000;

/** Limits learning to half a minute on two cores for a workspace of any size. */
export const learningSampleSize = 18_000;
const maxPairs = 80_000;
/**
 * How many pairs are shown in all, repeats included. Different pairs teach more than repeated ones: over eight data sets in one folder,
 * 80,000 pairs find as much after two rounds as after six, and 40,000 find less after six.
 */
const pairsShown = 160_000;
const maxRounds = 6;
const batchSize = 1024;
const learningRate = 1.2e-2;

export interface LearnedModel {
  readonly model: StaticModel;
  readonly pairs: number;
}

/** An empty sample for a model. It accepts any number of passages in any order. */
export function sampleFor(kind: StaticModel['kind'], seed: number): PassageSample {
  return new PassageSample(kind === 'plain' ? plainSampleSize : learningSampleSize, seed);
}

/** A model that only knows which words are rare. */
export function makePlainModel(passages: readonly RerankItem[]): StaticModel {
  const { wordPiece, idf } = learnVocabulary(passages);
  return plainModel(wordPiece.pieces, idf);
}

/**
 * A model that has learned from the passages which words are related. Deterministic: the same passages in the same order give identical
 * bits.
 */
export async function learnModel(
  passages: readonly RerankItem[],
  kernel: LearningKernel,
  { seed, onProgress }: { readonly seed: number; readonly onProgress?: (share: number) => void },
): Promise<LearnedModel> {
  const { wordPiece, idf } = learnVocabulary(passages);
  onProgress?.(shareOfVocabulary);
  const pairs = inverseClozePairs(passages, wordPiece, seed, maxPairs);
  const parameters = { dimension: staticDimension, table: randomSigns(wordPiece.pieces), weights: idf.slice() };
  await train(kernel, parameters, pairs, {
    seed,
    rounds: roundsOver(pairs.count),
    batchSize,
    learningRate,
    onProgress: (share) => onProgress?.(shareOfVocabulary + (1 - shareOfVocabulary) * share),
  });
  const { table, weights } = parameters;
  scaleRows(table, weights.map(softplus));
  return { model: learnedModel(wordPiece.pieces, idf, pack(table)), pairs: pairs.count };
}

/** How often learning goes over all pairs. */
export function roundsOver(pairs: number): number {
  return Math.min(maxRounds, Math.ceil(pairsShown / Math.max(1, pairs)));
}

/** Approximate share of the time before the first batch. */
const shareOfVocabulary = 0.1;

function learnVocabulary(passages: readonly RerankItem[]): { readonly wordPiece: WordPiece; readonly idf: Float32Array } {
  const counts = new Map<string, number>();
  for (const passage of passages) {
    for (const word of splitWords(textOf(passage))) {
      const count = counts.get(word);
      if (count !== undefined || counts.size < maxDistinctWords) counts.set(word, (count ?? 0) + 1);
    }
  }
  const wordPiece = learnWordPieces(counts, vocabularySize);
  const frequency = new Uint32Array(wordPiece.pieces.length);
  for (const passage of passages) for (const id of new Set(wordPiece.encode(textOf(passage)))) frequency[id] = frequency[id]! + 1;
  return { wordPiece, idf: Float32Array.from(frequency, (count) => Math.log((passages.length + 2) / (count + 1))) };
}

function textOf({ title, headings, text }: RerankItem): string {
  return [title, ...headings, text].join('\n');
}
