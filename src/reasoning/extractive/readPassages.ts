import { assumedLanguage } from '../../language/assumed.ts';
import type { ReadInput, ReadOutput } from '../roles/readRoles.ts';
import { askedAnswer, type AskedAnswer } from './askedAnswer.ts';
import type { Form } from './candidates.ts';
import { confidenceFactors, featureOf, rankAnswers, type RankedAnswer } from './rankAnswers.ts';
import { asksLife, far } from './spanPlaces.ts';
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
  const ranked = rankAnswers(readText(asked, passages), model.rankers);
  if (ranked === null) return nothing;
  const confidence = isPossible(asked, ranked) ? confidenceOf(confidenceFactors(asked, ranked), model.confidence) : 0;
  const { span, places } = ranked;
  // Documents that disagree about an amount are the user's to judge. Dates beside the same words mostly belong to somebody else.
  if (confidence < threshold || (asked.kind === 'amount' && ranked.isDisputed))
    return isReferent(asked, span) ? { ...nothing, guess: span.text } : nothing;
  return { answer: span.text, citations: places.map(({ sentence }) => sentence.passage), quote: span.sentence.text, confidence };
}

/** Whether the next question can be asked about a guess: about a name or a description, but not about a date or the word `swore`. */
function isReferent({ kind }: AskedAnswer, { text, features }: RankedAnswer['span']): boolean {
  const is = (...forms: readonly Form[]): boolean => forms.some((form) => featureOf(features, `is ${form}`) > 0);
  if (is('phrase')) return /^\p{L}\S*\s/u.test(text);
  return kind === 'date' || kind === 'amount' || !is('date', 'year', 'number', 'counted');
}

const { reading } = assumedLanguage;
const nothing: ReadOutput = { answer: null, citations: [], quote: null };

/**
 * Whether the place can give the answer at all. One with a close second cannot, nor one that a ranker doubts, nor one that names something
 * else or leaves out what restricts the question; a question that nests another one is not answered by one place; and a person or place is
 * not the name in the question with more around it.
 */
export function isPossible(asked: AskedAnswer, { span: { features }, share, isDoubted }: RankedAnswer): boolean {
  const { nesting, kind, head, focus, unit } = asked;
  const of = (name: string): number => featureOf(features, name);
  if (isDoubted || share < leastShare || nesting > 0 || of('restrictions missing') > 0 || of('least named') < leastNamed) return false;
  if ((kind === 'person' || kind === 'place') && of('contains a name') > 0) return false;
  if (kind === 'thing' && head !== null && of('head in sentence') === 0 && of('head in title') === 0) return false;
  // Not the life dates of somebody who is mentioned with the one in question.
  if (of('in brackets') > 0 && of('owner named') < leastNamed) return false;
  const saysRelation = focus === null || of('focus in sentence') > 0 || of('focus in title') > 0;
  switch (kind) {
    case 'person':
    case 'organization':
      return saysRelation;
    case 'amount':
      return saysRelation || unit === null || unit === '';
    case 'country':
      return of('named in title') >= leastNamed || of('name left') < far || of('name right') <= nearName;
    case 'place':
      if (asksLife(asked) && !saysRelation && of('in brackets') === 0) return false;
      return of('fit') >= leastPlace && (head === null || reading.settlements.has(head) || saysHead(of));
    case 'date':
      // A date belongs to the verb beside it, unless it is in brackets or before a noun: `a 1946 film`, in which nobody is born.
      return saysRelation || of('in brackets') > 0 || (of('is year') > 0 && of('before word') > 0 && !asksLife(asked));
    default:
      return true;
  }
}

/** `Maharashtra state`, `the state of Ohio`, `Parramatta River`: what kind of place it is, no name tells alone. */
function saysHead(of: (name: string) => number): boolean {
  return of('head inside') > 0 || Math.max(of('head left'), of('head right')) >= nearHead;
}

/** With at most two words between. */
const nearHead = 1 / 3;

/**
 * What the ranker gives the best answer, of 1 for all. On every data set left out, what is given above it is right more often at the same
 * coverage: a close second is the best sign of a wrong answer, whatever else the confidence weighs.
 */
const leastShare = 0.5;
/** The share of each name's words that the sentence or its title has to contain. */
const leastNamed = 0.6;

/** Of names without a word for a place or before one. */
const leastPlace = 0.5;
/** `An Australian director, Rod Hardy`, but not `an Australian film by Rod Hardy`. In words. */
const nearName = 2;

/** 0–1. */
function confidenceOf(factors: readonly number[], weights: readonly number[]): number {
  return 1 / (1 + Math.exp(-factors.reduce((sum, factor, i) => sum + factor * (weights[i] ?? 0), 0)));
}
