import assert from 'node:assert/strict';
import * as z from 'zod';
import { isAbstention } from '../../../src/reasoning/abstention.ts';
import type { LabelPair } from '../../../src/retrieval/retrieval.ts';
import { areEquivalent, rescaled, semanticSets } from '../../../src/retrieval/uncertainty.ts';
import { assertClose } from './close.ts';

const grouped = z.object({ sets: z.array(z.number()), s: z.number(), comparisons: z.number() });
const semanticSetsCase = z.object({
  /** Null is an abstention, like the words for one. */
  answers: z.array(z.string().nullable()),
  labels: z.array(z.string()),
  batchScores: z.array(z.number()).optional(),
  expected: z.object({
    strict: grouped.optional(),
    rescoredStrict: z.array(z.number()).optional(),
  }),
});

const labelOf = { E: 'entailment', N: 'neutral', C: 'contradiction' } as const;

/** Runs one case of `semantic_sets.json`, in the strict mode of the cases that have several. */
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
  if (expected.strict) found['strict'] = await semanticSets(said, (first, second) => areEquivalent(trimmed, first, second));
  if (expected.rescoredStrict) {
    const { s } = await semanticSets(said, (first, second) => areEquivalent(trimmed, first, second));
    found['rescoredStrict'] = (batchScores ?? []).map((score) => rescaled(score, s));
  }
  assertClose(found, expected);
}
