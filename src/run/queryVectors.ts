/**
 * Vectors of queries that a run has asked a server or a local model for. They are kept with its searches, so that whether the run still
 * holds can be checked without asking again.
 */
import * as z from 'zod';
import type { RunEvent } from '../protocol/events.ts';
import { decodeVectors, encodeVectors } from './storedVectors.ts';

const queryVector = z.object({ query: z.string(), model: z.string(), dimension: z.number(), base64: z.string() });
export type QueryVector = Readonly<z.infer<typeof queryVector>>;

const withVectors = z.object({ vectors: z.array(queryVector) });

export function encodeQueryVector(query: string, model: string, vector: Float32Array): QueryVector {
  return { query, model, ...encodeVectors(vector, vector.length) };
}

/** The vector of a query, as the embedder with this id gave it; undefined where the log has none. */
export type KeptVectors = (query: string, model: string) => Float32Array | undefined;

export function keptVectors(events: readonly RunEvent[]): KeptVectors {
  const kept = new Map<string, QueryVector>();
  for (const event of events) {
    if (event.kind !== 'recorded' || event.of !== 'search') continue;
    for (const one of withVectors.safeParse(event.value).data?.vectors ?? []) kept.set(keyOf(one.query, one.model), one);
  }
  return (query, model) => {
    const vector = kept.get(keyOf(query, model));
    return vector && decodeVectors(vector)[0];
  };
}

function keyOf(query: string, model: string): string {
  return JSON.stringify([query, model]);
}
