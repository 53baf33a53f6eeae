/** What `ariadne models --json` prints, and the editor's picker shows. */
import * as z from 'zod';

export const modelList = z.object({
  folder: z.string(),
  /** Of downloads that were stopped and can be continued. */
  unfinishedBytes: z.number(),
  models: z.array(
    z.object({
      id: z.string(),
      sizeBytes: z.number(),
      license: z.string().optional(),
      /** The host that it is from, or `a folder`. */
      from: z.string(),
      lastUsedUtc: z.string(),
      folder: z.string(),
      /** Not used for a month. */
      isUnused: z.boolean(),
    }),
  ),
  catalog: z.array(
    z.object({
      id: z.string(),
      role: z.string(),
      summary: z.string(),
      license: z.string(),
      languages: z.array(z.string()),
      maxTokens: z.number(),
      /** Of the weights in the suggested precision. */
      megabytes: z.number().optional(),
      isInstalled: z.boolean(),
    }),
  ),
});
export type ModelList = Readonly<z.infer<typeof modelList>>;
