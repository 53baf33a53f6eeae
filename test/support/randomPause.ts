import { seededRandom } from '../../src/base/seededRandom.ts';

/** Waits for a varying number of turns of the event loop, so that the seed decides the order of concurrent work. */
export function randomPause(seed: number): () => Promise<void> {
  const random = seededRandom(seed);
  return async () => {
    for (let turns = Math.floor(random() * 6); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
  };
}
