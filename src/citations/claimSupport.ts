/** What a cited source says of a claim. Pure. */
import { shortened } from '../base/plainText.ts';
import { findDates } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { findNumbers, type NumberSpan, sameNumber } from '../language/numbers.ts';
import type { CitationSupport, CheckedCitation } from '../protocol/documentCheck.ts';
import { checkClaim, type CheckedClaim } from './checkClaim.ts';
import type { Claim } from './citing.ts';
import { datesBeside } from './claimDates.ts';
import { numbersBeside } from './claimNumbers.ts';
import { withoutNotes } from './draft.ts';
import { hasWords, identityWords, type Identified } from './identity.ts';
import { haveNamesInOrder, otherwiseSame } from './otherwiseSame.ts';
import { saysEnough } from './support.ts';
import type { RankedSentence, SourceSentences } from './sourceSentences.ts';
import { contentKeys, type ContentWord, contentWordsOf } from './wordForms.ts';

export interface Verdict extends Pick<CheckedCitation, 'reason' | 'why' | 'unshown'> {
  readonly support: CitationSupport;
  /** What an entailment model can say more of: the claim, and the sentences that bear on it most. */
  readonly pair?: ClaimPair;
}

export interface ClaimPair {
  readonly premise: string;
  readonly hypothesis: string;
}

/**
 * A verdict of the rules with that of an entailment model. What the rules find contradicted or supported stays, and where they miss
 * something that the model finds, nothing is certain.
 */
export function withLabel<V extends Verdict>(verdict: V, label: 'entailment' | 'neutral' | 'contradiction'): V {
  const { support, why: _why, reason: _reason, ...rest } = verdict;
  if (support === 'contradicted' || support === 'supported') return verdict;
  if (support !== 'unchecked') return label === 'entailment' ? ({ ...rest, support: 'unchecked' } as V) : verdict;
  if (label === 'entailment') return { ...verdict, support: 'supported' };
  const isOpposite = label === 'contradiction';
  return {
    ...verdict,
    support: isOpposite ? 'contradicted' : 'partly',
    why: { kind: 'model' },
    reason: isOpposite
      ? 'the source says otherwise, by the entailment model'
      : 'what comes closest in the source does not say all of this, by the entailment model',
  };
}

/** Words that are to support a claim. */
interface Supporting {
  readonly quotes: readonly string[];
  readonly documents: readonly Identified[];
  /** Texts around the quotes, which may name what they speak of. */
  readonly around: readonly string[];
}

/** What is called partly supported has so much of a claim in its source. */
const leastOfPart = 0.5;

/** @param place what the quotes are, as the subject of a sentence: `Line 4` */
export function verdictOf(claim: Claim, { quotes, documents, around }: Supporting, place: string, language: Language): Verdict {
  const words = withoutNotes(claim.words);
  if (!saysEnough(words, language)) return { support: 'unchecked' };
  const { support, why, unshown } = checkClaim(words, { quotes, documents, asked: claim.before, passages: around }, language);
  const pair = { premise: premiseOf(quotes, documents), hypothesis: words.trim() };
  if (support === 'supported') return { support };
  if (support === 'not-checked') return { support: 'unchecked', ...(unshown ? { unshown: [...unshown] } : {}), pair };
  const reason = reasonOf(support, why, place);
  const isPart = support === 'unsupported' && why?.words !== undefined && why.kind !== 'words';
  if (!isPart || shareShown(words, [...quotes, ...documents.map(identityWords)], language) < leastOfPart)
    return { support, why, reason, pair };
  return { support: 'partly', why, reason, unshown: [why.words ?? ''], pair };
}

/** Each of the words below where it is, as an entailment model reads it. */
function premiseOf(quotes: readonly string[], documents: readonly Pick<Identified, 'title' | 'headings'>[]): string {
  return quotes.map((quote, i) => `${[documents[i]?.title ?? '', ...(documents[i]?.headings ?? [])].join(' › ')}: ${quote}`).join('\n');
}

