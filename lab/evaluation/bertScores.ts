/** BERTScore of the answers of an evaluation. Source: metrics.md 7. */
import * as z from 'zod';
import { hashOf } from '../../src/base/hash.ts';
import type { Overlap } from './answerScores.ts';
import { bertScore, type WeightedTokens } from './bertScore.ts';
import type { EvalRecord } from './evalRecord.ts';
import type { LinesFile } from './linesFile.ts';
import { intervalOf, mean, resampledMeans, type Interval } from './statistics.ts';

/** The model that gives tokens their vectors. */
export interface BertEncoder {
  /** Names the model and its version. Scores of two ids are never compared. */
  readonly id: string;
  /** One result per text in the same order. @throws AriadneError `model-…`; AbortError */
  encode(texts: readonly string[], signal: AbortSignal): Promise<readonly WeightedTokens[]>;
}

export const scoredPair = z.object({
  key: z.string(),
  encoder: z.string(),
  candidate: z.string(),
  reference: z.string(),
  precision: z.number(),
  recall: z.number(),
  f: z.number(),
});
type ScoredPair = Readonly<z.infer<typeof scoredPair>>;

export interface BertScoring {
  readonly encoder: BertEncoder;
  readonly records: readonly EvalRecord[];
  readonly stored: LinesFile<ScoredPair>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly of: number; readonly reused: number }) => void;
}

/** Pairs whose texts are encoded together. */
const pairsAtOnce = 8;

/**
 * Scores each distinct pair of an answer and an accepted answer once.
 * @throws the errors of `BertEncoder.encode`; earlier scores are stored
 */
export async function scorePairs({ encoder, records, stored, signal, onProgress }: BertScoring): Promise<BertScores> {
  const pairs = new Map(records.flatMap((record) => pairsOf(record).map((pair) => [pairKey(encoder.id, pair), pair] as const)));
  const open = [...pairs].filter(([key]) => !stored.get(key));
  const reused = pairs.size - open.length;
  const tell = (scored: number): void => onProgress({ done: reused + scored, of: pairs.size, reused });
  tell(0);
  for (let from = 0; from < open.length; from += pairsAtOnce) {
    signal.throwIfAborted();
    const part = open.slice(from, from + pairsAtOnce);
    const texts = [...new Set(part.flatMap(([, pair]) => [pair.candidate, pair.reference]))];
    const encoded = await encoder.encode(texts, signal);
    const tokensOf = (text: string): WeightedTokens => encoded[texts.indexOf(text)] ?? { vectors: [], weights: [] };
    for (const [key, pair] of part)
      stored.add({ key, encoder: encoder.id, ...pair, ...bertScore(tokensOf(pair.candidate), tokensOf(pair.reference)) });
    tell(from + part.length);
  }
  return new BertScores(encoder.id, new Map([...pairs.keys()].flatMap((key) => pairIn(stored, key))));
}

/** With the 95 % interval of F when the questions are resampled. */
export interface BertScoreMean extends Overlap {
  readonly interval: Interval;
}

export class BertScores {
  /** Id of the encoder. */
  readonly encoder: string;
  readonly #pairs: ReadonlyMap<string, Overlap>;

  constructor(encoder: string, pairs: ReadonlyMap<string, Overlap>) {
    this.encoder = encoder;
    this.#pairs = pairs;
  }

  /**
   * Means over the questions with an accepted answer. Of several accepted answers the best counts, separately for each value.
   * @param records records of one system, all of them scored
   */
  meanOf(records: readonly EvalRecord[]): BertScoreMean {
    const scored = records.filter(({ answers }) => answers.length > 0).map((record) => this.#best(record));
    return {
      precision: mean(scored.map(({ precision }) => precision)),
      recall: mean(scored.map(({ recall }) => recall)),
      f: mean(scored.map(({ f }) => f)),
      interval: intervalOf(resampledMeans([scored.map(({ f }) => f)])[0] ?? new Float64Array()),
    };
  }

  #best(record: EvalRecord): Overlap {
    const all = pairsOf(record).flatMap((pair) => this.#pairs.get(pairKey(this.encoder, pair)) ?? []);
    const best = (value: keyof Overlap): number => (all.length === 0 ? 0 : Math.max(...all.map((one) => one[value])));
    return { precision: best('precision'), recall: best('recall'), f: best('f') };
  }
}

interface Pair {
  readonly candidate: string;
  readonly reference: string;
}

/** Empty where the answer is missing or empty, which scores 0. */
function pairsOf({ answer, answers, status }: EvalRecord): readonly Pair[] {
  const candidate = status === 'failed' ? '' : (answer ?? '').trim();
  return candidate === '' ? [] : answers.map((reference) => ({ candidate, reference: reference.trim() }));
}

function pairKey(encoder: string, { candidate, reference }: Pair): string {
  return hashOf([JSON.stringify([encoder, candidate, reference])], 32);
}

function pairIn(stored: LinesFile<ScoredPair>, key: string): readonly (readonly [string, Overlap])[] {
  const found = stored.get(key);
  return found ? [[key, found]] : [];
}
