import { seededRandom } from '../src/base/seededRandom.ts';

/** The number of directions in which vectors differ by meaning, similar to that of real embeddings. */
const latent = 48;
const perTopic = 250;
const perDocument = 10;

/** A description of the vectors for reports. */
export const mixtureSays = `random mixture: topics of ${perTopic} passages, documents of ${perDocument}, in ${latent} directions, and noise in all`;

/**
 * `count × d`, row-major, L2-normalized. Vectors cluster around topics, and within them around documents, like real passages; without
 * clusters, approximate search would be at its worst, unlike on real text. Neighbors in a document are not adjacent. The same seed gives
 * the same vectors.
 */
export function mixtureVectors(count: number, d: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const spread = (): number => random() + random() + random() - 1.5;
  const points = (n: number, scale: number): Float32Array => Float32Array.from({ length: n * latent }, () => scale * spread());
  const directions = Float32Array.from({ length: latent * d }, spread);
  const topics = points(Math.ceil(count / perTopic), 1);
  const documents = points(Math.ceil(count / perDocument), 0.6);
  const values = new Float32Array(count * d);
  for (let i = 0; i < count; i++) {
    const document = Math.floor(random() * (documents.length / latent));
    const topic = document % (topics.length / latent);
    const row = values.subarray(i * d, (i + 1) * d);
    for (let l = 0; l < latent; l++) {
      const along = (topics[topic * latent + l] ?? 0) + (documents[document * latent + l] ?? 0) + 0.4 * spread();
      for (let j = 0; j < d; j++) row[j] = (row[j] ?? 0) + along * (directions[l * d + j] ?? 0);
    }
    let squares = 0;
    for (let j = 0; j < d; j++) {
      const value = (row[j] ?? 0) + 0.4 * (random() - 0.5);
      row[j] = value;
      squares += value * value;
    }
    const scale = 1 / Math.sqrt(squares);
    for (let j = 0; j < d; j++) row[j] = (row[j] ?? 0) * scale;
  }
  return values;
}
