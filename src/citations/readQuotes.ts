import { assumedLanguage } from '../language/assumed.ts';
import type { Language } from '../language/language.ts';
import { shownLanguage } from '../language/languages.ts';

/**
 * The languages in which the numbers and dates of a quote are to be read: its own; where it does not show that, the assumed one and that of
 * the sentence that quotes it, since `1.240` is two different numbers.
 */
export function languagesToRead(quote: string, claims: Language): readonly Language[] {
  const own = shownLanguage(quote);
  return own ? [own] : [...new Set([assumedLanguage, claims])];
}
