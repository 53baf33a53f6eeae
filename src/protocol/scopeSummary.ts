import * as z from 'zod';

/** The documents to which a run was limited. */
export const scopeSummary = z.object({
  /** As `parseScope` takes it. */
  text: z.string(),
  /** How many documents and passages it named when the run began. */
  documents: z.number().int(),
  passages: z.number().int(),
  /** Terms for files and folders, as written, in which no document is. */
  unmatched: z.array(z.string()).optional(),
});
export type ScopeSummary = Readonly<z.infer<typeof scopeSummary>>;
