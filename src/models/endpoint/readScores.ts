/** Turns the body of a rerank response into scores. */
import * as z from 'zod';
import { UnusableReply } from '../chat/replyLimits.ts';

/** Cohere, Jina, vLLM and llama.cpp write `relevance_score`, Text Embeddings Inference `score`. */
const scored = z.object({ index: z.int().min(0), relevance_score: z.number().nullish(), score: z.number().nullish() });
/** Cohere, Jina, vLLM and llama.cpp write `results`, Voyage `data`, Text Embeddings Inference the list alone. */
const rerankBody = z.union([
  z.object({ results: z.array(scored) }).transform(({ results }) => results),
  z.object({ data: z.array(scored) }).transform(({ data }) => data),
  z.array(scored),
]);

/**
 * One score per document in the order of the documents; null for a document that the server left out. Servers list the best first.
 * @throws z.ZodError when the body has no scores; UnusableReply when they cannot be assigned
 */
export function scoresOf(body: unknown, count: number): readonly (number | null)[] {
  const scores: (number | null)[] = Array.from({ length: count }, () => null);
  for (const { index, relevance_score: relevance, score } of rerankBody.parse(body)) {
    if (index >= count || scores[index] !== null) throw new UnusableReply('it does not say which document each score belongs to');
    scores[index] = relevance ?? score ?? null;
  }
  if (count > 0 && scores.every((score) => score === null)) throw new UnusableReply('it has no scores');
  return scores;
}
