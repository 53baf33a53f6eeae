/** The roles models play, as the layers above see them. */

/** Turns texts into vectors. */
export interface Embedder {
  /** Names the model and its version; vectors of two ids are never compared. */
  readonly id: string;
  readonly dimension: number;
  /** How much its cosines count beside BM25 when both are fused, > 0; see `fuse` in src/retrieval. */
  readonly fusionWeight?: number;
  /** One row per text, row-major `texts.length × dimension`, L2-normalised; a text without known tokens gives a row of zeros. */
  embed(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<Float32Array>;
}

export interface RerankItem {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}

/** Scores (query, passage) pairs together. */
export interface Reranker {
  readonly id: string;
  /** Whether scores are in [0, 1] or unbounded logits. */
  readonly scale: 'probability' | 'logit';
  /** One number per passage, same order; higher is better; null means the model gave none. */
  score(query: string, passages: readonly RerankItem[], options?: { readonly signal?: AbortSignal }): Promise<readonly (number | null)[]>;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  /** The role of `pipelines.md` that asks, e.g. `sunar.step`: for logs and simulations. */
  readonly role: string;
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** JSON schema the reply must satisfy, sent where the server takes one. */
  readonly schema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** 0-based sample and attempt number; part of the key under which the reply is remembered. */
  readonly sample: number;
  readonly attempt: number;
  readonly seed?: number;
}

export interface ChatReply {
  readonly text: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly estimated: boolean;
  readonly finishReason: string;
}

/** An LLM behind the reasoner. */
export interface ChatModel {
  readonly id: string;
  /**
   * One completion. Transport errors, rate limits and time-outs are retried inside (pipelines.md 1.5).
   * @throws AriadneError `chat-…` when the call has failed for good; AbortError when the signal fires.
   */
  complete(request: ChatRequest, options?: { readonly signal?: AbortSignal }): Promise<ChatReply>;
}

/** `fetch` as the engine has it: through the host's door. `purpose` goes to the network ledger. */
export type Fetch = (url: string, init: RequestInit, purpose: string) => Promise<Response>;
