import { yieldToEventLoop } from '../../base/abort.ts';
import type { Entailed, Entailment, EntailmentLabel, TextPair } from '../models.ts';
import { type DateSpan, findDates, relationOf } from '../../language/dates.ts';
import type { Language } from '../../language/language.ts';
import { languageOf } from '../../language/languages.ts';
import { findNumbers, type Quantity, sameNumber } from '../../language/numbers.ts';
import {
  type AnswerWord,
  type AnswerWords,
  areOpposite,
  countMark,
  isInitialOf,
  isSameWord,
  stemsIn,
  withoutSigns,
  answerWords,
} from './answerWords.ts';

/**
 * Entailment without a model, for short answers to one question ("question answer" against "question answer"). Words are aligned softly
 * (initials, abbreviations, acronyms, spellings, name order), dates and numbers are compared by value, and the kinds of leftovers on both
 * sides decide. Two different names, numbers or dates contradict each other, since one question has one answer; additional words in the
 * hypothesis make it neutral. Made for English; in other languages equal words, names, numbers, dates and negations still count.
 * Deterministic; knows no synonyms.
 * @param language of pairs that do not show their own
 */
export function alignmentEntailment(language: Language): Entailment {
  return {
    id: 'builtin-entailment-1',
    async label(pairs: readonly TextPair[], { signal }: { readonly signal?: AbortSignal } = {}): Promise<readonly Entailed[]> {
      const labels: Entailed[] = [];
      for (const pair of pairs) {
        if (labels.length % 64 === 63) await yieldToEventLoop();
        signal?.throwIfAborted();
        labels.push(judge(pair, languageOf(`${pair.premise} ${pair.hypothesis}`, language)));
      }
      return labels;
    },
  };
}

/** The content of an answer, by kind. */
interface Said extends AnswerWords {
  readonly text: string;
  readonly dates: readonly DateSpan[];
  readonly numbers: readonly Quantity[];
}

function judge(pair: TextPair, language: Language): Entailed {
  const [question, ...answers] = withoutQuestion(pair);
  const [first, second] = withoutParentheses(...answers);
  if (withoutSigns(first) === withoutSigns(second)) return entailed('entailment', 1);
  const isPlace = language.answers.asksPlace.test(question);
  const [premise, hypothesis] = comparable(saidIn(first, isPlace, language), saidIn(second, isPlace, language));

  const polarity = comparePolarity(premise, hypothesis);
  if (polarity) return entailed(polarity, 0.9);
  const dates = compareDates(premise.dates, hypothesis.dates);
  const numbers = leftOver(premise.numbers, hypothesis.numbers, sameNumber);
  const numbersDiffer = numbers.ofFirst.length > 0 && numbers.ofSecond.length > 0;
  const words = compareWords(premise, hypothesis, question, language);
  const valuesShared = hypothesis.dates.length + hypothesis.numbers.length - dates.missing - numbers.ofSecond.length;
  const share = shareOf(words.shared + valuesShared, words.missing + dates.missing + numbers.ofSecond.length);

  if (dates.differ || numbersDiffer || words.differ === 'contradiction') return entailed('contradiction', 1 - share / 2);
  if (premise.negations % 2 !== hypothesis.negations % 2) return entailed(share > 0.5 ? 'contradiction' : 'neutral', share);
  const isCovered = dates.missing === 0 && numbers.ofSecond.length === 0 && words.missing === 0;
  return isCovered ? entailed('entailment', 1) : entailed('neutral', share);
}

/**
 * Splits off the question that both texts begin with, and returns each one's answer. Without a question mark, the common first words count
 * as the question.
 */
function withoutQuestion({ premise, hypothesis }: TextPair): readonly [string, string, string] {
  const [a, b] = [premise.normalize('NFKC'), hypothesis.normalize('NFKC')];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  const mark = a.lastIndexOf('?', same - 1);
  const end = mark >= 0 && same > 0 ? mark + 1 : 0;
  return [a.slice(0, end), a.slice(end).trim(), b.slice(end).trim()];
}

/** Parentheses in only one of two answers are an aside: `Ada Lovelace (1815–1852)`. */
function withoutParentheses(first: string, second: string): readonly [string, string] {
  const strip = (text: string, other: string): string =>
    /[([]/u.test(other) ? text : text.replace(/(?<!\s)\s*[([][^)\]]{0,1000}[)\]]/gu, '').trim() || text;
  return [strip(first, second), strip(second, first)];
}

