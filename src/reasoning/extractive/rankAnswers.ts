import type { AskedAnswer } from './askedAnswer.ts';
import type { LearnedReader } from './learnedReader.ts';
import type { ReadText } from './readSentences.ts';
import { featureNames, spansOf, type RatedSpan } from './spanFeatures.ts';
import { sumOf } from './trees.ts';

/** The likeliest answer among those that passages may give, and how it compares with the others. */
export interface RankedAnswer {
  readonly span: RatedSpan;
  /** The best place of the same answer in each passage that supports it, best first. */
  readonly places: readonly RatedSpan[];
  /** What the ranker gives this answer, its best place and the next answer, of 1 for all candidates. */
  readonly share: number;
  readonly bestShare: number;
  readonly nextShare: number;
  /** Whether another passage gives another number with as much of the question beside it. */
  readonly isDisputed: boolean;
  /** Whether another answer than this one is the best for one of the rankers. */
  readonly isDoubted: boolean;
  /** How many different answers there are. */
  readonly answers: number;
}

/** Null when the passages have no candidate. */
export function rankAnswers(text: ReadText, rankers: LearnedReader['rankers']): RankedAnswer | null {
  const spans = spansOf(text);
  const each = rankers.map((trees) => spans.map(({ features }) => sumOf(trees, features)));
  const scores = spans.map((_, i) => each.reduce((sum, own) => sum + (own[i] ?? 0), 0) / each.length);
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const groups = new Map<string, Placed[]>();
  for (const [i, span] of spans.entries()) {
    const placed = { span, share: (weights[i] ?? 0) / total };
    const group = groups.get(span.key);
    if (group === undefined) groups.set(span.key, [placed]);
    else group.push(placed);
  }
  const [first, next] = [...groups.values()].map(answerOf).sort((a, b) => b.share - a.share);
  const best = first?.placed[0];
  if (first === undefined || best === undefined) return null;
  return {
    span: best.span,
    places: bestPerPassage(first.placed),
    share: first.share,
    bestShare: best.share,
    nextShare: next?.share ?? 0,
    isDoubted: each.some((own) => spans[own.indexOf(Math.max(...own))]?.key !== best.span.key),
    isDisputed: spans.some((span) => disputes(span, best.span)),
    answers: groups.size,
  };
}

function disputes(span: RatedSpan, best: RatedSpan): boolean {
  const sameValue = span.key.includes(best.key) || best.key.includes(span.key);
  if (sameValue || span.sentence.passage === best.sentence.passage) return false;
  const both = (name: string): readonly [number, number] => [featureOf(span.features, name), featureOf(best.features, name)];
  const isAtLeast = (name: string): boolean => both(name)[0] >= both(name)[1];
  const [left, right] = [both('focus left'), both('focus right')];
  return (
    both('is number').every((is) => is > 0) &&
    isAtLeast('fit') &&
    isAtLeast('cover with title') &&
    Math.min(left[0], right[0]) <= Math.min(left[1], right[1])
  );
}

interface Placed {
  readonly span: RatedSpan;
  readonly share: number;
}

function answerOf(placed: readonly Placed[]): { readonly placed: readonly Placed[]; readonly share: number } {
  return { placed: placed.toSorted((a, b) => b.share - a.share), share: placed.reduce((sum, { share }) => sum + share, 0) };
}

/** A place that gets less of the best place's share names the answer without supporting it. */
const leastOfBest = 0.1;

function bestPerPassage(placed: readonly Placed[]): readonly RatedSpan[] {
  const least = leastOfBest * (placed[0]?.share ?? 0);
  const best = new Map<number, RatedSpan>();
  for (const { span, share } of placed) if (share >= least && !best.has(span.sentence.passage)) best.set(span.sentence.passage, span);
  return [...best.values()];
}

const indices = new Map(featureNames.map((name, i) => [name, i]));

/** @throws Error for an unknown name */
export function featureOf(features: readonly number[], name: string): number {
  const index = indices.get(name);
  if (index === undefined) throw new Error(`There is no feature "${name}".`);
  return features[index] ?? 0;
}

/** What the confidence depends on, a bias first. */
export function confidenceFactors(asked: AskedAnswer, { span, share, bestShare, nextShare, answers }: RankedAnswer): readonly number[] {
  const of = (name: string): number => featureOf(span.features, name);
  return [
    1,
    logOdds(share),
    logOdds(bestShare),
    share - nextShare,
    Math.log(answers),
    1 / (1 + Math.min(of('focus left'), of('focus right'))),
    1 / (1 + of('rivals')),
    1 / (1 + of('nearer rivals')),
    1 / (1 + of('unmatched to focus')),
    of('run left') + of('run right'),
    Math.log(1 + of('terms')),
    of('after conjunction') + of('before conjunction'),
    Math.min(3, of('passages saying')),
    Math.min(5, of('index')),
    Math.min(3, asked.nesting),
    ...plainFactors.map(of),
  ];
}

const plainFactors = [
  ...[
    'fit',
    'cover',
    'cover with title',
    'least named',
    'named in sentence',
    'named in title',
    'plain cover',
    'focus in sentence',
    'worth missing',
  ],
  ...['asks thing', 'asks person', 'asks date', 'asks place', 'asks amount', 'asks organization', 'asks work', 'as subject', 'with do'],
  ...[
    'about topic',
    'after copula',
    'after agent',
    'after where',
    'is phrase',
    'is part',
    'words',
    'in question',
    'other cover saying',
    'is other title',
  ],
] as const;

function logOdds(share: number): number {
  return Math.log((share + 0.01) / (1.01 - share));
}