function reasonOf(support: 'unsupported' | 'contradicted', why: Verdict['why'], place: string): string {
  const words = why?.words === undefined ? 'this' : `“${shortened(why.words, 80)}”`;
  if (why?.kind === 'negation') return support === 'contradicted' ? `${place} seems to say the opposite` : `${place} denies nothing`;
  if (why?.kind === 'words') return `${place} is about something else`;
  return support === 'contradicted' ? `${place} says otherwise than ${words}` : `${place} does not say ${words}`;
}

/** Of the words of a claim that carry content, in [0, 1]; 1 for none. */
function shareShown(claim: string, texts: readonly string[], language: Language): number {
  const words = contentWordsOf(claim, language);
  const known = contentKeys(texts.join('\n'), language);
  return words.length === 0 ? 1 : words.filter(({ keys }) => keys.some((key) => known.has(key))).length / words.length;
}

/** A document that a claim cites as a whole. */
interface WholeSource {
  readonly sentences: SourceSentences;
  readonly document: Identified;
}

/** What documents say of a claim, and the sentence of each that bears on it most. */
export interface WholeVerdict extends Verdict {
  /** In the order of the sources; undefined where one has no word of the claim. */
  readonly best: readonly (RankedSentence | undefined)[];
}

/**
 * Looks for the sentences of the cited documents that say what a claim says. It is supported where one of them carries it, or where a
 * sentence has most of it and those beside it the rest. A value or name is missed only where no sentence of any source has it, and counts
 * as otherwise only where the sentence that has most of the claim gives another one. The shares are chosen on WiCE; see bench/RESULTS.md.
 */
export function wholeVerdictOf(claim: Claim, sources: readonly WholeSource[], language: Language): WholeVerdict {
  const words = contentWordsOf(claim.words, language);
  const ranked = sources.map(({ sentences }) => sentences.best(words, mostQuotes));
  const best = ranked.map(([first]) => first);
  const quoted = ranked
    .flat()
    .toSorted((a, b) => b.share - a.share)
    .slice(0, mostQuotes);
  const [first] = quoted;
  // Of a text in another language only words are found that both have.
  const isComparable = sources.every(({ sentences }) => sentences.language === language) && saysEnough(claim.words, language);
  if (!isComparable) return { support: 'unchecked', best };
  if (!first) return { support: 'unsupported', reason: noPassage, best };
  const documents = sources.map(({ document }) => document);
  const known = [...documents.map(identityWords), claim.before].join('\n');
  const checkedBy = (said: string, by: readonly RankedSentence[]): CheckedClaim =>
    checkClaim(
      said,
      { quotes: by.map(({ text }) => text), documents, asked: claim.before, passages: by.map(({ passage }) => passage.text) },
      language,
    );
  const alone = quoted.filter(({ share }) => share >= leastShare.carrying).map((one) => checkedBy(claim.words, [one]));
  const isCarried = alone.some(({ support }) => support === 'supported');
  const otherwise = isCarried ? undefined : quoted.map(({ text }) => otherwiseSame(claim.words, text, language)).find((why) => why);
  if (otherwise && !hasWords(known, otherwise.words ?? ''))
    return { support: 'contradicted', why: otherwise, reason: reasonOf('contradicted', otherwise, 'the source'), best };
  const whole = checkedBy(claim.words, quoted);
  const other = differingValue(claim.words, first.text, known, language);
  if (other === undefined && (isCarried || whole.support === 'supported')) return { support: 'supported', best };
  if (alone[0]?.support === 'contradicted')
    return { support: 'contradicted', why: alone[0].why, reason: reasonOf('contradicted', alone[0].why, 'the source'), best };
  const missing: NonNullable<Verdict['why']>[] = [];
  let [said, why] = [claim.words, whole.why];
  for (let i = 0; i < mostDoubts && why?.words !== undefined; i++) {
    if (isMissing(why, sources, language)) missing.push(why);
    said = said.replace(why.words, ' ');
    ({ why } = checkedBy(said, quoted));
  }
  const told = sources
    .flatMap(({ sentences }) => sentences.best(words, mostTold))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, mostTold)
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  const premise = premiseOf(
    told.map(({ text }) => text),
    told.map(({ passage }) => passage),
  );
  const pair = { premise, hypothesis: claim.words.trim() };
  const knownKeys = contentKeys(known, language);
  const isShown = (word: ContentWord): boolean =>
    sources.some(({ sentences }) => sentences.has(word)) || word.keys.some((key) => knownKeys.has(key));
  const unshown = words.filter((word) => !isShown(word)).map(({ start, end }) => claim.words.slice(start, end));
  const shown = words.length === 0 ? 1 : 1 - unshown.length / words.length;
  const [doubt] = missing;
  if (shown < leastShare.related) return { support: 'unsupported', reason: noPassage, unshown, ...(doubt && { why: doubt }), pair, best };
  if (doubt)
    return {
      support: 'partly',
      why: doubt,
      unshown: missing.map((one) => one.words ?? ''),
      reason: reasonOf('unsupported', doubt, 'the source'),
      pair,
      best,
    };
  if (other !== undefined && first.share >= leastShare.same && differingValue(first.text, claim.words, '', language) !== undefined) {
    const value = { kind: 'number', words: other } as const;
    return { support: 'contradicted', why: value, reason: reasonOf('contradicted', value, 'the source'), best };
  }
  const isInOrder = haveNamesInOrder(claim.words, first.text, language);
  if (other === undefined && isInOrder && first.share >= leastShare.first && shown >= leastShare.all) return { support: 'supported', best };
  // A value that these sentences lack may be in another one, which the model does not see.
  const isOpen = whole.why?.kind === 'number' || whole.why?.kind === 'date';
  return { support: 'unchecked', ...(unshown.length > 0 ? { unshown } : {}), ...(isOpen ? {} : { pair }), best };
}