function saidIn(text: string, isPlace: boolean, language: Language): Said {
  const dates = findDates(text, language);
  const undated = replaced(text, dates, ' ');
  const numbers = findNumbers(undated, language);
  return { text, dates, numbers, ...answerWords(replaced(undated, numbers, ` ${countMark} `), isPlace, language) };
}

/** @param places ranges in order */
function replaced(text: string, places: readonly { readonly start: number; readonly end: number }[], by: string): string {
  return [...places.map(({ start }, i) => text.slice(places[i - 1]?.end ?? 0, start)), text.slice(places.at(-1)?.end ?? 0)].join(by);
}

/** A number such as 1921 is a year only if the other side mentions dates too. */
function comparable(premise: Said, hypothesis: Said): readonly [Said, Said] {
  const hasNumber = premise.numbers.length > 0 || hypothesis.numbers.length > 0;
  const isBare = [...premise.dates, ...hypothesis.dates].every(({ isBareYear }) => isBareYear);
  if (!hasNumber || !isBare) return [premise, hypothesis];
  return [asNumbers(premise), asNumbers(hypothesis)];
}

function asNumbers(said: Said): Said {
  const years = said.dates.flatMap(({ readings: [{ years }] }) => years?.[0] ?? []);
  const numbers = years.map((value) => ({ value, inBase: value, kind: undefined, factor: 1, step: 0 }));
  return { ...said, dates: [], numbers: [...said.numbers, ...numbers] };
}

/** Compares "yes" with "no", or one of them with a sentence that negates. */
function comparePolarity(premise: Said, hypothesis: Said): EntailmentLabel | undefined {
  const [a, b] = [polarityOf(premise, hypothesis), polarityOf(hypothesis, premise)];
  if (a === undefined || b === undefined) return undefined;
  return a === b ? 'entailment' : 'contradiction';
}

function polarityOf(said: Said, other: Said): 'yes' | 'no' | undefined {
  return said.polarity ?? (other.polarity !== undefined && said.negations % 2 === 1 ? 'no' : undefined);
}

function compareDates(premise: readonly DateSpan[], hypothesis: readonly DateSpan[]) {
  const isConflict = (a: DateSpan, b: DateSpan): boolean => relationOf(a, b) === 'conflict';
  const { ofFirst, ofSecond } = leftOver(premise, hypothesis, (a, b) => !isConflict(a, b));
  const missing = hypothesis.filter((asked) => !premise.some((one) => relationOf(one, asked) === 'implies')).length;
  return { differ: ofFirst.length > 0 && ofSecond.length > 0, missing };
}

interface WordComparison {
  /** The number of hypothesis words that the premise also has. */
  readonly shared: number;
  readonly missing: number;
  readonly differ: 'contradiction' | 'no';
}

function compareWords(premise: Said, hypothesis: Said, question: string, language: Language): WordComparison {
  const { ofFirst, ofSecond } = alignWords(premise.words, hypothesis.words);
  const shared = hypothesis.words.length - ofSecond.length;
  const [namesOfFirst, namesOfSecond] = [names(ofFirst), names(ofSecond)];
  const opposite = ofFirst.some((a) => ofSecond.some((b) => areOpposite(a, b)));
  const isPerson = language.answers.asksPerson.test(question);
  const asked = stemsIn(question, language);
  // Two kinds of counted things, or two kinds of company, differ by words that are optional elsewhere.
  const hasOtherExtra = ofFirst.some(({ isExtra }) => isExtra);
  const isNeeded = (word: AnswerWord): boolean => (!word.isExtra || hasOtherExtra) && !asked.has(word.stem);
  const missing = isFullerName(premise.words, hypothesis.words, ofFirst, isPerson) ? [] : ofSecond.filter(isNeeded);
  const nothingShared = shared === 0 && ofFirst.length > 0 && ofSecond.length > 0 && premise.numbers.length + premise.dates.length === 0;
  const namesDiffer =
    namesOfFirst.length > 0 && namesOfSecond.length > 0 && needed(namesOfFirst).length > 0 === needed(namesOfSecond).length > 0;
  const isShort = Math.max(premise.words.length, hypothesis.words.length) <= 3;
  const differ = opposite || namesDiffer || (nothingShared && isShort) ? 'contradiction' : 'no';
  return { shared, missing: missing.length, differ };
}

