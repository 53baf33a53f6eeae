import assert from 'node:assert/strict';
import * as z from 'zod';
import { named } from '../../../src/pipelines/drr/placeholders.ts';
import { qualifierIn } from '../../../src/reasoning/qualifier.ts';

const qualifierCase = z.object({
  answer: z.string(),
  said: z.string(),
  question: z.string(),
  qualifier: z.string().nullable(),
  named: z.string(),
});

/** Runs one case of `qualifiers.json`. */
export function runQualifiersCase(input: unknown): void {
  const { answer, said, question, ...expected } = qualifierCase.parse(input);
  const found = qualifierIn(said, answer);
  assert.deepEqual({ qualifier: found.qualifier ?? null, named: named(answer, found, question) }, expected);
}