function placeOf({ passage, start }: RankedSentence): number {
  return passage.range.startOffset + start;
}

const noPassage = 'no passage of the source says this';
const mostQuotes = 6;
/** What a model is given. With six, a perfect one misses nearly twice as many supported claims of WiCE. */
const mostTold = 12;
const mostDoubts = 4;
const leastShare = { carrying: 0.5, first: 0.6, all: 0.85, related: 0.5, same: 0.8 };

/** The first number or date of a text that neither another one has, nor what a document is known by. */
function differingValue(claim: string, text: string, known: string, language: Language): string | undefined {
  const given = findNumbers(text, language);
  const dates = findDates(claim, language);
  const numbers = findNumbers(claim, language).filter((one) => !dates.some((date) => date.start <= one.start && one.end <= date.end));
  // Small ones follow from others by chance.
  const isOther = (one: NumberSpan): boolean =>
    one.value < leastByChance
      ? !given.some((other) => sameNumber(other, one))
      : numbersBeside(claim, [text], language).some(({ start }) => start === one.start);
  // A name may make a short sentence look like one in another language, in which its date is not read.
  const otherDates = datesBeside(claim, [text], language, true).filter(({ start, end }) => !text.includes(claim.slice(start, end)));
  const values = [...numbers.filter(isOther), ...otherDates];
  return values.map(({ start, end }) => claim.slice(start, end)).find((words) => !hasWords(known, words));
}

const leastByChance = 20;

/** Whether no sentence of any source has the words: of a date the year, of a name its last word. */
function isMissing({ kind, words = '' }: NonNullable<Verdict['why']>, sources: readonly WholeSource[], language: Language): boolean {
  const said = kind === 'date' ? (words.match(/\d{3,4}/g)?.join(' ') ?? words) : words;
  const all = contentWordsOf(said, language);
  const last = kind === 'name' ? all.filter(({ start, end }) => !/\d/.test(said.slice(start, end))).slice(-1) : all;
  // A part of a compound is no name of another thing: `Miniseries`.
  const begins = kind === 'name' ? last.map(({ start, end }) => said.slice(start, end).slice(0, 6).toLowerCase()) : [];
  const isWritten = sources.some(({ sentences }) =>
    sentences.all.some(({ text }) => begins.some((begin) => text.toLowerCase().includes(begin))),
  );
  return last.length > 0 && !isWritten && last.every((word) => !sources.some(({ sentences }) => sentences.has(word)));
}
