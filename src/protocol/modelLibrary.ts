/** The models on this machine and those that are offered, as `ariadne models --json` prints and the editor shows them. */
import * as z from 'zod';
import { sentence } from './sentence.ts';

/** `planner` is a second chat model. */
export const modelRole = z.enum(['chat', 'planner', 'reader', 'embedder', 'reranker', 'entailment']);
export type NamedRole = z.infer<typeof modelRole>;

/** The kind of model that takes a role. */
export function kindOfModel(role: NamedRole): Exclude<NamedRole, 'planner'> {
  return role === 'planner' ? 'chat' : role;
}

/** Ids of models by role. */
export type ChosenModels = Readonly<Partial<Record<NamedRole, string | undefined>>>;

/** What a model can do, as clauses; of a model that failed, the reason. */
export const testedModel = z.object({
  role: modelRole,
  model: z.string(),
  works: z.boolean(),
  /** False when it answers, but gives what is plainly wrong. */
  isRight: z.boolean().optional(),
  facts: z.array(sentence),
  /** What it does less well than it was asked to, as clauses. */
  limits: z.array(sentence).optional(),
  seconds: z.number(),
});
export type TestedModel = Readonly<z.infer<typeof testedModel>>;

/** What a person is asked before the first byte of a model. */
export const downloadOffer = z.object({
  name: z.string(),
  revision: z.string(),
  dtype: z.string(),
  sizeBytes: z.number(),
  /** What an earlier try has left, which is not downloaded again. */
  hasBytes: z.number(),
  license: z.string().optional(),
  /** The host that the files are from. */
  from: z.string(),
  folder: z.string(),
});
export type DownloadOffer = Readonly<z.infer<typeof downloadOffer>>;

export const consentReply = z.object({ isAgreed: z.boolean() });

export const downloadProgress = z.object({
  name: z.string(),
  doneBytes: z.number(),
  /** 0 while it is unknown. */
  totalBytes: z.number(),
  /** The process that downloads it, when it is not this one: `process 12 on box`. */
  waitingFor: sentence.optional(),
  /** The last message about this download, however it ended. */
  isOver: z.literal(true).optional(),
});
export type DownloadProgress = Readonly<z.infer<typeof downloadProgress>>;

export const modelList = z.object({
  folder: z.string(),
  /** Of downloads that were stopped and can be continued. */
  unfinishedBytes: z.number(),
  /** Why models are slower here than elsewhere. */
  notice: sentence.optional(),
  models: z.array(
    z.object({
      id: z.string(),
      /** What its files are made for; absent where they do not say. */
      role: modelRole.optional(),
      sizeBytes: z.number(),
      license: z.string().optional(),
      /** The host that it is from, or `a folder`. */
      from: sentence,
      lastUsedUtc: z.string(),
      folder: z.string(),
      /** Not used for a month. */
      isUnused: z.boolean(),
      /** The roles for which it is chosen in this window. */
      usedAs: z.array(modelRole).optional(),
    }),
  ),
  catalog: z.array(
    z.object({
      id: z.string(),
      role: modelRole,
      summary: sentence,
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
