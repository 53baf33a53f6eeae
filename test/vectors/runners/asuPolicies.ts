import * as z from 'zod';
import { rescaled, uncertaintyOf } from '../../../src/retrieval/uncertainty.ts';
import { assertClose } from './close.ts';

const policyCase = z.object({
  /** Null is a sample that abstains. */
  answers: z.array(z.string().nullable()),
  labels: z.array(z.string()),
  m: z.number(),
  abstainPolicy: z.enum(['as-answer', 'max-uncertainty']),
  batchScores: z.array(z.number()),
  expected: z.object({ sets: z.array(z.number()), s: z.number(), rescored: z.array(z.number()) }),
});

/** Runs one case of `asu_policies.json`. */
export async function runAsuPoliciesCase(input: unknown): Promise<void> {
  const { answers, labels, m, abstainPolicy, batchScores, expected } = policyCase.parse(input);
  // Each text is the question, which is empty here, a space and the answer.
  const label = (premise: string, hypothesis: string): 'entailment' | 'neutral' =>
    labels[answers.indexOf(premise.trim())]?.[answers.indexOf(hypothesis.trim())] === 'E' ? 'entailment' : 'neutral';
  const { facts, divisor } = await uncertaintyOf(
    '',
    { answers, flags: [] },
    {
      m,
      abstainPolicy,
      label: (premise, hypothesis) => Promise.resolve(label(premise, hypothesis)),
    },
  );
  assertClose({ sets: facts.sets, s: facts.s, rescored: batchScores.map((score) => rescaled(score, divisor)) }, expected);
}
