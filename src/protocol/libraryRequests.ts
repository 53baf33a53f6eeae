/** The engine's requests that change which models are on this machine. */
import * as z from 'zod';
import { modelRole } from './modelLibrary.ts';

export const libraryRequests = {
  /** Makes sure that the model of the hub is on this machine; otherwise asks the host for consent and downloads it. */
  pullModel: { params: z.object({ id: z.string(), role: modelRole }), result: z.object({}) },
  stopDownload: { params: z.object({ name: z.string() }), result: z.object({}) },
  importModel: { params: z.object({ id: z.string(), from: z.string() }), result: z.object({}) },
  /** Without ids, removes what downloads that were stopped have left. */
  removeModels: { params: z.object({ ids: z.array(z.string()).optional() }), result: z.object({ freeBytes: z.number() }) },
} as const;
