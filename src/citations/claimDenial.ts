/** Whether a sentence denies where its quotes do. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import type { Language } from '../language/language.ts';
import { findNames, findQuoted } from '../language/names.ts';
import { wordsOf } from '../language/words.ts';
import { contentStems } from './support.ts';
import { contentKeys, contentWordsOf, type ContentWord } from './wordForms.ts';
import { findNumbers, sameNumber } from '../language/numbers.ts';
import { datesBeside } from './claimDates.ts';
import { hedgesBefore } from './hedges.ts';
import { blanked, type TextRange } from './readText.ts';

/**
 * A claim that denies what a quote says in most of its words is `contradicted` where no quote denies anything beside them, in whatever
 * words, and the quote has what is denied; where it lacks only that, the claim is `unsupported`, unless it denies a change. One that does
 * not deny is `contradicted` only where every quote that says the same denies that: what quotes deny may be something else. Quotes that are
 * more or less sure than the claim say something else: `may`, `could`.
 * @param isSure whether the claim is surely in the language. Otherwise a quote has to have all words of it.
 */
export function doubtedDenial(
  claim: string,
  quotes: readonly string[],
  language: Language,
  isSure: boolean,
): 'unsupported' | 'contradicted' | undefined {
  if (!isSure && !quotes.some((quote) => hasAll(claim, quote, language))) return undefined;
  const stems = contentStems(claim, language);
  const alike = quotes.filter((quote) => isAlike(claim, quote, language) && areAsSure(claim, quote, language));
  // Not in a clause that says nothing else: `prime (or not)`.
  const said = claim.split(edgeOfClause).filter((clause) => contentStems(clause, language).length > 0);
  if (denials(said.join(' '), language) % 2 === 1) {
    const { impliedDenial } = language.answers;
    if (alike.length === 0 || quotes.some((quote) => denials(quote, language) > 0)) return undefined;
    // Where such words are not known, the rest of a quote has to say all of the same.
    if (impliedDenial === undefined) return alike.some((quote) => hasAll(claim, quote, language)) ? 'contradicted' : undefined;
    // A word that both have does not tell them apart.
    const own = new Set(wordsOf(claim, language).map(({ fold }) => fold));
    if (
      quotes.some((quote) =>
        impliedDenial.test(
          blanked(
            quote,
            wordsOf(quote, language).filter(({ fold }) => own.has(fold)),
          ),
        ),
      )
    )
      return undefined;
    const denied = deniedWord(claim, language);
    if (denied === undefined || alike.some((quote) => hasWord(quote, denied, language))) return 'contradicted';
    return language.answers.undoing.test(claim.slice(denied.start, denied.end)) ? undefined : 'unsupported';
  }
  // Also one in a title or a quotation.
  if (wordsOf(claim, language).some(({ start, end }) => language.answers.negator.test(claim.slice(start, end)))) return undefined;
  return alike.length > 0 && alike.every((quote) => deniesThat(stems, quote, language)) ? 'contradicted' : undefined;
}

/** Whether neither has a word that makes it less sure than the other. */
function areAsSure(claim: string, quote: string, language: Language): boolean {
  const [own, theirs] = [claim, quote].map((text) => new Set(wordsOf(text, language).map(({ fold }) => fold)));
  return [...language.answers.unsure].every((word) => own?.has(word) === theirs?.has(word));
}

/** The first word behind what denies. */
function deniedWord(claim: string, language: Language): ContentWord | undefined {
  const denies = wordsOf(claim, language).find(({ start, end }) => language.answers.negator.test(claim.slice(start, end)));
  return denies && contentWordsOf(claim, language).find(({ start }) => start >= denies.end);
}

function hasWord(text: string, { keys }: ContentWord, language: Language): boolean {
  const all = contentKeys(text, language);
  return keys.some((key) => all.has(key));
}

/** Whether a quote has all words of a claim besides the one that denies. */
function hasAll(claim: string, quote: string, language: Language): boolean {
  const words = wordsOf(claim, language).map(({ start, end }) => claim.slice(start, end));
  const stems = contentStems(words.filter((word) => !language.answers.negator.test(word)).join(' '), language);
  const theirs = new Set(contentStems(quote, language));
  return stems.length > 1 && stems.every((stem) => theirs.has(stem));
}

