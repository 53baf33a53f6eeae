/**
 * Selects the sentences that bear on a question from the passages found for it: extractive, of any language, in linear time. Pure.
 *
 * A sentence is worth the rare words that it shares with what was asked, its neighbors' words a little, and the rank of its passage. Words
 * already quoted count less, so that together the quotes cover the question: the greedy algorithm for maximum coverage, whose result is
 * within 1 - 1/e of the best. Documents that the question names have one quote each before any has two. Source: Nemhauser, Wolsey and
 * Fisher 1978; for summaries Lin and Bilmes 2011.
 */
import { eachOnce } from '../base/eachOnce.ts';
import type { Language } from '../language/language.ts';
import type { Passage } from '../protocol/passage.ts';
import { isVerbatim, LONGEST_QUOTE, type Quotable } from './quotable.ts';
import {
  candidatesOf,
  questionOf,
  type AskedQuotes,
  type QuoteCandidate,
  type NamedDocuments,
  type WeighedQuestion,
} from './quoteCandidates.ts';
import type { TextRange } from './readText.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { shownLanguage } from '../language/languages.ts';

export type { AskedQuotes, NamedDocuments };

/** A place that is quoted whatever it is worth. */
export interface CitedRange extends TextRange {
  readonly passageId: string;
  readonly id: string;
}

export interface SelectedQuote extends Quotable {
  readonly passage: Passage;
  /** Of what was asked. */
  readonly id: string;
  /** Whether as many quotes as are seen at first bear more on what was asked. */
  readonly isFurther: boolean;
  /** Places that say nearly the same, best first. */
  readonly alike: readonly (Quotable & { readonly passage: Passage })[];
}

const MOST_QUOTES = 8;
/** One screen of a panel; the others are shown on demand. */
const MOST_AT_FIRST = 5;
const MOST_WIDTH = 2200;
/** When no sentence has a word of the question. */
const FEWEST_QUOTES = 3;
const MOST_ALIKE = 9;

/**
 * Chosen one at a time by a mean over sets of questions in nine languages: the share of gold sentences among the quotes. `decay` and
 * `crowded` were set by hand. `decay`: the rank at which a passage counts half. `neighbor`: of the words of the better neighbor; `beside`:
 * the same where a sentence has none itself. `weakest`: what a quote must be worth, as a share of the most useful one. `words`: a sentence
 * with fewer counts less. What they are worth on a set that had no part in choosing them: pipelines.md 1.9 and `bench/RESULTS.md`.
 * `passage`: for each quote that its passage has already. Those below the empty line only matter for fields that are asked for and for
 * questions that ask for documents; chosen on folders of documentation. `number`: a sentence with one, or a date, where that is asked for.
 * `row`: added for a row of a table whose label the question says, where a number is asked for, as far as the label tells. `list`: what
 * introduces one, with its items, where a list is asked for. `aside`: a sentence of a document that the question does not name, where it
 * names others. `name`: of the words of a sentence that has only those which name its document.
 */
const weights = {
  ...{ decay: 6, covered: 0.8, neighbor: 0.35, beside: 0.1, heading: 0.25, named: 0.75, first: 0.05, weakest: 0.12, words: 4 },
  ...{ crowded: 0.85, passage: 0.6 },

  ...{ field: 0.75, beginning: 0.1, same: 0.5 },

  fragment: 0.5,

  number: 1.4,

  row: 1,

  list: 1.4,

  aside: 0.7,
  name: 0.7,
};

/**
 * At most MOST_QUOTES sentences, the most useful first, those that are cited before all others. Sentences that say nearly the same are
 * folded into one.
 */
