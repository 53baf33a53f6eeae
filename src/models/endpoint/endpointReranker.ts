import type { Logger } from '../../base/logger.ts';
import { rerankService } from '../chat/services.ts';
import { type Fetch, type Reranker, type RerankItem, rerankText } from '../models.ts';
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

/** A cross-encoder on a server with the common `/rerank`: Cohere, Jina, vLLM, llama.cpp, Text Embeddings Inference … */
export class EndpointReranker implements Reranker {
  readonly id: string;
  readonly scale: Reranker['scale'];
  readonly #options: EndpointRerankerOptions;
  readonly #server: ServerConnection;
  readonly #sender: PartSender;

  private constructor(options: EndpointRerankerOptions, sender: PartSender, scale: Reranker['scale']) {
    this.id = `openai:${options.model}`;
    this.scale = scale;
    this.#options = options;
    this.#server = new ServerConnection(rerankService, 'rerank', options);
    this.#sender = sender;
  }

  /**
   * Sends two short documents, because servers do not say whether their scores are probabilities (Cohere, Jina, vLLM) or logits
   * (llama.cpp).
   * @throws AriadneError `endpoint-…`; AbortError when the signal fires
   */
  static async open(options: EndpointRerankerOptions, signal?: AbortSignal): Promise<EndpointReranker> {
    const { model, logger } = options;
    const onCut = (): void => logger.log('warn', 'rerank', `${model} cannot read the longest passages whole. It scores their beginnings.`);
    const sender = new PartSender(limits, onCut);
    const scores = await new EndpointReranker(options, sender, 'probability').#scoresOf(probe.query, probe.documents, signal);
    const isLogit = scores.some((score) => score !== null && (score < 0 || score > 1));
    return new EndpointReranker(options, sender, isLogit ? 'logit' : 'probability');
  }

  /** The same model with what is known about it, whose requests go through another `fetch`. */
  through(fetch: Fetch): EndpointReranker {
    return new EndpointReranker({ ...this.#options, fetch }, this.#sender, this.scale);
  }

  /** @throws AriadneError `endpoint-…`; AbortError, with all connections closed */
  score(
    query: string,
    passages: readonly RerankItem[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly (number | null)[]> {
    return this.#scoresOf(query, passages.map(rerankText), signal);
  }

  #scoresOf(query: string, documents: readonly string[], signal: AbortSignal | undefined): Promise<readonly (number | null)[]> {
    const { model } = this.#options;
    return this.#sender.send(documents, signal, (part, shared) => {
      // Some servers return ten results unless they are asked for more.
      const body = { model, query, documents: part, top_n: part.length };
      return this.#server.post({ path: '/rerank', body, read: (reply) => scoresOf(reply, part.length), signal: shared });
    });
  }
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