/**
 * A person named by last name, or by first and last name, is also the one with the fuller name: `John Kennedy`, `John F. Kennedy`;
 * `Robert Oppenheimer`, `J. Robert Oppenheimer`. A name with initials has all of them.
 */
function isFullerName(
  premise: readonly AnswerWord[],
  hypothesis: readonly AnswerWord[],
  unmatched: readonly AnswerWord[],
  isPerson: boolean,
): boolean {
  const [shorter, fuller] = [needed(premise), needed(hypothesis)];
  const [first, last] = [shorter[0], shorter.at(-1)];
  if (!first || !last || unmatched.length > 0 || ![...shorter, ...fuller].every(({ isName }) => isName)) return false;
  const isAt = (one: AnswerWord, other: AnswerWord | undefined): boolean => other !== undefined && isSameWord(one, other);
  if (!isAt(last, fuller.at(-1))) return false;
  if (shorter.length === 1) return isPerson;
  return (
    !shorter.some(({ isInitial }) => isInitial) &&
    isAt(
      first,
      fuller.find(({ isInitial }) => !isInitial),
    )
  );
}

function names(words: readonly AnswerWord[]): readonly AnswerWord[] {
  return words.filter(({ isName }) => isName);
}

function needed(words: readonly AnswerWord[]): readonly AnswerWord[] {
  return words.filter(({ isExtra }) => !isExtra);
}

/** The words without a counterpart on the other side. An acronym matches the words it is made of. */
function alignWords(first: readonly AnswerWord[], second: readonly AnswerWord[]) {
  const exact = leftOver(first, second, (a, b) => a.key === b.key);
  const soft = leftOver(exact.ofFirst, exact.ofSecond, isSameWord);
  // An initial identifies someone only beside an equal name.
  const isShared = soft.ofSecond.length < second.length;
  const named = isShared ? leftOver(soft.ofFirst, soft.ofSecond, isInitialOf) : soft;
  const there = spelledOut(named.ofFirst, named.ofSecond);
  const back = spelledOut(there.spelled, there.acronyms);
  return { ofFirst: back.spelled, ofSecond: back.acronyms };
}

/** Removes acronyms that adjacent words on the other side spell out, and those words. */
function spelledOut(withAcronyms: readonly AnswerWord[], other: readonly AnswerWord[]) {
  let [acronyms, spelled] = [[...withAcronyms], [...other]];
  for (const acronym of withAcronyms.filter(({ isAcronym }) => isAcronym)) {
    const { length } = acronym.key;
    const initialsAt = (i: number): string =>
      spelled
        .slice(i, i + length)
        .map(({ key }) => key.charAt(0))
        .join('');
    const at = spelled.findIndex((_, i) => initialsAt(i) === acronym.key);
    if (at < 0) continue;
    acronyms = acronyms.filter((word) => word !== acronym);
    spelled = spelled.filter((_, i) => i < at || i >= at + length);
  }
  return { acronyms, spelled };
}

/** The elements without a partner. Each has one at most, and the first that fits is taken. */
function leftOver<T>(first: readonly T[], second: readonly T[], isSame: (a: T, b: T) => boolean) {
  const ofFirst = [...first];
  const ofSecond = second.filter((b) => {
    const at = ofFirst.findIndex((a) => isSame(a, b));
    if (at >= 0) ofFirst.splice(at, 1);
    return at < 0;
  });
  return { ofFirst, ofSecond };
}

function shareOf(shared: number, missing: number): number {
  return shared + missing === 0 ? 0 : shared / (shared + missing);
}

/** @param sureness 0 to 1; the label remains the most probable one */
function entailed(label: EntailmentLabel, sureness: number): Entailed {
  const most = 0.5 + 0.45 * (label === 'neutral' ? 1 - sureness : sureness);
  const rest = 1 - most;
  const probabilities = {
    entailment: { entailment: most, neutral: 0.7 * rest, contradiction: 0.3 * rest },
    neutral: { entailment: 0.7 * rest, neutral: most, contradiction: 0.3 * rest },
    contradiction: { entailment: 0.3 * rest, neutral: 0.7 * rest, contradiction: most },
  };
  return { label, probabilities: probabilities[label] };
}
