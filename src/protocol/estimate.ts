import * as z from 'zod';

/** The estimated cost of a run. */
export const estimate = z.object({
  /** The maximum (pipelines.md 9), without repairs and retries. */
  bound: z.object({
    llmCalls: z.number(),
    /** The tokens of that many calls, by the average size of earlier calls to this chat model. */
    tokens: z.number(),
    retrievals: z.number(),
    rerankPairs: z.number(),
    nliPairs: z.number(),
  }),
  /** Medians of the latest finished runs of this pipeline with this chat model; absent when there are none. */
  expected: z
    .object({
      /** The number of runs. */
      runs: z.number().int().positive(),
      llmCalls: z.number(),
      promptTokens: z.number(),
      completionTokens: z.number(),
      retrievals: z.number(),
      rerankPairs: z.number(),
      seconds: z.number(),
    })
    .optional(),
});
export type Estimate = Readonly<z.infer<typeof estimate>>;
