import { AriadneError } from '../base/errors.ts';
import type { Embedder } from './models.ts';

/**
 * The same embedder, whose vectors can be relied on: the promised length, finite, of length 1, and not zero for a text with letters.
 * @throws AriadneError `embedder-broken` from `embed` otherwise
 */
export function checkedEmbedder(embedder: Embedder): Embedder {
  const { id, dimension, fusionWeight } = embedder;
  const broken = (problem: string): AriadneError =>
    new AriadneError('embedder-broken', `The embedder ${id} gave ${problem}. Choose another one, or the built-in one.`);
  return {
    id,
    dimension,
    fusionWeight,
    embed: async (texts, options) => {
      const rows = await embedder.embed(texts, options);
      if (rows.length !== texts.length * dimension) throw broken('vectors of another length than before');
      for (const [i, text] of texts.entries()) {
        const row = rows.subarray(i * dimension, (i + 1) * dimension);
        const length = Math.hypot(...row);
        if (!Number.isFinite(length)) throw broken('vectors with values that are no numbers');
        if (length === 0 && /\p{L}/u.test(text)) throw broken('an empty vector for a text');
        if (length > 0) for (let at = 0; at < dimension; at++) row[at]! /= length;
      }
      return rows;
    },
  };
}
