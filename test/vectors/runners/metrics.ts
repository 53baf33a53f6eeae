import assert from 'node:assert/strict';
import * as z from 'zod';
import { em, emCover, emCoverTokens, f1Hotpot, f1Squad, rougeL, scoreAnswer } from '../../../lab/evaluation/answerScores.ts';
import { bertScore } from '../../../lab/evaluation/bertScore.ts';
import { normalizeAnswer } from '../../../src/language/normalizeAnswer.ts';
import { rescaleBertScore, robertaLargeBaseline } from '../../support/bertScore.ts';
import { scoreRanking } from '../../../lab/evaluation/retrievalScores.ts';
import { english } from '../../../src/language/english.ts';

const tolerance = 1e-9;

const answerCase = z.object({
  prediction: z.string(),
  gold: z.string(),
  expected: z.object({
    normPrediction: z.string(),
    normGold: z.string(),
    em: z.number(),
    emCover: z.number(),
    emCoverTokens: z.number(),
    f1Hotpot: z.number(),
    precisionHotpot: z.number(),
    recallHotpot: z.number(),
    f1Squad: z.number(),
  }),
});

/** Runs one case of `metrics_answer.json`. */
export function runAnswerCase(input: unknown): void {
  const { prediction, gold, expected } = answerCase.parse(input);
  const { normPrediction, normGold, ...scores } = expected;
  assert.deepEqual([normalizeAnswer(prediction, english), normalizeAnswer(gold, english)], [normPrediction, normGold]);
  const hotpot = f1Hotpot(prediction, gold);
  assertClose(
    {
      em: em(prediction, gold),
      emCover: emCover(prediction, gold),
      emCoverTokens: emCoverTokens(prediction, gold),
      f1Hotpot: hotpot.f,
      precisionHotpot: hotpot.precision,
      recallHotpot: hotpot.recall,
      f1Squad: f1Squad(prediction, gold).f,
    },
    scores,
  );
}

const multiGoldCase = z.object({
  prediction: z.string(),
  golds: z.array(z.string()),
  expected: z.object({ em: z.number(), emCover: z.number(), f1Hotpot: z.number(), f1Squad: z.number(), rougeL: z.number() }),
});

/** Runs one case of `metrics_multi_gold.json`. */
export function runMultiGoldCase(input: unknown): void {
  const { prediction, golds, expected } = multiGoldCase.parse(input);
  const scores = scoreAnswer(prediction, golds);
  assert.ok(scores);
  assertClose(
    { em: scores.em, emCover: scores.em_cover, f1Hotpot: scores.f1_hotpot, f1Squad: scores.f1_squad, rougeL: scores.rouge_l },
    expected,
  );
}

const overlap = z.object({ precision: z.number(), recall: z.number(), f: z.number() });
const rougeCase = z.object({ reference: z.string(), candidate: z.string(), expected: overlap });

/** Runs one case of `metrics_rouge_l.json`. */
export function runRougeLCase(input: unknown): void {
  const { reference, candidate, expected } = rougeCase.parse(input);
  assertClose({ ...rougeL(candidate, reference) }, expected);
}

const recallCase = z.object({
  ranked: z.array(z.string()),
  gold: z.array(z.string()),
  k: z.number(),
  expected: z.object({ recall: z.number(), hit: z.number(), all: z.number() }).nullable(),
});

/** Runs one case of `metrics_recall.json`. */
export function runRecallCase(input: unknown): void {
  const { ranked, gold, k, expected } = recallCase.parse(input);
  const scores = scoreRanking(ranked, gold, k);
  if (expected === null) assert.equal(scores, null);
  else assertClose({ ...scores }, expected);
}

const vectors = z.array(z.array(z.number()));
const bertCase = z.object({
  reference: vectors,
  referenceWeights: z.array(z.number()),
  candidate: vectors,
  candidateWeights: z.array(z.number()),
  expected: overlap.extend({ rescaled: z.array(z.number()) }),
});

/** Runs one case of `metrics_bertscore.json`. */
export function runBertScoreCase(input: unknown): void {
  const { reference, referenceWeights, candidate, candidateWeights, expected } = bertCase.parse(input);
  const scores = bertScore({ vectors: candidate, weights: candidateWeights }, { vectors: reference, weights: referenceWeights });
  const { rescaled, ...raw } = expected;
  const [precision, recall, f] = rescaled;
  assertClose({ ...scores }, raw);
  assertClose({ ...rescaleBertScore(scores, robertaLargeBaseline) }, { precision, recall, f });
}

function assertClose(found: Readonly<Record<string, number>>, expected: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(expected)) {
    const actual = found[name];
    assert.ok(actual !== undefined && value !== undefined && Math.abs(actual - value) <= tolerance, `${name}: ${actual}, not ${value}`);
  }
}
