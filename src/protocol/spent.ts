/** What a run has spent on models: its calls, and what was sent where. */
import * as z from 'zod';

export const llmCall = z.object({
  id: z.string(),
  node: z.string(),
  role: z.string(),
  sample: z.number().int(),
  attempt: z.number().int(),
  repairOf: z.string().optional(),
  temperature: z.number(),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
  /** True when the server gave no usage and we estimated the counts. */
  estimated: z.boolean(),
  /** Tries of the request behind the call. Default: 1. Zero for a sample that came with the request of an earlier one. */
  tries: z.number().int().nonnegative().optional(),
  parse: z.enum(['ok', 'relaxed', 'repaired', 'fallback', 'failed']),
  ms: z.number(),
  /** Taken from the run that this one is based on, which has paid for it. */
  recalled: z.literal(true).optional(),
});

/** Requests of a run to one server for one purpose. */
export const sentPart = z.object({
  /** With the port, if it has one; `VS Code` for its models. */
  host: z.string(),
  purpose: z.string(),
  requests: z.number().int(),
  /** Of bodies, without headers. */
  bytesSent: z.number().int(),
});
