import { perLanguage, type Language } from './language.ts';
import { withoutInstructions, withoutRequest } from './requests.ts';

/**
 * A question without the words that it begins with, which say how it is asked and not what for: of "How do I pin a version?" that is "pin a
 * version?", and without sentences that say how to answer. Texts that answer have few of these words, so that a search takes them for the
 * rarest of all. A query of nothing else stays as it is.
 */
export function askedFor(query: string, language: Language): string {
  const asked = withoutRequest(withoutInstructions(query, language), language);
  const beginning = beginningOf(language).exec(asked)?.[0] ?? '';
  return /[\p{L}\p{N}]/u.test(asked.slice(beginning.length)) ? asked.slice(beginning.length) : asked;
}

const beginningOf = perLanguage(({ askingWords }) => new RegExp(`^\\s*(?:(?:${[...askingWords].join('|')})(?=\\s)\\s*)+`, 'iu'));
