import { seededRandom } from '../../src/base/seededRandom.ts';

/** Waits for some turns of the event loop, each time another number of them: concurrent work comes in an order that the seed decides. */
export function randomPause(seed: number): () => Promise<void> {
  const random = seededRandom(seed);
  return async () => {
    for (let turns = Math.floor(random() * 6); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
  };
}
