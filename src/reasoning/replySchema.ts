import * as z from 'zod';
import type { ReplyField } from './prompts.ts';

/** A reply schema as both kinds of reader get it: the server as JSON schema, the model in words. */
export interface WireSchema {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly fields: readonly ReplyField[];
}

const property = z.object({
  type: z.union([z.string(), z.array(z.string()).transform((types) => types.find((type) => type !== 'null') ?? 'string')]),
  description: z.string(),
  enum: z.array(z.string()).optional(),
  items: z.object({ type: z.string() }).optional(),
});

/**
 * In the strict form servers ask for: every field required, none added, in the order declared. What we also accept (null, a missing field, a number for
 * text) is not offered. Every field is text, a choice, a flag or a list, and needs a `describe`.
 */
export function wireSchema(reply: z.ZodType): WireSchema {
  const { properties = {} } = z.toJSONSchema(reply);
  const offered = Object.entries(properties).map(([name, value]) => [name, property.parse(value)] as const);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(offered),
    required: offered.map(([name]) => name),
    additionalProperties: false,
  };
  return { schema, fields: offered.map(([name, value]) => describe(name, value)) };
}

function describe(name: string, { type, description, enum: values }: z.output<typeof property>): ReplyField {
  return { name, type: values?.map((value) => JSON.stringify(value)).join(' or ') ?? typeWords[type] ?? type, about: description };
}

const typeWords: Readonly<Record<string, string>> = { string: 'text', array: 'list of whole numbers', boolean: 'true or false' };
