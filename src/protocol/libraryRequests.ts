/** The engine's requests about models, and those on this machine. */
import * as z from 'zod';
import { downloadOffer, downloadProgress, modelList, modelRole, testedModel } from './modelLibrary.ts';
import { modelIds } from './runSpec.ts';

export const libraryRequests = {
  /** Asks one question of each model that is not built in. A model that fails is a result, not an error. */
  testModels: { params: z.object({ models: modelIds.partial() }), result: z.array(testedModel) },
  /** What is on this machine, what of it is used as one of `models`, and what is offered. `withOffers`: also which `models` are missing. */
  models: {
    params: z.object({ models: modelIds.partial(), withOffers: z.boolean().optional() }),
    result: modelList.extend({ downloads: z.array(downloadOffer).optional() }),
  },
  /** Makes sure that the model of the hub is on this machine: asks the host for consent and downloads it. */
  pullModel: { params: z.object({ id: z.string(), role: modelRole }), result: z.object({}) },
  /** Without ids, removes what downloads that were stopped have left. */
  removeModels: { params: z.object({ ids: z.array(z.string()).optional() }), result: z.object({ freeBytes: z.number() }) },
} as const;

export const libraryNotifications = { download: downloadProgress } as const;
