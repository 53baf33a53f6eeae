import { assumedLanguage } from '../language/assumed.ts';
import type { Language } from '../language/language.ts';
import { isSurelyIn, languageOf, shownLanguage } from '../language/languages.ts';
import type { Doubt, Shown, Support } from '../protocol/writtenAnswer.ts';
import { carriedBy } from './carriedClaim.ts';
import { doubtedDate } from './claimDates.ts';
import { doubtedDenial } from './claimDenial.ts';
import { doubtedName, knownNames } from './claimNames.ts';
import { doubtedNumber } from './claimNumbers.ts';
import { hasWords, identityWords, shownByIdentity, type Identified } from './identity.ts';
import { isUnsupported } from './support.ts';

/** What a sentence is checked against. */
export interface ClaimSource {
  /** The sentences that it quotes. */
  readonly quotes: readonly string[];
  /** The documents that it quotes, as they are known. */
  readonly documents: readonly Identified[];
  /** What was asked and answered before. */
  readonly asked: string;
  /** The texts of their passages, which may name what they speak of. */
  readonly passages: readonly string[];
}

export interface CheckedClaim {
  readonly support: Extract<Support, 'supported' | 'not-checked' | 'unsupported' | 'contradicted'>;
  readonly why?: Doubt;
  /** What of it only the identity of a document shows. */
  readonly shown?: readonly Shown[];
  /** Words of it that nothing shows, as they are written, in order. */
  readonly unshown?: readonly string[];
}

/**
 * Whether quotes carry a sentence, as far as that can be told without a model. It is doubted where its dates and numbers are not theirs, do
 * not follow from two of theirs and are not in what their documents are known by; where its names are in none of what is around them; where
 * it says the opposite; and where it shares no word with them. What it repeats of the question is not its own. It is supported where it
 * says no more than they do (`isCarried`). What is neither is not checked: that nothing wrong was found shows nothing.
 */
export function checkClaim(claim: string, { quotes, documents, asked, passages }: ClaimSource, language: Language): CheckedClaim {
  const source = quotes.join('\n');
  const known = documents.map(identityWords).join('\n');
  const around = [known, asked, ...passages];
  const isSure = isSurelyIn(language, claim);
  const isOwn = isSure || isIn(language, claim, passages);
  const date = doubtedDate(claim, quotes, around, language);
  if (date && !hasWords(known, date.words)) return doubt('date', date);
  const everything = [source, ...around].join('\n');
  const own = withoutQuestion(claim, asked);
  const number = doubtedNumber(
    own,
    quotes,
    language,
    (words) => hasWords(known, words),
    (words) => hasWords(everything, words),
  );
  if (number) return doubt('number', number);
  // How names are written is known of English only.
  const name =
    isOwn && language === assumedLanguage
      ? doubtedName(claim, knownNames(`${everything}\n${labelsOf(claim, known)}`, language), language)
      : undefined;
  if (name !== undefined) return { support: 'unsupported', why: { kind: 'name', words: name } };
  const denial = isOwn ? doubtedDenial(own, quotes, language, isSure) : undefined;
  if (denial) return { support: denial, why: { kind: 'negation' } };
  if (isUnsupported(claim, `${source}\n${known}\n${asked}`, language)) return { support: 'unsupported', why: { kind: 'words' } };
  const { shown, isWhole } = shownByIdentity(claim, quotes, documents, language);
  const { isCarried, unshown } = carriedBy(claim, quotes, known, language);
  return {
    support: isWhole && isCarried ? 'supported' : 'not-checked',
    ...(shown.length > 0 ? { shown } : {}),
    ...(unshown.length > 0 ? { unshown } : {}),
  };
}

/** Spaces in place of a question that it repeats, which may ask for what is not so: `The answer to "Was it 5?" is no`. */
function withoutQuestion(claim: string, asked: string): string {
  const bare = (text: string): string => (text.toLowerCase().match(/[^\s"“”?]+/gu) ?? []).join(' ');
  const questions = new Set(asked.split('\n').map(bare));
  return claim.replace(/(?<!\S)["“][^"“”\n]{12,2000}["”]/gu, (words) => (questions.has(bare(words)) ? ' '.repeat(words.length) : words));
}

/** What comes before the number of a document: `RFC 3085`, where the file name is `3085.txt`. */
function labelsOf(claim: string, known: string): string {
  const labels = [...claim.matchAll(/(?<!\p{L})(\p{Lu}{2,6})[ \u00a0-]?(\d+)/gu)];
  return labels.flatMap(([, label = '', number = '']) => (hasWords(known, number) ? [`${label} ${number}`] : [])).join('\n');
}

/** Whether a claim, which may be too short to show it, is in the language of its passages. */
function isIn(language: Language, claim: string, passages: readonly string[]): boolean {
  return languageOf(claim, language) === language && shownLanguage(passages.join('\n')) === language;
}

function doubt(kind: 'date' | 'number', { words, isOtherwise }: { readonly words: string; readonly isOtherwise: boolean }): CheckedClaim {
  return { support: isOtherwise ? 'contradicted' : 'unsupported', why: { kind, words } };
}
