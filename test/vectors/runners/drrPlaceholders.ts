import assert from 'node:assert/strict';
import * as z from 'zod';
import { dependenciesOf, fill } from '../../../src/pipelines/drr/placeholders.ts';

const placeholderCase = z.object({
  text: z.string(),
  answers: z.record(z.string(), z.string()),
  deps: z.array(z.string()),
  filled: z.string(),
});

/** Runs one case of `drr_placeholders.json`. */
export function runDrrPlaceholdersCase(input: unknown): void {
  const { text, answers, ...expected } = placeholderCase.parse(input);
  assert.deepEqual({ deps: dependenciesOf(text), filled: fill(text, new Map(Object.entries(answers))) }, expected);
}
