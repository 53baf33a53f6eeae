/** The local model behind BERTScore. */
import type { BertEncoder } from '../evaluation/bertScores.ts';
import type { WeightedTokens } from '../evaluation/bertScore.ts';
import type { TokenVectors } from '../../src/models/models.ts';
import type { ModelContext } from '../../src/models/provider.ts';
import type { LocalProvidersOptions } from '../../src/models/library/localProviders.ts';
import { withLocalModel } from '../../src/models/library/providers.ts';

/**
 * Loads the model for as long as `work` takes.
 * @throws as `withLocalModel`
 */
export function withBertEncoder<T>(
  id: string,
  options: LocalProvidersOptions,
  context: ModelContext,
  work: (encoder: BertEncoder) => Promise<T>,
): Promise<T> {
  return withLocalModel({ role: 'encoder', id, options, context }, (encoder) =>
    work({ id: encoder.id, encode: async (texts, signal) => (await encoder.encode(texts, { signal })).map(weighted) }),
  );
}

/** Weight 1 for tokens of the text, 0 for special ones (metrics.md 7). */
function weighted({ data, width, textFrom, textTo }: TokenVectors): WeightedTokens {
  const vectors = Array.from({ length: data.length / width }, (_, i) => data.subarray(i * width, (i + 1) * width));
  return { vectors, weights: vectors.map((_, i) => Number(i >= textFrom && i < textTo)) };
}
