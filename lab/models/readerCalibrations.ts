/** Fits a reader of this machine to the questions of a dataset. */
import { calibrationsFolder } from '../../src/models/library/localProviders.ts';
import { saveCalibration } from '../../src/models/local/readerCalibration.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import { quotesOf, type ReaderModel } from '../../src/reasoning/readWithModel.ts';
import { scoreAnswer } from '../evaluation/answerScores.ts';
import type { Reading } from '../evaluation/readerCalibration.ts';

/** Beyond these a score says no more. */
const mostLogits = 30;

export interface AskedPassages {
  readonly question: string;
  /** Empty when the documents do not answer it. */
  readonly answers: readonly string[];
  readonly passages: readonly Passage[];
}

/**
 * The best quote of a reader with its own border, as pipelines read.
 * @returns undefined where it has none
 */
export async function readingOf(model: ReaderModel, { question, answers, passages }: AskedPassages): Promise<Reading | undefined> {
  const [best] = await quotesOf(model, question, passages);
  if (!best) return undefined;
  const logit = Math.log(best.score / (1 - best.score));
  return { margin: Math.min(mostLogits, Math.max(-mostLogits, logit)), isRight: scoreAnswer(best.answer, answers)?.em === 1 };
}

export function keepCalibration(calibration: Omit<Parameters<typeof saveCalibration>[1], 'savedUtc'>): void {
  saveCalibration(calibrationsFolder(), { ...calibration, savedUtc: new Date().toISOString() });
}
