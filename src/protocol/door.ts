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
/** Names a request of the door: for its next piece, or to cancel it. */
export const doorId = doorRequest.pick({ id: true });
export type DoorRequest = Readonly<z.infer<typeof doorRequest>>;
export const doorHead = z.object({ status: z.number().int(), statusText: z.string(), headers: z.record(z.string(), z.string()) });
export type DoorHead = Readonly<z.infer<typeof doorHead>>;
/** The next piece of a reply's body, in base64; without data, the body is complete. The engine asks for each, so none waits to be read. */
export const doorPiece = z.object({ data: z.string().optional() });
