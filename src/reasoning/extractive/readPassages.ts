import type { ReadInput, ReadOutput } from '../roles/readRoles.ts';
import { askedAnswer, type AskedAnswer } from './askedAnswer.ts';
import { confidenceFactors, featureOf, rankAnswers, type RankedAnswer } from './rankAnswers.ts';
import type { LearnedReader } from './learnedReader.ts';
import { readText } from './readSentences.ts';

/**
 * Answers a question with a span of the passages if it is very likely right, otherwise abstains. A learned ranker compares all candidates
 * of the kind that is asked for; a calibrated confidence decides whether the best one is given.
 *
 * @param threshold the least confidence of an answer
 */
export function readPassages({ question, passages }: ReadInput, model: LearnedReader, threshold: number): ReadOutput {
  const asked = askedAnswer(question);
  if (asked === null) return nothing;
  const ranked = rankAnswers(readText(asked, passages), model.trees);
  if (ranked === null) return nothing;
  const confidence = isPossible(asked, ranked) ? confidenceOf(confidenceFactors(asked, ranked), model.confidence) : 0;
  const { span, places } = ranked;
  if (confidence < threshold) return { ...nothing, guess: span.text };
  return { answer: span.text, citations: places.map(({ sentence }) => sentence.passage), quote: span.sentence.text, confidence };
}

const nothing: ReadOutput = { answer: null, citations: [], quote: null };

/**
 * Whether the place can give the answer at all. One with a close second cannot, nor one that names something else or leaves out what
 * restricts the question; a question that nests another one is not answered by one place; and a person or place is not the name in the
 * question with more around it.
 */
export function isPossible({ nesting, kind, head, focus }: AskedAnswer, { span: { features }, share }: RankedAnswer): boolean {
  const of = (name: string): number => featureOf(features, name);
  if (share < leastShare || nesting > 0 || of('restrictions missing') > 0 || of('least named') < leastNamed) return false;
  if ((kind === 'person' || kind === 'place') && of('contains a name') > 0) return false;
  if (kind === 'thing' && head !== null && of('head in sentence') === 0 && of('head in title') === 0) return false;
  const saysRelation = focus === null || of('focus in sentence') > 0 || of('focus in title') > 0;
  if (kind === 'person' || kind === 'organization') return saysRelation;
  // A date belongs to the verb beside it, unless it is in brackets or before a noun: `a 1946 film`.
  return kind !== 'date' || saysRelation || of('in brackets') > 0 || (of('is year') > 0 && of('before word') > 0);
}

/**
 * What the ranker gives the best answer, of 1 for all. On every data set left out, what is given above it is right more often at the same
 * coverage: a close second is the best sign of a wrong answer, whatever else the confidence weighs.
 */
const leastShare = 0.6;
/** The share of each name's words that the sentence or its title has to contain. */
const leastNamed = 0.6;

/** 0–1. */
function confidenceOf(factors: readonly number[], weights: readonly number[]): number {
  return 1 / (1 + Math.exp(-factors.reduce((sum, factor, i) => sum + factor * (weights[i] ?? 0), 0)));
}
