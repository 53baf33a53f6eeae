import assert from 'node:assert/strict';
import * as z from 'zod';
import { isAbstention } from '../../../src/reasoning/abstention.ts';

const abstentionCase = z.object({ id: z.string(), text: z.string().nullable(), expected: z.boolean() });

/** Runs one case of `abstention.json`. */
export function runAbstentionCase(input: unknown): void {
  const { id, text, expected } = abstentionCase.parse(input);
  assert.equal(isAbstention(text), expected, id);
}
