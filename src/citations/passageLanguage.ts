import { assumedLanguage } from '../language/assumed.ts';
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { Passage } from '../protocol/passage.ts';

/** @param otherwise of a passage that does not show its language */
export function passageLanguage({ text }: Pick<Passage, 'text'>, otherwise: Language = assumedLanguage): Language {
  return languageOf(text, otherwise);
}
