/** Turns the body of an embeddings response into vectors. */
import * as z from 'zod';
import { UnusableReply } from '../chat/replyLimits.ts';

const embeddingsBody = z.object({
  data: z.array(z.object({ index: z.int().min(0).nullish().catch(null), embedding: z.union([z.string(), z.array(z.unknown())]) })),
});

/**
 * One vector per text in the order of the texts, L2-normalized. Servers that ignore `encoding_format` send numbers, so both forms are read.
 * @param dimension what earlier vectors had; undefined if there are none
 * @throws z.ZodError when the body has no embeddings; UnusableReply when they are not one usable vector per text
 */
export function vectorsOf(body: unknown, count: number, dimension: number | undefined): readonly Float32Array[] {
  const { data } = embeddingsBody.parse(body);
  if (data.length !== count) throw new UnusableReply(`it has ${data.length} vectors for ${count} ${count === 1 ? 'text' : 'texts'}`);
  const vectors: Float32Array[] = [];
  for (const [place, { index, embedding }] of data.entries()) {
    const at = index ?? place;
    if (at >= count || vectors[at] !== undefined) throw new UnusableReply('it does not say which text each vector belongs to');
    vectors[at] = normalized(typeof embedding === 'string' ? decoded(embedding) : numbersOf(embedding));
  }
  const expected = dimension ?? vectors[0]?.length;
  const odd = vectors.find(({ length }) => length !== expected);
  if (odd) throw new UnusableReply(`a vector in it has ${odd.length} numbers, and earlier ones had ${expected}`);
  return vectors;
}

/** Little-endian 32-bit floats. */
function decoded(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) throw new UnusableReply('a vector in it is incomplete');
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

function numbersOf(values: readonly unknown[]): Float32Array {
  // JSON has no NaN, so servers write null.
  return Float32Array.from(values, (value) => (typeof value === 'number' ? value : NaN));
}

/** @throws UnusableReply for a vector without a direction */
function normalized(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!Number.isFinite(sum)) throw new UnusableReply('a vector in it has a value that is not a number');
  if (sum === 0) throw new UnusableReply('a vector in it has only zeros');
  const factor = 1 / Math.sqrt(sum);
  return vector.map((value) => value * factor);
}
