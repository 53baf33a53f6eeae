/** The requests about what a text can cite. */
import * as z from 'zod';
import { modelIds } from './runSpec.ts';

const foundSource = z.object({
  /** Relative to the folder, `/`-separated. */
  path: z.string(),
  title: z.string(),
  /** Of the quote, as the document is indexed: 1-based, inclusive. */
  startLine: z.int(),
  endLine: z.int(),
  page: z.int().optional(),
  lastPage: z.int().optional(),
  /** The sentence of the passage that shares most with the text, without markup. */
  quote: z.string(),
  /** Of the document as indexed. */
  documentHash: z.string(),
  /** `neighbor`: its passage is like the cited one. */
  via: z.enum(['neighbor', 'search']),
});
export type FoundSource = Readonly<z.infer<typeof foundSource>>;

export const sourceRequests = {
  /** Passages that a text could cite, without a language model: neighbors of the passage it cites now, then what a search finds. */
  findSources: {
    params: z.object({
      text: z.string().max(4000),
      /** The document of the text, which is not its own source. */
      path: z.string().optional(),
      /** What is cited now, 1-based. */
      near: z.object({ path: z.string(), startLine: z.int() }).optional(),
      k: z.int().min(1).max(50),
      models: modelIds,
    }),
    result: z.object({ sources: z.array(foundSource) }),
  },
} as const;
