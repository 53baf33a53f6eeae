import model from './learnedReader.json' with { type: 'json' };
import { featureNames } from './spanFeatures.ts';
import type { DecisionTree } from './trees.ts';

/** What `lab/training/trainReader.ts` learns. */
export interface LearnedReader {
  /** Names of the features, in the order in which the trees count them. */
  readonly features: readonly string[];
  /** The score of a candidate is the sum of the trees. */
  readonly ranker: readonly DecisionTree[];
  /** Answers below this confidence are not given. */
  readonly threshold: number;
}

/** How the model that is shipped was trained, and with which questions. */
export const { provenance } = model;

/** The model that is shipped. */
export const learnedReader: LearnedReader = checked(model);

/** @throws Error when the model was trained for other features */
export function checked(one: LearnedReader): LearnedReader {
  if (one.features.join() !== featureNames.join()) throw new Error('The reader model is of another version. Run npm run train:reader.');
  return one;
}
