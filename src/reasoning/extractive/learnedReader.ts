import model from './learnedReader.json' with { type: 'json' };
import { featureNames } from './spanFeatures.ts';
import type { Tree } from './trees.ts';

/** What `lab/training/trainReader.ts` learns. */
export interface LearnedReader {
  /** Names of the features, in the order in which the trees count them. */
  readonly features: readonly string[];
  /** Several, each learned with other draws: where they disagree, no answer is given. An answer's score is the mean of theirs. */
  readonly rankers: readonly (readonly Tree[])[];
  /** Weights of the confidence's factors. */
  readonly confidence: readonly number[];
  /** Answers below this confidence are not given. */
  readonly threshold: number;
}

/** The model that is shipped. */
export const learnedReader: LearnedReader = checked(model);

/** @throws Error when the model was trained for other features */
export function checked(one: LearnedReader): LearnedReader {
  if (one.features.join() !== featureNames.join()) throw new Error('The reader model is of another version. Run npm run train:reader.');
  return one;
}
