/** Whether a sentence denies where its quotes do. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import type { Language } from '../language/language.ts';
import { findNames, findQuoted } from '../language/names.ts';
import { wordsOf } from '../language/words.ts';
import { contentStems } from './support.ts';

/**
 * A claim that denies needs a quote that does, in whatever words: else it is `contradicted` where a quote otherwise says the same, and
 * `unsupported` elsewhere. One that does not deny is `contradicted` only where every quote that otherwise says the same denies: what quotes
 * deny may be something else.
 */
export function doubtedDenial(claim: string, quotes: readonly string[], language: Language): 'unsupported' | 'contradicted' | undefined {
  const stems = contentStems(claim, language);
  const alike = quotes.filter((quote) => isAlike(stems, contentStems(quote, language)));
  if (denials(claim, language) % 2 === 1) {
    const near = quotes.flatMap((quote) => clausesAbout(stems, quote, language));
    if (near.some((clause) => denials(clause, language) > 0 || language.answers.impliedDenial.test(clause))) return undefined;
    return alike.length > 0 ? 'contradicted' : 'unsupported';
  }
  // Also one in a title or a quotation.
  if (wordsOf(claim, language).some(({ start, end }) => language.answers.negator.test(claim.slice(start, end)))) return undefined;
  return alike.length > 0 && alike.every((quote) => denials(quote, language) % 2 === 1) ? 'contradicted' : undefined;
}

const sharedByAlike = 0.6;

/** Whether they share most words of one of them. */
function isAlike(claim: readonly string[], quote: readonly string[]): boolean {
  const theirs = new Set(quote);
  const shared = claim.filter((stem) => theirs.has(stem)).length;
  return shared >= claim.length * sharedByAlike || (shared >= 2 && shared >= quote.length * sharedByAlike);
}

/** The clauses that share a word with a claim, or speak of what they do not name; all if there are none. */
function clausesAbout(stems: readonly string[], quote: string, language: Language): readonly string[] {
  const clauses = quote.split(/[,;:()—–、，；：،؛]|(?<=[.!?])\s/u);
  const near = clauses.filter((clause) => {
    const [first] = wordsOf(clause, language);
    const speaksOfThem = first !== undefined && language.reading.pronouns.has(first.fold);
    return speaksOfThem || contentStems(clause, language).some((stem) => stems.includes(stem));
  });
  return near.length > 0 ? near : clauses;
}

function denials(text: string, language: Language): number {
  const { negator, notDenying } = language.answers;
  // What a title or a quotation denies is nothing that the sentence says.
  const named = [...findQuoted(text), ...(language === assumedLanguage ? findNames(text, language) : [])].filter(
    ({ start, end }) => !negator.test(text.slice(start, end)),
  );
  const rest = named
    .reduce((left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end), text)
    .replace(notDenying, ' ');
  return wordsOf(rest, language).filter(({ start, end }) => negator.test(rest.slice(start, end))).length;
}
