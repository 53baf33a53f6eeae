/**
 * Chooses Self-DC's thresholds α and β from runs, without further model calls: each question was answered in all three ways, and its
 * confidence is known, so the result of any thresholds can be looked up. Source: metrics.md 9; the branching rule of pipelines.md 4.2.
 */
import { mean } from './statistics.ts';

type Way = 'retrieve' | 'generate' | 'decompose';

/** One question: how sure the model was of it, and the score and cost of each way of answering it. */
export interface CalibrationCase {
  /** In [0, 1]; null when the model gave none, which leads to retrieval. */
  readonly confidence: number | null;
  readonly score: Readonly<Record<Way, number>>;
  /** Calls of chat models. */
  readonly calls: Readonly<Record<Way, number>>;
}

export interface Thresholds {
  readonly alpha: number;
  readonly beta: number;
}

export interface Calibration {
  readonly chosen: Thresholds;
  /** Means of the chosen thresholds on the same questions, which flatters them. */
  readonly score: number;
  readonly calls: number;
  /** Mean score on questions that were left out of the choice, in turn. */
  readonly heldOut: number;
  /** The same means with the defaults. */
  readonly byDefault: { readonly score: number; readonly calls: number };
  /** Share of the questions that take each way. */
  readonly shares: Readonly<Record<Way, number>>;
}

/** In steps of 0.05, as confidences are stated. */
const alphas = Array.from({ length: 21 }, (_, i) => i / 20);
const betas = Array.from({ length: 11 }, (_, i) => i / 20);
const folds = 5;

/** @param wayOf the pipeline's branching rule */
export function calibrate(
  cases: readonly CalibrationCase[],
  defaults: Thresholds,
  wayOf: (confidence: number | null, thresholds: Thresholds) => Way,
): Calibration {
  const meansOf = (some: readonly CalibrationCase[], thresholds: Thresholds): { readonly score: number; readonly calls: number } => {
    const ways = some.map((one) => ({ one, way: wayOf(one.confidence, thresholds) }));
    return { score: mean(ways.map(({ one, way }) => one.score[way])), calls: mean(ways.map(({ one, way }) => one.calls[way])) };
  };
  /** The highest score; of equal ones the fewest calls, then the nearest to the defaults. */
  const choose = (some: readonly CalibrationCase[]): Thresholds => {
    const distance = ({ alpha, beta }: Thresholds): number => Math.abs(alpha - defaults.alpha) + Math.abs(beta - defaults.beta);
    const tried = alphas.flatMap((alpha) => betas.map((beta) => ({ thresholds: { alpha, beta }, ...meansOf(some, { alpha, beta }) })));
    const [best] = tried.sort((a, b) => {
      if (Math.abs(a.score - b.score) > 1e-9) return b.score - a.score;
      if (Math.abs(a.calls - b.calls) > 1e-9) return a.calls - b.calls;
      return distance(a.thresholds) - distance(b.thresholds);
    });
    return best?.thresholds ?? defaults;
  };
  const chosen = choose(cases);
  const left = Array.from({ length: folds }, (_, fold) => cases.filter((_case, i) => i % folds === fold));
  const heldOut = left.flatMap((out, fold) => {
    const thresholds = choose(cases.filter((_case, i) => i % folds !== fold));
    return out.map((one) => one.score[wayOf(one.confidence, thresholds)]);
  });
  const share = (way: Way): number => mean(cases.map(({ confidence }) => Number(wayOf(confidence, chosen) === way)));
  return {
    chosen,
    ...meansOf(cases, chosen),
    heldOut: mean(heldOut),
    byDefault: meansOf(cases, defaults),
    shares: { retrieve: share('retrieve'), generate: share('generate'), decompose: share('decompose') },
  };
}

/** Below this, the choice follows chance more than the model. */
const enoughQuestions = 30;

/** What to say about a calibration with so many questions, in lines. */
export function tooFew(questions: number): readonly string[] {
  return questions < enoughQuestions ? [`${questions} questions are too few to rely on. Use at least ${enoughQuestions}.`] : [];
}
