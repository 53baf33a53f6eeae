/** Scores an answer against accepted ones, each in [0, 1]. Source: metrics.md 1 to 3. */
import { answerTokens, normalized } from './answerText.ts';

/** All measures of an answer, under the names to show. A cover score is never called exact match. */
export const answerMeasures = [
  'em',
  'em_cover',
  'em_cover_tokens',
  'em_cover_raw',
  'f1_hotpot',
  'precision_hotpot',
  'recall_hotpot',
  'f1_squad',
  'precision_squad',
  'recall_squad',
  'rouge_l',
] as const;
export type AnswerMeasure = (typeof answerMeasures)[number];
export type AnswerScores = Readonly<Record<AnswerMeasure, number>>;

/** Precision refers to the prediction, recall to the reference. */
export interface Overlap {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/**
 * The best score over the accepted answers, separately for each measure. So F1 need not follow from the precision and recall beside it.
 * @returns null when there is no accepted answer: the question cannot be scored
 */
export function scoreAnswer(prediction: string, accepted: readonly string[]): AnswerScores | null {
  if (accepted.length === 0) return null;
  const all = accepted.map((gold) => scoresAgainst(prediction, gold));
  const best = (measure: AnswerMeasure): number => Math.max(...all.map((scores) => scores[measure]));
  return mapMeasures(best);
}

export function mapMeasures<T>(value: (measure: AnswerMeasure) => T): Readonly<Record<AnswerMeasure, T>> {
  return Object.fromEntries(answerMeasures.map((measure) => [measure, value(measure)])) as Record<AnswerMeasure, T>;
}

function scoresAgainst(prediction: string, gold: string): AnswerScores {
  const hotpot = f1Hotpot(prediction, gold);
  const squad = f1Squad(prediction, gold);
  return {
    em: em(prediction, gold),
    em_cover: emCover(prediction, gold),
    em_cover_tokens: emCoverTokens(prediction, gold),
    em_cover_raw: emCoverRaw(prediction, gold),
    f1_hotpot: hotpot.f,
    precision_hotpot: hotpot.precision,
    recall_hotpot: hotpot.recall,
    f1_squad: squad.f,
    precision_squad: squad.precision,
    recall_squad: squad.recall,
    rouge_l: rougeL(prediction, gold).f,
  };
}

/** Exact match: the normalized texts are equal, possibly both empty. */
export function em(prediction: string, gold: string): number {
  return Number(normalized(prediction) === normalized(gold));
}

/** The normalized gold is not empty and occurs in the normalized prediction, even inside a word: `no` in `north`. */
export function emCover(prediction: string, gold: string): number {
  const wanted = normalized(gold);
  return Number(wanted !== '' && normalized(prediction).includes(wanted));
}

/** The gold has tokens, and they occur consecutively in the prediction. */
export function emCoverTokens(prediction: string, gold: string): number {
  const wanted = normalized(gold);
  return Number(wanted !== '' && ` ${normalized(prediction)} `.includes(` ${wanted} `));
}

/** Containment as in SUNAR's script, for replication only: lowercased, with `,`, `-` and `–` deleted and no other normalization. */
export function emCoverRaw(prediction: string, gold: string): number {
  const raw = (text: string): string => text.toLowerCase().replace(/[,–-]/g, '');
  return Number(raw(gold) !== '' && raw(prediction).includes(raw(gold)));
}

/** Token F1 of HotpotQA's script: if either text is `yes`, `no` or `noanswer`, the other must be equal; two empty texts score 0. */
export function f1Hotpot(prediction: string, gold: string): Overlap {
  const [said, wanted] = [normalized(prediction), normalized(gold)];
  return said !== wanted && (closed.has(said) || closed.has(wanted)) ? nothing : tokenOverlap(answerTokens(said), answerTokens(wanted));
}

/** Token F1 of the SQuAD and MuSiQue scripts: if both texts have no tokens they score 1, if one has none 0. */
export function f1Squad(prediction: string, gold: string): Overlap {
  const [said, wanted] = [answerTokens(prediction), answerTokens(gold)];
  return said.length === 0 && wanted.length === 0 ? everything : tokenOverlap(said, wanted);
}

/**
 * ROUGE-L of one sentence, without stemming. Tokens are runs of `a` to `z` and `0` to `9` in lowercase; other letters are dropped. Source:
 * google-research `rouge_score`, `rougeL`; metrics.md 6.
 */
export function rougeL(candidate: string, reference: string): Overlap {
  const [said, wanted] = [rougeTokens(candidate), rougeTokens(reference)];
  return overlapOf(longestCommonSubsequence(said, wanted), said.length, wanted.length);
}

const closed: ReadonlySet<string> = new Set(['yes', 'no', 'noanswer']);
const nothing: Overlap = { precision: 0, recall: 0, f: 0 };
const everything: Overlap = { precision: 1, recall: 1, f: 1 };

/** The number of common tokens, counting repetitions up to the smaller count. */
function tokenOverlap(said: readonly string[], wanted: readonly string[]): Overlap {
  const left = new Map<string, number>();
  for (const token of wanted) left.set(token, (left.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of said) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    left.set(token, count - 1);
    common++;
  }
  return overlapOf(common, said.length, wanted.length);
}

function overlapOf(common: number, saidCount: number, wantedCount: number): Overlap {
  if (common === 0) return nothing;
  const [precision, recall] = [common / saidCount, common / wantedCount];
  return { precision, recall, f: (2 * precision * recall) / (precision + recall) };
}

function rougeTokens(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const token of a) {
    const next = [0];
    for (let j = 1; j <= b.length; j++) next[j] = b[j - 1] === token ? (row[j - 1] ?? 0) + 1 : Math.max(row[j] ?? 0, next[j - 1] ?? 0);
    row = next;
  }
  return row[b.length] ?? 0;
}
