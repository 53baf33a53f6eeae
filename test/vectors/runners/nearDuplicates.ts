import assert from 'node:assert/strict';
import * as z from 'zod';
import { nearDuplicates } from '../../../src/pipelines/nearDuplicates.ts';

const nearDuplicatesCase = z.object({ passages: z.array(z.string()), expected: z.array(z.boolean()) });

/** Runs one case of `near_duplicates.json`. */
export function runNearDuplicatesCase(input: unknown): void {
  const { passages, expected } = nearDuplicatesCase.parse(input);
  assert.deepEqual(nearDuplicates(passages.map((text) => ({ text }))), expected);
}
