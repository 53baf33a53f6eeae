import * as z from 'zod';
import type { ReplyField } from './prompts/blocks.ts';

/** A reply schema in both forms: JSON schema for the server, words for the model. */
export interface WireSchema {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly fields: readonly ReplyField[];
}

/**
 * As servers require: every field required, none added, in the declared order. What fields mean is not in the schema:
 * the prompt says it, and many servers show no schema to the model. Alternatives that we also accept (null,
 * a missing field, a number for text, a dictionary for a list) are left out. Every field is text, a choice, a flag, a number, a list or an
 * object, and needs a `describe`. Objects with free keys are not possible: servers reject `additionalProperties`, so a dictionary is
 * requested as a list whose items contain the key.
 * @throws Error for an object with free keys
 */
export function wireSchema(reply: z.ZodType): WireSchema {
  const shape = shapeOf.parse(z.toJSONSchema(reply));
  return { schema: closed(shape), fields: fieldsOf(shape) };
}

interface Shape {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** Null, which is accepted besides the requested type, is represented as a further type or a further schema. */
const shapeOf: z.ZodType<Shape> = z.preprocess(
  (given) => {
    const { anyOf, ...rest } = z.looseObject({ anyOf: z.array(z.looseObject({ type: z.unknown() })).optional() }).parse(given);
    return { ...rest, ...anyOf?.find(({ type }) => type !== 'null') };
  },
  z.object({
    type: z.union([z.string(), z.array(z.string()).transform((types) => types.find((type) => type !== 'null') ?? 'string')]),
    description: z.string().optional(),
    enum: z.array(z.string()).optional(),
    get items() {
      return shapeOf.optional();
    },
    get properties() {
      return z.record(z.string(), shapeOf).optional();
    },
  }),
);

function closed({ type, enum: choices, items, properties }: Shape): Readonly<Record<string, unknown>> {
  return {
    type,
    ...(choices ? { enum: choices } : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(type === 'object' ? strictObject(properties) : {}),
  };
}

function strictObject(properties: Shape['properties']): Readonly<Record<string, unknown>> {
  if (!properties) throw new Error('An object with free keys cannot be asked for; ask for a list.');
  const offered = Object.entries(properties).map(([name, property]) => [name, closed(property)] as const);
  return { properties: Object.fromEntries(offered), required: offered.map(([name]) => name), additionalProperties: false };
}

function fieldsOf({ properties = {} }: Shape): readonly ReplyField[] {
  return Object.entries(properties).map(([name, property]) => ({ name, type: inWords(property), about: property.description ?? '' }));
}

function inWords(shape: Shape): string {
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (shape.type === 'array') return shape.items ? `list of ${inWordsMany(shape.items)}` : 'list';
  if (shape.type === 'object') return `object with ${membersInWords(shape)}`;
  return typeWords[shape.type]?.one ?? shape.type;
}

function inWordsMany(item: Shape): string {
  if (item.type === 'object') return `objects, each with ${membersInWords(item)}`;
  return item.enum ? inWords(item) : (typeWords[item.type]?.many ?? inWords(item));
}

function membersInWords(shape: Shape): string {
  return fieldsOf(shape)
    .map(({ name, type, about }) => `"${name}" (${type}${about === '' ? '' : `: ${about}`})`)
    .join(', ');
}

const typeWords: Readonly<Record<string, { readonly one: string; readonly many: string }>> = {
  string: { one: 'text', many: 'texts' },
  integer: { one: 'whole number', many: 'whole numbers' },
  number: { one: 'number', many: 'numbers' },
  boolean: { one: 'true or false', many: 'true or false' },
};
