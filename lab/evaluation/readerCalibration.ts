/** Fits when a reader answers: how much more a quote has than "not in this passage" when it is as likely right as wrong. */
import { mean } from './statistics.ts';

/** The best quote of a reader for a question and some passages. */
export interface Reading {
  /** What the quote has more than "not in this passage", in logits. */
  readonly margin: number;
  readonly isRight: boolean;
}

interface Border {
  /** The margin of a quote that is as likely right as wrong. */
  readonly nullThreshold: number;
  /** Logits per step of e in the odds, > 0. */
  readonly temperature: number;
}

export interface Outcome {
  /** Share of the readings that get an answer. */
  readonly answered: number;
  /** Share of these that are right; 0 without any. */
  readonly right: number;
  /** Mean of the negative logarithm of the probability given to what was the case. Lower is better. */
  readonly logLoss: number;
}

export interface FittedReader {
  readonly border: Border;
  readonly byDefault: Outcome;
  /** On readings that were left out of the fit, in turn. */
  readonly heldOut: Outcome;
}

/** The model's own border. */
const ofModel: Border = { nullThreshold: 0, temperature: 1 };
const folds = 5;

/** @returns undefined when right and wrong quotes do not differ in their margin, or one of the two is missing */
export function fitReader(readings: readonly Reading[]): FittedReader | undefined {
  const border = borderOf(readings);
  if (!border) return undefined;
  const groups = Array.from({ length: folds }, (_, fold) => readings.filter((_reading, i) => i % folds === fold));
  const heldOut = groups.flatMap((out, fold) => {
    const fitted = borderOf(readings.filter((_reading, i) => i % folds !== fold)) ?? ofModel;
    return out.map((reading) => ({ ...reading, share: shareOf(reading.margin, fitted) }));
  });
  const byDefault = readings.map((reading) => ({ ...reading, share: shareOf(reading.margin, ofModel) }));
  return { border, byDefault: outcomeOf(byDefault), heldOut: outcomeOf(heldOut) };
}

function shareOf(margin: number, { nullThreshold, temperature }: Border): number {
  return 1 / (1 + Math.exp((nullThreshold - margin) / temperature));
}

function outcomeOf(readings: readonly { readonly isRight: boolean; readonly share: number }[]): Outcome {
  const answered = readings.filter(({ share }) => share >= 0.5);
  return {
    answered: answered.length / readings.length,
    right: mean(answered.map(({ isRight }) => Number(isRight))),
    logLoss: mean(readings.map(({ isRight, share }) => -Math.log(Math.max(1e-12, isRight ? share : 1 - share)))),
  };
}

const mostSteps = 100;

/**
 * Logistic regression of right or wrong on the margin, with Platt's targets (1999), which are less than certain, so that readings without
 * overlap have a border too.
 */
function borderOf(readings: readonly Reading[]): Border | undefined {
  const right = readings.filter(({ isRight }) => isRight).length;
  const wrong = readings.length - right;
  if (right === 0 || wrong === 0) return undefined;
  const targets = readings.map(({ isRight }) => (isRight ? (right + 1) / (right + 2) : 1 / (wrong + 2)));
  const lossOf = (slope: number, shift: number): number =>
    readings.reduce((sum, { margin }, i) => {
      const logit = slope * margin + shift;
      return sum + Math.max(logit, 0) - targets[i]! * logit + Math.log1p(Math.exp(-Math.abs(logit)));
    }, 0);
  let [slope, shift] = [0, Math.log((right + 1) / (wrong + 1))];
  let loss = lossOf(slope, shift);
  for (let n = 0; n < mostSteps; n++) {
    // Newton's step; the small number keeps the matrix invertible where all margins are equal.
    let [gradient0, gradient1, h00, h01, h11] = [0, 0, 1e-9, 0, 1e-9];
    readings.forEach(({ margin }, i) => {
      const share = 1 / (1 + Math.exp(-(slope * margin + shift)));
      const [error, weight] = [share - targets[i]!, share * (1 - share)];
      gradient0 += error * margin;
      gradient1 += error;
      h00 += weight * margin * margin;
      h01 += weight * margin;
      h11 += weight;
    });
    const determinant = h00 * h11 - h01 * h01;
    const [step0, step1] = [(h11 * gradient0 - h01 * gradient1) / determinant, (h00 * gradient1 - h01 * gradient0) / determinant];
    let size = 1;
    while (size > 1e-6 && lossOf(slope - size * step0, shift - size * step1) > loss) size /= 2;
    [slope, shift] = [slope - size * step0, shift - size * step1];
    const next = lossOf(slope, shift);
    if (loss - next < 1e-10 * (1 + loss)) break;
    loss = next;
  }
  return slope > 1e-6 ? { nullThreshold: -shift / slope, temperature: 1 / slope } : undefined;
}
