import { assumedLanguage } from '../language/assumed.ts';
import { findDates, relationOf, yearsFrom, type DateSpan } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { isSurelyIn } from '../language/languages.ts';
import { findNames, findQuoted } from '../language/names.ts';
import { findNumbers, sameNumber, type NumberSpan } from '../language/numbers.ts';
import { wordsOf } from '../language/words.ts';
import type { Doubt, Support } from '../protocol/writtenAnswer.ts';
import { contentStems, isUnsupported } from './support.ts';

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
  const around = [about, ...passages].join('\n');
  const doubt =
    doubtOfDates(claim, source, around, language) ??
    doubtOfNumbers(claim, source, language) ??
    // How names are written is known of English only.
    (language === assumedLanguage && isSurelyIn(language, claim) ? doubtOfNames(claim, `${source}\n${around}`, language) : undefined) ??
    (isSurelyIn(language, claim) ? doubtOfDenial(claim, quotes, language) : undefined);
  if (doubt !== undefined) return doubt;
  return isUnsupported(claim, `${source}\n${about}`, language)
    ? { support: 'unsupported', why: { kind: 'words' } }
    : { support: 'supported' };
}

function doubtOfDates(claim: string, source: string, around: string, language: Language): CheckedClaim | undefined {
  const given = findDates(source, language);
  const known = [...given, ...findDates(around, language)];
  for (const date of findDates(claim, language)) {
    if (known.some((one) => relationOf(one, date) === 'implies')) continue;
    const words = claim.slice(date.start, date.end);
    // A number of four digits may count something.
    if (date.isBareYear && findNumbers(source, language).some(({ value }) => String(value) === words)) continue;
    const isOtherwise = given.length > 0 && given.every((one) => relationOf(one, date) === 'conflict');
    return { support: isOtherwise ? 'contradicted' : 'unsupported', why: { kind: 'date', words } };
  }
  return undefined;
}

/** Small whole numbers count what the sentence itself lists, and are no doubt. */
const leastDoubted = 13;

function doubtOfNumbers(claim: string, source: string, language: Language): CheckedClaim | undefined {
  const dates = findDates(claim, language);
  const isInDate = ({ start, end }: NumberSpan): boolean => dates.some((date) => start < date.end && date.start < end);
  const given = findNumbers(source, language);
  const counted = findNumbers(claim, language).filter((one) => !isInDate(one) && !isSmall(one));
  const missing = counted.find(
    (one) => !given.some((other) => sameNumber(other, one)) && !follows(one.value, given, findDates(source, language)),
  );
  if (missing === undefined) return undefined;
  const sameKind = given.filter(({ kind }) => missing.kind !== undefined && kind === missing.kind);
  const why = { kind: 'number', words: claim.slice(missing.start, missing.end) } as const;
  return { support: sameKind.length > 0 ? 'contradicted' : 'unsupported', why };
}

function isSmall({ value, kind }: NumberSpan): boolean {
  return kind === undefined && Number.isInteger(value) && Math.abs(value) < leastDoubted;
}

/** Whether it is the sum or difference of two numbers, or the years between two dates. */
function follows(value: number, numbers: readonly NumberSpan[], dates: readonly DateSpan[]): boolean {
  const pairs = numbers.flatMap((a, i) => numbers.slice(i + 1).map((b) => [a.value, b.value] as const));
  if (pairs.some(([a, b]) => Math.abs(a - b) === value || a + b === value)) return true;
  return dates.some((a, i) => dates.slice(i + 1).some((b) => Math.abs(Math.abs(yearsFrom(a, b)) - value) < 1));
}

/** A name is known if its first and last words are, in any form: documents leave out what is between them. */
function doubtOfNames(claim: string, known: string, language: Language): CheckedClaim | undefined {
  const stems = new Set(contentStems(known, language));
  const first = wordsOf(claim, language)[0];
  for (const { start, end } of findNames(claim, language)) {
    const words = claim.slice(start, end);
    // A sentence begins with a capital, whatever its first word is.
    if (first?.start === start && !/\s/.test(words.trim())) continue;
    const own = contentStems(words, language);
    if ([own[0], own.at(-1)].every((stem) => stem === undefined || stems.has(stem))) continue;
    return { support: 'unsupported', why: { kind: 'name', words } };
  }
  return undefined;
}

/**
 * A claim that denies needs a quote that does, in whatever words. One that does not deny is doubted only where every quote that otherwise
 * says the same denies: what quotes deny may be something else.
 */
function doubtOfDenial(claim: string, quotes: readonly string[], language: Language): CheckedClaim | undefined {
  const stems = contentStems(claim, language);
  if (denials(claim, language) % 2 === 1) {
    const near = quotes.flatMap((quote) => clausesAbout(stems, quote, language));
    const mayDeny = near.some((clause) => denials(clause, language) > 0 || language.answers.impliedDenial.test(clause));
    return mayDeny ? undefined : { support: 'unsupported', why: { kind: 'negation' } };
  }
  const alike = quotes.filter((quote) => {
    const theirs = new Set(contentStems(quote, language));
    return stems.filter((stem) => theirs.has(stem)).length >= stems.length * sharedByAlike;
  });
  const isOtherwise = alike.length > 0 && alike.every((quote) => denials(quote, language) % 2 === 1);
  return isOtherwise ? { support: 'contradicted', why: { kind: 'negation' } } : undefined;
}

const sharedByAlike = 0.6;

/** The clauses that share a word with a claim; all if none does. */
function clausesAbout(stems: readonly string[], quote: string, language: Language): readonly string[] {
  const clauses = quote.split(/[,;:()—–、，；：،؛]/u);
  const near = clauses.filter((clause) => contentStems(clause, language).some((stem) => stems.includes(stem)));
  return near.length > 0 ? near : clauses;
}

function denials(text: string, language: Language): number {
  const { negator, notDenying } = language.answers;
  // What a title or a quotation denies is nothing that the sentence says.
  const named = [...findQuoted(text), ...(language === assumedLanguage ? findNames(text, language) : [])];
  const rest = named
    .reduce((left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end), text)
    .replace(notDenying, ' ');
  return wordsOf(rest, language).filter(({ start, end }) => negator.test(rest.slice(start, end))).length;
}