export function selectQuotes(asked: readonly AskedQuotes[], cited: readonly CitedRange[], language: Language): readonly SelectedQuote[] {
  const questions = asked.map((one) => questionOf(one, language));
  const open = new Set(candidatesOf(asked, questions, language));
  weighWords(questions, [...open]);
  const selected: Taken[] = [];
  let width = 0;
  let enough = 0;
  const take = (candidate: QuoteCandidate, isCited = false): void => {
    open.delete(candidate);
    const alike = [...open].filter((other) => isAlike(candidate, other));
    for (const other of alike) open.delete(other);
    const beside = isCited ? -1 : selected.findIndex((taken) => goesWith(candidate, taken));
    const taken = selected[beside];
    const before: readonly QuoteCandidate[] = taken?.parts ?? [];
    const quote = withNext({ parts: [candidate, ...before], alike: [...(taken?.alike ?? []), ...alike], isCited }, open);
    if (taken) selected[beside] = quote;
    else selected.push(quote);
    const added = quote.parts.filter((one) => !before.includes(one));
    for (const one of added) open.delete(one);
    width += added.reduce((sum, one) => sum + widthOf(one), 0);
    cover(candidate);
  };
  for (const candidate of citedAmong(open, cited)) if (open.has(candidate) && selected.length < MOST_QUOTES) take(candidate, true);
  const isEnough = (candidate: QuoteCandidate): boolean => usefulness(candidate) >= enough * byCrowd(candidate);
  while (selected.length < MOST_QUOTES) {
    const unseen = mostUseful([...open].filter(({ side }) => side?.quotes === 0));
    const best = unseen && isEnough(unseen) ? unseen : mostUseful(open);
    if (best === undefined || !isEnough(best)) break;
    enough = Math.max(enough, weights.weakest * usefulness(best));
    if (selected.length > 0 && width + widthOf(best) > MOST_WIDTH) open.delete(best);
    else take(best);
  }
  // Found by meaning alone, as in another language.
  if (selected.length === 0) for (const candidate of beginnings(open)) take(candidate);
  return selected.map((taken, i) => ({ ...quoteOf(taken), isFurther: i >= MOST_AT_FIRST }));
}

/** Sentences that follow each other, which are one quote, and places that say the same. */
interface Taken {
  readonly parts: readonly [QuoteCandidate, ...QuoteCandidate[]];
  readonly alike: readonly QuoteCandidate[];
  /** It has the number of a citation, and stays as it was cited. */
  readonly isCited: boolean;
}

/** Whether a sentence is directly beside those of a quote, in the same paragraph, and the quote has room for it. */
function goesWith(candidate: QuoteCandidate, { parts, isCited }: Taken): boolean {
  if (isCited) return false;
  const { passage, question, neighbors } = candidate;
  const length = Math.max(...[...parts, candidate].map(({ end }) => end)) - Math.min(...[...parts, candidate].map(({ start }) => start));
  if (length > LONGEST_QUOTE) return false;
  const beside = parts.find((part) => part.question === question && neighbors.includes(part));
  if (!beside) return false;
  const [first, second] = beside.start < candidate.start ? [beside, candidate] : [candidate, beside];
  const gap = { start: first.end, end: second.start };
  // The reader puts line breaks between list items, fields and rows.
  return isVerbatim(passage.runs, gap) && !/\n\s*\n/.test(passage.text.slice(gap.start, gap.end));
}

/** With the sentence that follows its first part, where there is room: what answers is often beside what names it. */
function withNext(quote: Taken, open: ReadonlySet<QuoteCandidate>): Taken {
  const [{ start, neighbors }] = quote.parts;
  const next = neighbors.find((one) => one.start > start);
  const isProse = next?.shape === 'sentence' && next.field === undefined;
  return isProse && open.has(next) && goesWith(next, quote) ? { ...quote, parts: [...quote.parts, next] } : quote;
}

