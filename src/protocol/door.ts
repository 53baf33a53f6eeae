/** Messages between the engine and its host's door. */
import * as z from 'zod';

/**
 * A request of the engine to its host's door. The host adds keys, proxy and certificates, rejects destinations that the user has not
 * chosen, and counts.
 */
export const doorRequest = z.object({
  id: z.string(),
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  /** The reason for the request in the network ledger: `chat`, `embeddings` … */
  purpose: z.string(),
  /** The run that sends it; absent for indexing and downloads. */
  runId: z.string().optional(),
});
export type DoorRequest = Readonly<z.infer<typeof doorRequest>>;
export const doorHead = z.object({ status: z.number().int(), statusText: z.string(), headers: z.record(z.string(), z.string()) });
export type DoorHead = Readonly<z.infer<typeof doorHead>>;
/** A piece of a reply's body, in base64. `done` ends the body; `error` aborts it for the reason in `code`. */
export const doorChunk = z.object({
  id: z.string(),
  data: z.string().optional(),
  done: z.boolean().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
});

/** How much of a reply's body was read since the last message, so that the host sends no more than the engine can hold. */
export const doorTaken = z.object({ id: z.string(), bytes: z.number().int().nonnegative() });
