import { endpointEmbedder, type EndpointEmbedderOptions } from '../../../../src/models/endpoint/endpointEmbedder.ts';
import { endpointReranker, type EndpointRerankerOptions } from '../../../../src/models/endpoint/endpointReranker.ts';
import type { Embedder, Reranker } from '../../../../src/models/models.ts';

/** The model for requests through the `fetch` that opened it. */
export async function openEmbedder(options: EndpointEmbedderOptions): Promise<Embedder> {
  return (await endpointEmbedder(options))(options.fetch);
}

export async function openReranker(options: EndpointRerankerOptions): Promise<Reranker> {
  return (await endpointReranker(options))(options.fetch);
}
