/** How a reply says that its answer comes from memory, where the input of its role allows that. */
import * as z from 'zod';
import type { Remembered } from './knowing.ts';
import { flag, type Outcome } from './roles/chatRole.ts';

const memoryField = 'from_memory';

/** @returns the schema with a field for that; unchanged where answers only rest on evidence */
export function withMemory(schema: z.ZodType, input: object): z.ZodType {
  if (!mayRemember(input) || !(schema instanceof z.ZodObject)) return schema;
  const known = schemas.get(schema);
  if (known) return known;
  const extended = schema.safeExtend({
    [memoryField]: flag.describe('true when the answer comes from what you know and not from what is shown above'),
  });
  schemas.set(schema, extended);
  return extended;
}

/** One for each, because what servers get is cached by schema. */
const schemas = new WeakMap<z.ZodObject, z.ZodObject>();

/** An answer from memory cites nothing, whatever the reply says. */
export function asRemembered<O extends object | null>(
  outcome: Outcome<O>,
  reply: Readonly<Record<string, unknown>>,
  input: object,
): Outcome<O> {
  const { output } = outcome;
  if (!mayRemember(input) || flag.safeParse(reply[memoryField]).data !== true) return outcome;
  if (output === null || !('answer' in output) || output.answer === null) return outcome;
  const remembered: Remembered = { fromMemory: true };
  return { ...outcome, output: { ...output, ...('citations' in output ? { citations: [], quote: null } : {}), ...remembered } };
}

function mayRemember(input: object): boolean {
  return 'knowledge' in input && input.knowledge === 'evidence-then-memory';
}
