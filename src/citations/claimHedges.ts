/** What sentences say before a number or date that is not exact. Pure. */
import { perLanguage, type Language } from '../language/language.ts';
import { findNumbers, sameNumber } from '../language/numbers.ts';
import { datesBeside } from './claimDates.ts';
import type { TextRange } from './textRange.ts';

/** `about`, `less than`, `before`, where the quotes have another number or date, which its rules have found to fit. */
export function hedgesOf(claim: string, quotes: readonly string[], language: Language): readonly TextRange[] {
  const given = quotes.flatMap((quote) => findNumbers(quote, language));
  const numbers = findNumbers(claim, language).filter((one) => !given.some((other) => sameNumber(one, other)));
  return [...numbers, ...datesBeside(claim, quotes, language, true)].flatMap(({ start }) => {
    const from = Math.max(0, start - 30);
    const at = claim.slice(from, start).search(hedges(language));
    return at < 0 ? [] : [{ start: from + at, end: start }];
  });
}

const hedges = perLanguage(({ loose: { about, below, above, before, after } }) => {
  const words = [about, below, above, before, after].filter((one) => one !== '');
  return new RegExp(words.length === 0 ? '(?!)' : `(?<!\\p{L})(?:${words.join('|')})\\s*$`, 'iu');
});
