import assert from 'node:assert/strict';
import * as z from 'zod';
import { extractJson } from '../../../src/reasoning/extractJson.ts';

const jsonExtractCase = z.object({
  id: z.string(),
  text: z.string(),
  expected: z.union([z.object({ value: z.record(z.string(), z.unknown()) }), z.object({ error: z.literal(true) })]),
});

/** Runs one case of `json_extract.json`. */
export function runJsonExtractCase(input: unknown): void {
  const { id, text, expected } = jsonExtractCase.parse(input);
  const found = extractJson(text);
  assert.deepEqual(found.ok ? { value: found.value } : { error: true }, expected, id);
}
