/** Learns the built-in reader's ranking from questions with passages and answers. Deterministic. */
import { judged, type Judgment, type ReadingCase, type ReadingCases } from '../../bench/readingCases.ts';
import { scoreAnswer } from '../evaluation/answerScores.ts';
import { askedAnswer } from '../../src/reasoning/extractive/askedAnswer.ts';
import { planQuestion } from '../../src/reasoning/extractive/questionShape.ts';
import { readPassages } from '../../src/reasoning/extractive/readPassages.ts';
import { readText } from '../../src/reasoning/extractive/readSentences.ts';
import { featureNames, spansOf, type RatedSpan } from '../../src/reasoning/extractive/spanFeatures.ts';
import type { LearnedReader } from '../../src/reasoning/extractive/learnedReader.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import type { ReadInput } from '../../src/reasoning/roles/readRoles.ts';
import { walkPlan } from '../../src/reasoning/extractive/walkPlan.ts';
import { boost, randomFrom, type BoostOptions } from './boosting.ts';

/** Answers below it are not given: nine in ten are right, of each data set that is left out and gets at least twenty answers. */
const threshold = 0.7;
export const seed = 13;
const boosting: BoostOptions = { trees: 120, leaves: 8, rate: 0.12, leastWeight: 4, ridge: 2, columns: 0.3, seed };
/** The least confidence that is judged at all. */
const least = 0.5;
/** Wrong candidates per question that the ranker learns from, drawn at random. */
const wrongPerQuestion = 60;
/** Data sets count by the root of their size, so that a large one does not decide alone. */
const typicalSize = 150;

/** How the reader does on one data set when it was not trained on it. */
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
  const names = [...new Set(sets.map(({ dataset }) => dataset))];
  const random = randomFrom(seed);
  const groups = sets.flatMap(({ dataset, kind, cases }) =>
    cases.filter(({ isTraining }) => isTraining).flatMap((one) => groupOf({ dataset, kind, one }, random)),
  );
  log(`${groups.length} questions of ${sets.length} sets`);
  const leftOut: LeftOut[] = [];
  for (const name of names) {
    const model = modelOf(groups.filter(({ dataset }) => dataset !== name));
    for (const set of sets.filter(({ dataset, kind }) => dataset === name && kind !== 'steps of own plans'))
      leftOut.push(await judge(set, model));
    log(`judged ${name}`);
  }
  const counts = Object.fromEntries(names.map((name) => [name, groups.filter(({ dataset }) => dataset === name).length]));
  return { model: modelOf(groups), leftOut, counts };
}

function modelOf(groups: readonly Group[]): LearnedReader {
  const sizes = Map.groupBy(groups, ({ dataset, kind }) => `${dataset} ${kind}`);
  const weights = groups.map(({ dataset, kind }) => balance(sizes.get(`${dataset} ${kind}`)?.length ?? 1));
  const ranker = boost(
    groups.flatMap(({ right, wrong }) => [...right, ...wrong]),
    (scores, first, second) => {
      let start = 0;
      for (const [i, { right, wrong }] of groups.entries()) {
        const end = start + right.length + wrong.length;
        softmax({ scores, first, second, start, end, right: right.length, weight: weights[i] ?? 1 });
        start = end;
      }
    },
    boosting,
  );
  return { features: featureNames, ranker, threshold };
}

function balance(size: number): number {
  return Math.min(3, Math.sqrt(typicalSize / size));
}

interface Group extends Pick<ReadingCases, 'dataset' | 'kind'> {
  /** Feature vectors of candidates. */
  readonly right: readonly (readonly number[])[];
  readonly wrong: readonly (readonly number[])[];
}

/** Right candidates, those in gold passages if there are any, and some of the others. Nothing when no candidate is right. */
function groupOf(
  { dataset, kind, one }: Pick<ReadingCases, 'dataset' | 'kind'> & { readonly one: ReadingCase },
  random: () => number,
): readonly Group[] {
  const asked = askedAnswer(one.question);
  if (asked === null) return [];
  const spans = spansOf(readText(asked, one.passages));
  const known = new Map<string, boolean>();
  const isRight = ({ text }: RatedSpan): boolean => {
    const is = known.get(text) ?? scoreAnswer(text, one.answers)?.em === 1;
    known.set(text, is);
    return is;
  };
  const { right = [], wrong = [] } = Object.groupBy(spans, (span) => (isRight(span) ? 'right' : 'wrong'));
  const gold = right.filter(({ sentence }) => one.gold.includes(one.passages[sentence.passage]?.path ?? ''));
  const chosen = gold.length > 0 ? gold : right;
  if (chosen.length === 0) return [];
  return [{ dataset, kind, right: chosen.map(vectorOf), wrong: shuffled(wrong, random).slice(0, wrongPerQuestion).map(vectorOf) }];
}

function vectorOf({ features }: RatedSpan): readonly number[] {
  return featureNames.map((name) => features[name]);
}

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

/** Questions are read by their plans, as in use. */
async function judge({ dataset, kind, cases }: ReadingCases, model: LearnedReader): Promise<LeftOut> {
  const parts = { plan: planQuestion, read: (input: ReadInput) => readPassages(input, model, least) };
  /** With the confidence of the least sure look-up. */
  const answerOf = async (question: string, passages: readonly Passage[]) => {
    const { answer, steps } = await walkPlan(parts, question, passages);
    const confidence = Math.min(...steps.flatMap((step) => (step.answer === null ? [] : [step.confidence ?? 1])));
    return answer === null ? [] : [{ answer, confidence }];
  };
  const answerable = cases.filter(({ answers }) => answers.length > 0);
  const answers: Judged[] = [];
  for (const { question, passages, answers: accepted } of answerable)
    for (const { answer, confidence } of await answerOf(question, passages)) answers.push({ confidence, ...judged(answer, accepted) });
  const invented: number[] = [];
  for (const { question, others } of cases.filter(({ isTraining }) => isTraining))
    for (const { confidence } of await answerOf(question, others)) invented.push(confidence);
  return { dataset, kind, questions: answerable.length, answers, invented };
}
