import { assumedLanguage } from '../../src/language/assumed.ts';
import { normalizeAnswer } from '../../src/language/normalizeAnswer.ts';

/** `normalizeAnswer` in the dataset's language. */
export function normalized(text: string): string {
  return normalizeAnswer(text, assumedLanguage);
}

/** Words of the normalized answer; empty when nothing is left. */
export function answerTokens(text: string): readonly string[] {
  const plain = normalized(text);
  return plain === '' ? [] : plain.split(' ');
}
