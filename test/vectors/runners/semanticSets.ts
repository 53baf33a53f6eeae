import assert from 'node:assert/strict';
import * as z from 'zod';
import { isAbstention } from '../../../src/reasoning/abstention.ts';
import type { LabelPair } from '../../../src/retrieval/retrieval.ts';
import { areEquivalent, contradictoryPairs, rescaled, semanticSets } from '../../../src/retrieval/uncertainty.ts';
import { assertClose } from './close.ts';

const grouped = z.object({ sets: z.array(z.number()), s: z.number(), comparisons: z.number() });
const semanticSetsCase = z.object({
  /** Null is an abstention, like the words for one. */
  answers: z.array(z.string().nullable()),
  labels: z.array(z.string()),
  batchScores: z.array(z.number()).optional(),
  expected: z.object({
    strict: grouped.optional(),
    lenient: grouped.optional(),
    'no-contradiction': grouped.optional(),
    contradictoryPairs: z.number().optional(),
    rescoredStrict: z.array(z.number()).optional(),
  }),
});

const labelOf = { E: 'entailment', N: 'neutral', C: 'contradiction' } as const;

/** Runs one case of `semantic_sets.json` in every mode it names. */
export async function runSemanticSetsCase(input: unknown): Promise<void> {
  const { answers, labels, batchScores, expected } = semanticSetsCase.parse(input);
  const labelBy =
    (rowOf: (text: string) => number): LabelPair =>
    async (premise, hypothesis) => {
      const letter = labels[rowOf(premise)]?.[rowOf(hypothesis)];
      assert.ok(letter === 'E' || letter === 'N' || letter === 'C', `no label for ${premise}, ${hypothesis}`);
      return labelOf[letter];
    };
  const trimmed = labelBy((text) => answers.findIndex((answer) => answer?.trim() === text));
  const said = answers.map((answer) => (isAbstention(answer) ? null : answer));
  const found: Record<string, unknown> = {};
  for (const mode of ['strict', 'lenient', 'no-contradiction'] as const) {
    if (expected[mode]) found[mode] = await semanticSets(said, (first, second) => areEquivalent(mode, trimmed, first, second));
  }
  if (expected.contradictoryPairs !== undefined) {
    found['contradictoryPairs'] = await contradictoryPairs(
      answers.filter((answer) => answer !== null),
      labelBy((text) => answers.indexOf(text)),
    );
  }
  if (expected.rescoredStrict) {
    const { s } = await semanticSets(said, (first, second) => areEquivalent('strict', trimmed, first, second));
    found['rescoredStrict'] = (batchScores ?? []).map((score) => rescaled(score, s));
  }
  assertClose(found, expected);
}
