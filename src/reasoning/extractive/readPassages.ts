import { assumedLanguage } from '../../language/assumed.ts';
import type { Word } from '../../language/words.ts';
import type { ReadInput, ReadOutput } from '../roles/readRoles.ts';
import { askedAnswer } from './askedAnswer.ts';
import { english } from '../../language/english.ts';
import { wordsOf } from '../../language/words.ts';
import type { LearnedReader } from './learnedReader.ts';
import { readText, type ReadText } from './readSentences.ts';
import { featureNames, spansOf, type RatedSpan } from './spanFeatures.ts';
import { sumOf } from './trees.ts';

const { reading } = assumedLanguage;

/**
 * Answers a question with a span of the passages if it is very likely right, otherwise abstains. A learned ranker compares all spans
 * of the kind that is asked for; what it gives the best of them is the confidence.
 *
 * @param threshold the least confidence of an answer
 */
export function readPassages(
  { question, passages, isOfDocument = false }: ReadInput,
  { ranker }: LearnedReader,
  threshold: number,
): ReadOutput {
  const asked = askedAnswer(question);
  const text = asked === null ? null : readText(asked, passages);
  const ranked = text === null ? null : rankAnswers(text, ranker);
  if (text === null || ranked === null) return { answer: null, citations: [], quote: null };
  const { span, places, share, rivals } = ranked;
  const isClear = isOfDocument || ![...text.asked.words].some((word) => reading.pronouns.has(word));
  const isDisputed = rivals.some((rival) => rival.sentence.passage !== span.sentence.passage && isPossible(text, rival));
  const confidence = isClear && isPossible(text, span) && !isDisputed ? share : 0;
  // The next question can be asked about a guess.
  if (confidence < threshold) return { answer: null, citations: [], quote: null, guess: span.text };
  return { answer: span.text, citations: places.map(({ sentence }) => sentence.passage), quote: span.sentence.text, confidence };
}

/**
 * Whether the place can give the answer at all. The question asks for a person, place, organization, date or amount of a known unit, says
 * itself what it is about, leaves none of many (`the first`), and nests no other question. The place names exactly what the question names,
 * says what is asked of it and the question's numbers, and gives one answer, not one of several.
 */
function isPossible({ asked, passages }: ReadText, { text, sentence, isRelated }: RatedSpan): boolean {
  const { nesting, kind, restrictions, unit, names } = asked;
  if (kind === 'thing' || kind === 'work' || (kind === 'amount' && unit === null) || nesting > 0 || !isRelated) return false;
  if (sentence.words.length > longest) return false;
  const passage = passages[sentence.passage];
  const before = sentence.text.slice(0, Math.max(0, sentence.text.indexOf(text)));
  if (passage === undefined || isOneOfSeveral(text, sentence.text) || (kind === 'date' && reading.inexact.test(before))) return false;
  const { title, headings, text: whole } = passage.passage;
  // A text has nationalities of many: only one about what is asked for says whose it is.
  const place = [title, ...headings, ...(kind === 'country' ? [] : [sentence.text])].join(' | ');
  const isSaid = (word: string): boolean => passage.topic.has(word) || sentence.words.some(({ fold }) => fold === word);
  return (
    names.every((name) => isNamed(name, place) || (kind !== 'country' && isNamed(name.slice(-1), sentence.text) && isNamed(name, whole))) &&
    restrictions.every((word) => /^\d+$/u.test(word) && isSaid(word))
  );
}

/** Longer sentences, in words, say too much, or are several without a point between them. */
const longest = 50;

/** `A and B` where one is asked for. */
function isOneOfSeveral(answer: string, sentence: string): boolean {
  const at = sentence.indexOf(answer);
  if (at < 0) return false;
  return (
    /\p{L}\s(?:and|or|&)\s/u.test(answer) ||
    /\p{Lu}\S*,?\s(?:and|or|&)\s$/u.test(sentence.slice(0, at)) ||
    /^(?:,\s\p{Lu}[^,]{0,80})?,?\s(?:and|or|&)\s(?:the\s)?\p{Lu}/u.test(sentence.slice(at + answer.length))
  );
}

/** Whether a text has the name, and not only as a part of a longer one: `Ines Tarrow`, but not `Tarrow`. */
function isNamed(name: readonly string[], text: string): boolean {
  const words = wordsOf(text, english).filter(({ fold }) => !english.names.smallWords.has(fold));
  /** Whether the words at two places beside each other are of one name. */
  const isOne = (left: Word | undefined, right: Word | undefined, beside: Word | undefined): boolean =>
    left !== undefined &&
    right !== undefined &&
    beside !== undefined &&
    /^\s$/u.test(text.slice(left.end, right.start)) &&
    /^[\p{Lu}\p{N}]/u.test(text.slice(beside.start, beside.end)) &&
    !english.functionWords.has(beside.fold) &&
    !reading.honorifics.test(text.slice(left.start, right.end));
  return words.some((_, at) => {
    const [before, first, last, after] = [words[at - 1], words[at], words[at + name.length - 1], words[at + name.length]];
    return name.every((word, i) => words[at + i]?.fold === word) && !isOne(before, first, before) && !isOne(last, after, after);
  });
}

/** The likeliest answer among those that passages may give. */
interface RankedAnswer {
  readonly span: RatedSpan;
  /** The best place of the same answer in each passage that supports it, best first. */
  readonly places: readonly RatedSpan[];
  /** What the ranker gives this answer, of 1 for all spans. */
  readonly share: number;
  /** The best places of other answers that come close. */
  readonly rivals: readonly RatedSpan[];
}

interface Placed {
  readonly span: RatedSpan;
  /** 1 for the best. */
  readonly weight: number;
}

/** Null when the passages have no candidate. */
function rankAnswers(text: ReadText, ranker: LearnedReader['ranker']): RankedAnswer | null {
  const spans = spansOf(text);
  const scores = spans.map(({ features }) =>
    sumOf(
      ranker,
      featureNames.map((name) => features[name]),
    ),
  );
  const most = Math.max(...scores);
  const placed = spans.map((span, i) => ({ span, weight: Math.exp((scores[i] ?? 0) - most) })).sort((a, b) => b.weight - a.weight);
  const total = placed.reduce((sum, { weight }) => sum + weight, 0);
  const answers = [...Map.groupBy(placed, ({ span }) => span.key).values()].map((places) => ({
    places,
    share: places.reduce((sum, { weight }) => sum + weight, 0) / total,
  }));
  const [first, ...others] = answers.sort((a, b) => b.share - a.share);
  const best = first?.places[0];
  if (first === undefined || best === undefined) return null;
  const isClose = ({ weight }: Placed): boolean => weight >= leastOfBest * best.weight;
  const supporting = first.places.filter(isClose).map(({ span }) => span);
  const rivals = others.flatMap(({ places: [other] }) => (other !== undefined && isClose(other) ? [other.span] : []));
  const isFirst = ({ sentence }: RatedSpan, i: number): boolean =>
    supporting.findIndex((other) => other.sentence.passage === sentence.passage) === i;
  return { span: best.span, places: supporting.filter(isFirst), share: first.share, rivals };
}

/** A place that gets less of the best place's share neither supports its answer nor disputes it. */
const leastOfBest = 0.1;
