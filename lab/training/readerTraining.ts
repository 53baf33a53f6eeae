/** Learns the built-in reader's ranking and confidence from questions with passages and answers. Deterministic. */
import { judged, type Judgment, type ReadingCase, type ReadingCases } from '../../bench/readingCases.ts';
import { scoreAnswer } from '../evaluation/answerScores.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import { askedAnswer, type AskedAnswer } from '../../src/reasoning/extractive/askedAnswer.ts';
import { confidenceFactors, rankAnswers } from '../../src/reasoning/extractive/rankAnswers.ts';
import { planQuestion } from '../../src/reasoning/extractive/questionShape.ts';
import { isPossible, readPassages } from '../../src/reasoning/extractive/readPassages.ts';
import { readText, type ReadText } from '../../src/reasoning/extractive/readSentences.ts';
import { featureNames, spansOf } from '../../src/reasoning/extractive/spanFeatures.ts';
import type { LearnedReader } from '../../src/reasoning/extractive/learnedReader.ts';
import type { ReadInput } from '../../src/reasoning/roles/readRoles.ts';
import { walkPlan, type Walk } from '../../src/reasoning/extractive/walkPlan.ts';
import { boost, randomFrom, type BoostOptions } from './boosting.ts';
import { fitLogistic } from './logistic.ts';

/**
 * Answers below it are not given. One tenth above the lowest at which, of each data set that is left out and gets at least 20 answers to
 * its questions, four in five are right.
 */
const threshold = 0.4;
export const seed = 13;
const boosting: BoostOptions = { trees: 120, leaves: 8, rate: 0.12, leastWeight: 4, ridge: 2, columns: 0.3, seed };
/** The least confidence that is judged at all. */
const least = 0.3;
/** They differ in the wrong candidates and the features that were drawn for them; one alone depends on these by several percent. */
const rankersTogether = 5;
/** Wrong candidates per question that a ranker learns from, drawn at random. */
const wrongPerQuestion = 30;
/** Data sets count by the root of their size, so that a large one does not decide alone. */
const typicalSize = 150;

/** A question as it is read, with its gold passages or without any. */
interface Sample {
  readonly dataset: string;
  readonly kind: ReadingCases['kind'];
  readonly one: ReadingCase;
  /** Null when it asks for no short answer. */
  readonly read: { readonly asked: AskedAnswer; readonly text: ReadText } | null;
  readonly hasGold: boolean;
}

/** How the reader does on one data set when it was neither trained nor calibrated on it. */
export interface LeftOut {
  readonly dataset: string;
  readonly kind: ReadingCases['kind'];
  /** Of those that have an answer. */
  readonly questions: number;
  readonly answers: readonly Judged[];
  /** Confidences of answers to questions of the training half whose gold passages are missing, or which have no answer. */
  readonly invented: readonly number[];
}

interface Judged extends Judgment {
  readonly confidence: number;
}

/** @param log gets a line for each step */
export async function trainReader(
  sets: readonly ReadingCases[],
  log: (line: string) => void,
): Promise<{ readonly model: LearnedReader; readonly leftOut: readonly LeftOut[]; readonly counts: Readonly<Record<string, number>> }> {
  const samples = sets.flatMap(({ dataset, kind, cases }) => cases.flatMap((one) => samplesOf(dataset, kind, one)));
  log(`${samples.length} readings of ${sets.length} sets`);
  const names = [...new Set(sets.map(({ dataset }) => dataset))];
  const random = randomFrom(seed);
  const groups = samples.filter(isLearned).flatMap((sample) => groupOf(sample, random));
  const without = names.map((name) => {
    const rankers = trainRankers(groups.filter(({ dataset }) => dataset !== name));
    log(`ranked without ${name}`);
    return { name, rankers, guessed: samples.filter(({ dataset }) => dataset === name).flatMap((sample) => guess(sample, rankers)) };
  });
  const guessed = without.flatMap((one) => one.guessed);
  const leftOut: LeftOut[] = [];
  for (const { name, rankers: own } of without) {
    const confidence = calibrate(guessed.filter(({ sample }) => sample.dataset !== name));
    for (const set of sets.filter(({ dataset }) => dataset === name))
      leftOut.push(await judge(set, { features: featureNames, rankers: own, confidence, threshold }));
    log(`judged ${name}`);
  }
  const rankers = trainRankers(groups);
  const model = { features: featureNames, rankers, confidence: calibrate(guessed), threshold };
  const counts = Object.fromEntries(names.map((name) => [name, groups.filter(({ dataset }) => dataset === name).length]));
  return { model, leftOut, counts };
}

function samplesOf(dataset: string, kind: ReadingCases['kind'], one: ReadingCase): readonly Sample[] {
  const asked = askedAnswer(one.question);
  const read = (passages: readonly Passage[]): Sample['read'] => (asked === null ? null : { asked, text: readText(asked, passages) });
  const withGold = one.answers.length === 0 ? [] : [{ dataset, kind, one, read: read(one.passages), hasGold: true }];
  return one.isTraining ? [...withGold, { dataset, kind, one, read: read(one.others), hasGold: false }] : withGold;
}

function isLearned({ one, hasGold, read }: Sample): boolean {
  return one.isTraining && hasGold && read !== null;
}

