/** The engine's requests about models, and those on this machine. */
import * as z from 'zod';
import { downloadOffer, downloadProgress, modelList, modelRole, testedModel } from './modelLibrary.ts';
import { modelIds } from './runSpec.ts';

export const libraryRequests = {
  /** Asks one question of each model that is not built in. A model that fails is a result, not an error. */
  testModels: { params: z.object({ models: modelIds.partial() }), result: z.array(testedModel) },
  /** What is on this machine, what of it is used as one of `models`, and what is offered. */
  models: { params: z.object({ models: modelIds }), result: modelList },
  /** Only looks at what `pullModel` would download for these; empty when all are on this machine. */
  downloadOffers: { params: z.object({ models: modelIds.partial() }), result: z.array(downloadOffer) },
  /** Makes sure that the model of the hub is on this machine; otherwise asks the host for consent and downloads it. */
  pullModel: { params: z.object({ id: z.string(), role: modelRole }), result: z.object({}) },
  stopDownload: { params: z.object({ name: z.string() }), result: z.object({}) },
  importModel: { params: z.object({ id: z.string(), from: z.string() }), result: z.object({}) },
  /** Without ids, removes what downloads that were stopped have left. */
  removeModels: { params: z.object({ ids: z.array(z.string()).optional() }), result: z.object({ freeBytes: z.number() }) },
} as const;

export const libraryNotifications = { download: downloadProgress } as const;
