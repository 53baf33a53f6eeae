/** The state of one file of the folder. */
import * as z from 'zod';
import { sentence } from './sentence.ts';

export const indexedFile = z.object({
  path: z.string(),
  /** `skipped`: left out by a rule and never opened; `failed`: opened but not readable as a document. */
  state: z.enum(['indexed', 'skipped', 'failed']),
  /** Why the file is not indexed, as one clause. */
  reason: sentence.optional(),
  passages: z.number().int(),
  /** Name of the reader: `markdown`, `pdf` … */
  parser: z.string().optional(),
  sizeBytes: z.number().optional(),
  /** Milliseconds for reading, parsing and cutting. */
  readMs: z.number().optional(),
  indexedAtUtc: z.string().optional(),
});
export type IndexedFile = Readonly<z.infer<typeof indexedFile>>;

/** The reason without the file's name, for where that is said beside it. */
export function bareReason({ path, reason }: { readonly path: string; readonly reason: string }): string {
  return reason.startsWith(`${path} `) ? reason.slice(path.length + 1) : reason;
}