/** A word is worth the more, the fewer of the sentences contain it. Source: the inverse frequency of BM25. */
function weighWords(questions: readonly WeighedQuestion[], quotables: readonly QuoteCandidate[]): void {
  const sentences = [...Map.groupBy(quotables, ({ passage }) => passage.id).values()].flatMap((own) => [
    ...new Map(own.map((one) => [one.start, one])).values(),
  ]);
  const counts = new Map<string, number>();
  const asked = new Set(questions.flatMap(({ stems }) => stems));
  for (const { stems, above } of sentences)
    for (const stem of asked) if (stems.has(stem) || above.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  for (const question of questions) {
    for (const stem of question.stems) question.worth.set(stem, Math.log(1 + (sentences.length + 0.5) / ((counts.get(stem) ?? 0) + 0.5)));
    question.total = [...question.worth.values()].reduce((sum, worth) => sum + worth, 0);
  }
}

/** The first sentences of the best passages. */
function beginnings(open: ReadonlySet<QuoteCandidate>): readonly QuoteCandidate[] {
  const firsts = [...open].filter(({ isFirst }) => isFirst).sort((a, b) => a.rank - b.rank);
  return eachOnce(firsts, ({ passage }) => passage.id).slice(0, FEWEST_QUOTES);
}

/** The first of the most useful ones; undefined when none shares a word with what was asked. */
function mostUseful(open: Iterable<QuoteCandidate>): QuoteCandidate | undefined {
  let best: QuoteCandidate | undefined;
  let most = 0;
  for (const candidate of open) {
    const use = usefulness(candidate);
    if (use > most) [best, most] = [candidate, use];
  }
  return best;
}

/** Only a quote for its question changes what a sentence is worth. */
function usefulness(candidate: QuoteCandidate): number {
  const { question, weighed } = candidate;
  if (weighed?.quotes === question.quotes) return weighed.use;
  const use = weigh(candidate);
  candidate.weighed = { quotes: question.quotes, use };
  return use;
}

function weigh(candidate: QuoteCandidate): number {
  const { question, rank, stems, said, neighbors, isFirst, isAskedField, shape, hasAskedValue, hasOwn, hasOnlyName, isList } = candidate;
  if (question.total === 0 || said.size < FEWEST_WORDS || !saysMore(question, said) || shape === 'heading' || candidate.isCover) return 0;
  const own = sharedWorth(question, stems) * (hasOnlyName ? weights.name : 1);
  const around = Math.max(0, ...neighbors.map((one) => sharedWorth(question, one.stems)));
  const besides = hasOwn ? weights.neighbor : weights.beside;
  const shared = own + besides * around + (own + around > 0 || isNamed(candidate) ? worthOfPlace(candidate) : 0);
  if (shared === 0) return 0;
  const byRank = weights.decay / (weights.decay + rank);
  const byLength = Math.max(isAskedField ? weights.field : 0, Math.min(1, stems.size / weights.words));
  const beginning = (isFirst ? weights.first : 0) + (isFirst && isBeginning(candidate) ? weights.beginning : 0);
  const byForm = shape === 'sentence' || isAskedField ? 1 : weights.fragment;
  const byValue = (hasAskedValue ? weights.number : 1) * (1 + weights.row * askedOfRows(candidate));
  const byKind = byValue * (question.asksForList && isList ? weights.list : 1);
  return (
    byRank *
    byLength *
    byForm *
    byKind *
    byCrowd(candidate) *
    byDocument(candidate) *
    bySide(candidate) *
    (shared / question.total + beginning)
  );
}

/** How much of a word of average worth the labels of rows have: `iPhone` tells a row from the others, `Total` does not. */
function askedOfRows({ question, askedLabels }: QuoteCandidate): number {
  return Math.min(1, (sharedWorth(question, askedLabels) * question.worth.size) / question.total);
}

/** What the names and headings above add to a sentence that has words of the question, or is beside one. */
function worthOfPlace(candidate: QuoteCandidate): number {
  const { question, stems, above, named, isFirst, isHeader, hasOwn } = candidate;
  const isAbout = (isFirst && !isHeader) || isBeginning(candidate) || hasOwn;
  return weights.heading * sharedWorth(question, above, stems) + (isAbout ? weights.named * sharedWorth(question, named, stems) : 0);
}

/** Where a document begins, it says what it is; the rows of a cover page do not, nor do fields that have nothing of a longer question. */
function isBeginning(candidate: QuoteCandidate): boolean {
  const { isLead, question, labels, isHeader, hasOwn, besideName } = candidate;
  if (labels.length > 0 || (isHeader && !hasOwn && besideName.length > 1)) return false;
  return isNamed(candidate) || (isLead && question.asksForDocuments);
}

/** The beginning of a document that the question names, and no other with it: "Who wrote SE-0107?" is about its header. */
function isNamed({ isLead, side }: QuoteCandidate): boolean {
  return isLead && side?.paths.size === 1;
}

/** Where a question asks for documents, more than two quotes of one make others worth less. */
function byDocument({ question: { quotesOf, asksForDocuments }, passage }: QuoteCandidate): number {
  return asksForDocuments ? weights.same ** Math.max(0, (quotesOf.get(passage.path) ?? 0) - 1) : 1;
}

function bySide({ question: { sides }, side }: QuoteCandidate): number {
  return sides.length > 0 && side === undefined ? weights.aside : 1;
}

/** Quotes that a question has already make others worth less, those of the same passage more so. */
function byCrowd({ question: { quotes, quotesOf }, passage }: QuoteCandidate): number {
  return weights.crowded ** quotes * weights.passage ** (quotesOf.get(passage.id) ?? 0);
}

/** A heading or a number alone says nothing. */
const FEWEST_WORDS = 2;

/** A heading of a list of questions asks the same and answers nothing. */
function saysMore({ worth }: WeighedQuestion, stems: ReadonlySet<string>): boolean {
  for (const stem of stems) if (!worth.has(stem)) return true;
  return false;
}

function sharedWorth({ worth }: WeighedQuestion, stems: ReadonlySet<string>, without?: ReadonlySet<string>): number {
  let sum = 0;
  for (const [stem, one] of worth) if (stems.has(stem) && !without?.has(stem)) sum += one;
  return sum;
}

function cover({ question, side, stems, passage }: QuoteCandidate): void {
  question.quotes++;
  if (side) side.quotes++;
  for (const key of [passage.path, passage.id]) question.quotesOf.set(key, (question.quotesOf.get(key) ?? 0) + 1);
  for (const [stem, worth] of question.worth) if (stems.has(stem)) question.worth.set(stem, worth * weights.covered);
}

function citedAmong(open: Iterable<QuoteCandidate>, cited: readonly CitedRange[]): readonly QuoteCandidate[] {
  const all = Map.groupBy(open, ({ passage }) => passage.id);
  return cited.flatMap(({ passageId, id, start, end }) => {
    const there = (all.get(passageId) ?? []).filter((one) => one.start < end && one.end > start);
    const own = there.filter((one) => one.question.id === id);
    return own.length > 0 ? own : there.filter((one) => one.question === there[0]?.question);
  });
}

/** Whether two sentences share most of their words, or are one place that was found for two questions. */
function isAlike(a: QuoteCandidate, b: QuoteCandidate): boolean {
  if (a.start === b.start && a.passage.id === b.passage.id) return true;
  const [small, large] = a.stems.size < b.stems.size ? [a.stems, b.stems] : [b.stems, a.stems];
  const isEnough = (shared: number): boolean => shared >= ALIKE * (small.size + large.size - shared);
  let most = small.size;
  if (!isEnough(most)) return false;
  for (const stem of small) if (!large.has(stem) && !isEnough(--most)) return false;
  return true;
}

/** The share of all words of two sentences that both have, from which on they say the same. */
const ALIKE = 0.8;

function quoteOf({ parts, alike }: Taken): Omit<SelectedQuote, 'isFurther'> {
  const first = parts.reduce((earliest, part) => (part.start < earliest.start ? part : earliest));
  const last = parts.reduce((latest, part) => (part.end > latest.end ? part : latest));
  const { passage, question, start, isCutBefore } = first;
  const own = new Set(parts.map((part) => part.start));
  const others = alike.filter((one) => one.passage.id !== passage.id || !own.has(one.start));
  // The sentences of one quote may have copies beside each other.
  const places = new Map(others.toReversed().map((one) => [one.passage.id, one]));
  return {
    ...{ passage, id: question.id, start, end: last.end, isCutBefore, isCutAfter: last.isCutAfter },
    alike: [...places.values()]
      .toReversed()
      .slice(0, MOST_ALIKE)
      .map((one) => {
        return { passage: one.passage, start: one.start, end: one.end, isCutBefore: one.isCutBefore, isCutAfter: one.isCutAfter };
      }),
  };
}

/** In columns: characters of scripts without spaces between words take two. */
function widthOf({ passage, start, end }: QuoteCandidate): number {
  const wide = passage.text.slice(start, end).match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g);
  return Math.min(LONGEST_QUOTE, end - start) + (wide?.length ?? 0);
}

/**
 * The languages in which the numbers and dates of a quote are to be read: its own; where it does not show that, the assumed one and that of
 * the sentence that quotes it, since `1.240` is two different numbers.
 */
export function languagesToRead(quote: string, claims: Language): readonly Language[] {
  const own = shownLanguage(quote);
  return own ? [own] : [...new Set([assumedLanguage, claims])];
}
