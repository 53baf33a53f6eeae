/** Sentences that claim something which a document could support, and cite nothing. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import { findDates } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { isSurelyIn } from '../language/languages.ts';
import { findNames } from '../language/names.ts';
import { findNumbers } from '../language/numbers.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { contentWords } from '../language/words.ts';
import { type Cited, type CitingBlock, type Claim, claimsOf, masked } from './citing.ts';
import { ofWriters } from './keyChecks.ts';
import type { TextRange } from './readText.ts';
import type { CitationSyntax } from './syntaxes/syntax.ts';

export interface UncitedClaim extends Claim {
  /** The citations of its paragraph, which may be meant to support it, too. */
  readonly beside: readonly Cited[];
}

/**
 * In text order. Rather too few than too many: only sentences in English with a number, a date or a name, that are no opinion, question,
 * plan or word of the writers about their own work.
 * @param cited citations in text order
 * @param apart parts that claim nothing, such as a list of references
 */
export function uncitedClaims(
  text: string,
  cited: readonly Cited[],
  apart: readonly TextRange[],
  syntax: CitationSyntax,
): readonly UncitedClaim[] {
  const left = [...apart, ...syntax.literals(text)];
  const isIn = (range: TextRange, others: readonly TextRange[]): boolean =>
    others.some(({ start, end }) => start < range.end && range.start < end);
  return syntax.blocks(text).flatMap((block): readonly UncitedClaim[] => {
    if (block.kind === 'code' || block.kind === 'heading' || isIn(block, left)) return [];
    const citations = cited.filter(({ range }) => block.start <= range.start && range.start < block.end);
    const citing: CitingBlock<Cited> = { block, citations };
    const claimed = claimsOf(text, citing, syntax, assumedLanguage);
    const words = masked(text, citing);
    return sentenceRanges(words, assumedLanguage).flatMap((sentence, i, all) => {
      const range = { start: block.start + sentence.start, end: block.start + sentence.end };
      const said = plainly(syntax.plain(words.slice(sentence.start, sentence.end), i === 0));
      if (anyLink.test(text.slice(range.start, range.end))) return [];
      if (isIn(range, [...claimed, ...citations.map((one) => one.range)]) || !isCheckable(said, assumedLanguage)) return [];
      const before = plainly(syntax.plain(words.slice(all[Math.max(0, i - sentencesBefore)]?.start ?? 0, sentence.start), i === 0));
      return [{ ...range, words: said, before, beside: citations }];
    });
  });
}

const sentencesBefore = 3;
/** A link may be meant as a citation, in whatever form. */
const anyLink = /\]\(|\]\[|\[\[|\[\^|https?:|<a\s|\\(?:href|url|footnote)\b|(?:link|xref):\S|`_/;

function plainly(words: string): string {
  return words.replace(/\s+/gu, ' ').trim();
}

/** In characters. */
const [shortest, longest] = [30, 400];
const fewestWords = 4;
/** What ought or may be, what is said to a reader, and what a text says of itself. */
const noFact =
  /(?<![\p{L}\p{N}])(?:should|must|ought|may|might|could|would|perhaps|maybe|possibly|probably|presumably|arguably|hopefully|unfortunately|fortunately|surprisingly|seems?|seemed|appears?|suggests?|believes?|think|hope|argue|claim that|please|let(?:['’]s)|you|your|figure|fig\.|table|section|chapter|appendix|equation|e\.g\.|see|cf\.|above|below|todo|will|we|our|my)(?![\p{L}\p{N}])/iu;

function isCheckable(said: string, language: Language): boolean {
  if (said.length < shortest || said.length > longest || !/^["“(]?[\p{Lu}\d].*[\p{L}\p{N}%)”"]\.["”)]?$/u.test(said)) return false;
  if (noFact.test(said) || ofWriters.test(said) || !isSurelyIn(language, said)) return false;
  if (contentWords(said, language).length < fewestWords) return false;
  // Of whom a pronoun speaks is not in the sentence.
  const [first = ''] = said.toLowerCase().match(/\p{L}+/u) ?? [];
  if (language.reading.pronouns.has(first) || language.reading.relative.has(first)) return false;
  const isSpecific = findNumbers(said, language).length > 0 || findDates(said, language).length > 0;
  return isSpecific || findNames(said, language).some(({ start, end }) => start > 0 || /\s/u.test(said.slice(start, end)));
}