/**
 * Whether a quote denies where it says what a claim says: among the words of the claim, or beside them. Further on it may deny something
 * else: `The dam was built in 1911 and had no lamp`.
 */
function deniesThat(stems: readonly string[], quote: string, language: Language): boolean {
  const words = wordsOf(quote, language).slice(0, mostWords);
  const ofWords = words.map(({ start, end }) => contentStems(quote.slice(start, end), language).filter((stem) => stems.includes(stem)));
  const shared = new Set(ofWords.flat());
  const stretches = ofWords.flatMap((own, last): readonly (readonly [first: number, last: number])[] => {
    if (own.length === 0) return [];
    const missing = new Set(shared);
    let first = last + 1;
    while (missing.size > 0 && first > 0) for (const stem of ofWords[--first] ?? []) missing.delete(stem);
    return missing.size > 0 ? [] : [[first, last]];
  });
  const shortest = Math.min(...stretches.map(([first, last]) => last - first));
  const nearest = stretches.filter(([first, last]) => last - first === shortest);
  return nearest.every(([first, last]) => {
    const [from, to] = [words[Math.max(0, first - wordsBefore)]?.start ?? 0, words[last + wordsAfter]?.end ?? quote.length];
    const before = quote.slice(from, words[first]?.start).split(endOfClause).at(-1) ?? '';
    const [after = ''] = quote.slice(words[last]?.end, to).split(endOfClause);
    // What is put in between, and has none of the words, says something else: `The gate, which no boat may pass, was opened`.
    const inside = quote
      .slice(words[first]?.start, words[last]?.end)
      .split(edgeOfClause)
      .filter((clause) => contentStems(clause, language).some((stem) => stems.includes(stem)));
    return denials(`${before}${inside.join(' ')}${after}`, language) % 2 === 1;
  });
}

/** `did not in the end pay`; `zahlt er nicht`. */
const wordsBefore = 4;
const wordsAfter = 1;
/** More are no sentence. */
const mostWords = 400;
const edgeOfClause = /[,;:()—–、，；：،؛]|(?<=[.!?])\s/u;
const endOfClause = /[,;:()—–、，；：،؛.!?]/u;

const sharedByAlike = 0.6;

/** Whether they share most words of one of them, besides those that deny. */
function isAlike(claim: string, quote: string, language: Language): boolean {
  const [own, theirs] = [claim, quote].map((text) =>
    contentWordsOf(text, language).filter(({ start, end }) => !language.answers.negator.test(text.slice(start, end))),
  );
  if (!own || !theirs) return false;
  const keys = new Set(theirs.flatMap((word) => word.keys));
  const shared = own.filter((word) => word.keys.some((key) => keys.has(key))).length;
  return (own.length > 0 && shared >= own.length * sharedByAlike) || (shared >= 2 && shared >= theirs.length * sharedByAlike);
}

function denials(text: string, language: Language): number {
  const { negator, notDenying } = language.answers;
  // What a title or a quotation denies is nothing that the sentence says.
  const named = [...findQuoted(text), ...(language === assumedLanguage ? findNames(text, language) : [])].filter(
    ({ start, end }) => !negator.test(text.slice(start, end)),
  );
  const rest = blanked(text, named).replace(notDenying, ' ');
  return wordsOf(rest, language).filter(({ start, end }) => negator.test(rest.slice(start, end))).length;
}

/** `about`, `less than`, `before`, where the quotes have another number or date, which its rules have found to fit. */
export function hedgesOf(claim: string, quotes: readonly string[], language: Language): readonly TextRange[] {
  const given = quotes.flatMap((quote) => findNumbers(quote, language));
  const numbers = findNumbers(claim, language).filter((one) => !given.some((other) => sameNumber(one, other)));
  return [...numbers, ...datesBeside(claim, quotes, language, true)].flatMap(({ start: end }) => {
    const starts = [...hedgesBefore(claim, end, language).values()];
    return starts.length === 0 ? [] : [{ start: Math.min(...starts), end }];
  });
}
