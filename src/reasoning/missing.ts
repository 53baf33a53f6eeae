/** What an answer leaves open: a reply may answer a part of what was asked, and name the rest. */
import { oneLine, shortened } from '../base/plainText.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { isAbstention } from './abstention.ts';

export interface PartAnswered {
  /** What was asked for and not found, in the model's words. Absent when nothing is open. */
  readonly missing?: string;
}

/** A longer one is no list of what is open. */
const maxLength = 400;

/** @param said as a model wrote it */
export function missingIn(said: string | null | undefined): PartAnswered {
  const words = oneLine(said ?? '');
  if (words === '' || isAbstention(words) || assumedLanguage.abstention.nothingMissing.test(words)) return {};
  return { missing: shortened(words, maxLength) };
}