function trainRankers(groups: readonly Group[]): LearnedReader['rankers'] {
  const sizes = Map.groupBy(groups, ({ dataset, kind }) => `${dataset} ${kind}`);
  const weights = groups.map(({ dataset, kind }) => balance(sizes.get(`${dataset} ${kind}`)?.length ?? 1));
  return Array.from({ length: rankersTogether }, (_, member) => {
    const rows = groups.flatMap(({ right, wrong }) => [...right, ...(wrong[member] ?? [])]);
    return boost(
      rows,
      (scores, first, second) => {
        let start = 0;
        for (const [i, { right, wrong }] of groups.entries()) {
          const end = start + right.length + (wrong[member]?.length ?? 0);
          softmax({ scores, first, second, start, end, right: right.length, weight: weights[i] ?? 1 });
          start = end;
        }
      },
      { ...boosting, seed: seed + member },
    );
  });
}

function balance(size: number): number {
  return Math.min(3, Math.sqrt(typicalSize / size));
}

interface Group extends Pick<Sample, 'dataset' | 'kind'> {
  /** Feature vectors of right candidates, and for each ranker of wrong ones. */
  readonly right: readonly (readonly number[])[];
  readonly wrong: readonly (readonly (readonly number[])[])[];
}

/** Right candidates, those in gold passages if there are any, and some of the others. Nothing when no candidate is right. */
function groupOf({ dataset, kind, one, read }: Sample, random: () => number): readonly Group[] {
  if (read === null) return [];
  const spans = spansOf(read.text);
  const known = new Map<string, boolean>();
  const isRight = (text: string): boolean => {
    const is = known.get(text) ?? scoreAnswer(text, one.answers)?.em === 1;
    known.set(text, is);
    return is;
  };
  const right = spans.filter(({ text }) => isRight(text));
  const gold = right.filter(({ sentence }) => one.gold.includes(one.passages[sentence.passage]?.path ?? ''));
  const chosen = gold.length > 0 ? gold : right;
  if (chosen.length === 0) return [];
  const wrong = spans.filter((span) => !right.includes(span));
  const draw = (): Group['right'] => shuffled(wrong, random).slice(0, wrongPerQuestion).map(featuresOf);
  return [{ dataset, kind, right: chosen.map(featuresOf), wrong: Array.from({ length: rankersTogether }, draw) }];
}

const featuresOf = ({ features }: { readonly features: readonly number[] }): readonly number[] => features;

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** The loss is how little of the whole the right candidates get together. They come first. */
function softmax(group: {
  readonly scores: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly start: number;
  readonly end: number;
  /** How many are right. */
  readonly right: number;
  readonly weight: number;
}): void {
  const { scores, first, second, start, end, right, weight } = group;
  const own = scores.subarray(start, end);
  const most = Math.max(...own);
  const shares = Array.from(own, (score) => Math.exp(score - most));
  const all = shares.reduce((sum, share) => sum + share, 0);
  const good = shares.reduce((sum, share, i) => sum + (i < right ? share : 0), 0);
  for (const [i, share] of shares.entries()) {
    const p = share / all;
    first[start + i] = weight * (p - (i < right ? share / good : 0));
    second[start + i] = weight * Math.max(1e-4, p * (1 - p));
  }
}

interface Guess {
  readonly sample: Sample;
  readonly factors: readonly number[];
  readonly isRight: boolean;
}

function guess(sample: Sample, rankers: LearnedReader['rankers']): readonly Guess[] {
  if (sample.read === null) return [];
  const { asked, text } = sample.read;
  const ranked = rankAnswers(text, rankers);
  if (ranked === null || !isPossible(asked, ranked)) return [];
  const isRight = sample.hasGold && scoreAnswer(ranked.span.text, sample.one.answers)?.em === 1;
  return [{ sample, factors: confidenceFactors(asked, ranked), isRight }];
}

/** The weights of the confidence, from guesses of rankers that did not know the question's data set. */
function calibrate(guesses: readonly Guess[]): readonly number[] {
  const own = guesses.filter(({ sample }) => sample.one.isTraining);
  const sizes = Map.groupBy(own, ({ sample }) => `${sample.dataset} ${sample.kind}`);
  return fitLogistic(
    own.map(({ factors, isRight, sample }) => ({
      factors,
      isTrue: isRight,
      weight: balance(sizes.get(`${sample.dataset} ${sample.kind}`)?.length ?? 1),
    })),
  );
}

/** Questions are read by their plans, as in use. */
async function judge({ dataset, kind, cases }: ReadingCases, model: LearnedReader): Promise<LeftOut> {
  const parts = { plan: planQuestion, read: (input: ReadInput) => readPassages(input, model, least) };
  const answerable = cases.filter(({ answers }) => answers.length > 0);
  const answers: Judged[] = [];
  for (const { question, passages, answers: accepted } of answerable) {
    const { answer, steps } = await walkPlan(parts, question, passages);
    if (answer !== null) answers.push({ confidence: leastOf(steps), ...judged(answer, accepted) });
  }
  const invented: number[] = [];
  for (const { question, others } of cases.filter(({ isTraining }) => isTraining)) {
    const { answer, steps } = await walkPlan(parts, question, others);
    if (answer !== null) invented.push(leastOf(steps));
  }
  return { dataset, kind, questions: answerable.length, answers, invented };
}

/** The confidence of the least sure look-up. */
function leastOf(steps: Walk['steps']): number {
  return Math.min(...steps.flatMap(({ answer, confidence = 1 }) => (answer === null ? [] : [confidence])));
}
