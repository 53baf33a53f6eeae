import { assumedLanguage } from '../language/assumed.ts';
import { normalizeAnswer } from '../language/normalizeAnswer.ts';

/** `normalizeAnswer` in the language of the dataset. */
export function normalized(text: string): string {
  return normalizeAnswer(text, assumedLanguage);
}

/** Words of the normalized answer; none when nothing is left. */
export function answerTokens(text: string): readonly string[] {
  const plain = normalized(text);
  return plain === '' ? [] : plain.split(' ');
}
