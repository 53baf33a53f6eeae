/** Which function runs the cases of which file of reference vectors. */
import { runAbstentionCase } from './abstention.ts';
import { runJsonExtractCase } from './jsonExtract.ts';
import { runNarCase } from './nar.ts';

/** Throws an assertion error when the case does not come out as it says. */
export type RunCase = (input: unknown) => void | Promise<void>;

export const runners: Readonly<Record<string, RunCase>> = {
  'abstention.json': runAbstentionCase,
  'json_extract.json': runJsonExtractCase,
  'nar.json': runNarCase,
};
