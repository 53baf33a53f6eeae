import * as z from 'zod';
import { sentence } from './sentence.ts';
import { documentIdentity } from './identity.ts';

/** A link that leads to nothing in the folder. */
const danglingLink = z.object({
  /** As written, with its fragment; a path is relative to the folder. */
  target: z.string(),
  /** 0-based, of the document's source text. */
  startLine: z.number().int().nonnegative(),
});
export type DanglingLink = Readonly<z.infer<typeof danglingLink>>;

/** Why a file is or is not in the index. */
export const fileExplanation = z.object({
  state: z.enum(['indexed', 'changed', 'not-indexed', 'excluded', 'missing']),
  reason: sentence,
  /** Path of the ignore file with the line that excludes the file, relative to the folder. */
  ignoreFile: z.string().optional(),
  /** Of an indexed file; `reason` says it too. */
  identity: documentIdentity.optional(),
  /** Links of an indexed file that lead to nothing in the folder, by place, at most 1,000. Absent when there are none. */
  danglingLinks: z.array(danglingLink).optional(),
});
