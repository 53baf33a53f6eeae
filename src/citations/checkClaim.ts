import { assumedLanguage } from '../language/assumed.ts';
import type { Language } from '../language/language.ts';
import { isSurelyIn, languageOf, shownLanguage } from '../language/languages.ts';
import type { Doubt, Support } from '../protocol/writtenAnswer.ts';
import { doubtedDate } from './claimDates.ts';
import { doubtedDenial } from './claimDenial.ts';
import { doubtedName } from './claimNames.ts';
import { doubtedNumber } from './claimNumbers.ts';
import { isUnsupported } from './support.ts';

/** What a sentence is checked against. */
export interface ClaimSource {
  /** The sentences that it quotes. */
  readonly quotes: readonly string[];
  /** What they are about: titles and headings of their passages, the question, earlier answers. */
  readonly about: string;
  /** The texts of their passages, which may name what they speak of. */
  readonly passages: readonly string[];
}

export interface CheckedClaim {
  readonly support: Extract<Support, 'supported' | 'unsupported' | 'contradicted'>;
  readonly why?: Doubt;
}

/**
 * Whether quotes carry a sentence, as far as that can be told without a model: its dates and numbers are theirs, or follow from two of
 * theirs; its names are theirs or those of what is around them; it denies where they deny; and they share a word. It says nothing of what
 * the words mean, and another date than the only one of the quotes counts as contradicted.
 */
export function checkClaim(claim: string, { quotes, about, passages }: ClaimSource, language: Language): CheckedClaim {
  const source = quotes.join('\n');
  const around = [about, ...passages];
  const isSure = isSurelyIn(language, claim);
  const date = doubtedDate(claim, quotes, around, language);
  if (date) return doubt('date', date);
  const number = doubtedNumber(claim, quotes, language);
  if (number) return doubt('number', number);
  // How names are written is known of English only.
  const name = isSure && language === assumedLanguage ? doubtedName(claim, [source, ...around].join('\n'), language) : undefined;
  if (name !== undefined) return { support: 'unsupported', why: { kind: 'name', words: name } };
  const denial = isSure || isIn(language, claim, passages) ? doubtedDenial(claim, quotes, language, isSure) : undefined;
  if (denial) return { support: denial, why: { kind: 'negation' } };
  return isUnsupported(claim, `${source}\n${about}`, language)
    ? { support: 'unsupported', why: { kind: 'words' } }
    : { support: 'supported' };
}

/** Whether a claim, which may be too short to show it, is in the language of its passages. */
function isIn(language: Language, claim: string, passages: readonly string[]): boolean {
  return languageOf(claim, language) === language && shownLanguage(passages.join('\n')) === language;
}

function doubt(kind: 'date' | 'number', { words, isOtherwise }: { readonly words: string; readonly isOtherwise: boolean }): CheckedClaim {
  return { support: isOtherwise ? 'contradicted' : 'unsupported', why: { kind, words } };
}
