import * as z from 'zod';

/** What terms of a scope can name, each list bounded: to complete terms as one types, and to know the fields of the documents. */
export const scopeNames = z.object({
  /** Without a slash at the end; those with the most documents first. */
  folders: z.array(z.string()),
  /** Documents, the last changed first. */
  files: z.array(z.string()),
  /** Extensions without a dot, the most frequent first. */
  types: z.array(z.string()),
  /** When documents were changed, as `2026-11`, the latest first. */
  months: z.array(z.string()),
  /** Fields by name, as a term has it, and their values; the most frequent first. */
  fields: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** What questions may name: titles of documents, the last changed first, then people and organizations, the most frequent first. */
  names: z.array(z.string()),
});
export type ScopeNames = Readonly<z.infer<typeof scopeNames>>;
