import { normalizeAnswer } from '../language/normalizeAnswer.ts';

/** Words of the normalized answer; none when nothing is left. */
export function answerTokens(text: string): readonly string[] {
  const normalized = normalizeAnswer(text);
  return normalized === '' ? [] : normalized.split(' ');
}
