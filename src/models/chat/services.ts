/** What the messages about model servers say, for each kind of request. */
import type { Service } from './chatErrors.ts';

export const chatService: Service = {
  codes: 'chat',
  server: 'chat server',
  reply: 'a chat completion',
  input: 'The prompt',
  shorten: 'Use fewer passages or a model with a larger context.',
  missing: 'Check the model id and the base URL, which usually ends with /v1.',
};

export const embeddingService: Service = {
  codes: 'endpoint',
  server: 'embedding server',
  reply: 'embeddings',
  input: 'A passage',
  shorten: 'Use a model with a larger context.',
  missing: 'Check that the model makes embeddings, its id, and the base URL, which usually ends with /v1.',
};

export const rerankService: Service = {
  codes: 'endpoint',
  server: 'reranking server',
  reply: 'scores',
  input: 'A passage',
  shorten: 'Use a model with a larger context.',
  missing: 'Check the model id, and that the server offers /rerank at this base URL. OpenAI, Ollama and LM Studio do not.',
};
