import type { Logger } from '../../base/logger.ts';
import { rerankService } from '../chat/services.ts';
import { type Fetch, type Reranker, rerankText } from '../models.ts';
import { ServerConnection, type ServerOptions } from '../chat/serverConnection.ts';
import { PartSender } from './inParts.ts';
import * as z from 'zod';
import { UnusableReply } from '../chat/replyLimits.ts';

export interface EndpointRerankerOptions extends ServerOptions {
  readonly logger: Logger;
}

const limits = { maxTexts: 64, maxCharacters: 128_000 };

/** Two documents that no reranker rates alike: whatever the scale, their scores show it. */
const probe = {
  query: 'What is the capital of France?',
  documents: ['The capital of France is Paris.', 'Wash the potatoes and peel them.'],
};

/**
 * A cross-encoder on a server with the common `/rerank`: Cohere, Jina, vLLM, llama.cpp, Text Embeddings Inference … Sends two short
 * documents, because servers do not say whether their scores are probabilities (Cohere, Jina, vLLM) or logits (llama.cpp).
 * @returns what makes the model with what is known about it, for requests through a `fetch`. `score` throws `endpoint-…`; AbortError, with
 * all connections closed
 * @throws AriadneError `endpoint-…`; AbortError when the signal fires
 */
export async function endpointReranker(options: EndpointRerankerOptions, signal?: AbortSignal): Promise<(fetch: Fetch) => Reranker> {
  const { model, logger } = options;
  const sender = new PartSender(limits, () =>
    logger.log('warn', 'rerank', `${model} cannot read the longest passages whole. It scores their beginnings.`),
  );
  const scorer = (fetch: Fetch) => {
    const server = new ServerConnection(rerankService, 'rerank', { ...options, fetch });
    return (query: string, documents: readonly string[], own?: AbortSignal): Promise<readonly (number | null)[]> =>
      sender.send(documents, own, (part, shared) => {
        // Some servers return ten results unless they are asked for more.
        const body = { model, query, documents: part, top_n: part.length };
        return server.post({ path: '/rerank', body, read: (reply) => scoresOf(reply, part.length), signal: shared });
      });
  };
  const probed = await scorer(options.fetch)(probe.query, probe.documents, signal);
  const scale = probed.some((score) => score !== null && (score < 0 || score > 1)) ? 'logit' : 'probability';
  return (fetch) => {
    const score = scorer(fetch);
    return { id: `openai:${model}`, scale, score: (query, passages, asked = {}) => score(query, passages.map(rerankText), asked.signal) };
  };
}

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
function scoresOf(body: unknown, count: number): readonly (number | null)[] {
  const scores: (number | null)[] = Array.from({ length: count }, () => null);
  for (const { index, relevance_score: relevance, score } of rerankBody.parse(body)) {
    if (index >= count || scores[index] !== null) throw new UnusableReply('it does not say which document each score belongs to');
    scores[index] = relevance ?? score ?? null;
  }
  if (count > 0 && scores.every((score) => score === null)) throw new UnusableReply('it has no scores');
  return scores;
}
